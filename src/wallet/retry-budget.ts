// How many repeats each operator's wallet may get: a token bucket that refills slowly with time and
// faster with every answer. First attempts are never delayed here.

import { createTokenBuckets } from '../limits/token-buckets.ts'

/**
 * Repeats that one lane may send to one operator's wallet: this many at once, then a number a
 * second while the wallet does not answer, and two more for each answer, so that a wallet that
 * works again is caught up with in growing steps and one that does not is not flooded.
 */
export const RETRY_BUDGET = 200
export const RETRIES_PER_SECOND = 20
export const RETRIES_PER_ANSWER = 2
/** Operators with repeats under way whose budgets a lane remembers, about 100 bytes each. */
const RETRY_BUDGETS_KEPT = 10_000

export type RetryBudget = ReturnType<typeof createRetryBudget>

const RATE = { perSecond: RETRIES_PER_SECOND, atOnce: RETRY_BUDGET } as const

/** @param nowMs a monotonic clock, milliseconds */
export function createRetryBudget(nowMs: () => number) {
  const buckets = createTokenBuckets(RATE, RETRY_BUDGETS_KEPT, nowMs)
  return {
    /** False: the repeat waits. True spends a token. */
    take: (projectId: string): boolean => buckets.take(projectId),
    /** The wallet gave an answer that can be understood. */
    answered: (projectId: string): void => buckets.giveBack(projectId, RETRIES_PER_ANSWER),
  }
}
