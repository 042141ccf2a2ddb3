// The languages of a dispute pack: those of the panel. Codes, states and ids stay as they are in
// the record.

import type { GameEvent } from '../../games/engine/contract.ts'
import { describeInEnglish, EN } from './dispute-texts-en.ts'
import { describeInUkrainian, UK } from './dispute-texts-uk.ts'
import type { PackLanguage } from './schema.ts'

export interface StepWords {
  /** An amount in units of the game, printed with the currency. */
  money(units: number): string
  /** The name of a symbol. */
  name(symbol: number): string
}

/** An event of a round as a sentence. */
export type DescribeStep = (words: StepWords, event: GameEvent) => string
export type PackTexts = typeof EN

export const PACK_TEXTS: Readonly<
  Record<PackLanguage, { texts: PackTexts; describe: DescribeStep }>
> = {
  en: { texts: EN, describe: describeInEnglish },
  uk: { texts: UK, describe: describeInUkrainian },
}
