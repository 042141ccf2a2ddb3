// Owns which wins are big wins: the thresholds, the titles that a count climbs through, and the
// count at each instant. Pure; it must never draw or wait.

import type { Tier } from './moments.ts'

/**
 * The number of base bets from which a win has this tier, the smallest first; it must also exceed
 * the price.
 */
export const TIERS: readonly { tier: Tier; bets: bigint }[] = [
  { tier: 'big', bets: 15n },
  { tier: 'mega', bets: 40n },
  { tier: 'epic', bets: 100n },
]

/** What a tier depends on: the round's base stake and its price, in minor units. */
export interface TierBasis {
  baseStakeMinor: bigint
  priceMinor: bigint
}

/** Null: an ordinary win. A bought feature has no big win unless it returns more than its price. */
export function tierOf(winMinor: bigint, { baseStakeMinor, priceMinor }: TierBasis): Tier | null {
  if (winMinor <= priceMinor || baseStakeMinor <= 0n) return null
  return TIERS.findLast(({ bets }) => winMinor >= baseStakeMinor * bets)?.tier ?? null
}

/** One segment of a count: it runs to `toMinor` under a title. */
export interface CountSegment {
  tier: Tier
  toMinor: bigint
  durationMs: number
}

/**
 * The segments of a win's count: each title stays until the count reaches the next threshold.
 * `totalMs` is the duration of the whole count of each tier.
 */
export function countSegments(
  winMinor: bigint,
  tier: Tier,
  baseStakeMinor: bigint,
  totalMs: Readonly<Record<Tier, number>>,
): CountSegment[] {
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
