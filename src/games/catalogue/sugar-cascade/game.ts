// Sugar Cascade: six columns of sweets that pay anywhere and cascade, with multipliers, free games,
// an ante bet and a feature buy. Must draw the same with and without a recorder.

import type { ReelSet } from '../../../core/reel-set.ts'
import { buildCascade, type Cascade, playCascade } from '../../cascades/cascade.ts'
import type { GameSymbol } from '../../engine/contract.ts'
import { defineGame } from '../../engine/define-game.ts'
import { capWin, type FreeGames, playFreeGames } from '../../engine/free-games.ts'
import { PLAIN_FREE_GAMES } from '../../engine/game-rules.ts'
import {
  type LastRound,
  newLastRound,
  type SpinEngine,
  simulatedFigures,
} from '../../engine/mathematics.ts'
import { PROVIDER_C_BETS } from '../../engine/providers.ts'
import type { Recorder } from '../../engine/recorder.ts'
import { drawStops, readReels } from '../../engine/reels.ts'
import type { Draws } from '../../engine/rng.ts'
import {
  BOUGHT_WITH,
  drawBoughtScatters,
  paysFrom,
  type SplitStops,
  splitStops,
} from '../../engine/scatters.ts'
import { ALPHABET, MULTIPLIER_WEIGHTS, type SpinKind, STRIPS } from './reels.ts'

const LAYOUT = { columns: 6, rows: 5 }
const UNITS_PER_BET = 20
const MAX_WIN_BETS = 5_000
const CAP_UNITS = MAX_WIN_BETS * UNITS_PER_BET

const SCATTER = 8
const SCATTER_PAYS = [0, 0, 0, 0, 60, 100, 2_000] as const
const SCATTERS_TO_TRIGGER = 4
const SCATTERS_TO_RETRIGGER = 3
const FREE_GAMES = 10
const FREE_GAMES_MORE = 5
/** Bounds the events of a round. */
const MAX_FREE_GAMES = 100

/** Values of the multiplier symbols, in the order of their ids from `PLACEHOLDER`. */
const MULTIPLIERS = [2, 3, 5, 10, 25, 50, 100] as const
const PLACEHOLDER = 9

/** A unit is a twentieth of the base bet; a pay applies to its number of symbols or more. */
const SYMBOLS: readonly GameSymbol[] = [
  sweet('chocolate-heart', 100, 250, 600),
  sweet('cupcake', 40, 120, 300),
  sweet('macaron', 30, 80, 200),
  sweet('lollipop', 20, 50, 150),
  sweet('candy-cane', 16, 30, 120),
  sweet('gummy-bear', 12, 24, 90),
  sweet('jelly-bean', 8, 20, 70),
  sweet('mint', 5, 15, 50),
  { id: 'sugar-star', role: 'scatter', pays: paysFrom(4, 60, 100, 2_000) },
  ...MULTIPLIERS.map(value => ({ id: `times-${value}`, role: 'multiplier', pays: [] }) as const),
]

function sweet(id: string, eight: number, ten: number, twelve: number): GameSymbol {
  const pays = [
    [8, eight],
    [10, ten],
    [12, twelve],
  ] as const
  return { id, role: 'regular', pays }
}

/** The ante bet spins strips with more scatters; a bought feature, those of the base game. */
function buildSpinEngine(reelSet: ReelSet, mode: 'base' | 'ante' | 'buy'): SpinEngine {
  const cascade = readCascade(mode === 'ante' ? 'ante' : 'base', reelSet, SCATTERS_TO_TRIGGER)
  const { reels } = cascade.table
  const freeGames = buildFreeGames(reelSet)
  const trigger = mode === 'buy' ? splitStops(reels, SCATTER, LAYOUT.rows) : null
  const last = newLastRound()
  return {
    last,
    spin(draws, recorder) {
      if (trigger === null) drawStops(reels, draws, cascade.stops)
      else drawTriggerStops(cascade, trigger, draws)
      return playSpin(cascade, freeGames, last, draws, recorder)
    },
  }
}

function readCascade(kind: SpinKind, reelSet: ReelSet, scattersWanted: number): Cascade {
  const weights = MULTIPLIER_WEIGHTS[reelSet][kind]
  return buildCascade({
    reels: readReels(STRIPS[kind], ALPHABET, LAYOUT.rows),
    symbols: SYMBOLS,
    scatter: SCATTER,
    scattersWanted,
    placeholder: PLACEHOLDER,
    multipliers: MULTIPLIERS.map((value, index) => ({
      symbol: PLACEHOLDER + index,
      value,
      weight: weights[index]!,
    })),
    capUnits: CAP_UNITS,
  })
}

function playSpin(
  cascade: Cascade,
  freeGames: FreeGames,
  last: LastRound,
  draws: Draws,
  recorder: Recorder | null,
): number {
  let winUnits = playCascade(cascade, 'spin', draws, recorder)
  const { scatters, board } = cascade
  last.featured = scatters > 0 && winUnits < CAP_UNITS
  last.featureUnits = 0
  if (!last.featured) return capWin(winUnits, CAP_UNITS, recorder)
  const pay = SCATTER_PAYS[Math.min(scatters, SCATTER_PAYS.length - 1)]!
  winUnits += pay
  if (recorder !== null) {
    recorder.scatterWin(SCATTER, scatters, board, pay)
    recorder.freeGamesAwarded(FREE_GAMES, 1, false, SCATTER, board)
  }
  const total = playFreeGames(freeGames, FREE_GAMES, winUnits, CAP_UNITS, draws, recorder)
  last.featureUnits = total - winUnits
  return total
}

function buildFreeGames(reelSet: ReelSet): FreeGames {
  const cascade = readCascade('free', reelSet, SCATTERS_TO_RETRIGGER)
  return {
    multiplier: 1,
    scatter: SCATTER,
    board: cascade.board,
    maxGames: MAX_FREE_GAMES,
    spin(draws, recorder) {
      drawStops(cascade.table.reels, draws, cascade.stops)
      return playCascade(cascade, 'freeGame', draws, recorder)
    },
    retriggered: () => (cascade.scatters === 0 ? 0 : FREE_GAMES_MORE),
  }
}

/** At least four scatters land: their columns are drawn first, then stops that fit. */
function drawTriggerStops({ stops }: Cascade, split: SplitStops, draws: Draws): void {
  let scatters = drawBoughtScatters(draws)
  for (let column = 0; column < LAYOUT.columns; column++) {
    const chosen = draws.below(LAYOUT.columns - column) < scatters
    if (chosen) scatters--
    const candidates = (chosen ? split.withScatter : split.without)[column]!
    stops[column] = candidates[draws.below(candidates.length)]!
  }
}

export const sugarCascade = defineGame({
  id: 'sugar-cascade',
  name: 'Sugar Cascade',
  provider: 'provider_c',
  version: '1.0.0',
  layout: LAYOUT,
  symbols: SYMBOLS,
  winsBy: 'anywhere',
  unitsPerBet: UNITS_PER_BET,
  maxWinBets: MAX_WIN_BETS,
  prices: { ante: '1.25', buy: '80' },
  bets: PROVIDER_C_BETS,
  mechanics: [
    'pay-anywhere',
    'cascades',
    'multipliers',
    'free-games',
    'retrigger',
    'ante-bet',
    'feature-buy',
  ],
  rules: {
    boardMultipliers: MULTIPLIERS,
    freeGames: {
      ...PLAIN_FREE_GAMES,
      scatter: SCATTER,
      scattersToTrigger: SCATTERS_TO_TRIGGER,
      awarded: [[SCATTERS_TO_TRIGGER, FREE_GAMES]],
      retriggered: [[SCATTERS_TO_RETRIGGER, FREE_GAMES_MORE]],
      mostGames: MAX_FREE_GAMES,
    },
    boughtWith: BOUGHT_WITH,
  },
  figures: simulatedFigures({
    base: {
      natural: [1_435_000_000, 0.95173592993, 0.000487436718915, 0.286253487805, 9.42080730922],
      low: [1_000_000_000, 0.58000976355, 0.000229315756, 0.286251427, 3.69979638941],
      high: [1_697_000_000, 1.02247393686, 0.000487095068071, 0.2862552198, 10.2376100219],
    },
    ante: {
      natural: [1_387_000_000, 0.95016701566, 0.000487407204041, 0.283649368421, 11.5766823275],
      low: [1_000_000_000, 0.53376248472, 0.000223543079113, 0.283645637, 4.50832452273],
      high: [1_634_000_000, 1.02302741327, 0.000487604638513, 0.283653050796, 12.5703623318],
    },
    buy: {
      natural: [23_000_000, 0.950049499076, 0.000477832315916, 1, 93.5348278992],
      low: [20_000_000, 0.38886251725, 0.000181621952981, 1, 33.1525741283],
      high: [26_000_000, 1.01671128082, 0.000483916825694, 1, 100.714340293],
    },
  }),
  buildSpinEngine,
})
