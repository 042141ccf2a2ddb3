// Owns what River of Ways is to the platform: five reels with 243 ways, free games of the player's
// choice, and a feature buy. The round itself is in spinners.ts.

import { PROVIDER_A_BETS } from '../bet-ladders.ts'
import { CLIENT_LANGUAGES } from '../client-languages.ts'
import { forEachWeighting, type Game } from '../mathematics.ts'
import { playRound } from '../play.ts'
import { FIGURES } from './figures.ts'
import { buildBuySpinner, buildSpinner, FREE_GAME_OPTIONS, MAX_WIN_BETS } from './spinners.ts'
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
  hasFeature: true,
  freeSpins: true,
  targetOutcomes: true,
  languages: CLIENT_LANGUAGES.provider_a,
  options: FREE_GAME_OPTIONS.map(({ id }) => id),
  figures: FIGURES,
  spinners: {
    base: forEachWeighting(buildSpinner),
    buy: forEachWeighting(buildBuySpinner),
  },
  play: request => playRound(riverOfWays, false, request),
}
