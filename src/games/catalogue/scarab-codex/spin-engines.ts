// The course of a Scarab Codex round, base and bought: the spin, the special symbol, the free
// games. Must draw the same with and without a recorder.

import type { ReelSet } from '../../../core/reel-set.ts'
import { capWin, type FreeGames, playFreeGames } from '../../engine/free-games.ts'
import { type GameRules, PLAIN_FREE_GAMES, PLAIN_RULES, stepsOf } from '../../engine/game-rules.ts'
import { type LastRound, newLastRound, type SpinEngine } from '../../engine/mathematics.ts'
import type { Recorder } from '../../engine/recorder.ts'
import { type ReelStrips, readReels } from '../../engine/reels.ts'
import type { Draws } from '../../engine/rng.ts'
import { buildTriggerStops, drawTriggerStops } from '../../engine/trigger-stops.ts'
import {
  buildExpanding,
  drawSpecial,
  type Expanding,
  expandSpecial,
} from '../../lines/expanding.ts'
import { buildLineSpin, type LineSpin, spinLines, spinStops } from '../../lines/line-spin.ts'
import { STRIPS } from './reels.ts'
import {
  ALPHABET,
  CODEX,
  LAYOUT,
  SCATTER_PAYS,
  SPECIAL_WEIGHTS,
  TABLE,
  UNITS_PER_BET,
} from './symbols.ts'

export const MAX_WIN_BETS = 5_000
export const CAP_UNITS = MAX_WIN_BETS * UNITS_PER_BET

const CODICES_TO_TRIGGER = 3
/** By number of codices, at the trigger and again in a free game. */
export const FREE_GAMES_AWARDED = [0, 0, 0, 10, 10, 10] as const
/** Bounds the events of a round; fewer than one feature in 10^13 would go beyond it. */
const MAX_FREE_GAMES = 250

export const RULES: GameRules = {
  ...PLAIN_RULES,
  freeGames: {
    ...PLAIN_FREE_GAMES,
    scatter: CODEX,
    scattersToTrigger: CODICES_TO_TRIGGER,
    awarded: stepsOf(FREE_GAMES_AWARDED),
    retriggered: stepsOf(FREE_GAMES_AWARDED),
    mostGames: MAX_FREE_GAMES,
    special: SPECIAL_WEIGHTS.flatMap((weight, symbol) =>
      weight > 0 ? [[symbol, weight] as const] : [],
    ),
  },
}

export function reelsOf(kind: 'base' | 'free', reelSet: ReelSet): ReelStrips {
  return readReels(STRIPS[reelSet][kind], ALPHABET, LAYOUT.rows)
}

export function buildSpinEngine(reelSet: ReelSet): SpinEngine {
  const spin = buildLineSpin(reelsOf('base', reelSet), TABLE, CODEX)
  const feature = buildFeature(reelSet)
  const last = newLastRound()
  return {
    last,
    spin(draws, recorder) {
      const lineUnits = spinLines(spin, 'spin', 1, draws, recorder)
      return playOn(spin, lineUnits, feature, last, draws, recorder)
    },
  }
}

/**
 * A bought round is one that triggers, with the same probabilities as among the triggering rounds
 * of the base game.
 */
export function buildBuySpinEngine(reelSet: ReelSet): SpinEngine {
  const spin = buildLineSpin(reelsOf('base', reelSet), TABLE, CODEX)
  const feature = buildFeature(reelSet)
  const trigger = buildTriggerStops(spin, CODICES_TO_TRIGGER)
  const last = newLastRound()
  return {
    last,
    spin(draws, recorder) {
      drawTriggerStops(trigger, draws, spin.stops)
      const lineUnits = spinStops(spin, 'spin', 1, recorder)
      return playOn(spin, lineUnits, feature, last, draws, recorder)
    },
  }
}

function playOn(
  spin: LineSpin,
  lineUnits: number,
  { expanding, freeGames }: Feature,
  last: LastRound,
  draws: Draws,
  recorder: Recorder | null,
): number {
  const awarded = FREE_GAMES_AWARDED[spin.scatters]!
  last.featureUnits = 0
  const winUnits = lineUnits + payCodices(spin, recorder)
  last.featured = awarded > 0 && winUnits < CAP_UNITS
  if (!last.featured) return capWin(winUnits, CAP_UNITS, recorder)
  if (recorder !== null) recorder.freeGamesAwarded(awarded, 1, false, CODEX, spin.board)
  drawSpecial(expanding, draws, recorder)
  const total = playFreeGames(freeGames, awarded, winUnits, CAP_UNITS, draws, recorder)
  last.featureUnits = total - winUnits
  return total
}

interface Feature {
  expanding: Expanding
  freeGames: FreeGames
}

function buildFeature(reelSet: ReelSet): Feature {
  const spin = buildLineSpin(reelsOf('free', reelSet), TABLE, CODEX)
  const expanding = buildExpanding(spin, SPECIAL_WEIGHTS)
  const freeGames: FreeGames = {
    multiplier: 1,
    scatter: CODEX,
    board: spin.board,
    maxGames: MAX_FREE_GAMES,
    spin(draws, recorder) {
      const lineUnits = spinLines(spin, 'freeGame', 1, draws, recorder)
      return lineUnits + payCodices(spin, recorder)
    },
    retriggered: () => FREE_GAMES_AWARDED[spin.scatters]!,
    finish: recorder => expandSpecial(expanding, recorder),
  }
  return { expanding, freeGames }
}

function payCodices({ scatters, board }: LineSpin, recorder: Recorder | null): number {
  const winUnits = SCATTER_PAYS[scatters]!
  if (winUnits > 0 && recorder !== null) recorder.scatterWin(CODEX, scatters, board, winUnits)
  return winUnits
}
