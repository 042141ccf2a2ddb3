// The word for how much a mode's wins vary, from its volatility index, and how a share is printed.
// Must never depend on a game.

import type { Volatility } from '../engine/contract.ts'
import { Z_90 } from './simulate.ts'

/** The volatility index (90 %, in prices of the mode) from which each word applies. */
const VOLATILITIES = [
  ['very-high', 15],
  ['high', 10],
  ['medium', 5],
] as const satisfies readonly (readonly [Volatility, number])[]

/** @param deviationPrices standard deviation of the win of one round, in prices of the mode */
export function volatilityOf(deviationPrices: number): Volatility {
  const index = Z_90 * deviationPrices
  return VOLATILITIES.find(([, from]) => index >= from)?.[0] ?? 'low'
}
