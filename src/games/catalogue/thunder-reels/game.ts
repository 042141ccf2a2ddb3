// Thunder Reels: six reels whose height changes with every spin, cascading ways wins, free games
// with a multiplier without limit, and a feature buy. Must draw the same with and without a
// recorder.

import type { ReelSet } from '../../../core/reel-set.ts'
import {
  buildWaysCascade,
  drawHeight,
  drawReels,
  playWaysCascade,
  type WaysCascade,
} from '../../cascades/ways-cascade.ts'
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
import { readReels } from '../../engine/reels.ts'
import type { Draws } from '../../engine/rng.ts'
import {
  BOUGHT_WITH,
  drawBoughtScatters,
  paysFrom,
  type SplitStops,
  splitStops,
} from '../../engine/scatters.ts'
import { ALPHABET, HEIGHT_WEIGHTS, SHORTEST, type SpinKind, STRIPS } from './reels.ts'

const LAYOUT = { columns: 6, rows: 7 }
const UNITS_PER_BET = 20
const MAX_WIN_BETS = 10_000
const CAP_UNITS = MAX_WIN_BETS * UNITS_PER_BET

export const SCATTER = 1
/** By number of hammers; more than six pay the same as six. */
const SCATTER_PAYS = [0, 0, 0, 0, 40, 100, 400] as const
const SCATTERS_TO_TRIGGER = 4
const SCATTERS_TO_RETRIGGER = 3
const FREE_GAMES = 10
/** For every hammer above four, and for a retrigger. */
const FREE_GAMES_MORE = 4
/** Bounds the events of a round. */
const MAX_FREE_GAMES = 100
/** How much every cascade of a free game adds to the multiplier. */
const FREE_GAME_GROWTH = 1

/** A unit is a twentieth of the base bet; a pay is that of one way. */
const SYMBOLS: readonly GameSymbol[] = [
  { id: 'lightning', role: 'wild', pays: [] },
  { id: 'hammer', role: 'scatter', pays: paysFrom(4, 40, 100, 400) },
  { id: 'eagle', role: 'regular', pays: paysFrom(2, 2, 8, 20, 50, 120) },
  { id: 'longship', role: 'regular', pays: paysFrom(3, 6, 12, 24, 60) },
  { id: 'war-horn', role: 'regular', pays: paysFrom(3, 4, 8, 16, 40) },
  { id: 'shield', role: 'regular', pays: paysFrom(3, 3, 6, 12, 30) },
  { id: 'helmet', role: 'regular', pays: paysFrom(3, 2, 5, 10, 24) },
  { id: 'rune-sun', role: 'regular', pays: paysFrom(3, 1, 3, 8, 18) },
  { id: 'rune-ice', role: 'regular', pays: paysFrom(3, 1, 2, 6, 14) },
  { id: 'rune-oak', role: 'regular', pays: paysFrom(3, 1, 2, 5, 12) },
  { id: 'rune-wind', role: 'regular', pays: paysFrom(3, 1, 2, 4, 10) },
]

/** A bought round lands at least four hammers, on as many reels. */
function buildSpinEngine(reelSet: ReelSet, mode: 'base' | 'buy'): SpinEngine {
  const cascade = readCascade('base', reelSet)
  const freeGames = buildFreeGames(reelSet)
  const trigger = mode === 'buy' ? splitByHeight(cascade) : null
  const last = newLastRound()
  return {
    last,
    spin(draws, recorder) {
      if (trigger === null) drawReels(cascade, draws)
      else drawTriggerReels(cascade, trigger, draws)
      return playSpin(cascade, freeGames, last, draws, recorder)
    },
  }
}

function readCascade(kind: SpinKind, reelSet: ReelSet): WaysCascade {
  return buildWaysCascade({
    reels: readReels(STRIPS[kind], ALPHABET, LAYOUT.rows),
    shortest: SHORTEST,
    heightWeights: HEIGHT_WEIGHTS[reelSet][kind],
    symbols: SYMBOLS,
    scattersWanted: kind === 'free' ? SCATTERS_TO_RETRIGGER : SCATTERS_TO_TRIGGER,
    multiplierGrowth: kind === 'free' ? FREE_GAME_GROWTH : 0,
    capUnits: CAP_UNITS,
  })
}

/** Free games, and their cascade, whose multiplier is reset for every round. */
interface GrowingFreeGames extends FreeGames {
  cascade: WaysCascade
}

function playSpin(
  cascade: WaysCascade,
  freeGames: GrowingFreeGames,
  last: LastRound,
  draws: Draws,
  recorder: Recorder | null,
): number {
  let winUnits = playWaysCascade(cascade, 'spin', recorder)
  const { scatters, board } = cascade
  last.featured = scatters > 0 && winUnits < CAP_UNITS
  last.featureUnits = 0
  if (!last.featured) return capWin(winUnits, CAP_UNITS, recorder)
  const pay = SCATTER_PAYS[Math.min(scatters, SCATTER_PAYS.length - 1)]!
  const awarded = FREE_GAMES + FREE_GAMES_MORE * (scatters - SCATTERS_TO_TRIGGER)
  winUnits += pay
  freeGames.cascade.multiplier = 1
  if (recorder !== null) {
    recorder.scatterWin(SCATTER, scatters, board, pay)
    recorder.freeGamesAwarded(awarded, 1, false, SCATTER, board)
  }
  const total = playFreeGames(freeGames, awarded, winUnits, CAP_UNITS, draws, recorder)
  last.featureUnits = total - winUnits
  return total
}

function buildFreeGames(reelSet: ReelSet): GrowingFreeGames {
  const cascade = readCascade('free', reelSet)
  // No getter: V8 turns objects with a getter into dictionaries, and then every field access is a
  // search.
  const freeGames: GrowingFreeGames = {
    cascade,
    multiplier: 1,
    scatter: SCATTER,
    board: cascade.board,
    maxGames: MAX_FREE_GAMES,
    spin(draws, recorder) {
      drawReels(cascade, draws)
      const winUnits = playWaysCascade(cascade, 'freeGame', recorder)
      freeGames.multiplier = cascade.multiplier
      return winUnits
    },
    retriggered: () => (cascade.scatters === 0 ? 0 : FREE_GAMES_MORE),
  }
  return freeGames
}

/** The stops for every height of a column. */
function splitByHeight({ table: { reels } }: WaysCascade): SplitStops[] {
  return Array.from({ length: reels.rows + 1 }, (_, height) => splitStops(reels, SCATTER, height))
}

/**
 * Chooses the columns of the hammers while drawing heights; each stop then fits its column's
 * height.
 */
function drawTriggerReels(cascade: WaysCascade, split: readonly SplitStops[], draws: Draws): void {
  const { table, heights, stops } = cascade
  let scatters = drawBoughtScatters(draws)
  for (let column = 0; column < LAYOUT.columns; column++) {
    const chosen = draws.below(LAYOUT.columns - column) < scatters
    if (chosen) scatters--
    const height = drawHeight(table, draws)
    const { withScatter, without } = split[height]!
    const candidates = (chosen ? withScatter : without)[column]!
    heights[column] = height
    stops[column] = candidates[draws.below(candidates.length)]!
  }
}

export const thunderReels = defineGame({
  id: 'thunder-reels',
  name: 'Thunder Reels',
  provider: 'provider_c',
  version: '1.0.0',
  layout: LAYOUT,
  winsBy: 'ways',
  symbols: SYMBOLS,
  unitsPerBet: UNITS_PER_BET,
  maxWinBets: MAX_WIN_BETS,
  prices: { buy: '80' },
  bets: PROVIDER_C_BETS,
  mechanics: [
    'variable-ways',
    'cascades',
    'wilds',
    'free-games',
    'retrigger',
    'unlimited-multiplier',
    'feature-buy',
  ],
  rules: {
    ways: { least: SHORTEST ** LAYOUT.columns, most: LAYOUT.rows ** LAYOUT.columns },
    freeGames: {
      ...PLAIN_FREE_GAMES,
      scatter: SCATTER,
      scattersToTrigger: SCATTERS_TO_TRIGGER,
      awarded: [[SCATTERS_TO_TRIGGER, FREE_GAMES]],
      moreForEach: FREE_GAMES_MORE,
      retriggered: [[SCATTERS_TO_RETRIGGER, FREE_GAMES_MORE]],
      mostGames: MAX_FREE_GAMES,
      multiplierGrowth: FREE_GAME_GROWTH,
    },
    boughtWith: BOUGHT_WITH,
  },
  figures: simulatedFigures({
    base: {
      natural: [1_034_000_000, 0.959491085638, 0.000489301860542, 0.41983632205, 8.02751388013],
      low: [1_000_000_000, 0.5720246078, 0.00023274663037, 0.368524215, 3.75515035561],
      high: [1_221_000_000, 1.01218867518, 0.000483203286811, 0.425376758395, 8.61453104338],
    },
    buy: {
      natural: [35_000_000, 0.954678209036, 0.000486520439246, 1, 117.481376926],
      low: [20_000_000, 0.447393524656, 0.000317877290627, 1, 58.0241004363],
      high: [39_000_000, 1.01463226415, 0.000486752335223, 1, 124.07213711],
    },
  }),
  buildSpinEngine,
})
