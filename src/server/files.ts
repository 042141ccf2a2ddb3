// How many files this process may open, and how many of them are left for connections. Read once at
// start: past the limit a listener would accept nothing and loop for ever.

import { readFileSync } from 'node:fs'

/**
 * Connections of one address (IPv6: of its /64, as wherever callers are counted), and of all, as
 * far as the operating system has files for them (server/files.ts). A proxy in front of many
 * callers is listed in TRUSTED_PROXIES and has no separate bound.
 */
const CONNECTIONS_PER_ADDRESS = 4_096
const CONNECTIONS_MAX = 60_000

/** For stores, wallets, worker threads, logs and the files of the program. */
const RESERVED_SHARE = 1 / 4
const RESERVED_MAX = 8_192

/** The soft limit; null where it can't be read. */
export function readFileLimit(): number | null {
  try {
    const [, soft] = /^Max open files\s+(\d+|unlimited)/m.exec(
      readFileSync('/proc/self/limits', 'utf8'),
    )!
    return soft === 'unlimited' ? null : Number(soft)
  } catch {
    return null
  }
}

/** @param fileLimit null: unknown, or unlimited */
export function connectionLimits(fileLimit: number | null): { inAll: number; byAddress: number } {
  if (fileLimit === null) return { inAll: CONNECTIONS_MAX, byAddress: CONNECTIONS_PER_ADDRESS }
  const reserved = Math.min(RESERVED_MAX, Math.ceil(fileLimit * RESERVED_SHARE))
  const inAll = Math.max(1, Math.min(CONNECTIONS_MAX, fileLimit - reserved))
  // One address can never hold all of them.
  return { inAll, byAddress: Math.max(1, Math.min(CONNECTIONS_PER_ADDRESS, Math.floor(inAll / 2))) }
}
