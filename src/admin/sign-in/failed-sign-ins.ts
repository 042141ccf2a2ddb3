// Reports failed sign-ins to the audit log, one record for each account and period, with a count
// and a few addresses, so that they never fill the log. Must never hold what was typed, nor a name
// without an account, which may be a password in the wrong field.

/**
 * Failed sign-ins are written to the audit log once in this time: one record for each of this many
 * accounts and one for all others, each with this many addresses. A flood writes eleven records a
 * minute.
 */
const ADMIN_FAILED_SIGN_INS_MS = 60_000
export const ADMIN_FAILED_SIGN_IN_ACCOUNTS = 10
export const ADMIN_FAILED_SIGN_IN_ADDRESSES = 10

export interface FailedSignIn {
  /** The account that the sign-ins were for. */
  subject: string
  failures: number
  /** The first addresses only. */
  addresses: { address: string; failures: number }[]
}

export type FailedSignIns = ReturnType<typeof createFailedSignIns>

const OTHERS = 'other accounts, or none'

/** @param report writes one period, at most every ADMIN_FAILED_SIGN_INS_MS; must not reject */
export function createFailedSignIns(report: (failed: readonly FailedSignIn[]) => Promise<void>) {
  let gathered = new Map<string, FailedSignIn>()
  let timer: NodeJS.Timeout | undefined

  /** Reports what is gathered so far. */
  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (gathered.size === 0) return
    const failed = [...gathered.values()]
    gathered = new Map()
    await report(failed)
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
    /** @param account null: there is no such account */
    add(account: string | null, address: string): void {
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
