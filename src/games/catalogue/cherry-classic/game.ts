// Cherry Classic: a fruit machine of three reels and five lines. Two reels full of one symbol stay
// while the third spins again until it wins. With a gamble. Must never draw anything but stops.

import type { ReelSet } from '../../../core/reel-set.ts'
import { defineGame } from '../../engine/define-game.ts'
import { capWin } from '../../engine/free-games.ts'
import { GAMBLE_RULES } from '../../engine/gamble.ts'
import { exactFigures, type Game, newLastRound, type SpinEngine } from '../../engine/mathematics.ts'
import { type ReelStrips, readReels } from '../../engine/reels.ts'
import { paysFrom } from '../../engine/scatters.ts'
import {
  buildHeldReels,
  findFreeReel,
  type HeldReelsRules,
  NO_REEL,
  playHeldReels,
} from '../../lines/held-reels.ts'
import { buildLineSpin, NO_SCATTER, spinLines } from '../../lines/line-spin.ts'
import { buildLineTable } from '../../lines/lines.ts'
import { ALPHABET, STRIPS } from './reels.ts'

const LAYOUT = { columns: 3, rows: 3 }
const UNITS_PER_BET = 5
const MAX_WIN_BETS = 500
export const CAP_UNITS = MAX_WIN_BETS * UNITS_PER_BET

/** Each respin wins with at least 1 in 4: fewer than one feature in 10^12 reaches the bound. */
export const HELD_REELS: HeldReelsRules = { multiplier: 2, mostRespins: 100 }

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

export function reelsOf(reelSet: ReelSet): ReelStrips {
  return readReels(STRIPS[reelSet], ALPHABET, LAYOUT.rows)
}

function buildSpinEngine(reelSet: ReelSet): SpinEngine {
  const spin = buildLineSpin(reelsOf(reelSet), TABLE, NO_SCATTER)
  const held = buildHeldReels(spin, HELD_REELS)
  const last = newLastRound()
  return {
    last,
    spin(draws, recorder) {
      const lineUnits = spinLines(spin, 'spin', 1, draws, recorder)
      const free = findFreeReel(held)
      last.featureUnits = 0
      last.featured = free !== NO_REEL && lineUnits < CAP_UNITS
      if (!last.featured) return capWin(lineUnits, CAP_UNITS, recorder)
      const wonUnits = lineUnits + playHeldReels(held, free, draws, recorder)
      const winUnits = capWin(wonUnits, CAP_UNITS, recorder)
      last.featureUnits = winUnits - lineUnits
      return winUnits
    },
  }
}

/** What is the same in every version of the game. */
export const CHERRY_CLASSIC = {
  id: 'cherry-classic',
  name: 'Cherry Classic',
  provider: 'provider_b',
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
} as const satisfies Partial<Game>

export const cherryClassic = defineGame({
  ...CHERRY_CLASSIC,
  version: '2.0.0',
  mechanics: ['lines', 'held-reels', 'gamble'],
  rules: { heldReels: HELD_REELS, gamble: GAMBLE_RULES },
  figures: {
    base: {
      natural: exactFigures(0.955120928875787, 0.266784667968772, 6.445777941557),
      low: exactFigures(0.572271316072969, 0.211592509113165, 3.037309208078),
      high: exactFigures(1.021478282364057, 0.259002685546875, 7.45753966384),
    },
  },
  buildSpinEngine,
})
