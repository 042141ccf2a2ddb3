// The course of a Vault Keeper round, base and bought. Must draw the same with and without a
// recorder.

import type { ReelSet } from '../../../core/reel-set.ts'
import { capWin } from '../../engine/free-games.ts'
import { type GameRules, PLAIN_RULES } from '../../engine/game-rules.ts'
import { type LastRound, newLastRound, type SpinEngine } from '../../engine/mathematics.ts'
import type { Recorder } from '../../engine/recorder.ts'
import { drawStops, type ReelStrips, readReels } from '../../engine/reels.ts'
import type { Draws } from '../../engine/rng.ts'
import { buildTriggerStops, drawTriggerStops } from '../../engine/trigger-stops.ts'
import {
  buildHoldAndWin,
  type HoldAndWin,
  type HoldAndWinRules,
  landCash,
  landUnseen,
  playRespins,
} from '../../hold-and-win/hold-and-win.ts'
import {
  beginningsOf,
  buildLineSpin,
  countScatters,
  type LineSpin,
  showStops,
} from '../../lines/line-spin.ts'
import { evaluateLines } from '../../lines/lines.ts'
import { LANDING_RANGE, REELS } from './reels.ts'
import {
  ALPHABET,
  BLANK,
  CASH,
  CASH_BETS,
  FIRST_POT,
  LAYOUT,
  TABLE,
  UNITS_PER_BET,
} from './symbols.ts'

export const MAX_WIN_BETS = 2_500
export const CAP_UNITS = MAX_WIN_BETS * UNITS_PER_BET

/** Cash symbols on the board that begin the respins. */
export const CASH_TO_TRIGGER = 6
const RESPINS = 3
const GRAND_BETS = 1_000

export const RULES: GameRules = {
  ...PLAIN_RULES,
  holdAndWin: {
    cashToTrigger: CASH_TO_TRIGGER,
    respins: RESPINS,
    cells: LAYOUT.columns * LAYOUT.rows,
    pots: CASH_BETS.flatMap((bets, index) =>
      index < FIRST_POT ? [] : [[CASH + index, bets] as const],
    ),
    fullBoardBets: GRAND_BETS,
  },
}

export function reelsOf(reelSet: ReelSet): ReelStrips {
  return readReels(REELS[reelSet].strips, ALPHABET, LAYOUT.rows)
}

export function rulesOf(reelSet: ReelSet): HoldAndWinRules {
  const { cashWeights, landingWeights } = REELS[reelSet]
  const cells = LAYOUT.columns * LAYOUT.rows
  return {
    cells,
    placeholder: CASH,
    blank: BLANK,
    cash: CASH_BETS.map((bets, index) => ({
      symbol: CASH + index,
      winUnits: bets * UNITS_PER_BET,
      weight: cashWeights[index]!,
    })),
    respins: RESPINS,
    landingWeights: Array.from({ length: cells }, (_, held) =>
      held < CASH_TO_TRIGGER ? 0 : landingWeights[held - CASH_TO_TRIGGER]!,
    ),
    landingRange: LANDING_RANGE,
    grand: { pot: 'grand', winUnits: GRAND_BETS * UNITS_PER_BET },
  }
}

export function buildSpinEngine(reelSet: ReelSet): SpinEngine {
  const spin = buildLineSpin(reelsOf(reelSet), TABLE, CASH)
  const feature = buildHoldAndWin(rulesOf(reelSet))
  const last = newLastRound()
  return {
    last,
    spin(draws, recorder) {
      drawStops(spin.reels, draws, spin.stops)
      return playStops(spin, feature, last, draws, recorder)
    },
  }
}

/**
 * A bought round is one that triggers, with the same probabilities as among the triggering rounds
 * of the base game.
 */
export function buildBuySpinEngine(reelSet: ReelSet): SpinEngine {
  const spin = buildLineSpin(reelsOf(reelSet), TABLE, CASH)
  const feature = buildHoldAndWin(rulesOf(reelSet))
  const trigger = buildTriggerStops(spin, CASH_TO_TRIGGER)
  const last = newLastRound()
  return {
    last,
    spin(draws, recorder) {
      drawTriggerStops(trigger, draws, spin.stops)
      return playStops(spin, feature, last, draws, recorder)
    },
  }
}

function playStops(
  spin: LineSpin,
  feature: HoldAndWin,
  last: LastRound,
  draws: Draws,
  recorder: Recorder | null,
): number {
  countScatters(spin)
  last.featureUnits = 0
  last.featured = spin.scatters >= CASH_TO_TRIGGER
  if (recorder === null && !last.featured) return playUnseen(spin, feature, draws)
  const { board } = spin
  showStops(spin)
  landCash(feature, board, draws)
  if (recorder !== null) recorder.reels('spin', board)
  const lineUnits = evaluateLines(TABLE, board, 1, recorder)
  if (!last.featured || lineUnits >= CAP_UNITS) return capWin(lineUnits, CAP_UNITS, recorder)
  const collected = playRespins(feature, board, draws, recorder)
  const winUnits = capWin(lineUnits + collected, CAP_UNITS, recorder)
  last.featureUnits = winUnits - lineUnits
  return winUnits
}

/**
 * For boards with too little cash to matter: two of three have no line that can win and are not
 * laid out.
 */
function playUnseen(spin: LineSpin, feature: HoldAndWin, draws: Draws): number {
  landUnseen(feature, spin.scatters, draws)
  const beginnings = beginningsOf(spin)
  if (beginnings === 0) return 0
  showStops(spin)
  return capWin(evaluateLines(TABLE, spin.board, 1, null, beginnings), CAP_UNITS, null)
}
