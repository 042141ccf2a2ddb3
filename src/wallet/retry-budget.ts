// How many repeats each operator's wallet may be sent: a bucket that refills slowly by itself and
// faster with every answer. First attempts are never held back here.

import { RETRIES_PER_ANSWER, RETRIES_PER_SECOND, RETRY_BUDGET } from '../limits.ts'

interface Bucket {
  tokens: number
  atMs: number
}

export type RetryBudget = ReturnType<typeof createRetryBudget>

/** @param nowMs a clock that never goes back, milliseconds */
export function createRetryBudget(nowMs: () => number) {
  /** Full buckets are not kept: only projects with repeats under way have one. */
  const buckets = new Map<string, Bucket>()

  function refill(bucket: Bucket): number {
    const now = nowMs()
    const refilled = bucket.tokens + ((now - bucket.atMs) / 1000) * RETRIES_PER_SECOND
    bucket.tokens = Math.min(RETRY_BUDGET, refilled)
    bucket.atMs = now
    return bucket.tokens
  }

  return {
    /** False: the repeat waits. True spends a token. */
    take(projectId: string): boolean {
      let bucket = buckets.get(projectId)
      if (bucket === undefined) {
        bucket = { tokens: RETRY_BUDGET, atMs: nowMs() }
        buckets.set(projectId, bucket)
      }
      if (refill(bucket) < 1) return false
      bucket.tokens -= 1
      return true
    },

    /** The wallet answered something that can be understood. */
    answered(projectId: string): void {
      const bucket = buckets.get(projectId)
      if (bucket === undefined) return
      bucket.tokens += RETRIES_PER_ANSWER
      if (refill(bucket) >= RETRY_BUDGET) buckets.delete(projectId)
    },
  }
}
