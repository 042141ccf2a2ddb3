// Owns the figures of a feature buy, made only from the platform's answer: the return of the bought
// mode and what it starts with. It must never hold a figure nor draw.

import type { Language } from '../../../src/core/language.ts'
import type { RulesAnswer } from '../../../src/wire/play-answers.ts'
import { printDecimal } from '../../amounts.ts'
import type { Texts } from '../texts/en.ts'
import { boughtStarts } from './rule-sections.ts'
import type { InfoTexts } from './texts/en.ts'
import { loadInfoTexts } from './texts/files.ts'

interface BuyOf {
  /** Of the game's modes. */
  modeId: string
  texts: Texts
  language: Language
  isSocial: boolean
  ask(): Promise<RulesAnswer | null>
}

type Fact = readonly [label: string, value: string]

/** Null: no answer. */
export async function loadBuyFigures(of: BuyOf): Promise<Fact[] | null> {
  const [answer, words] = await Promise.all([of.ask(), loadInfoTexts(of.language, of.isSocial)])
  return answer === null ? null : buyFigures(of, answer, words)
}

export function buyFigures(
  { modeId, texts, language }: Pick<BuyOf, 'modeId' | 'texts' | 'language'>,
  answer: RulesAnswer,
  words: InfoTexts,
): Fact[] {
  const bought = answer.returns.find(({ id }) => id === modeId)
  const rtp = bought === undefined ? [] : [`${printDecimal(bought.rtpPercent, language)}\u00a0%`]
  const { freeGames, holdAndWin } = answer.rules
  const starts = freeGames === null ? [] : boughtStarts(answer, freeGames, language)
  return [
    ...rtp.map((percent): Fact => [words.returns, percent]),
    ...starts.map(({ scatters, games, share }): Fact => {
      const count = games === null ? '' : ` · ${texts.freeGames}: ${games}`
      return [`${words.scatters}: ${scatters}${count}`, share]
    }),
    ...(holdAndWin === null ? [] : [[words.respins, `${holdAndWin.respins}`] as const]),
  ]
}
