// The symbols of Crystal Cluster, what they pay and how the multiplier grows. Must never
// differ between reel sets.

import type { GameSymbol } from '../../engine/contract.ts'

/** A unit is a twentieth of the base bet; a pay applies to its size and up to the next one. */
export const SYMBOLS: readonly GameSymbol[] = [
  gem('ruby', [20, 30, 45, 70, 110, 180, 500, 4_000, 16_000, 50_000]),
  gem('amethyst', [15, 22, 32, 50, 80, 130, 360, 2_800, 10_000, 40_000]),
  gem('sapphire', [12, 18, 26, 40, 60, 100, 260, 2_000, 7_000, 28_000]),
  gem('emerald', [10, 14, 20, 30, 45, 70, 200, 1_400, 5_000, 20_000]),
  gem('topaz', [8, 11, 16, 24, 36, 56, 150, 1_000, 3_600, 14_000]),
  gem('amber', [6, 9, 13, 19, 28, 44, 120, 800, 2_800, 10_000]),
  gem('quartz', [5, 7, 10, 15, 22, 34, 90, 600, 2_000, 8_000]),
]

function gem(id: string, pays: readonly number[]): GameSymbol {
  const sizes = [5, 6, 7, 8, 9, 10, 12, 15, 20, 25]
  return { id, role: 'regular', pays: sizes.map((size, step) => [size, pays[step]!] as const) }
}

/** For the first step, and after each cascade; the last one stays. */
export const MULTIPLIERS = [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20] as const
