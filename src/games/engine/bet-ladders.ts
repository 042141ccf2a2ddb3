// The bet ladders that several games of a provider share. Must never depend on a game.

import type { BetLadder } from './contract.ts'

export const PROVIDER_A_BETS: BetLadder = {
  kind: 'denomination',
  denominationsMinor: {
    UAH: [10, 20, 50, 100, 200, 500],
    USD: [1, 2, 5, 10, 20, 50],
    EUR: [1, 2, 5, 10, 20, 50],
    RUB: [20, 50, 100, 200, 500, 1_000],
  },
  credits: [20, 40, 100],
}

export const PROVIDER_C_BETS: BetLadder = {
  kind: 'level',
  baseStakeMinor: { UAH: 500, USD: 20, EUR: 20, RUB: 1_000 },
  levels: [1, 2, 3, 4, 5, 8, 10, 15, 20, 50, 100, 200],
}
