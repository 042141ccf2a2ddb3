// River of Ways in the form the platform needs: five reels with 243 ways, free games of the
// player's choice, and a feature buy. The round itself is in spin-engines.ts.

import { PROVIDER_A_BETS } from '../../engine/bet-ladders.ts'
import { CLIENT_LANGUAGES } from '../../engine/client-languages.ts'
import { forEachReelSet, type Game } from '../../engine/mathematics.ts'
import { playRound } from '../../engine/play.ts'
import { FIGURES } from './figures.ts'
import {
  buildBuySpinEngine,
  buildSpinEngine,
  CALMEST_OPTION,
  FREE_GAME_OPTIONS,
  MAX_WIN_BETS,
  RULES,
} from './spin-engines.ts'
import { LAYOUT, SYMBOLS, UNITS_PER_BET } from './symbols.ts'

export const riverOfWays: Game = {
  id: 'river-of-ways',
  name: 'River of Ways',
  provider: 'provider_a',
  version: '1.0.0',
  layout: LAYOUT,
  symbols: SYMBOLS,
  winsBy: 'ways',
  lines: [],
  unitsPerBet: UNITS_PER_BET,
  maxWinBets: MAX_WIN_BETS,
  modes: [
    { id: 'base', kind: 'base', priceBets: '1' },
    { id: 'buy', kind: 'buy', priceBets: '65' },
  ],
  bets: PROVIDER_A_BETS,
  mechanics: ['ways', 'wilds', 'free-games', 'choice', 'retrigger', 'feature-buy'],
  rules: RULES,
  hasFeature: true,
  freeSpins: true,
  targetOutcomes: true,
  languages: CLIENT_LANGUAGES.provider_a,
  options: FREE_GAME_OPTIONS.map(({ id }) => id),
  defaultOption: CALMEST_OPTION,
  figures: FIGURES,
  spinEngines: {
    base: forEachReelSet(buildSpinEngine),
    buy: forEachReelSet(buildBuySpinEngine),
  },
  play: request => playRound(riverOfWays, false, request),
}
