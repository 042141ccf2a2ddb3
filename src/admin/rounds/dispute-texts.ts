// The languages of a dispute pack: those of the panel. Codes, states and ids stay as the record has them.

import type { GameEvent } from '../../games/engine/contract.ts'
import { EN, tellInEnglish } from './dispute-texts-en.ts'
import { tellInUkrainian, UK } from './dispute-texts-uk.ts'
import type { PackLanguage } from './pack-languages.ts'

export interface StepWords {
  /** Of units of the game, with the currency. */
  money(units: number): string
  /** Of a symbol. */
  name(symbol: number): string
}

/** An event of a round as a sentence. */
export type TellStep = (words: StepWords, event: GameEvent) => string
export type PackTexts = typeof EN

export const PACK_TEXTS: Readonly<Record<PackLanguage, { texts: PackTexts; tell: TellStep }>> = {
  en: { texts: EN, tell: tellInEnglish },
  uk: { texts: UK, tell: tellInUkrainian },
}
