// Passwords as argon2id hashes: made and checked, a limited number at once, since each takes memory
// and a thread; known people go before strangers. A name without an account is checked against a
// hash too, so that the time taken reveals nothing. Must never log a password.

import { hash, verify } from '@node-rs/argon2'
import { type AdminRefused, refuse } from '../errors.ts'

/**
 * NIST SP 800-63B asks for 15 characters for a password without a second step, and for 8 with one.
 */
const ADMIN_PASSWORD_MIN_CHARS = 12
const ADMIN_PASSWORD_MAX_CHARS = 256
/** OWASP's first choice for argon2id: 19 MiB, two passes, one thread; takes 30 ms here. */
const ADMIN_PASSWORD_MEMORY_KIB = 19_456
const ADMIN_PASSWORD_PASSES = 2
/** Passwords checked at once in one node: each takes the memory above and a thread of the pool. */
const ADMIN_PASSWORDS_AT_ONCE = 2
/**
 * Checks that wait for them, separately for strangers and for callers known by a session, a device
 * or a link; more are refused for now. Known callers go first: strangers delay none of them by more
 * than one check.
 */
const ADMIN_PASSWORDS_WAITING = 32

/** Whether a session, a device or a link has shown who asks. */
export type Asker = 'known' | 'stranger'

export interface Passwords {
  /** Only for a person who is known. */
  hash(password: string): Promise<string>
  /** @param hash null: no such account; takes the same time and returns false */
  isRight(hash: string | null, password: string, asker: Asker): Promise<boolean>
}

/** Too many checks are waiting: the person has to try again. */
export class PasswordsCrowded extends Error {}

const OPTIONS = {
  // argon2id as a number, because the package's enum does not survive type stripping.
  algorithm: 2,
  memoryCost: ADMIN_PASSWORD_MEMORY_KIB,
  timeCost: ADMIN_PASSWORD_PASSES,
  parallelism: 1,
}

export function createPasswords(): Passwords {
  const inTurn = createTurns(ADMIN_PASSWORDS_AT_ONCE, ADMIN_PASSWORDS_WAITING)
  let ofNoAccount: Promise<string> | null = null
  return {
    hash: password => inTurn('known', () => hash(normal(password), OPTIONS)),
    async isRight(known, password, asker) {
      ofNoAccount ??= hash('the password of no account', OPTIONS)
      const compared = known ?? (await ofNoAccount)
      const isSame = await inTurn(asker, () => verify(compared, normal(password)))
      return isSame && known !== null
    },
  }
}

export function checkPassword(password: string, field: string): AdminRefused | null {
  const { length } = [...password]
  if (length >= ADMIN_PASSWORD_MIN_CHARS && length <= ADMIN_PASSWORD_MAX_CHARS) return null
  const bounds = `${ADMIN_PASSWORD_MIN_CHARS} to ${ADMIN_PASSWORD_MAX_CHARS}`
  return refuse('INVALID_PASSWORD', `A password has ${bounds} characters.`, field)
}

/** The same text however a keyboard composes its letters (NIST SP 800-63B). */
const normal = (password: string) => password.normalize('NFKC')

/**
 * @param waitingMax separately for known people and for strangers: neither takes the others' places
 */
export function createTurns(atOnce: number, waitingMax: number) {
  let running = 0
  const waiting: Readonly<Record<Asker, (() => void)[]>> = { known: [], stranger: [] }
  return async <Value>(asker: Asker, work: () => Promise<Value>): Promise<Value> => {
    if (running >= atOnce) {
      if (waiting[asker].length >= waitingMax) throw new PasswordsCrowded()
      await new Promise<void>(resolve => waiting[asker].push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.known.shift() ?? waiting.stranger.shift()
      if (next === undefined) running--
      else next()
    }
  }
}
