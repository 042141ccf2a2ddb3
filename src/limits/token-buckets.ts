// How often something may happen, by key: one bucket of tokens for each, in this memory. Must never
// hold more keys than it was given room for.

export interface Rate {
  perSecond: number
  atOnce: number
}

interface Bucket {
  tokens: number
  atMs: number
}

/** Takes one token; false when no token is left. */
export function takeToken(bucket: Bucket, rate: Rate, nowMs: number): boolean {
  refill(bucket, rate, nowMs)
  if (bucket.tokens < 1) return false
  bucket.tokens--
  return true
}

/** Takes tokens for something that has happened already: the bucket may be in debt afterwards. */
export function chargeTokens(bucket: Bucket, tokens: number): void {
  bucket.tokens -= tokens
}

export function fullBucket({ atOnce }: Rate, nowMs: number): Bucket {
  return { tokens: atOnce, atMs: nowMs }
}

function refill(bucket: Bucket, { perSecond, atOnce }: Rate, nowMs: number): void {
  const refilled = bucket.tokens + ((nowMs - bucket.atMs) / 1000) * perSecond
  bucket.tokens = Math.min(atOnce, refilled)
  bucket.atMs = nowMs
}

export interface TokenBuckets {
  /** False: the key has spent its tokens. */
  take(key: string): boolean
  /** Seconds until the key has a token, rounded up; 0 while it has one. Takes no token. */
  waitS(key: string): number
  /** Returns tokens early, up to a full bucket. */
  giveBack(key: string, tokens: number): void
}

/**
 * @param keysMax keys remembered; the one whose last token was taken longest ago makes room, and
 * starts with a full bucket if it returns
 * @param nowMs a clock that never goes back
 */
export function createTokenBuckets(rate: Rate, keysMax: number, nowMs: () => number): TokenBuckets {
  const buckets = new Map<string, Bucket>()
  const fillMs = (1000 * rate.atOnce) / rate.perSecond
  let nextLookMs = nowMs() + fillMs

  /** A key that took nothing for this long has a full bucket, which is the same as having none. */
  function forgetFull(): void {
    const now = nowMs()
    if (now < nextLookMs) return
    nextLookMs = now + fillMs
    for (const [key, { atMs }] of buckets) {
      if (now - atMs < fillMs) return
      buckets.delete(key)
    }
  }

  function hold(key: string): Bucket {
    forgetFull()
    const bucket = buckets.get(key) ?? fullBucket(rate, nowMs())
    // The map is in order of last use.
    buckets.delete(key)
    buckets.set(key, bucket)
    if (buckets.size > keysMax) buckets.delete(buckets.keys().next().value!)
    return bucket
  }

  return {
    take: key => takeToken(hold(key), rate, nowMs()),
    waitS(key) {
      const bucket = buckets.get(key)
      if (bucket === undefined) return 0
      refill(bucket, rate, nowMs())
      return bucket.tokens >= 1 ? 0 : Math.ceil((1 - bucket.tokens) / rate.perSecond)
    },
    giveBack(key, tokens) {
      const bucket = buckets.get(key)
      if (bucket === undefined) return
      refill(bucket, rate, nowMs())
      bucket.tokens += tokens
      // A full bucket is the same as none.
      if (bucket.tokens >= rate.atOnce) buckets.delete(key)
    },
  }
}
