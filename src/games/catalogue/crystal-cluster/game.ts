// Crystal Cluster: seven columns of gems that pay in clusters and cascade, with a multiplier
// that grows. Must never draw anything but one stop a reel.

import type { ReelSet } from '../../../core/reel-set.ts'
import { buildClusters, playClusters } from '../../cascades/cluster.ts'
import { PROVIDER_C_BETS } from '../../engine/bet-ladders.ts'
import { CLIENT_LANGUAGES } from '../../engine/client-languages.ts'
import { PLAIN_RULES } from '../../engine/game-rules.ts'
import { forEachReelSet, type Game, NO_FEATURE, type SpinEngine } from '../../engine/mathematics.ts'
import { playRound } from '../../engine/play.ts'
import { drawStops, readReels } from '../../engine/reels.ts'
import { FIGURES } from './figures.ts'
import { ALPHABET, STRIPS } from './reels.ts'
import { MULTIPLIERS, SYMBOLS } from './symbols.ts'

const LAYOUT = { columns: 7, rows: 7 }
const UNITS_PER_BET = 20
const MAX_WIN_BETS = 2_500

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

export const crystalCluster: Game = {
  id: 'crystal-cluster',
  name: 'Crystal Cluster',
  provider: 'provider_c',
  version: '1.0.0',
  layout: LAYOUT,
  symbols: SYMBOLS,
  winsBy: 'cluster',
  lines: [],
  unitsPerBet: UNITS_PER_BET,
  maxWinBets: MAX_WIN_BETS,
  modes: [{ id: 'base', kind: 'base', priceBets: '1' }],
  bets: PROVIDER_C_BETS,
  mechanics: ['cluster', 'cascades', 'growing-multiplier'],
  rules: { ...PLAIN_RULES, cascadeMultipliers: MULTIPLIERS },
  hasFeature: false,
  freeSpins: true,
  targetOutcomes: true,
  languages: CLIENT_LANGUAGES.provider_c,
  options: [],
  defaultOption: null,
  figures: FIGURES,
  spinEngines: { base: forEachReelSet(buildSpinEngine) },
  play: request => playRound(crystalCluster, false, request),
}
