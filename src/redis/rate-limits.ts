// Token buckets of the operator API in Redis, shared by all nodes: one a project and class. Knows
// neither quotas nor what a call is.

import type { RateClass } from '../limits.ts'
import type { RedisClient } from './connection.ts'
import { loadScript } from './scripts.ts'

export type Take =
  | { isAllowed: true; remaining: number }
  /** Nothing was taken; in this many seconds, at least 1, there is a call again. */
  | { isAllowed: false; retryAfterS: number }

export type TakeCall = ReturnType<typeof createRateLimits>

/** All buckets of a project share one hash tag, so that a cluster keeps them in one slot. */
function bucketKey(projectId: string, rateClass: RateClass): string {
  return `rate:{${projectId}}:${rateClass}`
}

export function createRateLimits(redis: RedisClient) {
  const rateTake = loadScript<[0 | 1, number, number]>(redis, 'rate-take', 1)

  return async (projectId: string, rateClass: RateClass, perMinute: number): Promise<Take> => {
    const key = bucketKey(projectId, rateClass)
    const [allowed, remaining, retryAfterS] = await rateTake(key, perMinute)
    return allowed === 1 ? { isAllowed: true, remaining } : { isAllowed: false, retryAfterS }
  }
}
