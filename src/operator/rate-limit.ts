// Which quota a call counts against, and the headers about it in the answer. Never keeps the API
// from working: while the buckets are away every call is let through.

import { CALLS_PER_MINUTE, type RateClass } from '../core/settings-schema.ts'
import type { Project } from '../ledger/projects/projects.ts'
import type { TakeCall } from '../redis/rate-limits.ts'

export interface Admission {
  isAllowed: boolean
  /** For the answer, whether it is a refusal or a success. */
  headers: Readonly<Record<string, string>>
}

export interface RateLimitDeps {
  takeCall: TakeCall
  /** Called for a call that could not be counted and was let through. */
  onUncounted(rateClass: RateClass): void
}

export type AdmitCall = (
  project: Project,
  rateClass: RateClass,
  onFault: (error: unknown) => void,
) => Promise<Admission>

/** The one place that defines a project's quota: calls a minute. */
export function quotaOf({ settings }: Project, rateClass: RateClass): number {
  return settings.callsPerMinute[rateClass] ?? CALLS_PER_MINUTE[rateClass]
}

/**
 * Takes one call out of the project's bucket. Without Redis the call goes through uncounted:
 * callers are authenticated, the node limits its own work, and launches, cancels and reports need
 * only Postgres. Logged once per outage, counted for every call.
 */
export function createRateLimit(deps: RateLimitDeps): AdmitCall {
  let isAway = false
  return async (project, rateClass, onFault) => {
    const perMinute = quotaOf(project, rateClass)
    const limit = { 'x-ratelimit-limit': `${perMinute}/min` }
    try {
      const taken = await deps.takeCall(project.projectId, rateClass, perMinute)
      isAway = false
      const rest: Record<string, string> = taken.isAllowed
        ? { 'x-ratelimit-remaining': String(taken.remaining) }
        : { 'retry-after': String(taken.retryAfterS) }
      return { isAllowed: taken.isAllowed, headers: { ...limit, ...rest } }
    } catch (error) {
      if (!isAway) onFault(error)
      isAway = true
      deps.onUncounted(rateClass)
      return { isAllowed: true, headers: limit }
    }
  }
}
