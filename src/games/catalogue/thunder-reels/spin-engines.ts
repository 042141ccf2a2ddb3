// The course of a Thunder Reels round, paid or bought. Must draw the same with and without a
// recorder.

import type { ReelSet } from '../../../core/reel-set.ts'
import {
  buildWaysCascade,
  drawHeight,
  drawReels,
  playWaysCascade,
  type WaysCascade,
} from '../../cascades/ways-cascade.ts'
import { capWin, type FreeGames, playFreeGames } from '../../engine/free-games.ts'
import { type GameRules, PLAIN_FREE_GAMES, PLAIN_RULES } from '../../engine/game-rules.ts'
import { type LastRound, newLastRound, type SpinEngine } from '../../engine/mathematics.ts'
import type { Recorder } from '../../engine/recorder.ts'
import { countSymbol, readReels } from '../../engine/reels.ts'
import type { Draws } from '../../engine/rng.ts'
import { HEIGHT_WEIGHTS, SHORTEST, type SpinKind, STRIPS } from './reels.ts'
import { ALPHABET, SCATTER, SCATTER_PAYS, SYMBOLS } from './symbols.ts'

export const LAYOUT = { columns: 6, rows: 7 }
export const UNITS_PER_BET = 20
export const MAX_WIN_BETS = 10_000
const CAP_UNITS = MAX_WIN_BETS * UNITS_PER_BET

const SCATTERS_TO_TRIGGER = 4
const SCATTERS_TO_RETRIGGER = 3
const FREE_GAMES = 10
/** For every hammer above four, and for a retrigger. */
const FREE_GAMES_MORE = 4
/** Bounds the events of a round. */
const MAX_FREE_GAMES = 100

/**
 * Of a thousand bought features, how many begin with 5 and with 6 hammers; the rest begin with 4.
 */
const BOUGHT_OUT_OF = 1_000
const BOUGHT_WITH_FIVE = 60
const BOUGHT_WITH_SIX = 2
/** How much every cascade of a free game adds to the multiplier. */
const FREE_GAME_GROWTH = 1

export const RULES: GameRules = {
  ...PLAIN_RULES,
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
  boughtWith: [
    [5, BOUGHT_WITH_FIVE],
    [6, BOUGHT_WITH_SIX],
  ],
}

export function buildSpinEngine(reelSet: ReelSet): SpinEngine {
  const cascade = readCascade('base', reelSet)
  const freeGames = buildFreeGames(reelSet)
  const last = newLastRound()
  return {
    last,
    spin(draws, recorder) {
      drawReels(cascade, draws)
      return playRound(cascade, freeGames, last, draws, recorder)
    },
  }
}

/** A bought round lands at least four hammers, on as many reels. */
export function buildBuySpinEngine(reelSet: ReelSet): SpinEngine {
  const cascade = readCascade('base', reelSet)
  const freeGames = buildFreeGames(reelSet)
  const stops = splitStops(cascade)
  const last = newLastRound()
  return {
    last,
    spin(draws, recorder) {
      drawTriggerReels(cascade, stops, draws)
      return playRound(cascade, freeGames, last, draws, recorder)
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

function playRound(
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

/** By column and height: stops whose window shows a hammer, and those whose shows none. */
interface SplitStops {
  withScatter: readonly (readonly Int32Array[])[]
  without: readonly (readonly Int32Array[])[]
}

function splitStops({ table: { reels } }: WaysCascade): SplitStops {
  const split = (shown: boolean) =>
    Array.from(reels.lengths, (length, column) => {
      const start = reels.starts[column]!
      const stops = Int32Array.from({ length }, (_, stop) => stop)
      return Array.from({ length: reels.rows + 1 }, (_, height) =>
        stops.filter(stop => {
          const window = reels.symbols.subarray(start + stop, start + stop + height)
          return countSymbol(window, SCATTER) > 0 === shown
        }),
      )
    })
  return { withScatter: split(true), without: split(false) }
}

/**
 * Chooses the columns of the hammers while drawing heights; each stop then fits its column's
 * height.
 */
function drawTriggerReels(cascade: WaysCascade, split: SplitStops, draws: Draws): void {
  const { table, heights, stops } = cascade
  const { columns } = table.reels
  const ticket = draws.below(BOUGHT_OUT_OF)
  let scatters = SCATTERS_TO_TRIGGER
  if (ticket < BOUGHT_WITH_SIX) scatters = 6
  else if (ticket < BOUGHT_WITH_SIX + BOUGHT_WITH_FIVE) scatters = 5
  for (let column = 0; column < columns; column++) {
    const chosen = draws.below(columns - column) < scatters
    if (chosen) scatters--
    const height = drawHeight(table, draws)
    const candidates = (chosen ? split.withScatter : split.without)[column]![height]!
    heights[column] = height
    stops[column] = candidates[draws.below(candidates.length)]!
  }
}
