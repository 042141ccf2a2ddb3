// Vault Keeper: five reels, twenty lines, cash symbols that are held while the rest respins, pots,
// and a feature buy. Must draw the same with and without a recorder.

import type { ReelSet } from '../../../core/reel-set.ts'
import type { GameSymbol } from '../../engine/contract.ts'
import { defineGame } from '../../engine/define-game.ts'
import { capWin } from '../../engine/free-games.ts'
import {
  exactFigures,
  type LastRound,
  newLastRound,
  type SpinEngine,
} from '../../engine/mathematics.ts'
import { PROVIDER_A_BETS } from '../../engine/providers.ts'
import type { Recorder } from '../../engine/recorder.ts'
import { drawStops, type ReelStrips, readReels } from '../../engine/reels.ts'
import type { Draws } from '../../engine/rng.ts'
import { paysFrom } from '../../engine/scatters.ts'
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
import { buildLineTable, evaluateLines } from '../../lines/lines.ts'
import { ALPHABET, LANDING_RANGE, REELS } from './reels.ts'

const LAYOUT = { columns: 5, rows: 3 }
const CELLS = LAYOUT.columns * LAYOUT.rows
/** A unit is the stake of one line. */
const UNITS_PER_BET = 20
const MAX_WIN_BETS = 2_500
export const CAP_UNITS = MAX_WIN_BETS * UNITS_PER_BET

/** The first cash symbol; the strips show it for all cash symbols. */
export const CASH = 9
/** What the cash symbols are worth in base bets, in the order of their ids from `CASH`. */
const CASH_BETS = [1, 2, 3, 5, 10, 20, 50, 200] as const
const POTS = ['pot-mini', 'pot-minor', 'pot-major']
/** The first of `CASH_BETS` that is a pot. */
const FIRST_POT = CASH_BETS.length - POTS.length
/** Cash symbols on the board that begin the respins. */
export const CASH_TO_TRIGGER = 6
const RESPINS = 3
const GRAND_BETS = 1_000

/** Keys land on reels two to five and have no pays. */
const SYMBOLS: readonly GameSymbol[] = [
  { id: 'master-key', role: 'wild', pays: [] },
  { id: 'diamond', role: 'regular', pays: paysFrom(3, 60, 300, 2_000) },
  { id: 'gold-bars', role: 'regular', pays: paysFrom(3, 50, 200, 800) },
  { id: 'banknotes', role: 'regular', pays: paysFrom(3, 40, 120, 400) },
  { id: 'pocket-watch', role: 'regular', pays: paysFrom(3, 25, 75, 250) },
  { id: 'ace', role: 'regular', pays: paysFrom(3, 10, 40, 150) },
  { id: 'king', role: 'regular', pays: paysFrom(3, 10, 30, 120) },
  { id: 'queen', role: 'regular', pays: paysFrom(3, 5, 20, 100) },
  { id: 'jack', role: 'regular', pays: paysFrom(3, 5, 15, 75) },
  ...CASH_BETS.map(cashSymbol),
  { id: 'locked-box', role: 'blank', pays: [] },
]

/** Shown in cells that hold nothing during respins. */
const BLANK = SYMBOLS.length - 1

function cashSymbol(bets: number, index: number): GameSymbol {
  const pot = index - FIRST_POT
  const id = pot < 0 ? `cash-${bets}` : POTS[pot]!
  return { id, role: 'cash', pays: [[1, bets * UNITS_PER_BET]] }
}

const LINES = [
  [1, 1, 1, 1, 1],
  [0, 0, 0, 0, 0],
  [2, 2, 2, 2, 2],
  [0, 1, 2, 1, 0],
  [2, 1, 0, 1, 2],
  [0, 0, 1, 0, 0],
  [2, 2, 1, 2, 2],
  [1, 0, 0, 0, 1],
  [1, 2, 2, 2, 1],
  [0, 1, 1, 1, 0],
  [2, 1, 1, 1, 2],
  [1, 0, 1, 0, 1],
  [1, 2, 1, 2, 1],
  [0, 1, 0, 1, 0],
  [2, 1, 2, 1, 2],
  [0, 0, 1, 2, 2],
  [2, 2, 1, 0, 0],
  [1, 1, 0, 1, 1],
  [1, 1, 2, 1, 1],
  [1, 0, 1, 2, 1],
] as const

export const TABLE = buildLineTable({ rows: LAYOUT.rows, lines: LINES, symbols: SYMBOLS })

export function reelsOf(reelSet: ReelSet): ReelStrips {
  return readReels(REELS[reelSet].strips, ALPHABET, LAYOUT.rows)
}

export function rulesOf(reelSet: ReelSet): HoldAndWinRules {
  const { cashWeights, landingWeights } = REELS[reelSet]
  return {
    cells: CELLS,
    placeholder: CASH,
    blank: BLANK,
    cash: CASH_BETS.map((bets, index) => ({
      symbol: CASH + index,
      winUnits: bets * UNITS_PER_BET,
      weight: cashWeights[index]!,
    })),
    respins: RESPINS,
    landingWeights: Array.from({ length: CELLS }, (_, held) =>
      held < CASH_TO_TRIGGER ? 0 : landingWeights[held - CASH_TO_TRIGGER]!,
    ),
    landingRange: LANDING_RANGE,
    grand: { pot: 'grand', winUnits: GRAND_BETS * UNITS_PER_BET },
  }
}

/**
 * A bought round is one that triggers, with the same probabilities as among the triggering rounds
 * of the base game.
 */
function buildSpinEngine(reelSet: ReelSet, mode: 'base' | 'buy'): SpinEngine {
  const spin = buildLineSpin(reelsOf(reelSet), TABLE, CASH)
  const feature = buildHoldAndWin(rulesOf(reelSet))
  const trigger = mode === 'buy' ? buildTriggerStops(spin, CASH_TO_TRIGGER) : null
  const last = newLastRound()
  return {
    last,
    spin(draws, recorder) {
      if (trigger === null) drawStops(spin.reels, draws, spin.stops)
      else drawTriggerStops(trigger, draws, spin.stops)
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

export const vaultKeeper = defineGame({
  id: 'vault-keeper',
  name: 'Vault Keeper',
  provider: 'provider_a',
  version: '1.0.0',
  layout: LAYOUT,
  symbols: SYMBOLS,
  winsBy: 'lines',
  lines: LINES,
  unitsPerBet: UNITS_PER_BET,
  maxWinBets: MAX_WIN_BETS,
  prices: { buy: '55' },
  bets: PROVIDER_A_BETS,
  mechanics: ['lines', 'wilds', 'hold-and-win', 'respins', 'pots', 'feature-buy'],
  rules: {
    holdAndWin: {
      cashToTrigger: CASH_TO_TRIGGER,
      respins: RESPINS,
      cells: CELLS,
      pots: CASH_BETS.flatMap((bets, index) =>
        index < FIRST_POT ? [] : [[CASH + index, bets] as const],
      ),
      fullBoardBets: GRAND_BETS,
    },
  },
  figures: {
    base: {
      natural: exactFigures(0.953730806318767, 0.328981220722198, 7.932154962564),
      low: exactFigures(0.581167832632203, 0.299874514341354, 5.258818625027),
      high: exactFigures(1.016137003433615, 0.343639135360718, 8.385563641952),
    },
    buy: {
      natural: exactFigures(0.958631843152423, 1, 67.987992331832),
      low: exactFigures(0.579147249996866, 1, 47.755596931121),
      high: exactFigures(1.017486782613806, 1, 70.671034072106),
    },
  },
  buildSpinEngine,
})
