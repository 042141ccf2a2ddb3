// Thunder Reels in the form the platform needs: six reels whose height changes with every spin,
// cascading ways wins, free games with a multiplier without limit, and a feature buy. The round
// itself is in spin-engines.ts.

import { PROVIDER_C_BETS } from '../../engine/bet-ladders.ts'
import { CLIENT_LANGUAGES } from '../../engine/client-languages.ts'
import { forEachReelSet, type Game } from '../../engine/mathematics.ts'
import { playRound } from '../../engine/play.ts'
import { FIGURES } from './figures.ts'
import {
  buildBuySpinEngine,
  buildSpinEngine,
  LAYOUT,
  MAX_WIN_BETS,
  RULES,
  UNITS_PER_BET,
} from './spin-engines.ts'
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
  rules: RULES,
  hasFeature: true,
  freeSpins: true,
  targetOutcomes: true,
  languages: CLIENT_LANGUAGES.provider_c,
  options: [],
  defaultOption: null,
  figures: FIGURES,
  spinEngines: {
    base: forEachReelSet(buildSpinEngine),
    buy: forEachReelSet(buildBuySpinEngine),
  },
  play: request => playRound(thunderReels, false, request),
}
