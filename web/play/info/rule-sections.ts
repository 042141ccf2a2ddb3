// Owns the content of the rules: sections of texts and figures, made only from the platform's
// answer. Pure; it must never hold a figure nor draw.

import { printCount, printDecimal, printFullMoment } from '../../amounts.ts'
import { fill } from '../texts/fill.ts'
import { featureSections } from './feature-rules.ts'
import type { RulesOf, Section } from './rule-shapes.ts'

export function makeRuleSections(of: RulesOf): Section[] {
  return [returnsSection(of), ...featureSections(of), maxWinSection(of), generalSection(of)]
}

function returnsSection({ answer, texts, words, language }: RulesOf): Section {
  const names = { base: texts.modeBase, ante: texts.ante, buy: texts.buy }
  const grades = {
    low: words.low,
    medium: words.medium,
    high: words.high,
    'very-high': words.veryHigh,
  }
  const percent = (text: string) => `${printDecimal(text, language)}\u00a0%`
  const rows = answer.returns.map(each => [
    names[each.kind],
    percent(each.rtpPercent),
    percent(each.hitFrequencyPercent),
    grades[each.volatility],
  ])
  const margins = answer.returns.flatMap(({ marginPercent }) => marginPercent ?? [])
  const margin = margins.toSorted((one, other) => Number(other) - Number(one))[0]
  const level = {
    natural: words.levelNatural,
    provider: words.levelProvider,
    personal: words.levelPersonal,
  }[answer.level.source]
  return {
    id: 'returns',
    title: words.returns,
    tables: [{ heads: [words.mode, words.rtp, words.hits, words.volatility], rows }],
    texts: [
      fill(level, { percent: percent(answer.level.percent ?? '') }),
      words.rtpNote,
      ...(margin === undefined ? [] : [fill(words.margin, { margin: percent(margin) })]),
    ],
    facts: [
      [words.version, answer.version],
      [words.asOf, printFullMoment(answer.at, language)],
    ],
  }
}

function maxWinSection({ game, texts, words, language, money }: RulesOf): Section {
  const { maxWinBets } = game
  const count = printCount(maxWinBets, language)
  return {
    id: 'max-win',
    title: texts.maxWin,
    texts: [fill(words.capEnds, { count, amount: money(maxWinBets) })],
  }
}

function generalSection(of: RulesOf): Section {
  const { words } = of
  const decision = decisionTexts(of)
  return {
    id: 'general',
    title: words.general,
    texts: [words.random, words.interruption, ...decision, words.cancelled, words.malfunction],
  }
}

/** How long a decision waits, and what happens then. */
function decisionTexts({ game, answer, texts, words }: RulesOf): string[] {
  const { rules, decisionDeadlineMinutes: minutes } = answer
  const { defaultOption } = game
  const options = rules.freeGames?.options ?? []
  if (rules.gamble === null && defaultOption === null) return []
  if (minutes === null) return [words.decisionWaits]
  const chosen = options.find(({ id }) => id === defaultOption)
  const option =
    chosen === undefined
      ? defaultOption
      : fill(texts.freeGamesOption, { count: chosen.games, multiplier: chosen.multiplier })
  return [
    ...(rules.gamble === null ? [] : [fill(words.decisionDeadline, { minutes })]),
    ...(option === null ? [] : [fill(words.choiceDeadline, { minutes, option })]),
  ]
}
