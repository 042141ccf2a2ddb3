// How often a password may be tried: by strangers, by a device that has signed in before, by a
// session; and how often an account may ask all nodes something. Counted for all nodes together.
// Strangers use up only the tries of strangers. Must never reveal whether a name exists.

import { createHash } from 'node:crypto'
import type { TakeCall } from '../../redis/rate-limits.ts'
import { type AdminRefused, refuse } from '../errors.ts'

/**
 * Tries a minute. For strangers: of one address for one name, of everybody for one name, and of one
 * address. For one device that has signed in before, and for one session, separately: strangers use
 * up none of theirs. And codes of the second step, of which three in a million are right: of
 * strangers for one name, of one device, of one session. And checks of right and wrong passwords of
 * all devices and sessions of one account: each is 30 ms of a core, so all are 6 % of one. And
 * steps of sign-ins through a provider from one address, of which each takes two: nothing can be
 * guessed, and an office may have one address.
 */
export const ADMIN_SIGN_INS_PER_MINUTE = {
  pair: 5,
  name: 30,
  address: 20,
  known: 5,
  checks: 120,
  code: 3,
  provider: 60,
} as const
/**
 * Questions of one account: each is a row, a notice to every node and a wait; a person opens fewer
 * rounds.
 */
export const ADMIN_QUESTIONS_PER_MINUTE = 60
/**
 * Changes by one account that is no owner of the platform: each is a record of the audit log, which
 * is never shortened.
 */
const ADMIN_CHANGES_PER_MINUTE = 60

/** Who tries a password or a code. */
export type Trier =
  | { by: 'stranger'; name: string; address: string }
  | { by: 'device'; deviceId: string; name: string }
  | { by: 'session'; sessionId: string; name: string; address: string }

export type SignInLimits = ReturnType<typeof createSignInLimits>

interface Buckets {
  /** The counters of the operator API: no project has such a name. */
  take: TakeCall
  refill(owner: string, bucketClass: 'sign-in'): Promise<void>
}

type Bucket = readonly [key: string, perMinute: number]

export function createSignInLimits({ take, refill }: Buckets, onFault: (error: unknown) => void) {
  // One after the other: a try that is refused for its address uses up none of the name's tries;
  // otherwise one address could keep everybody from signing in under that name.
  async function takeAll(buckets: readonly Bucket[]): Promise<AdminRefused | null> {
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
    /** Null: it may be tried. */
    take: (trier: Trier) => takeAll(bucketsOf(trier)),
    /** A person who guesses at an open browser has fewer tries left to sign in from there. */
    async noteWrong(trier: Trier & { by: 'session' }): Promise<void> {
      await takeAll([pairOf(trier)])
    },
    /** For a code of the second step: a person who has the password could guess codes. */
    takeCode: (trier: Trier) => takeAll([[`admin:code:${ownerOf(trier)}`, PER_MINUTE.code]]),
    /** The password or code was right: the count of the device or session starts again. */
    async forgive(trier: Trier): Promise<void> {
      if (trier.by === 'stranger') return
      await refill(`admin:${ownerOf(trier)}`, 'sign-in').catch(onFault)
    },
    /** For a one-time link, which can't be guessed; no name is tried. */
    takeLink: (address: string) => takeAll([[`admin:link:${address}`, PER_MINUTE.pair]]),
    /** For a step that asks the sign-in provider. */
    takeProvider: (address: string) =>
      takeAll([[`admin:provider:${address}`, PER_MINUTE.provider]]),
    /** For a change, which is kept in the audit log. */
    takeChange: (accountId: string) =>
      takeAll([[`admin:change:${accountId}`, ADMIN_CHANGES_PER_MINUTE]]),
    /** For a question that every node has to answer. */
    takeQuestion: (accountId: string) =>
      takeAll([[`admin:question:${accountId}`, ADMIN_QUESTIONS_PER_MINUTE]]),
  }
}

const PER_MINUTE = ADMIN_SIGN_INS_PER_MINUTE

function bucketsOf(trier: Trier): readonly Bucket[] {
  const ofItself: Bucket = [
    `admin:${ownerOf(trier)}`,
    trier.by === 'stranger' ? PER_MINUTE.name : PER_MINUTE.known,
  ]
  // A right password gives its tries back, but not the work of the check.
  const checks: Bucket = [`admin:checks:${hideName(trier.name)}`, PER_MINUTE.checks]
  if (trier.by !== 'stranger') return [ofItself, checks]
  return [ofAddress(trier.address), pairOf(trier), ofItself]
}

function ownerOf(trier: Trier): string {
  if (trier.by === 'device') return `device:${trier.deviceId}`
  if (trier.by === 'session') return `session:${trier.sessionId}`
  return `name:${hideName(trier.name)}`
}

const ofAddress = (address: string): Bucket => [`admin:address:${address}`, PER_MINUTE.address]
const pairOf = ({ name, address }: { name: string; address: string }): Bucket => [
  `admin:pair:${hideName(name)}:${address}`,
  PER_MINUTE.pair,
]

/** Tries that can't be counted are refused; people who are signed in are not affected. */
const UNCOUNTED = refuse(
  'UNAVAILABLE',
  'Redis does not answer, so attempts can not be counted: try again.',
)

/** A hash, so that a key has a fixed length and holds no typed text, whatever the name is. */
export const hideName = (name: string) =>
  createHash('sha256').update(name).digest('base64url').slice(0, 22)

function tooMany(retryAfterS: number): AdminRefused {
  const refused = refuse('TOO_MANY_ATTEMPTS', `Too many attempts: wait ${retryAfterS} seconds.`)
  return { ...refused, retryAfterS }
}
