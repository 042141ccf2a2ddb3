// Owns which wins are big moments: the thresholds, the titles a count climbs through, and what the
// count shows at each instant. Pure; it must never draw or wait.

import type { Tier } from './moments.ts'

/** From how many base bets a win is called so, the smallest first; the price must be won back, too. */
export const TIERS: readonly { tier: Tier; bets: bigint }[] = [
  { tier: 'big', bets: 15n },
  { tier: 'mega', bets: 40n },
  { tier: 'epic', bets: 100n },
]

/** What decides it: the round's base stake and what it cost, in minor units. */
export interface Yardstick {
  baseStakeMinor: bigint
  priceMinor: bigint
}

/** Null: an ordinary win. What a bought feature returns is no big win before it is a win at all. */
export function tierOf(winMinor: bigint, { baseStakeMinor, priceMinor }: Yardstick): Tier | null {
  if (winMinor <= priceMinor || baseStakeMinor <= 0n) return null
  return TIERS.findLast(({ bets }) => winMinor >= baseStakeMinor * bets)?.tier ?? null
}

/** One stretch of a count: it runs to `toMinor` under a title. */
export interface Stretch {
  tier: Tier
  toMinor: bigint
  durationMs: number
}

/**
 * The count of a win as it climbs: each title stands until the count reaches the next one's
 * threshold. `totalMs` says how long the count of each tier takes as a whole.
 */
export function climb(
  winMinor: bigint,
  tier: Tier,
  baseStakeMinor: bigint,
  totalMs: Readonly<Record<Tier, number>>,
): Stretch[] {
  const last = TIERS.findIndex(each => each.tier === tier)
  let spentMs = 0
  return TIERS.slice(0, last + 1).map((step, index) => {
    const next = TIERS[index + 1]
    const toMinor = index === last || next === undefined ? winMinor : baseStakeMinor * next.bets
    const durationMs = totalMs[step.tier] - spentMs
    spentMs += durationMs
    return { tier: step.tier, toMinor, durationMs }
  })
}
