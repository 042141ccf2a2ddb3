// The symbols of Scarab Codex, its lines and what they pay. Must never depend on what is on a reel.

import type { Game } from '../../engine/mathematics.ts'
import { buildLineTable } from '../../lines/lines.ts'

/** Letters of the symbols in the order of their ids. */
export const ALPHABET = 'CPSFNAKQJT'

export const LAYOUT = { columns: 5, rows: 3 }
export const UNITS_PER_BET = 10

export const LINES = [
  [1, 1, 1, 1, 1],
  [0, 0, 0, 0, 0],
  [2, 2, 2, 2, 2],
  [0, 1, 2, 1, 0],
  [2, 1, 0, 1, 2],
  [1, 2, 2, 2, 1],
  [1, 0, 0, 0, 1],
  [2, 2, 1, 0, 0],
  [0, 0, 1, 2, 2],
  [2, 1, 1, 1, 0],
] as const

export const CODEX = 0
/** By number of codices, in units of the whole bet's ten. */
export const SCATTER_PAYS = [0, 0, 0, 20, 200, 2_000] as const

/** A unit is the stake of one line. The codex substitutes on the lines and pays anywhere. */
export const SYMBOLS: Game['symbols'] = [
  { id: 'codex', role: 'wildScatter', pays: threeToFive(20, 200, 2_000) },
  { id: 'pharaoh', role: 'regular', pays: twoToFive(10, 75, 300, 2_000) },
  { id: 'scarab', role: 'regular', pays: twoToFive(5, 30, 150, 750) },
  { id: 'falcon', role: 'regular', pays: twoToFive(5, 25, 100, 500) },
  { id: 'ankh', role: 'regular', pays: threeToFive(20, 75, 300) },
  { id: 'ace', role: 'regular', pays: threeToFive(5, 30, 125) },
  { id: 'king', role: 'regular', pays: threeToFive(5, 30, 125) },
  { id: 'queen', role: 'regular', pays: threeToFive(5, 20, 100) },
  { id: 'jack', role: 'regular', pays: threeToFive(5, 20, 100) },
  { id: 'ten', role: 'regular', pays: threeToFive(5, 20, 100) },
]

/** How often each symbol is drawn to be the special one, out of 100. */
export const SPECIAL_WEIGHTS = [0, 4, 6, 8, 10, 14, 14, 14, 15, 15] as const

function twoToFive(two: number, three: number, four: number, five: number) {
  return [[2, two] as const, ...threeToFive(three, four, five)]
}

function threeToFive(three: number, four: number, five: number) {
  return [
    [3, three],
    [4, four],
    [5, five],
  ] as const
}

export const TABLE = buildLineTable({ rows: LAYOUT.rows, lines: LINES, symbols: SYMBOLS })
