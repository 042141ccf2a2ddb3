// The middle and the spread of a few figures, and the difference of two readings. Pure.

import type { CpuSeconds, ReadCpu } from './row.ts'

/** `low` and `high` are the quartiles: half of all figures lie between them. */
export type Spread = Readonly<Record<'median' | 'low' | 'high', number>>

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b)
  return {
    median: quantile(sorted, 0.5),
    low: quantile(sorted, 0.25),
    high: quantile(sorted, 0.75),
  }
}

export const medianOf = (values: readonly number[]): number => spreadOf(values).median

function quantile(sorted: readonly number[], share: number): number {
  if (sorted.length === 0) return 0
  const at = share * (sorted.length - 1)
  const below = sorted[Math.floor(at)]!
  return below + (sorted[Math.ceil(at)]! - below) * (at - Math.floor(at))
}

/**
 * Noise does not explain the difference: the quartiles do not overlap, and it is more than a
 * twentieth.
 */
export function isMoved(before: Spread, now: Spread): boolean {
  const isApart = now.low > before.high || now.high < before.low
  return isApart && Math.abs(now.median / before.median - 1) > 0.05
}

/** What each used since the earlier reading. */
export function usedSince(before: CpuSeconds, read: ReadCpu): CpuSeconds {
  const used = Object.entries(read()).map(([who, seconds]) => [who, seconds - (before[who] ?? 0)])
  return Object.fromEntries(used)
}
