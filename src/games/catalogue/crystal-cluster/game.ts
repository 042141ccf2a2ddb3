// Crystal Cluster: seven columns of gems that pay in clusters and cascade, with a multiplier
// that grows. Must never draw anything but one stop a reel.

import type { ReelSet } from '../../../core/reel-set.ts'
import { buildClusters, playClusters } from '../../cascades/cluster.ts'
import type { GameSymbol } from '../../engine/contract.ts'
import { defineGame } from '../../engine/define-game.ts'
import { NO_FEATURE, type SpinEngine, simulatedFigures } from '../../engine/mathematics.ts'
import { PROVIDER_C_BETS } from '../../engine/providers.ts'
import { drawStops, readReels } from '../../engine/reels.ts'
import { ALPHABET, STRIPS } from './reels.ts'

const LAYOUT = { columns: 7, rows: 7 }
const UNITS_PER_BET = 20
const MAX_WIN_BETS = 2_500

/** A unit is a twentieth of the base bet; a pay applies to its size and up to the next one. */
const SYMBOLS: readonly GameSymbol[] = [
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
const MULTIPLIERS = [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20] as const

function buildSpinEngine(reelSet: ReelSet): SpinEngine {
  const reels = readReels(STRIPS[reelSet], ALPHABET, LAYOUT.rows)
  const capUnits = MAX_WIN_BETS * UNITS_PER_BET
  const clusters = buildClusters({ reels, symbols: SYMBOLS, multipliers: MULTIPLIERS, capUnits })
  return {
    last: NO_FEATURE,
    spin(draws, recorder) {
      drawStops(reels, draws, clusters.stops)
      return playClusters(clusters, recorder)
    },
  }
}

export const crystalCluster = defineGame({
  id: 'crystal-cluster',
  name: 'Crystal Cluster',
  provider: 'provider_c',
  version: '1.0.0',
  layout: LAYOUT,
  symbols: SYMBOLS,
  winsBy: 'cluster',
  unitsPerBet: UNITS_PER_BET,
  maxWinBets: MAX_WIN_BETS,
  bets: PROVIDER_C_BETS,
  mechanics: ['cluster', 'cascades', 'growing-multiplier'],
  rules: { cascadeMultipliers: MULTIPLIERS },
  figures: simulatedFigures({
    base: {
      natural: [1_000_000_000, 0.95430536705, 0.000352613966498, 0.291530347, 5.68909831081],
      low: [1_000_000_000, 0.57736280125, 0.00025710293529, 0.258842054, 4.14811667669],
      high: [1_000_000_000, 1.01830810115, 0.000371574481886, 0.297456609, 5.99500858753],
    },
  }),
  buildSpinEngine,
})
