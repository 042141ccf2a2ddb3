// Owns the rules about a game's features: which texts go with which of its figures. Pure; it must
// never hold a figure.

import type { RulesAnswer } from '../../../src/wire/play-answers.ts'
import { printCount } from '../../amounts.ts'
import { printPot } from '../features/pot-list.ts'
import { fill } from '../texts/fill.ts'
import type { Cell, RulesOf, Section, Table } from './rule-shapes.ts'

type FreeGames = NonNullable<RulesAnswer['rules']['freeGames']>
type Fact = readonly [label: string, value: string]

export function featureSections(of: RulesOf): Section[] {
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

/** The remainder of a thousand starts with the scatters that the trigger needs. */
function boughtSection({ answer, words, language }: RulesOf, games: FreeGames): Section {
  const { boughtWith } = answer.rules
  const rest = 1_000 - boughtWith.reduce((sum, [, ofThousand]) => sum + ofThousand, 0)
  const all: typeof boughtWith = [[games.scattersToTrigger, rest], ...boughtWith]
  const share = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  const rows = all.map(([scatters, ofThousand]) => [
    `${scatters}`,
    `${share.format(ofThousand / 10)}\u00a0%`,
  ])
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
