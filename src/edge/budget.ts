// How often something may happen, by key: a bucket of tokens for each, in this process. Must never hold
// more keys than it was given room for.

export interface Rate {
  perSecond: number
  atOnce: number
}

interface Bucket {
  tokens: number
  atMs: number
}

/** Takes one token; false when there is none. */
export function takeToken(bucket: Bucket, { perSecond, atOnce }: Rate, nowMs: number): boolean {
  const refilled = bucket.tokens + ((nowMs - bucket.atMs) / 1000) * perSecond
  bucket.tokens = Math.min(atOnce, refilled)
  bucket.atMs = nowMs
  if (bucket.tokens < 1) return false
  bucket.tokens--
  return true
}

export function fullBucket({ atOnce }: Rate, nowMs: number): Bucket {
  return { tokens: atOnce, atMs: nowMs }
}

export interface Budgets {
  /** False: the key has spent its budget. */
  take(key: string): boolean
}

/**
 * @param keysMax keys remembered; the one that was quiet longest makes room and begins with a full bucket
 * @param nowMs a clock that never goes back
 */
export function createBudgets(rate: Rate, keysMax: number, nowMs: () => number): Budgets {
  const buckets = new Map<string, Bucket>()
  return {
    take(key) {
      const bucket = buckets.get(key) ?? fullBucket(rate, nowMs())
      // The map is in order of last use.
      buckets.delete(key)
      buckets.set(key, bucket)
      if (buckets.size > keysMax) buckets.delete(buckets.keys().next().value!)
      return takeToken(bucket, rate, nowMs())
    },
  }
}
