// How often a sign-in may be tried: by one address for one name, by everybody for one name, and by one address,
// counted for all nodes together. Must never tell whether a name exists.

import { createHash } from 'node:crypto'
import { ADMIN_SIGN_INS_PER_MINUTE } from '../../limits/admin.ts'
import type { TakeCall } from '../../redis/rate-limits.ts'
import { type AdminRefused, refuse } from '../errors.ts'

/** Null: it may be tried. */
export type SignInLimits = (name: string, address: string) => Promise<AdminRefused | null>

/** @param take the buckets of the operator API: no project has such a name */
export function createSignInLimits(take: TakeCall): SignInLimits {
  return async (name, address) => {
    // Of any length and any characters, and nobody's business.
    const hidden = createHash('sha256').update(name).digest('base64url').slice(0, 22)
    const buckets = [
      [`admin:address:${address}`, ADMIN_SIGN_INS_PER_MINUTE.address],
      [`admin:pair:${hidden}:${address}`, ADMIN_SIGN_INS_PER_MINUTE.pair],
      [`admin:name:${hidden}`, ADMIN_SIGN_INS_PER_MINUTE.name],
    ] as const
    // One after the other: a try that is refused for its address takes none of the name's, or a single address
    // could keep everybody from signing in under a name.
    for (const [key, perMinute] of buckets) {
      const taken = await take(key, 'sign-in', perMinute)
      if (!taken.isAllowed) return tooMany(taken.retryAfterS)
    }
    return null
  }
}

function tooMany(retryAfterS: number): AdminRefused {
  const refused = refuse('TOO_MANY_ATTEMPTS', `Too many attempts: wait ${retryAfterS} seconds.`)
  return { ...refused, retryAfterS }
}
