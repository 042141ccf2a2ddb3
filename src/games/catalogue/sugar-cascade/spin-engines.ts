// The course of a Sugar Cascade round in its three modes. Must draw the same with and without
// a recorder.

import type { ReelSet } from '../../../core/reel-set.ts'
import { buildCascade, type Cascade, playCascade } from '../../cascades/cascade.ts'
import { capWin, type FreeGames, playFreeGames } from '../../engine/free-games.ts'
import { type GameRules, PLAIN_FREE_GAMES, PLAIN_RULES } from '../../engine/game-rules.ts'
import { type LastRound, newLastRound, type SpinEngine } from '../../engine/mathematics.ts'
import type { Recorder } from '../../engine/recorder.ts'
import { countSymbol, drawStops, readReels } from '../../engine/reels.ts'
import type { Draws } from '../../engine/rng.ts'
import { MULTIPLIER_WEIGHTS, type SpinKind, STRIPS } from './reels.ts'
import { ALPHABET, MULTIPLIERS, PLACEHOLDER, SCATTER, SCATTER_PAYS, SYMBOLS } from './symbols.ts'

export const LAYOUT = { columns: 6, rows: 5 }
export const UNITS_PER_BET = 20
export const MAX_WIN_BETS = 5_000
const CAP_UNITS = MAX_WIN_BETS * UNITS_PER_BET

const SCATTERS_TO_TRIGGER = 4
const SCATTERS_TO_RETRIGGER = 3
const FREE_GAMES = 10
const FREE_GAMES_MORE = 5
/** Bounds the events of a round. */
const MAX_FREE_GAMES = 100

/**
 * Of a thousand bought features, how many begin with 5 and with 6 scatters; the rest begin with 4.
 */
const BOUGHT_OUT_OF = 1_000
const BOUGHT_WITH_FIVE = 60
const BOUGHT_WITH_SIX = 2

export const RULES: GameRules = {
  ...PLAIN_RULES,
  boardMultipliers: MULTIPLIERS,
  freeGames: {
    ...PLAIN_FREE_GAMES,
    scatter: SCATTER,
    scattersToTrigger: SCATTERS_TO_TRIGGER,
    awarded: [[SCATTERS_TO_TRIGGER, FREE_GAMES]],
    retriggered: [[SCATTERS_TO_RETRIGGER, FREE_GAMES_MORE]],
    mostGames: MAX_FREE_GAMES,
  },
  boughtWith: [
    [5, BOUGHT_WITH_FIVE],
    [6, BOUGHT_WITH_SIX],
  ],
}

/** Spins of the base game or, with more scatters, of the ante bet. */
export function buildSpinEngine(kind: 'base' | 'ante', reelSet: ReelSet): SpinEngine {
  const cascade = readCascade(kind, reelSet, SCATTERS_TO_TRIGGER)
  const freeGames = buildFreeGames(reelSet)
  const last = newLastRound()
  return {
    last,
    spin(draws, recorder) {
      drawStops(cascade.table.reels, draws, cascade.stops)
      return playRound(cascade, freeGames, last, draws, recorder)
    },
  }
}

/**
 * A bought round lands at least four scatters: their columns are drawn first, then stops that fit.
 */
export function buildBuySpinEngine(reelSet: ReelSet): SpinEngine {
  const cascade = readCascade('base', reelSet, SCATTERS_TO_TRIGGER)
  const freeGames = buildFreeGames(reelSet)
  const stops = splitStops(cascade)
  const last = newLastRound()
  return {
    last,
    spin(draws, recorder) {
      drawTriggerStops(cascade, stops, draws)
      return playRound(cascade, freeGames, last, draws, recorder)
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

function playRound(
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

/** Stops of each column that show a scatter, and those that show none. */
interface SplitStops {
  withScatter: readonly Int32Array[]
  without: readonly Int32Array[]
}

function splitStops({ table: { reels } }: Cascade): SplitStops {
  const split = (shown: boolean) =>
    Array.from(reels.lengths, (length, column) => {
      const start = reels.starts[column]!
      const shows = (stop: number) => {
        const from = start + stop
        return countSymbol(reels.symbols.subarray(from, from + reels.rows), SCATTER) > 0
      }
      return Int32Array.from({ length }, (_, stop) => stop).filter(stop => shows(stop) === shown)
    })
  return { withScatter: split(true), without: split(false) }
}

function drawTriggerStops(
  { table: { reels }, stops }: Cascade,
  split: SplitStops,
  draws: Draws,
): void {
  const ticket = draws.below(BOUGHT_OUT_OF)
  let scatters = SCATTERS_TO_TRIGGER
  if (ticket < BOUGHT_WITH_SIX) scatters = 6
  else if (ticket < BOUGHT_WITH_SIX + BOUGHT_WITH_FIVE) scatters = 5
  for (let column = 0; column < reels.columns; column++) {
    const chosen = draws.below(reels.columns - column) < scatters
    if (chosen) scatters--
    const candidates = (chosen ? split.withScatter : split.without)[column]!
    stops[column] = candidates[draws.below(candidates.length)]!
  }
}
