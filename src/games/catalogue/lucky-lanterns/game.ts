// Lucky Lanterns: five reels, twenty lines, free games at three times the win, and a gamble.
// Must never draw anything but one stop a reel.

import type { ReelSet } from '../../../core/reel-set.ts'
import { defineGame } from '../../engine/define-game.ts'
import { capWin, type FreeGames, playFreeGames } from '../../engine/free-games.ts'
import { GAMBLE_RULES } from '../../engine/gamble.ts'
import { PLAIN_FREE_GAMES, stepsOf } from '../../engine/game-rules.ts'
import { exactFigures, type Game, newLastRound, type SpinEngine } from '../../engine/mathematics.ts'
import { PROVIDER_A_BETS } from '../../engine/providers.ts'
import { type ReelStrips, readReels } from '../../engine/reels.ts'
import { payScatters, paysFrom } from '../../engine/scatters.ts'
import { buildLineSpin, spinLines } from '../../lines/line-spin.ts'
import { buildLineTable } from '../../lines/lines.ts'
import { ALPHABET, STRIPS } from './reels.ts'

const LAYOUT = { columns: 5, rows: 3 }
const UNITS_PER_BET = 20
const MAX_WIN_BETS = 1_500
const CAP_UNITS = MAX_WIN_BETS * UNITS_PER_BET

export const SCATTER = 1
/** Multiplies all wins of a free game, including scatters. */
export const FREE_GAME_MULTIPLIER = 3
/** By number of scatters; from three on they also pay and award free games. */
export const SCATTER_PAYS = [0, 0, 0, 40, 200, 1_000] as const
export const FREE_GAMES_AWARDED = [0, 0, 0, 10, 12, 20] as const
/** Bounds the events of a round; fewer than one feature in 10^17 would go beyond it. */
const MAX_FREE_GAMES = 250

const LINES = [
  [1, 1, 1, 1, 1],
  [0, 0, 0, 0, 0],
  [2, 2, 2, 2, 2],
  [0, 1, 2, 1, 0],
  [2, 1, 0, 1, 2],
  [1, 0, 0, 0, 1],
  [1, 2, 2, 2, 1],
  [0, 0, 1, 2, 2],
  [2, 2, 1, 0, 0],
  [1, 2, 1, 0, 1],
  [1, 0, 1, 2, 1],
  [0, 1, 1, 1, 0],
  [2, 1, 1, 1, 2],
  [0, 1, 0, 1, 0],
  [2, 1, 2, 1, 2],
  [1, 1, 0, 1, 1],
  [1, 1, 2, 1, 1],
  [0, 0, 2, 0, 0],
  [2, 2, 0, 2, 2],
  [0, 2, 2, 2, 0],
] as const

/** A unit is the stake of one line. Wilds land on the middle three reels and have no pays. */
const SYMBOLS: Game['symbols'] = [
  { id: 'red-lantern', role: 'wild', pays: [] },
  { id: 'firework', role: 'scatter', pays: paysFrom(3, 40, 200, 1_000) },
  { id: 'dragon', role: 'regular', pays: paysFrom(3, 75, 400, 2_000) },
  { id: 'phoenix', role: 'regular', pays: paysFrom(3, 60, 250, 1_000) },
  { id: 'koi', role: 'regular', pays: paysFrom(3, 50, 150, 600) },
  { id: 'lotus', role: 'regular', pays: paysFrom(3, 40, 120, 400) },
  { id: 'paper-fan', role: 'regular', pays: paysFrom(3, 30, 80, 300) },
  { id: 'teapot', role: 'regular', pays: paysFrom(3, 25, 60, 200) },
  { id: 'lucky-knot', role: 'regular', pays: paysFrom(3, 20, 50, 150) },
  { id: 'jade-coin', role: 'regular', pays: paysFrom(3, 15, 40, 120) },
  { id: 'bamboo', role: 'regular', pays: paysFrom(3, 10, 30, 100) },
]

export const TABLE = buildLineTable({ rows: LAYOUT.rows, lines: LINES, symbols: SYMBOLS })

export function reelsOf(reelSet: ReelSet): { base: ReelStrips; free: ReelStrips } {
  const { base, free } = STRIPS[reelSet]
  return {
    base: readReels(base, ALPHABET, LAYOUT.rows),
    free: readReels(free, ALPHABET, LAYOUT.rows),
  }
}

function buildSpinEngine(reelSet: ReelSet): SpinEngine {
  const { base, free } = reelsOf(reelSet)
  const spin = buildLineSpin(base, TABLE, SCATTER)
  const freeGames = buildFreeGames(free)
  const last = newLastRound()
  return {
    last,
    spin(draws, recorder) {
      let winUnits = spinLines(spin, 'spin', 1, draws, recorder)
      const awarded = FREE_GAMES_AWARDED[spin.scatters]!
      last.featureUnits = 0
      winUnits += payScatters(SCATTER, spin.scatters, spin.board, SCATTER_PAYS, 1, recorder)
      last.featured = awarded > 0 && winUnits < CAP_UNITS
      if (!last.featured) return capWin(winUnits, CAP_UNITS, recorder)
      if (recorder !== null) {
        recorder.freeGamesAwarded(awarded, FREE_GAME_MULTIPLIER, false, SCATTER, spin.board)
      }
      const total = playFreeGames(freeGames, awarded, winUnits, CAP_UNITS, draws, recorder)
      last.featureUnits = total - winUnits
      return total
    },
  }
}

function buildFreeGames(reels: ReelStrips): FreeGames {
  const spin = buildLineSpin(reels, TABLE, SCATTER)
  const multiplier = FREE_GAME_MULTIPLIER
  return {
    multiplier,
    scatter: SCATTER,
    board: spin.board,
    maxGames: MAX_FREE_GAMES,
    spin(draws, recorder) {
      const lineUnits = spinLines(spin, 'freeGame', multiplier, draws, recorder)
      const { scatters, board } = spin
      return lineUnits + payScatters(SCATTER, scatters, board, SCATTER_PAYS, multiplier, recorder)
    },
    retriggered: () => FREE_GAMES_AWARDED[spin.scatters]!,
  }
}

export const luckyLanterns = defineGame({
  id: 'lucky-lanterns',
  name: 'Lucky Lanterns',
  provider: 'provider_a',
  version: '1.0.0',
  layout: LAYOUT,
  symbols: SYMBOLS,
  winsBy: 'lines',
  lines: LINES,
  unitsPerBet: UNITS_PER_BET,
  maxWinBets: MAX_WIN_BETS,
  bets: PROVIDER_A_BETS,
  mechanics: ['lines', 'wilds', 'free-games', 'retrigger', 'gamble'],
  rules: {
    freeGames: {
      ...PLAIN_FREE_GAMES,
      scatter: SCATTER,
      scattersToTrigger: FREE_GAMES_AWARDED.findIndex(games => games > 0),
      awarded: stepsOf(FREE_GAMES_AWARDED),
      retriggered: stepsOf(FREE_GAMES_AWARDED),
      mostGames: MAX_FREE_GAMES,
      multiplier: FREE_GAME_MULTIPLIER,
    },
    gamble: GAMBLE_RULES,
  },
  figures: {
    base: {
      natural: exactFigures(0.955059844610573, 0.312531381845474, 4.909037355516),
      low: exactFigures(0.577672579219417, 0.231302410364151, 2.467763645669),
      high: exactFigures(1.019993247764286, 0.312176614999771, 5.356746599879),
    },
  },
  buildSpinEngine,
})
