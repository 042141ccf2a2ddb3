// Owns the content of the rules: sections of texts and figures, made only from the platform's
// answer. Pure; it must never hold a figure nor draw.

import type { Language } from '../../../src/core/language.ts'
import type { RulesAnswer } from '../../../src/wire/play-answers.ts'
import type { GameView } from '../../../src/wire/play-game.ts'
import { printCount, printDecimal, printFullMoment } from '../../amounts.ts'
import { printPot } from '../features/game-facts.ts'
import type { Texts } from '../texts/en.ts'
import { fill } from '../texts/fill.ts'
import type { InfoTexts } from './texts/en.ts'

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

type FreeGames = NonNullable<RulesAnswer['rules']['freeGames']>
type Fact = readonly [label: string, value: string]

function featureSections(of: RulesOf): Section[] {
  const { freeGames, holdAndWin, gamble, boughtWith } = of.answer.rules
  return [
    winsSection(of),
    freeGames === null ? null : freeGamesSection(of, freeGames),
    holdAndWin === null ? null : holdAndWinSection(of, holdAndWin),
    boughtWith.length === 0 || freeGames === null ? null : boughtSection(of, freeGames),
    gamble === null ? null : gambleSection(of, gamble),
  ].filter(section => section !== null)
}

/** As shown over the reels. */
const GRAND = printPot('grand')

const times = (factor: number) => `×${factor}`

/** Multipliers of the wins of any spin. */
function winsSection({ answer, words, language }: RulesOf): Section | null {
  const { ways, cascadeMultipliers, boardMultipliers } = answer.rules
  const count = (number: number) => printCount(number, language)
  const list = (factors: readonly number[]) => factors.map(times).join(', ')
  const facts: Fact[] = []
  if (ways !== null) {
    const { least, most } = ways
    facts.push([words.ways, least === most ? count(most) : `${count(least)} – ${count(most)}`])
  }
  if (cascadeMultipliers.length > 0) facts.push([words.cascadeSteps, list(cascadeMultipliers)])
  if (boardMultipliers.length > 0) facts.push([words.boardMultipliers, list(boardMultipliers)])
  return facts.length === 0 ? null : { id: 'wins', title: words.wins, facts }
}

function freeGamesSection(of: RulesOf, games: FreeGames): Section {
  const { texts, words, language } = of
  const { multiplier, multiplierGrowth, moreForEach, mostGames, options } = games
  const facts: Fact[] = []
  if (moreForEach > 0) facts.push([words.eachMore, `+${moreForEach}`])
  if (multiplier > 1) facts.push([words.winsTimes, times(multiplier)])
  if (multiplierGrowth > 0) facts.push([words.growth, `+${multiplierGrowth}`])
  facts.push([words.mostGames, printCount(mostGames, language)])
  const awarded = options.length > 0 ? optionsTable(of, games) : gamesTable(of, games.awarded, '')
  const retrigger = gamesTable(of, games.retriggered, '+')
  const special = games.special.length === 0 ? [] : [specialTable(of, games)]
  return {
    id: 'free-games',
    title: texts.freeGames,
    tables: [
      awarded,
      { ...retrigger, heads: [`${words.scatters} · ${words.retrigger}`, texts.freeGames] },
      ...special,
    ],
    facts,
  }
}

/** The largest number of scatters covers more of them, too, if a column can hold more than one. */
function gamesTable(
  { game, texts, words }: RulesOf,
  steps: FreeGames['awarded'],
  sign: '' | '+',
): Table {
  const isOnePerColumn = !game.mechanics.includes('cascades')
  const rows = steps.map(([scatters, games], index) => {
    const isMost = isOnePerColumn && scatters >= game.layout.columns
    const isOpen = index === steps.length - 1 && !isMost
    return [isOpen ? `${scatters}+` : `${scatters}`, `${sign}${games}`]
  })
  return { heads: [words.scatters, texts.freeGames], rows }
}

function optionsTable({ texts, words }: RulesOf, games: FreeGames): Table {
  const needed = `${games.scattersToTrigger}+`
  return {
    heads: [words.scatters, texts.freeGames, texts.allWins],
    rows: games.options.map(each => [needed, `${each.games}`, times(each.multiplier)]),
  }
}

function specialTable({ words }: RulesOf, { special }: FreeGames): Table {
  return {
    heads: [words.special, words.chance],
    rows: special.map(([symbol, percent]): Cell[] => [{ symbol }, `${percent}\u00a0%`]),
  }
}

function holdAndWinSection(
  { texts, words, language, money }: RulesOf,
  rules: NonNullable<RulesAnswer['rules']['holdAndWin']>,
): Section {
  const { cashToTrigger, respins, cells, pots, fullBoardBets } = rules
  const worth = (bets: number) =>
    `${fill(texts.cashWorth, { count: printCount(bets, language) })} (${money(bets)})`
  return {
    id: 'hold-and-win',
    title: words.holdAndWin,
    facts: [
      [words.cashToStart, `${cashToTrigger}+`],
      [words.respins, `${respins}`],
    ],
    tables: [
      {
        heads: [words.pot, words.pays],
        rows: [
          ...pots.map(([symbol, bets]): Cell[] => [{ symbol }, worth(bets)]),
          [`${GRAND} · ${fill(words.fullBoard, { count: cells })}`, worth(fullBoardBets)],
        ],
      },
    ],
  }
}

/** With how many scatters a bought feature starts, and how often. */
interface BoughtStart {
  scatters: number
  /** Free games of that many scatters; null: the player chooses. */
  games: number | null
  /** Printed percentage. */
  share: string
}

/** The remainder of a thousand starts with the scatters that the trigger needs. */
export function boughtStarts(
  { rules: { boughtWith } }: RulesAnswer,
  { scattersToTrigger, awarded, options }: FreeGames,
  language: Language,
): BoughtStart[] {
  const rest = 1_000 - boughtWith.reduce((sum, [, ofThousand]) => sum + ofThousand, 0)
  const all: typeof boughtWith = [[scattersToTrigger, rest], ...boughtWith]
  const form = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  return all.map(([scatters, ofThousand]) => {
    const step = awarded.findLast(([needed]) => needed <= scatters)
    const games = options.length > 0 || step === undefined ? null : step[1]
    return { scatters, games, share: `${form.format(ofThousand / 10)}\u00a0%` }
  })
}

function boughtSection({ answer, words, language }: RulesOf, games: FreeGames): Section {
  const starts = boughtStarts(answer, games, language)
  const rows = starts.map(({ scatters, share }) => [`${scatters}`, share])
  return {
    id: 'bought',
    title: words.bought,
    tables: [{ heads: [words.scatters, words.chance], rows }],
  }
}

function gambleSection(
  { texts, words }: RulesOf,
  { steps, colorFactor, suitFactor }: NonNullable<RulesAnswer['rules']['gamble']>,
): Section {
  return {
    id: 'gamble',
    title: texts.gamble,
    facts: [
      [words.guesses, `${steps}`],
      [words.guessColor, times(colorFactor)],
      [words.guessSuit, times(suitFactor)],
    ],
  }
}
