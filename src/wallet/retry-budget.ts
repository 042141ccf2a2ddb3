// How many repeats each operator's wallet may get: a token bucket that refills slowly with time and
// faster with every answer. First attempts are never delayed here.

import { createTokenBuckets } from '../limits/token-buckets.ts'
import {
  RETRIES_PER_ANSWER,
  RETRIES_PER_SECOND,
  RETRY_BUDGET,
  RETRY_BUDGETS_KEPT,
} from '../limits.ts'

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
