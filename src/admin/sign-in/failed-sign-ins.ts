// Tells the audit log of failed sign-ins, one record for each account and stretch of time, with a count and a few
// addresses: however many there are, they do not fill it. Must never hold what was typed, nor a name of no account,
// which may be a password in the wrong field.

import {
  ADMIN_FAILED_SIGN_IN_ACCOUNTS,
  ADMIN_FAILED_SIGN_IN_ADDRESSES,
  ADMIN_FAILED_SIGN_INS_MS,
} from '../../limits/admin.ts'

export interface FailedSignIn {
  /** What was tried to be signed in to. */
  subject: string
  failures: number
  /** The first ones. */
  addresses: { address: string; failures: number }[]
}

export interface FailedSignIns {
  /** @param account null: there is no such account */
  add(account: string | null, address: string): void
  /** Tells what is gathered now. */
  flush(): Promise<void>
}

const OTHERS = 'other accounts, or none'

/** @param tell one stretch of time, at most every ADMIN_FAILED_SIGN_INS_MS; must not reject */
export function createFailedSignIns(
  tell: (failed: readonly FailedSignIn[]) => Promise<void>,
): FailedSignIns {
  let gathered = new Map<string, FailedSignIn>()
  let timer: NodeJS.Timeout | undefined

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (gathered.size === 0) return
    const failed = [...gathered.values()]
    gathered = new Map()
    await tell(failed)
  }

  function entryOf(account: string | null): FailedSignIn {
    const named = account === null ? OTHERS : `account ${account}`
    const accounts = gathered.size - (gathered.has(OTHERS) ? 1 : 0)
    const hasRoom = gathered.has(named) || accounts < ADMIN_FAILED_SIGN_IN_ACCOUNTS
    const subject = hasRoom ? named : OTHERS
    const entry = gathered.get(subject) ?? { subject, failures: 0, addresses: [] }
    gathered.set(subject, entry)
    return entry
  }

  return {
    add(account, address) {
      const entry = entryOf(account)
      entry.failures++
      const known = entry.addresses.find(each => each.address === address)
      if (known !== undefined) known.failures++
      else if (entry.addresses.length < ADMIN_FAILED_SIGN_IN_ADDRESSES) {
        entry.addresses.push({ address, failures: 1 })
      }
      timer ??= setTimeout(() => void flush(), ADMIN_FAILED_SIGN_INS_MS).unref()
    },
    flush,
  }
}
