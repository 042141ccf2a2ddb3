// How often a sign-in may be tried: by one address for one name, by everybody for one name, and by one address; and how
// often an account may ask all nodes something. Counted for all nodes together. Must never tell whether a name exists.

import { createHash } from 'node:crypto'
import { ADMIN_QUESTIONS_PER_MINUTE, ADMIN_SIGN_INS_PER_MINUTE } from '../../limits/admin.ts'
import type { TakeCall } from '../../redis/rate-limits.ts'
import { type AdminRefused, refuse } from '../errors.ts'

export interface SignInLimits {
  /** Null: it may be tried. */
  take(name: string, address: string): Promise<AdminRefused | null>
  /** For a code of the second step, from wherever: of whom the password is known, codes are guessed. */
  takeCode(name: string): Promise<AdminRefused | null>
  /** For a question that every node looks at. */
  takeQuestion(accountId: string): Promise<AdminRefused | null>
}

/** @param take the buckets of the operator API: no project has such a name */
export function createSignInLimits(
  take: TakeCall,
  onFault: (error: unknown) => void,
): SignInLimits {
  const { address, pair, name: ofName, code } = ADMIN_SIGN_INS_PER_MINUTE

  // One after the other: a try that is refused for its address takes none of the name's, or a single address
  // could keep everybody from signing in under a name.
  async function takeAll(buckets: readonly (readonly [key: string, perMinute: number])[]) {
    try {
      for (const [key, perMinute] of buckets) {
        const taken = await take(key, 'sign-in', perMinute)
        if (!taken.isAllowed) return tooMany(taken.retryAfterS)
      }
      return null
    } catch (error) {
      onFault(error)
      return UNCOUNTED
    }
  }

  return {
    take: (name, from) =>
      takeAll([
        [`admin:address:${from}`, address],
        [`admin:pair:${hide(name)}:${from}`, pair],
        [`admin:name:${hide(name)}`, ofName],
      ]),
    takeCode: name => takeAll([[`admin:code:${hide(name)}`, code]]),
    takeQuestion: accountId =>
      takeAll([[`admin:question:${accountId}`, ADMIN_QUESTIONS_PER_MINUTE]]),
  }
}

/** Tries that can't be counted are refused: whoever is signed in goes on. */
const UNCOUNTED = refuse(
  'UNAVAILABLE',
  'Redis does not answer, so attempts can not be counted: try again.',
)

/** Of any length and any characters, and nobody's business. */
const hide = (name: string) => createHash('sha256').update(name).digest('base64url').slice(0, 22)

function tooMany(retryAfterS: number): AdminRefused {
  const refused = refuse('TOO_MANY_ATTEMPTS', `Too many attempts: wait ${retryAfterS} seconds.`)
  return { ...refused, retryAfterS }
}
