// The course of a River of Ways round, base and bought: the spin, the player's choice of free
// games, and the free games. Must draw the same with and without a recorder.

import type { ReelSet } from '../../../core/reel-set.ts'
import { capWin, type FreeGames, playFreeGames } from '../../engine/free-games.ts'
import { type GameRules, PLAIN_FREE_GAMES, PLAIN_RULES } from '../../engine/game-rules.ts'
import {
  type LastRound,
  newLastRound,
  type SpinEngine,
  UNANSWERED,
} from '../../engine/mathematics.ts'
import type { Recorder } from '../../engine/recorder.ts'
import { drawStops, readReels } from '../../engine/reels.ts'
import type { Draws } from '../../engine/rng.ts'
import { buildTriggerStops, drawTriggerStops } from '../../engine/trigger-stops.ts'
import { buildWaysSpin, playStops, type WaysSpin } from '../../ways/ways-spin.ts'
import { STRIPS } from './reels.ts'
import { ALPHABET, LAYOUT, SCATTER, SCATTER_PAYS, TABLE, UNITS_PER_BET } from './symbols.ts'

export const MAX_WIN_BETS = 2_500
export const CAP_UNITS = MAX_WIN_BETS * UNITS_PER_BET

export const SCATTERS_TO_TRIGGER = 3

/**
 * Few games with a large multiplier or many with a small one: games times multiplier is the same
 * for every option, so all options have the same return in the long run.
 */
export const FREE_GAME_OPTIONS = [
  { id: '8x6', games: 8, multiplier: 6 },
  { id: '16x3', games: 16, multiplier: 3 },
  { id: '24x2', games: 24, multiplier: 2 },
] as const
/**
 * For a player who does not come back: most games at the smallest multiplier, so the win varies
 * least.
 */
export const CALMEST_OPTION: (typeof FREE_GAME_OPTIONS)[number]['id'] = '24x2'
/** The same for every option, because the options must have the same return. */
export const FREE_GAMES_MORE = 2
/** Bounds the events of a round; fewer than one feature in 10^17 would go beyond it. */
const MAX_FREE_GAMES = 250

const WAYS = LAYOUT.rows ** LAYOUT.columns

export const RULES: GameRules = {
  ...PLAIN_RULES,
  ways: { least: WAYS, most: WAYS },
  freeGames: {
    ...PLAIN_FREE_GAMES,
    scatter: SCATTER,
    scattersToTrigger: SCATTERS_TO_TRIGGER,
    awarded: [],
    retriggered: [[SCATTERS_TO_TRIGGER, FREE_GAMES_MORE]],
    mostGames: MAX_FREE_GAMES,
    options: FREE_GAME_OPTIONS,
  },
}

export function buildSpin(kind: 'base' | 'free', reelSet: ReelSet): WaysSpin {
  const reels = readReels(STRIPS[reelSet][kind], ALPHABET, LAYOUT.rows)
  return buildWaysSpin(reels, TABLE, SCATTER)
}

export function buildSpinEngine(reelSet: ReelSet): SpinEngine {
  const spin = buildSpin('base', reelSet)
  const options = buildOptions(reelSet)
  const last = newLastRound()
  return {
    last,
    spin(draws, recorder, option) {
      drawStops(spin.reels, draws, spin.stops)
      return playRound(spin, options, last, draws, recorder, option)
    },
  }
}

/**
 * A bought round is one that triggers, with the same probabilities as among the triggering rounds
 * of the base game.
 */
export function buildBuySpinEngine(reelSet: ReelSet): SpinEngine {
  const spin = buildSpin('base', reelSet)
  const options = buildOptions(reelSet)
  const trigger = buildTriggerStops(spin, SCATTERS_TO_TRIGGER)
  const last = newLastRound()
  return {
    last,
    spin(draws, recorder, option) {
      drawTriggerStops(trigger, draws, spin.stops)
      return playRound(spin, options, last, draws, recorder, option)
    },
  }
}

function playRound(
  spin: WaysSpin,
  options: readonly FreeGames[],
  last: LastRound,
  draws: Draws,
  recorder: Recorder | null,
  option: number,
): number {
  let winUnits = playStops(spin, 'spin', 1, recorder)
  const triggered = spin.scatters >= SCATTERS_TO_TRIGGER
  last.featureUnits = 0
  if (triggered) winUnits += payScatters(spin, 1, recorder)
  last.featured = triggered && winUnits < CAP_UNITS
  last.asked = last.featured
  if (!last.asked) return capWin(winUnits, CAP_UNITS, recorder)
  if (option === UNANSWERED) return winUnits
  const { games, multiplier } = FREE_GAME_OPTIONS[option]!
  if (recorder !== null) {
    recorder.chosen(option)
    recorder.freeGamesAwarded(games, multiplier, false, SCATTER, spin.board)
  }
  const total = playFreeGames(options[option]!, games, winUnits, CAP_UNITS, draws, recorder)
  last.featureUnits = total - winUnits
  return total
}

/** The options share the reels: a seed shows the same boards whichever option is chosen. */
function buildOptions(reelSet: ReelSet): readonly FreeGames[] {
  const spin = buildSpin('free', reelSet)
  return FREE_GAME_OPTIONS.map(({ multiplier }) => ({
    multiplier,
    scatter: SCATTER,
    board: spin.board,
    maxGames: MAX_FREE_GAMES,
    spin(draws, recorder) {
      drawStops(spin.reels, draws, spin.stops)
      return (
        playStops(spin, 'freeGame', multiplier, recorder) + payScatters(spin, multiplier, recorder)
      )
    },
    retriggered: () => (spin.scatters >= SCATTERS_TO_TRIGGER ? FREE_GAMES_MORE : 0),
  }))
}

function payScatters(
  { scatters, board }: WaysSpin,
  multiplier: number,
  recorder: Recorder | null,
): number {
  const winUnits = SCATTER_PAYS[scatters]! * multiplier
  if (winUnits > 0 && recorder !== null) recorder.scatterWin(SCATTER, scatters, board, winUnits)
  return winUnits
}
