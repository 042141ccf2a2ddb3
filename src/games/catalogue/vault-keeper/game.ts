// Vault Keeper in the form the platform needs: five reels, twenty lines, cash symbols that are held
// while the rest respins, pots, and a feature buy. The round itself is in spin-engines.ts.

import { PROVIDER_A_BETS } from '../../engine/bet-ladders.ts'
import { CLIENT_LANGUAGES } from '../../engine/client-languages.ts'
import { forEachReelSet, type Game } from '../../engine/mathematics.ts'
import { playRound } from '../../engine/play.ts'
import { FIGURES } from './figures.ts'
import { buildBuySpinEngine, buildSpinEngine, MAX_WIN_BETS, RULES } from './spin-engines.ts'
import { LAYOUT, LINES, SYMBOLS, UNITS_PER_BET } from './symbols.ts'

export const vaultKeeper: Game = {
  id: 'vault-keeper',
  name: 'Vault Keeper',
  provider: 'provider_a',
  version: '1.0.0',
  layout: LAYOUT,
  symbols: SYMBOLS,
  winsBy: 'lines',
  lines: LINES,
  unitsPerBet: UNITS_PER_BET,
  maxWinBets: MAX_WIN_BETS,
  modes: [
    { id: 'base', kind: 'base', priceBets: '1' },
    { id: 'buy', kind: 'buy', priceBets: '55' },
  ],
  bets: PROVIDER_A_BETS,
  mechanics: ['lines', 'wilds', 'hold-and-win', 'respins', 'pots', 'feature-buy'],
  rules: RULES,
  hasFeature: true,
  freeSpins: true,
  targetOutcomes: true,
  languages: CLIENT_LANGUAGES.provider_a,
  options: [],
  defaultOption: null,
  figures: FIGURES,
  spinEngines: {
    base: forEachReelSet(buildSpinEngine),
    buy: forEachReelSet(buildBuySpinEngine),
  },
  play: request => playRound(vaultKeeper, false, request),
}
