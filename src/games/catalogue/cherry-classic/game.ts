// Cherry Classic: a fruit machine of three reels and five lines, no feature, with a gamble.
// Must never draw anything but one stop a reel.

import type { ReelSet } from '../../../core/reel-set.ts'
import { CLIENT_LANGUAGES } from '../../engine/client-languages.ts'
import { capWin } from '../../engine/free-games.ts'
import { GAMBLE_RULES } from '../../engine/gamble.ts'
import { PLAIN_RULES } from '../../engine/game-rules.ts'
import { forEachReelSet, type Game, NO_FEATURE, type SpinEngine } from '../../engine/mathematics.ts'
import { playRound } from '../../engine/play.ts'
import { readReels } from '../../engine/reels.ts'
import { buildLineSpin, NO_SCATTER, spinLines } from '../../lines/line-spin.ts'
import { buildLineTable } from '../../lines/lines.ts'
import { FIGURES } from './figures.ts'
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
  {
    id: 'cherry',
    role: 'regular',
    pays: [
      [2, 4],
      [3, 12],
    ],
  },
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

export const cherryClassic: Game = {
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
  modes: [{ id: 'base', kind: 'base', priceBets: '1' }],
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
  rules: { ...PLAIN_RULES, gamble: GAMBLE_RULES },
  hasFeature: false,
  freeSpins: true,
  targetOutcomes: true,
  languages: CLIENT_LANGUAGES.provider_b,
  options: [],
  defaultOption: null,
  figures: FIGURES,
  spinEngines: { base: forEachReelSet(buildSpinEngine) },
  play: request => playRound(cherryClassic, true, request),
}
