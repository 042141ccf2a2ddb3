// Forty Suns: five reels of four rows, forty lines, stacks of wild suns, an ante bet that lengthens
// them, and free games in which every sun raises the multiplier. Must never draw anything but one
// stop a reel.

import type { ReelSet } from '../../../core/reel-set.ts'
import { defineGame } from '../../engine/define-game.ts'
import { capWin, type FreeGames, playFreeGames } from '../../engine/free-games.ts'
import { PLAIN_FREE_GAMES, stepsOf } from '../../engine/game-rules.ts'
import { exactFigures, type Game, newLastRound, type SpinEngine } from '../../engine/mathematics.ts'
import { drawStops, type ReelStrips, readReels } from '../../engine/reels.ts'
import { payScatters, paysFrom } from '../../engine/scatters.ts'
import {
  beginningsOf,
  buildLineSpin,
  countScatters,
  showStops,
  spinLines,
} from '../../lines/line-spin.ts'
import { buildLineTable, evaluateLines } from '../../lines/lines.ts'
import { ALPHABET, FREE_STRIPS, STRIPS } from './reels.ts'

const LAYOUT = { columns: 5, rows: 4 }
const UNITS_PER_BET = 40
/** A board full of suns wins exactly this; only free games can win more. */
const MAX_WIN_BETS = 1_000
export const CAP_UNITS = MAX_WIN_BETS * UNITS_PER_BET

export const SUN = 0
export const SCATTER = 1
/** By number of temples, in units of the whole bet's forty. */
export const SCATTER_PAYS = [0, 0, 0, 80, 400, 2_000] as const
/** By number of temples; none land in free games. */
export const FREE_GAMES_AWARDED = [0, 0, 0, 10, 12, 15] as const
const MOST_FREE_GAMES = Math.max(...FREE_GAMES_AWARDED)
/** Every sun that lands in a free game adds this to the multiplier, which begins at one. */
export const GROWTH = 1

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

export function freeReelsOf(reelSet: ReelSet): ReelStrips {
  return readReels(FREE_STRIPS[reelSet], ALPHABET, LAYOUT.rows)
}

function buildSpinEngine(reelSet: ReelSet, mode: string): SpinEngine {
  const spin = buildLineSpin(reelsOf(mode, reelSet), TABLE, SCATTER)
  const freeGames = buildFreeGames(freeReelsOf(reelSet))
  const last = newLastRound()
  return {
    last,
    spin(draws, recorder) {
      const lineUnits = spinLines(spin, 'spin', 1, draws, recorder)
      const { scatters, board } = spin
      const winUnits = lineUnits + payScatters(SCATTER, scatters, board, SCATTER_PAYS, 1, recorder)
      const awarded = FREE_GAMES_AWARDED[scatters]!
      last.featureUnits = 0
      last.featured = awarded > 0 && winUnits < CAP_UNITS
      if (!last.featured) return capWin(winUnits, CAP_UNITS, recorder)
      if (recorder !== null) recorder.freeGamesAwarded(awarded, 1, false, SCATTER, board)
      freeGames.restart()
      const total = playFreeGames(freeGames, awarded, winUnits, CAP_UNITS, draws, recorder)
      last.featureUnits = total - winUnits
      return total
    },
  }
}

interface GrowingFreeGames extends FreeGames {
  /** Sets the multiplier back to one. */
  restart(): void
}

/** The suns of a board raise the multiplier before its lines pay. */
function buildFreeGames(reels: ReelStrips): GrowingFreeGames {
  const spin = buildLineSpin(reels, TABLE, SUN)
  const { board } = spin
  let multiplier = 1
  return {
    multiplier: 1,
    scatter: SCATTER,
    board,
    maxGames: MOST_FREE_GAMES,
    restart() {
      multiplier = 1
    },
    spin(draws, recorder) {
      drawStops(reels, draws, spin.stops)
      countScatters(spin)
      const suns = spin.scatters
      multiplier += GROWTH * suns
      const beginnings = beginningsOf(spin)
      if (recorder === null && beginnings === 0) return 0
      showStops(spin)
      if (recorder !== null) {
        recorder.reels('freeGame', board)
        if (suns > 0) recorder.multiplierGrew(multiplier)
      }
      return evaluateLines(TABLE, board, multiplier, recorder, beginnings)
    },
    retriggered: () => 0,
  }
}

/** What is the same in every version of the game. */
export const FORTY_SUNS = {
  id: 'forty-suns',
  name: 'Forty Suns',
  provider: 'provider_b',
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
  freeSpins: false,
} as const satisfies Partial<Game> & { prices: unknown }

export const fortySuns = defineGame({
  ...FORTY_SUNS,
  version: '2.0.0',
  mechanics: ['lines', 'wilds', 'stacked-wilds', 'free-games', 'wild-multiplier', 'ante-bet'],
  rules: {
    freeGames: {
      ...PLAIN_FREE_GAMES,
      scatter: SCATTER,
      scattersToTrigger: FREE_GAMES_AWARDED.findIndex(games => games > 0),
      awarded: stepsOf(FREE_GAMES_AWARDED),
      retriggered: [],
      mostGames: MOST_FREE_GAMES,
      multiplierGrowth: GROWTH,
    },
  },
  figures: {
    base: {
      natural: exactFigures(0.954931304865404, 0.300077343750001, 4.577035998569),
      low: exactFigures(0.577929242743624, 0.249453125000019, 3.231275524815),
      high: exactFigures(1.018060622540265, 0.297491718749999, 4.814867856249),
    },
    ante: {
      natural: exactFigures(0.955184073035273, 0.31689734375001, 5.996342407697),
      low: exactFigures(0.580023453495751, 0.295539531250001, 4.249498381746),
      high: exactFigures(1.019078592110179, 0.365896093750015, 5.899134162918),
    },
  },
  buildSpinEngine,
})
