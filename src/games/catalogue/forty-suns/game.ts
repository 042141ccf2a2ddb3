// Forty Suns: five reels of four rows, forty lines, stacks of wild suns, and an ante bet that
// lengthens them. Must never draw anything but one stop a reel.

import type { ReelSet } from '../../../core/reel-set.ts'
import { defineGame } from '../../engine/define-game.ts'
import { capWin } from '../../engine/free-games.ts'
import { exactFigures, type Game, NO_FEATURE, type SpinEngine } from '../../engine/mathematics.ts'
import { type ReelStrips, readReels } from '../../engine/reels.ts'
import { payScatters, paysFrom } from '../../engine/scatters.ts'
import { buildLineSpin, spinLines } from '../../lines/line-spin.ts'
import { buildLineTable } from '../../lines/lines.ts'
import { ALPHABET, STRIPS } from './reels.ts'

const LAYOUT = { columns: 5, rows: 4 }
const UNITS_PER_BET = 40
/** A board full of suns wins exactly this; no other board comes near it. */
const MAX_WIN_BETS = 1_000
const CAP_UNITS = MAX_WIN_BETS * UNITS_PER_BET

export const SCATTER = 1
/** By number of temples, in units of the whole bet's forty. */
export const SCATTER_PAYS = [0, 0, 0, 80, 400, 2_000] as const

const LINES = [
  [1, 1, 1, 1, 1],
  [2, 2, 2, 2, 2],
  [0, 0, 0, 0, 0],
  [3, 3, 3, 3, 3],
  [0, 1, 2, 1, 0],
  [3, 2, 1, 2, 3],
  [1, 2, 3, 2, 1],
  [2, 1, 0, 1, 2],
  [0, 1, 1, 1, 0],
  [3, 2, 2, 2, 3],
  [1, 0, 0, 0, 1],
  [2, 3, 3, 3, 2],
  [1, 2, 2, 2, 1],
  [2, 1, 1, 1, 2],
  [0, 1, 0, 1, 0],
  [3, 2, 3, 2, 3],
  [1, 0, 1, 0, 1],
  [2, 3, 2, 3, 2],
  [1, 2, 1, 2, 1],
  [2, 1, 2, 1, 2],
  [0, 0, 1, 0, 0],
  [3, 3, 2, 3, 3],
  [1, 1, 0, 1, 1],
  [2, 2, 3, 2, 2],
  [1, 1, 2, 1, 1],
  [2, 2, 1, 2, 2],
  [0, 0, 1, 2, 3],
  [3, 3, 2, 1, 0],
  [0, 1, 2, 3, 3],
  [3, 2, 1, 0, 0],
  [0, 0, 1, 2, 2],
  [3, 3, 2, 1, 1],
  [1, 1, 2, 3, 3],
  [2, 2, 1, 0, 0],
  [0, 1, 2, 2, 2],
  [3, 2, 1, 1, 1],
  [1, 0, 1, 2, 1],
  [2, 3, 2, 1, 2],
  [1, 2, 1, 0, 1],
  [2, 1, 2, 3, 2],
] as const

/** A unit is the stake of one line. Suns substitute, and pay themselves when they fill a line. */
const SYMBOLS: Game['symbols'] = [
  { id: 'sun', role: 'wild', pays: [[5, 1_000]] },
  { id: 'temple', role: 'scatter', pays: paysFrom(3, 80, 400, 2_000) },
  { id: 'jaguar', role: 'regular', pays: paysFrom(3, 15, 60, 300) },
  { id: 'macaw', role: 'regular', pays: paysFrom(3, 12, 40, 200) },
  { id: 'serpent', role: 'regular', pays: paysFrom(3, 10, 30, 150) },
  { id: 'maize', role: 'regular', pays: paysFrom(3, 8, 20, 100) },
  { id: 'cacao', role: 'regular', pays: paysFrom(3, 6, 15, 75) },
  { id: 'chili', role: 'regular', pays: paysFrom(3, 5, 12, 60) },
  { id: 'agave', role: 'regular', pays: paysFrom(3, 4, 10, 50) },
  { id: 'pumpkin', role: 'regular', pays: paysFrom(3, 3, 8, 40) },
]

export const TABLE = buildLineTable({ rows: LAYOUT.rows, lines: LINES, symbols: SYMBOLS })

export function reelsOf(mode: string, reelSet: ReelSet): ReelStrips {
  return readReels(STRIPS[mode]![reelSet], ALPHABET, LAYOUT.rows)
}

function buildSpinEngine(reelSet: ReelSet, mode: string): SpinEngine {
  const spin = buildLineSpin(reelsOf(mode, reelSet), TABLE, SCATTER)
  return {
    last: NO_FEATURE,
    spin(draws, recorder) {
      const lineUnits = spinLines(spin, 'spin', 1, draws, recorder)
      const { scatters, board } = spin
      const scatterUnits = payScatters(SCATTER, scatters, board, SCATTER_PAYS, 1, recorder)
      return capWin(lineUnits + scatterUnits, CAP_UNITS, recorder)
    },
  }
}

export const fortySuns = defineGame({
  id: 'forty-suns',
  name: 'Forty Suns',
  provider: 'provider_b',
  version: '1.0.0',
  layout: LAYOUT,
  symbols: SYMBOLS,
  winsBy: 'lines',
  lines: LINES,
  unitsPerBet: UNITS_PER_BET,
  maxWinBets: MAX_WIN_BETS,
  prices: { ante: '1.5' },
  bets: {
    kind: 'coin',
    coinsMinor: {
      UAH: [5, 10, 20, 30, 50, 100, 150, 200, 300, 500],
      USD: [1, 2, 3, 4, 5, 10, 15, 20, 25, 50],
      EUR: [1, 2, 3, 4, 5, 10, 15, 20, 25, 50],
      RUB: [5, 10, 20, 50, 100, 200, 300, 500, 1_000, 1_500],
    },
    lines: LINES.length,
  },
  mechanics: ['lines', 'wilds', 'stacked-wilds', 'ante-bet'],
  freeSpins: false,
  figures: {
    base: {
      natural: exactFigures(0.954006421330318, 0.324392265137263, 3.63857902633),
      low: exactFigures(0.578444782233742, 0.250866184157123, 2.295948853192),
      high: exactFigures(1.017249386218788, 0.348991783054822, 3.848240265981),
    },
    ante: {
      natural: exactFigures(0.955522913797065, 0.358294526407551, 6.025684794453),
      low: exactFigures(0.58008814282015, 0.290668859140315, 3.655871214772),
      high: exactFigures(1.019030115310306, 0.366986515546106, 6.497301990694),
    },
  },
  buildSpinEngine,
})
