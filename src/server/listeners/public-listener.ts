// The public listener of a node, with bounded connections: past the number of files that the
// process may open, a listener would accept nothing and loop for ever.

import { readFileSync } from 'node:fs'
import { countedAddress } from '../../core/network.ts'
import { createConnectionBounds } from '../../edge/connections.ts'
import type { Headers } from '../../edge/http.ts'
import { createListener } from '../../edge/listener.ts'
import type { Parts } from '../parts.ts'
import type { Config } from '../settings/config.ts'
import { isOfTrustedProxy } from './counted-connection.ts'

/** Below this a busy node runs out of files: logged once, at start. */
const FILES_WANTED = 16_384
const YEAR_S = 31_536_000

export function createPublicListener({ config, log, metrics, onFault }: Parts) {
  const fileLimit = readFileLimit()
  const limits = connectionLimits(fileLimit)
  log.info(
    { fileLimit, connections: limits.inAll, byAddress: limits.byAddress },
    'connection limits',
  )
  if (fileLimit !== null && fileLimit < FILES_WANTED) {
    log.warn({ fileLimit }, `few open files are allowed: raise "ulimit -n" to ${FILES_WANTED}`)
  }
  const isTrustedProxy = (text: string) => isOfTrustedProxy(config, text)
  const connections = createConnectionBounds({
    limits,
    isTrustedProxy,
    counted: countedAddress,
    countByAddress: () => countConnections(config.port),
    nowMs: performance.now.bind(performance),
    onRefused: metrics.connectionRefused,
  })
  metrics.watchConnections(connections.count)
  const listener = createListener({
    headers: headersOf(config),
    connections,
    isProxyProtocolAllowed: address => config.proxyProtocol && isTrustedProxy(address),
    onRefused: metrics.requestRefused,
    onFault,
  })
  return { ...listener, connections }
}

/** HSTS: a browser that came over TLS uses only TLS from then on. */
function headersOf({ publicUrl }: Config): Headers {
  if (!publicUrl.startsWith('https:')) return {}
  return { 'strict-transport-security': `max-age=${YEAR_S}; includeSubDomains` }
}

/**
 * Connections of one address (IPv6: of its /64, as wherever callers are counted), and of all, as
 * far as the operating system has files for them. A proxy in front of many callers is listed in
 * TRUSTED_PROXIES and has no separate bound.
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

const LISTS = ['/proc/net/tcp', '/proc/net/tcp6']
/** Established, and those that the other side has closed. */
const OPEN_STATES = new Set(['01', '08'])

/**
 * The open connections of a port by the caller address that they count for, as a Linux kernel lists
 * them; null where the kernel has no such lists.
 */
export function countConnections(port: number): ReadonlyMap<string, number> | null {
  const lists = LISTS.map(readList).filter(list => list !== null)
  return lists.length === 0 ? null : countAddresses(lists.join('\n'), port)
}

function readList(file: string): string | null {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return null
  }
}

/** @param text rows as in /proc/net/tcp and /proc/net/tcp6 */
export function countAddresses(text: string, port: number): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const local = port.toString(16).toUpperCase().padStart(4, '0')
  const row = /^\s*\d+: [0-9A-F]+:([0-9A-F]{4}) ([0-9A-F]+):[0-9A-F]{4} ([0-9A-F]{2}) /gm
  for (const [, ownPort, remote, state] of text.matchAll(row)) {
    if (ownPort !== local || !OPEN_STATES.has(state!)) continue
    const caller = countedAddress(readKernelAddress(remote!))
    counts.set(caller, (counts.get(caller) ?? 0) + 1)
  }
  return counts
}

/**
 * The kernel prints 32-bit words in the byte order of the machine: little-endian on all that we run
 * on.
 */
function readKernelAddress(hex: string): string {
  const bytes = Buffer.from(hex, 'hex')
  bytes.swap32()
  if (bytes.length === 4) return bytes.join('.')
  return bytes.toString('hex').match(/.{4}/g)!.join(':')
}
