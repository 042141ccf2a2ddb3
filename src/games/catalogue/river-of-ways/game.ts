// River of Ways: five reels with 243 ways, free games of the player's choice, and a feature buy.
// Must draw the same with and without a recorder.

import type { ReelSet } from '../../../core/reel-set.ts'
import type { GameSymbol } from '../../engine/contract.ts'
import { defineGame } from '../../engine/define-game.ts'
import { capWin, type FreeGames, playFreeGames } from '../../engine/free-games.ts'
import { PLAIN_FREE_GAMES } from '../../engine/game-rules.ts'
import {
  exactFigures,
  type LastRound,
  newLastRound,
  type SpinEngine,
  UNANSWERED,
} from '../../engine/mathematics.ts'
import { PROVIDER_A_BETS } from '../../engine/providers.ts'
import type { Recorder } from '../../engine/recorder.ts'
import { drawStops, readReels } from '../../engine/reels.ts'
import type { Draws } from '../../engine/rng.ts'
import { payScatters, paysFrom } from '../../engine/scatters.ts'
import { buildTriggerStops, drawTriggerStops } from '../../engine/trigger-stops.ts'
import { buildWaysTable } from '../../ways/ways.ts'
import { buildWaysSpin, playStops, type WaysSpin } from '../../ways/ways-spin.ts'
import { ALPHABET, STRIPS } from './reels.ts'

const LAYOUT = { columns: 5, rows: 3 }
const WAYS = LAYOUT.rows ** LAYOUT.columns
export const UNITS_PER_BET = 20
const MAX_WIN_BETS = 2_500
export const CAP_UNITS = MAX_WIN_BETS * UNITS_PER_BET

export const SCATTER = 1
/** By number of scatters; from three on they also give the choice of free games. */
export const SCATTER_PAYS = [0, 0, 0, 40, 200, 1_000] as const
export const SCATTERS_TO_TRIGGER = 3

/**
 * Few games with a large multiplier or many with a small one: games times multiplier is the same
 * for every option, so all options have the same return in the long run.
 */
export const FREE_GAME_OPTIONS = [
  { id: '8x6', games: 8, multiplier: 6 },
  { id: '16x3', games: 16, multiplier: 3 },
  { id: '24x2', games: 24, multiplier: 2 },
] as const
/**
 * For a player who does not come back: most games at the smallest multiplier, so the win varies
 * least.
 */
const CALMEST_OPTION: (typeof FREE_GAME_OPTIONS)[number]['id'] = '24x2'
/** The same for every option, because the options must have the same return. */
export const FREE_GAMES_MORE = 2
/** Bounds the events of a round; fewer than one feature in 10^17 would go beyond it. */
const MAX_FREE_GAMES = 250

/**
 * A unit is a twentieth of the base bet; a pay is that of one way. Waves land on the middle three
 * reels and have no pays.
 */
const SYMBOLS: readonly GameSymbol[] = [
  { id: 'wave', role: 'wild', pays: [] },
  { id: 'bridge', role: 'scatter', pays: paysFrom(3, 40, 200, 1_000) },
  { id: 'heron', role: 'regular', pays: paysFrom(3, 25, 100, 500) },
  { id: 'otter', role: 'regular', pays: paysFrom(3, 20, 75, 300) },
  { id: 'turtle', role: 'regular', pays: paysFrom(3, 15, 50, 200) },
  { id: 'salmon', role: 'regular', pays: paysFrom(3, 10, 30, 120) },
  { id: 'dragonfly', role: 'regular', pays: paysFrom(3, 8, 25, 100) },
  { id: 'ace', role: 'regular', pays: paysFrom(3, 5, 15, 60) },
  { id: 'king', role: 'regular', pays: paysFrom(3, 4, 12, 50) },
  { id: 'queen', role: 'regular', pays: paysFrom(3, 3, 10, 40) },
  { id: 'jack', role: 'regular', pays: paysFrom(3, 2, 8, 30) },
]

const TABLE = buildWaysTable({ ...LAYOUT, symbols: SYMBOLS })

export function buildSpin(kind: 'base' | 'free', reelSet: ReelSet): WaysSpin {
  const reels = readReels(STRIPS[reelSet][kind], ALPHABET, LAYOUT.rows)
  return buildWaysSpin(reels, TABLE, SCATTER)
}

/**
 * A bought round is one that triggers, with the same probabilities as among the triggering rounds
 * of the base game.
 */
function buildSpinEngine(reelSet: ReelSet, mode: 'base' | 'buy'): SpinEngine {
  const spin = buildSpin('base', reelSet)
  const options = buildOptions(reelSet)
  const trigger = mode === 'buy' ? buildTriggerStops(spin, SCATTERS_TO_TRIGGER) : null
  const last = newLastRound()
  return {
    last,
    spin(draws, recorder, option) {
      if (trigger === null) drawStops(spin.reels, draws, spin.stops)
      else drawTriggerStops(trigger, draws, spin.stops)
      return playSpin(spin, options, last, draws, recorder, option)
    },
  }
}

function playSpin(
  spin: WaysSpin,
  options: readonly FreeGames[],
  last: LastRound,
  draws: Draws,
  recorder: Recorder | null,
  option: number,
): number {
  let winUnits = playStops(spin, 'spin', 1, recorder)
  const { scatters, board } = spin
  winUnits += payScatters(SCATTER, scatters, board, SCATTER_PAYS, 1, recorder)
  last.featureUnits = 0
  last.featured = scatters >= SCATTERS_TO_TRIGGER && winUnits < CAP_UNITS
  last.asked = last.featured
  if (!last.asked) return capWin(winUnits, CAP_UNITS, recorder)
  if (option === UNANSWERED) return winUnits
  const { games, multiplier } = FREE_GAME_OPTIONS[option]!
  if (recorder !== null) {
    recorder.chosen(option)
    recorder.freeGamesAwarded(games, multiplier, false, SCATTER, board)
  }
  const total = playFreeGames(options[option]!, games, winUnits, CAP_UNITS, draws, recorder)
  last.featureUnits = total - winUnits
  return total
}

/** The options share the reels: a seed shows the same boards with every option. */
function buildOptions(reelSet: ReelSet): readonly FreeGames[] {
  const spin = buildSpin('free', reelSet)
  const { board } = spin
  return FREE_GAME_OPTIONS.map(({ multiplier }) => ({
    multiplier,
    scatter: SCATTER,
    board,
    maxGames: MAX_FREE_GAMES,
    spin(draws, recorder) {
      drawStops(spin.reels, draws, spin.stops)
      const waysUnits = playStops(spin, 'freeGame', multiplier, recorder)
      const { scatters } = spin
      return waysUnits + payScatters(SCATTER, scatters, board, SCATTER_PAYS, multiplier, recorder)
    },
    retriggered: () => (spin.scatters >= SCATTERS_TO_TRIGGER ? FREE_GAMES_MORE : 0),
  }))
}

export const riverOfWays = defineGame({
  id: 'river-of-ways',
  name: 'River of Ways',
  provider: 'provider_a',
  version: '1.0.0',
  layout: LAYOUT,
  symbols: SYMBOLS,
  winsBy: 'ways',
  unitsPerBet: UNITS_PER_BET,
  maxWinBets: MAX_WIN_BETS,
  prices: { buy: '65' },
  bets: PROVIDER_A_BETS,
  mechanics: ['ways', 'wilds', 'free-games', 'choice', 'retrigger', 'feature-buy'],
  rules: {
    ways: { least: WAYS, most: WAYS },
    freeGames: {
      ...PLAIN_FREE_GAMES,
      scatter: SCATTER,
      scattersToTrigger: SCATTERS_TO_TRIGGER,
      awarded: [],
      retriggered: [[SCATTERS_TO_TRIGGER, FREE_GAMES_MORE]],
      mostGames: MAX_FREE_GAMES,
      options: FREE_GAME_OPTIONS,
    },
  },
  defaultOption: CALMEST_OPTION,
  /** Deviations assume that the three options are chosen equally often; nothing else does. */
  figures: {
    base: {
      natural: exactFigures(0.958003101048094, 0.304273985443302, 7.325872064311),
      low: exactFigures(0.582513961033115, 0.278587850133509, 4.427812031701),
      high: exactFigures(1.017441242170264, 0.276504084167491, 7.483564826933),
    },
    buy: {
      natural: exactFigures(0.953857313403625, 1, 55.872442471556),
      low: exactFigures(0.526703113844613, 1, 32.357430036462),
      high: exactFigures(1.009200921821632, 1, 51.070714075763),
    },
  },
  buildSpinEngine,
})
