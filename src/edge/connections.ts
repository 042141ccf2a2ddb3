// Limits how many connections a listener holds, in all and by address; one too many is closed at
// once. Counts connections and never looks into one.

import type { HttpResponse } from 'uWebSockets.js'

export interface ConnectionLimits {
  inAll: number
  /** Per address; a trusted proxy is limited only by the total. */
  byAddress: number
}

export interface ConnectionDeps {
  limits: ConnectionLimits
  isTrustedProxy(address: string): boolean
  /** The name under which connections from this address are counted. */
  counted(address: string): string
  /** Open connections by that name, from the kernel's list; null where the list can't be read. */
  countByAddress(): ReadonlyMap<string, number> | null
  nowMs(): number
  onRefused(cause: 'all' | 'address'): void
}

export interface ConnectionBounds {
  /** For the app's filter: called with 1 for a new connection and -1 for one that ended. */
  onConnection(res: HttpResponse, change: unknown): void
  /** A WebSocket ended: the filter is called only when it opens. */
  onSocketClosed(): void
  count(): number
}

/**
 * The kernel's list is read at most this often, because it holds every connection of the machine.
 */
const RECOUNT_MS = 250
/**
 * And for at most this share of the time: a caller who opens and closes connections makes the list
 * long. Reading 26,000 closed ones took 100 to 300 ms.
 */
const RECOUNT_SHARE = 1 / 50
/** Addresses counted between two readings of the kernel's list. */
const ADDRESSES_COUNTED = 10_000

/**
 * The filter reports where a connection comes from, but not which one ended. So the connections of
 * an address are those in the kernel's last list, plus those opened since; only an address that
 * seems to have too many causes a new reading.
 */
export function createConnectionBounds(deps: ConnectionDeps): ConnectionBounds {
  const { inAll, byAddress } = deps.limits
  let open = 0
  let listed: ReadonlyMap<string, number> = new Map()
  let since = new Map<string, number>()
  let nextCountMs = Number.NEGATIVE_INFINITY

  const estimate = (caller: string) => (listed.get(caller) ?? 0) + (since.get(caller) ?? 0)

  function recount(): void {
    const nowMs = deps.nowMs()
    const isTooSoon = nowMs < nextCountMs
    if (isTooSoon && since.size <= ADDRESSES_COUNTED) return
    since = new Map()
    // Counts of connections not listed yet start again from zero: limiting memory comes first.
    if (isTooSoon) return
    const startedMs = performance.now()
    listed = deps.countByAddress() ?? new Map()
    nextCountMs = nowMs + Math.max(RECOUNT_MS, (performance.now() - startedMs) / RECOUNT_SHARE)
  }

  function hasTooMany(address: string): boolean {
    const caller = deps.counted(address)
    since.set(caller, (since.get(caller) ?? 0) + 1)
    if (since.size > ADDRESSES_COUNTED) recount()
    if (estimate(caller) <= byAddress || deps.isTrustedProxy(address)) return false
    recount()
    return estimate(caller) > byAddress
  }

  function onOpened(res: HttpResponse): void {
    const address = Buffer.from(res.getRemoteAddressAsText()).toString()
    const cause = open > inAll ? 'all' : hasTooMany(address) ? 'address' : null
    if (cause === null) return
    deps.onRefused(cause)
    res.close()
  }

  return {
    onConnection(res, change) {
      open += Number(change)
      if (Number(change) > 0) onOpened(res)
    },
    onSocketClosed() {
      open--
    },
    count: () => open,
  }
}
