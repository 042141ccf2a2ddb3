// Token buckets in Redis, shared by all nodes: one for each project and rate class of the operator
// API, and those of sign-ins. Quotas, and what a call is, are defined elsewhere.

import type { RateClass } from '../core/settings-schema.ts'
import type { RedisClient } from './connection.ts'
import { loadScript } from './scripts.ts'

export type Take =
  | { isAllowed: true; remaining: number }
  /** Nothing was taken; a call is possible again after this many seconds, at least 1. */
  | { isAllowed: false; retryAfterS: number }

export type TakeCall = ReturnType<typeof createRateLimits>

/** The kinds of calls that a bucket counts. */
type BucketClass = RateClass | 'sign-in'

/** All buckets of a project share one hash tag, so that a cluster keeps them in one slot. */
function bucketKey(owner: string, bucketClass: BucketClass): string {
  return `rate:{${owner}}:${bucketClass}`
}

/** Calls of one turn of the event loop that take from one bucket together. */
type Together = { resolve: (take: Take) => void; reject: (error: unknown) => void }[]

/** Fills a bucket again. */
export function createRefill(redis: RedisClient) {
  return async (owner: string, bucketClass: BucketClass): Promise<void> => {
    await redis.del(bucketKey(owner, bucketClass))
  }
}

export function createRateLimits(redis: RedisClient) {
  const rateTake = loadScript<[number, number, number]>(redis, 'rate-take', 1)
  const waiting = new Map<string, Together>()

  async function takeTogether(key: string, perMinute: number, together: Together): Promise<void> {
    try {
      const [taken, left, retryAfterS] = await rateTake(key, perMinute, together.length)
      // First come, first served: each caller gets the number that was left after its own call.
      for (const [i, { resolve }] of together.entries()) {
        if (i < taken) resolve({ isAllowed: true, remaining: left + taken - 1 - i })
        else resolve({ isAllowed: false, retryAfterS })
      }
    } catch (error) {
      for (const { reject } of together) reject(error)
    }
  }

  return (owner: string, bucketClass: BucketClass, perMinute: number): Promise<Take> =>
    new Promise((resolve, reject) => {
      const key = bucketKey(owner, bucketClass)
      const name = `${key} ${perMinute}`
      const known = waiting.get(name)
      if (known !== undefined) {
        known.push({ resolve, reject })
        return
      }
      const together: Together = [{ resolve, reject }]
      waiting.set(name, together)
      // Runs after every promise that is settled in this turn.
      process.nextTick(() => {
        waiting.delete(name)
        void takeTogether(key, perMinute, together)
      })
    })
}
