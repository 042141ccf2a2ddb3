// The symbols of Thunder Reels and what they pay. Must never differ between reel sets.

import type { GameSymbol } from '../../engine/contract.ts'

/** Letters of the symbols in the order of their ids. */
export const ALPHABET = 'LHESWDMUION'

export const SCATTER = 1

/** By number of hammers; more than six pay the same as six. */
export const SCATTER_PAYS = [0, 0, 0, 0, 40, 100, 400] as const

/** A unit is a twentieth of the base bet; a pay is that of one way. */
export const SYMBOLS: readonly GameSymbol[] = [
  { id: 'lightning', role: 'wild', pays: [] },
  {
    id: 'hammer',
    role: 'scatter',
    pays: [
      [4, SCATTER_PAYS[4]],
      [5, SCATTER_PAYS[5]],
      [6, SCATTER_PAYS[6]],
    ],
  },
  {
    id: 'eagle',
    role: 'regular',
    pays: [
      [2, 2],
      [3, 8],
      [4, 20],
      [5, 50],
      [6, 120],
    ],
  },
  regular('longship', 6, 12, 24, 60),
  regular('war-horn', 4, 8, 16, 40),
  regular('shield', 3, 6, 12, 30),
  regular('helmet', 2, 5, 10, 24),
  regular('rune-sun', 1, 3, 8, 18),
  regular('rune-ice', 1, 2, 6, 14),
  regular('rune-oak', 1, 2, 5, 12),
  regular('rune-wind', 1, 2, 4, 10),
]

function regular(id: string, three: number, four: number, five: number, six: number): GameSymbol {
  return {
    id,
    role: 'regular',
    pays: [
      [3, three],
      [4, four],
      [5, five],
      [6, six],
    ],
  }
}
