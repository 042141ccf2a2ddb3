// Where the platform's own stores are, as addresses: no wallet callback may reach them, even in a
// private network that wallets are allowed in. Resolves the names in the node's settings and opens
// nothing.

import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { performance } from 'node:perf_hooks'
import { readAddress } from '../core/network.ts'

/** A store that moves is known under its new address after this long. */
const STORES_KEPT_MS = 10_000

export interface StoreAddresses {
  /** Resolves the names anew when they are due. */
  refresh(): Promise<void>
  /** By the last resolution. */
  has(address: string): boolean
}

/**
 * @param hosts names and addresses
 * @param resolve as the drivers of the stores do it, which use the hosts file
 */
export function createStoreAddresses(
  hosts: readonly string[],
  resolve: (host: string) => Promise<readonly string[]> = resolveLikeDrivers,
): StoreAddresses {
  let known = new Set(hosts.map(canonical))
  let dueMs = Number.NEGATIVE_INFINITY
  let resolving: Promise<void> | null = null

  async function resolveAll(): Promise<void> {
    // A name that leads nowhere now leads to no store either.
    const found = await Promise.all(hosts.map(host => resolve(host).catch(() => [])))
    known = new Set([...hosts, ...found.flat()].map(canonical))
    dueMs = performance.now() + STORES_KEPT_MS
  }

  return {
    async refresh() {
      if (performance.now() < dueMs) return
      resolving ??= resolveAll().finally(() => {
        resolving = null
      })
      await resolving
    },
    has: address => known.has(canonical(address)),
  }
}

const canonical = (host: string) => readAddress(host) ?? host

async function resolveLikeDrivers(host: string): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host]
  return (await lookup(host, { all: true })).map(({ address }) => address)
}
