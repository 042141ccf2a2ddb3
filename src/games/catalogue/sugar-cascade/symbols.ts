// The symbols of Sugar Cascade and what they pay. Must never differ between reel sets.

import type { GameSymbol } from '../../engine/contract.ts'

/** Letters of the symbols in the order of their ids; `*` is where a multiplier lands. */
export const ALPHABET = 'HUMLCGJIS*'

export const SCATTER = 8
export const PLACEHOLDER = 9

export const SCATTER_PAYS = [0, 0, 0, 0, 60, 100, 2_000] as const

/** A unit is a twentieth of the base bet; a pay applies to its number of symbols or more. */
export const SYMBOLS: readonly GameSymbol[] = [
  { id: 'chocolate-heart', role: 'regular', pays: anywhere(100, 250, 600) },
  { id: 'cupcake', role: 'regular', pays: anywhere(40, 120, 300) },
  { id: 'macaron', role: 'regular', pays: anywhere(30, 80, 200) },
  { id: 'lollipop', role: 'regular', pays: anywhere(20, 50, 150) },
  { id: 'candy-cane', role: 'regular', pays: anywhere(16, 30, 120) },
  { id: 'gummy-bear', role: 'regular', pays: anywhere(12, 24, 90) },
  { id: 'jelly-bean', role: 'regular', pays: anywhere(8, 20, 70) },
  { id: 'mint', role: 'regular', pays: anywhere(5, 15, 50) },
  {
    id: 'sugar-star',
    role: 'scatter',
    pays: [
      [4, 60],
      [5, 100],
      [6, 2_000],
    ],
  },
  ...[2, 3, 5, 10, 25, 50, 100].map(multiplierSymbol),
]

function anywhere(eight: number, ten: number, twelve: number) {
  return [
    [8, eight],
    [10, ten],
    [12, twelve],
  ] as const
}

function multiplierSymbol(value: number): GameSymbol {
  return { id: `times-${value}`, role: 'multiplier', pays: [] }
}

/** Values of the multiplier symbols, in the order of their ids from `PLACEHOLDER`. */
export const MULTIPLIERS = [2, 3, 5, 10, 25, 50, 100] as const
