// Sugar Cascade in the form the platform needs: six columns of sweets that pay anywhere and
// cascade, with multipliers, free games, an ante bet and a feature buy. The round itself is in
// spin-engines.ts.

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

export const sugarCascade: Game = {
  id: 'sugar-cascade',
  name: 'Sugar Cascade',
  provider: 'provider_c',
  version: '1.0.0',
  layout: LAYOUT,
  symbols: SYMBOLS,
  winsBy: 'anywhere',
  lines: [],
  unitsPerBet: UNITS_PER_BET,
  maxWinBets: MAX_WIN_BETS,
  modes: [
    { id: 'base', kind: 'base', priceBets: '1' },
    { id: 'ante', kind: 'ante', priceBets: '1.25' },
    { id: 'buy', kind: 'buy', priceBets: '80' },
  ],
  bets: PROVIDER_C_BETS,
  mechanics: [
    'pay-anywhere',
    'cascades',
    'multipliers',
    'free-games',
    'retrigger',
    'ante-bet',
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
    base: forEachReelSet(reelSet => buildSpinEngine('base', reelSet)),
    ante: forEachReelSet(reelSet => buildSpinEngine('ante', reelSet)),
    buy: forEachReelSet(buildBuySpinEngine),
  },
  play: request => playRound(sugarCascade, false, request),
}
