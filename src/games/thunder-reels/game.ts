// Owns what Thunder Reels is to the platform: six reels whose height changes with every spin,
// cascading ways wins, free games with a multiplier without limit, and a feature buy. The round
// itself is in spinners.ts.

import { PROVIDER_C_BETS } from '../bet-ladders.ts'
import { CLIENT_LANGUAGES } from '../client-languages.ts'
import { forEachWeighting, type Game } from '../mathematics.ts'
import { playRound } from '../play.ts'
import { FIGURES } from './figures.ts'
import { buildBuySpinner, buildSpinner, LAYOUT, MAX_WIN_BETS, UNITS_PER_BET } from './spinners.ts'
import { SYMBOLS } from './symbols.ts'

export const thunderReels: Game = {
  id: 'thunder-reels',
  name: 'Thunder Reels',
  provider: 'provider_c',
  version: '1.0.0',
  layout: LAYOUT,
  winsBy: 'ways',
  symbols: SYMBOLS,
  lines: [],
  unitsPerBet: UNITS_PER_BET,
  maxWinBets: MAX_WIN_BETS,
  modes: [
    { id: 'base', kind: 'base', priceBets: '1' },
    { id: 'buy', kind: 'buy', priceBets: '80' },
  ],
  bets: PROVIDER_C_BETS,
  mechanics: [
    'variable-ways',
    'cascades',
    'wilds',
    'free-games',
    'retrigger',
    'unlimited-multiplier',
    'feature-buy',
  ],
  hasFeature: true,
  freeSpins: true,
  targetOutcomes: true,
  languages: CLIENT_LANGUAGES.provider_c,
  options: [],
  figures: FIGURES,
  spinners: {
    base: forEachWeighting(buildSpinner),
    buy: forEachWeighting(buildBuySpinner),
  },
  play: request => playRound(thunderReels, false, request),
}
