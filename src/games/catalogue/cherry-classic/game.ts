// Cherry Classic: a fruit machine of three reels and five lines, no feature, with a gamble.
// Must never draw anything but one stop a reel.

import type { ReelSet } from '../../../core/reel-set.ts'
import { defineGame } from '../../engine/define-game.ts'
import { capWin } from '../../engine/free-games.ts'
import { GAMBLE_RULES } from '../../engine/gamble.ts'
import { exactFigures, type Game, NO_FEATURE, type SpinEngine } from '../../engine/mathematics.ts'
import { readReels } from '../../engine/reels.ts'
import { paysFrom } from '../../engine/scatters.ts'
import { buildLineSpin, NO_SCATTER, spinLines } from '../../lines/line-spin.ts'
import { buildLineTable } from '../../lines/lines.ts'
import { ALPHABET, STRIPS } from './reels.ts'

const LAYOUT = { columns: 3, rows: 3 }
const UNITS_PER_BET = 5
const MAX_WIN_BETS = 500

const LINES = [
  [1, 1, 1],
  [0, 0, 0],
  [2, 2, 2],
  [0, 1, 2],
  [2, 1, 0],
] as const

/** A unit is the stake of one line. */
const SYMBOLS: Game['symbols'] = [
  { id: 'seven', role: 'regular', pays: [[3, 750]] },
  { id: 'bar', role: 'regular', pays: [[3, 250]] },
  { id: 'bell', role: 'regular', pays: [[3, 150]] },
  { id: 'watermelon', role: 'regular', pays: [[3, 80]] },
  { id: 'grapes', role: 'regular', pays: [[3, 50]] },
  { id: 'plum', role: 'regular', pays: [[3, 40]] },
  { id: 'orange', role: 'regular', pays: [[3, 25]] },
  { id: 'lemon', role: 'regular', pays: [[3, 20]] },
  { id: 'cherry', role: 'regular', pays: paysFrom(2, 4, 12) },
]

export const TABLE = buildLineTable({ rows: LAYOUT.rows, lines: LINES, symbols: SYMBOLS })

export function reelsOf(reelSet: ReelSet) {
  return readReels(STRIPS[reelSet], ALPHABET, LAYOUT.rows)
}

function buildSpinEngine(reelSet: ReelSet): SpinEngine {
  const spin = buildLineSpin(reelsOf(reelSet), TABLE, NO_SCATTER)
  const capUnits = MAX_WIN_BETS * UNITS_PER_BET
  return {
    last: NO_FEATURE,
    spin(draws, recorder) {
      const winUnits = spinLines(spin, 'spin', 1, draws, recorder)
      return capWin(winUnits, capUnits, recorder)
    },
  }
}

export const cherryClassic = defineGame({
  id: 'cherry-classic',
  name: 'Cherry Classic',
  provider: 'provider_b',
  version: '1.0.0',
  layout: LAYOUT,
  symbols: SYMBOLS,
  winsBy: 'lines',
  lines: LINES,
  unitsPerBet: UNITS_PER_BET,
  maxWinBets: MAX_WIN_BETS,
  bets: {
    kind: 'coin',
    coinsMinor: {
      UAH: [10, 20, 50, 100, 200, 300, 500, 1_000, 2_000, 5_000],
      USD: [1, 2, 5, 10, 20, 25, 50, 100, 200, 500],
      EUR: [1, 2, 5, 10, 20, 25, 50, 100, 200, 500],
      RUB: [20, 50, 100, 200, 300, 500, 1_000, 2_000, 5_000, 10_000],
    },
    lines: LINES.length,
  },
  mechanics: ['lines', 'gamble'],
  rules: { gamble: GAMBLE_RULES },
  figures: {
    base: {
      natural: exactFigures(0.955, 0.293730158730159, 6.679540456819),
      low: exactFigures(0.570354278074866, 0.262561274509804, 2.693762834368),
      high: exactFigures(1.02, 0.279401709401709, 8.18930780916),
    },
  },
  buildSpinEngine,
})
