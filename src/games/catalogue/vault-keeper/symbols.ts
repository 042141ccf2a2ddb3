// The symbols of Vault Keeper, its lines and what they pay. Must never differ between
// reel sets.

import type { GameSymbol } from '../../engine/contract.ts'
import { buildLineTable } from '../../lines/lines.ts'

export const LAYOUT = { columns: 5, rows: 3 }
/** A unit is the stake of one line. */
export const UNITS_PER_BET = 20

/** Letters of the symbols in the order of their ids; `*` is where cash lands. */
export const ALPHABET = 'WDGBPAKQJ*'

/** The first cash symbol; the strips show it for all cash symbols. */
export const CASH = 9

/** What the cash symbols are worth in base bets, in the order of their ids from `CASH`. */
export const CASH_BETS = [1, 2, 3, 5, 10, 20, 50, 200] as const
const POTS = ['pot-mini', 'pot-minor', 'pot-major']
/** The first of `CASH_BETS` that is a pot. */
export const FIRST_POT = CASH_BETS.length - POTS.length

/** Keys land on reels two to five and have no pays. */
export const SYMBOLS: readonly GameSymbol[] = [
  { id: 'master-key', role: 'wild', pays: [] },
  { id: 'diamond', role: 'regular', pays: threeToFive(60, 300, 2_000) },
  { id: 'gold-bars', role: 'regular', pays: threeToFive(50, 200, 800) },
  { id: 'banknotes', role: 'regular', pays: threeToFive(40, 120, 400) },
  { id: 'pocket-watch', role: 'regular', pays: threeToFive(25, 75, 250) },
  { id: 'ace', role: 'regular', pays: threeToFive(10, 40, 150) },
  { id: 'king', role: 'regular', pays: threeToFive(10, 30, 120) },
  { id: 'queen', role: 'regular', pays: threeToFive(5, 20, 100) },
  { id: 'jack', role: 'regular', pays: threeToFive(5, 15, 75) },
  ...CASH_BETS.map(cashSymbol),
  { id: 'locked-box', role: 'blank', pays: [] },
]

/** Shown in cells that hold nothing during respins. */
export const BLANK = SYMBOLS.length - 1

function threeToFive(three: number, four: number, five: number) {
  return [
    [3, three],
    [4, four],
    [5, five],
  ] as const
}

function cashSymbol(bets: number, index: number): GameSymbol {
  const pot = index - FIRST_POT
  const id = pot < 0 ? `cash-${bets}` : POTS[pot]!
  return { id, role: 'cash', pays: [[1, bets * UNITS_PER_BET]] }
}

export const LINES = [
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
