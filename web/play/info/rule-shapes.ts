// Owns the types of the rules' input and output.

import type { Language } from '../../../src/core/language.ts'
import type { RulesAnswer } from '../../../src/wire/play-answers.ts'
import type { GameView } from '../../../src/wire/play-game.ts'
import type { Texts } from '../texts/en.ts'
import type { InfoTexts } from './texts/en.ts'

/** A symbol is shown as its picture. */
export type Cell = string | { symbol: number }

export interface Table {
  heads: readonly string[]
  rows: readonly (readonly Cell[])[]
}

export interface Section {
  id: string
  title: string
  texts?: readonly string[]
  facts?: readonly (readonly [label: string, value: string])[]
  tables?: readonly Table[]
}

export interface RulesOf {
  game: GameView
  answer: RulesAnswer
  texts: Texts
  words: InfoTexts
  language: Language
  /** This many base bets at the current bet, with the currency. */
  money(bets: number): string
}
