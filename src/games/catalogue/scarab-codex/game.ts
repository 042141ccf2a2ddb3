// Scarab Codex: ten lines, free games with a special symbol that fills its reels, and a feature
// buy. Must draw the same with and without a recorder.

import type { ReelSet } from '../../../core/reel-set.ts'
import type { GameSymbol } from '../../engine/contract.ts'
import { defineGame } from '../../engine/define-game.ts'
import { capWin, type FreeGames, playFreeGames } from '../../engine/free-games.ts'
import { PLAIN_FREE_GAMES, stepsOf } from '../../engine/game-rules.ts'
import {
  exactFigures,
  type LastRound,
  newLastRound,
  type SpinEngine,
} from '../../engine/mathematics.ts'
import type { Recorder } from '../../engine/recorder.ts'
import { drawStops, type ReelStrips, readReels } from '../../engine/reels.ts'
import type { Draws } from '../../engine/rng.ts'
import { payScatters, paysFrom } from '../../engine/scatters.ts'
import { buildTriggerStops, drawTriggerStops } from '../../engine/trigger-stops.ts'
import {
  buildExpanding,
  drawSpecial,
  type Expanding,
  expandSpecial,
} from '../../lines/expanding.ts'
import { buildLineSpin, type LineSpin, spinLines, spinStops } from '../../lines/line-spin.ts'
import { buildLineTable } from '../../lines/lines.ts'
import { ALPHABET, STRIPS } from './reels.ts'

const LAYOUT = { columns: 5, rows: 3 }
export const UNITS_PER_BET = 10
const MAX_WIN_BETS = 5_000
export const CAP_UNITS = MAX_WIN_BETS * UNITS_PER_BET

export const CODEX = 0
const CODICES_TO_TRIGGER = 3
/** By number of codices, in units of the whole bet's ten. */
export const SCATTER_PAYS = [0, 0, 0, 20, 200, 2_000] as const
/** By number of codices, at the trigger and again in a free game. */
export const FREE_GAMES_AWARDED = [0, 0, 0, 10, 10, 10] as const
/** Bounds the events of a round; fewer than one feature in 10^13 would go beyond it. */
const MAX_FREE_GAMES = 250

const LINES = [
  [1, 1, 1, 1, 1],
  [0, 0, 0, 0, 0],
  [2, 2, 2, 2, 2],
  [0, 1, 2, 1, 0],
  [2, 1, 0, 1, 2],
  [1, 2, 2, 2, 1],
  [1, 0, 0, 0, 1],
  [2, 2, 1, 0, 0],
  [0, 0, 1, 2, 2],
  [2, 1, 1, 1, 0],
] as const

/** A unit is the stake of one line. The codex substitutes on the lines and pays anywhere. */
export const SYMBOLS: readonly GameSymbol[] = [
  { id: 'codex', role: 'wildScatter', pays: paysFrom(3, 20, 200, 2_000) },
  { id: 'pharaoh', role: 'regular', pays: paysFrom(2, 10, 75, 300, 2_000) },
  { id: 'scarab', role: 'regular', pays: paysFrom(2, 5, 30, 150, 750) },
  { id: 'falcon', role: 'regular', pays: paysFrom(2, 5, 25, 100, 500) },
  { id: 'ankh', role: 'regular', pays: paysFrom(3, 20, 75, 300) },
  { id: 'ace', role: 'regular', pays: paysFrom(3, 5, 30, 125) },
  { id: 'king', role: 'regular', pays: paysFrom(3, 5, 30, 125) },
  { id: 'queen', role: 'regular', pays: paysFrom(3, 5, 20, 100) },
  { id: 'jack', role: 'regular', pays: paysFrom(3, 5, 20, 100) },
  { id: 'ten', role: 'regular', pays: paysFrom(3, 5, 20, 100) },
]

/** How often each symbol is drawn to be the special one, out of 100. */
export const SPECIAL_WEIGHTS = [0, 4, 6, 8, 10, 14, 14, 14, 15, 15] as const

export const TABLE = buildLineTable({ rows: LAYOUT.rows, lines: LINES, symbols: SYMBOLS })

export function reelsOf(kind: 'base' | 'free', reelSet: ReelSet): ReelStrips {
  return readReels(STRIPS[reelSet][kind], ALPHABET, LAYOUT.rows)
}

/**
 * A bought round is one that triggers, with the same probabilities as among the triggering rounds
 * of the base game.
 */
function buildSpinEngine(reelSet: ReelSet, mode: 'base' | 'buy'): SpinEngine {
  const spin = buildLineSpin(reelsOf('base', reelSet), TABLE, CODEX)
  const feature = buildFeature(reelSet)
  const trigger = mode === 'buy' ? buildTriggerStops(spin, CODICES_TO_TRIGGER) : null
  const last = newLastRound()
  return {
    last,
    spin(draws, recorder) {
      if (trigger === null) drawStops(spin.reels, draws, spin.stops)
      else drawTriggerStops(trigger, draws, spin.stops)
      return playStops(spin, feature, last, draws, recorder)
    },
  }
}

function playStops(
  spin: LineSpin,
  { expanding, freeGames }: Feature,
  last: LastRound,
  draws: Draws,
  recorder: Recorder | null,
): number {
  const lineUnits = spinStops(spin, 'spin', 1, recorder)
  const { scatters, board } = spin
  const winUnits = lineUnits + payScatters(CODEX, scatters, board, SCATTER_PAYS, 1, recorder)
  const awarded = FREE_GAMES_AWARDED[scatters]!
  last.featureUnits = 0
  last.featured = awarded > 0 && winUnits < CAP_UNITS
  if (!last.featured) return capWin(winUnits, CAP_UNITS, recorder)
  if (recorder !== null) recorder.freeGamesAwarded(awarded, 1, false, CODEX, board)
  drawSpecial(expanding, draws, recorder)
  const total = playFreeGames(freeGames, awarded, winUnits, CAP_UNITS, draws, recorder)
  last.featureUnits = total - winUnits
  return total
}

interface Feature {
  expanding: Expanding
  freeGames: FreeGames
}

function buildFeature(reelSet: ReelSet): Feature {
  const spin = buildLineSpin(reelsOf('free', reelSet), TABLE, CODEX)
  const { board } = spin
  const expanding = buildExpanding(spin, SPECIAL_WEIGHTS)
  const freeGames: FreeGames = {
    multiplier: 1,
    scatter: CODEX,
    board,
    maxGames: MAX_FREE_GAMES,
    spin(draws, recorder) {
      const lineUnits = spinLines(spin, 'freeGame', 1, draws, recorder)
      return lineUnits + payScatters(CODEX, spin.scatters, board, SCATTER_PAYS, 1, recorder)
    },
    retriggered: () => FREE_GAMES_AWARDED[spin.scatters]!,
    finish: recorder => expandSpecial(expanding, recorder),
  }
  return { expanding, freeGames }
}

export const scarabCodex = defineGame({
  id: 'scarab-codex',
  name: 'Scarab Codex',
  provider: 'provider_b',
  version: '1.0.0',
  layout: LAYOUT,
  symbols: SYMBOLS,
  winsBy: 'lines',
  lines: LINES,
  unitsPerBet: UNITS_PER_BET,
  maxWinBets: MAX_WIN_BETS,
  prices: { buy: '80' },
  bets: {
    kind: 'coin',
    coinsMinor: {
      UAH: [10, 20, 50, 100, 200, 300, 500, 1_000, 2_000, 3_000],
      USD: [1, 2, 3, 5, 10, 20, 50, 100, 150, 250],
      EUR: [1, 2, 3, 5, 10, 20, 50, 100, 150, 250],
      RUB: [20, 50, 100, 200, 300, 500, 1_000, 2_000, 3_000, 5_000],
    },
    lines: LINES.length,
  },
  mechanics: ['lines', 'wilds', 'free-games', 'expanding-symbol', 'retrigger', 'feature-buy'],
  rules: {
    freeGames: {
      ...PLAIN_FREE_GAMES,
      scatter: CODEX,
      scattersToTrigger: CODICES_TO_TRIGGER,
      awarded: stepsOf(FREE_GAMES_AWARDED),
      retriggered: stepsOf(FREE_GAMES_AWARDED),
      mostGames: MAX_FREE_GAMES,
      special: SPECIAL_WEIGHTS.flatMap((weight, symbol) =>
        weight > 0 ? [[symbol, weight] as const] : [],
      ),
    },
  },
  figures: {
    base: {
      natural: exactFigures(0.954107098136229, 0.227436738085664, 11.047094171241),
      low: exactFigures(0.568218516832113, 0.205817956803713, 5.090329390922),
      high: exactFigures(1.015663012407934, 0.239857473201753, 12.402361847519),
    },
    buy: {
      natural: exactFigures(0.952265671535258, 1, 114.467264141989),
      low: exactFigures(0.582043212483202, 1, 45.444366178609),
      high: exactFigures(1.012022327059388, 1, 130.692155484936),
    },
  },
  buildSpinEngine,
})
