// The symbols of River of Ways and what they pay. Must never differ between reel sets.

import type { GameSymbol } from '../../engine/contract.ts'
import { buildWaysTable } from '../../ways/ways.ts'

export const LAYOUT = { columns: 5, rows: 3 }
export const UNITS_PER_BET = 20

/** Letters of the symbols in the order of their ids. */
export const ALPHABET = 'WBHOTSDAKQJ'

export const SCATTER = 1
/** By number of scatters; from three on they also give the choice of free games. */
export const SCATTER_PAYS = [0, 0, 0, 40, 200, 1_000] as const

/**
 * A unit is a twentieth of the base bet; a pay is that of one way. Waves land on the middle three
 * reels and have no pays.
 */
export const SYMBOLS: readonly GameSymbol[] = [
  { id: 'wave', role: 'wild', pays: [] },
  { id: 'bridge', role: 'scatter', pays: threeToFive(40, 200, 1_000) },
  { id: 'heron', role: 'regular', pays: threeToFive(25, 100, 500) },
  { id: 'otter', role: 'regular', pays: threeToFive(20, 75, 300) },
  { id: 'turtle', role: 'regular', pays: threeToFive(15, 50, 200) },
  { id: 'salmon', role: 'regular', pays: threeToFive(10, 30, 120) },
  { id: 'dragonfly', role: 'regular', pays: threeToFive(8, 25, 100) },
  { id: 'ace', role: 'regular', pays: threeToFive(5, 15, 60) },
  { id: 'king', role: 'regular', pays: threeToFive(4, 12, 50) },
  { id: 'queen', role: 'regular', pays: threeToFive(3, 10, 40) },
  { id: 'jack', role: 'regular', pays: threeToFive(2, 8, 30) },
]

function threeToFive(three: number, four: number, five: number) {
  return [
    [3, three],
    [4, four],
    [5, five],
  ] as const
}

export const TABLE = buildWaysTable({ ...LAYOUT, symbols: SYMBOLS })
