// Scarab Codex in the form the platform needs: ten lines, free games with a special symbol that
// fills its reels, and a feature buy. The round itself is in spin-engines.ts.

import { CLIENT_LANGUAGES } from '../../engine/client-languages.ts'
import { forEachReelSet, type Game } from '../../engine/mathematics.ts'
import { playRound } from '../../engine/play.ts'
import { FIGURES } from './figures.ts'
import { buildBuySpinEngine, buildSpinEngine, MAX_WIN_BETS, RULES } from './spin-engines.ts'
import { LAYOUT, LINES, SYMBOLS, UNITS_PER_BET } from './symbols.ts'

export const scarabCodex: Game = {
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
  modes: [
    { id: 'base', kind: 'base', priceBets: '1' },
    { id: 'buy', kind: 'buy', priceBets: '80' },
  ],
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
  rules: RULES,
  hasFeature: true,
  freeSpins: true,
  targetOutcomes: true,
  languages: CLIENT_LANGUAGES.provider_b,
  options: [],
  defaultOption: null,
  figures: FIGURES,
  spinEngines: {
    base: forEachReelSet(buildSpinEngine),
    buy: forEachReelSet(buildBuySpinEngine),
  },
  play: request => playRound(scarabCodex, false, request),
}
