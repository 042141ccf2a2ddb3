// The open connections of one port by the caller address that they count for, as a Linux kernel
// lists them.

import { readFileSync } from 'node:fs'
import { countedAddress } from '../core/network.ts'

const LISTS = ['/proc/net/tcp', '/proc/net/tcp6']
/** Established, and those that the other side has closed. */
const OPEN_STATES = new Set(['01', '08'])

/** Null where the kernel has no such lists. */
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
    const caller = countedAddress(readAddress(remote!))
    counts.set(caller, (counts.get(caller) ?? 0) + 1)
  }
  return counts
}

/**
 * The kernel prints 32-bit words in the byte order of the machine: little-endian on all that we run
 * on.
 */
function readAddress(hex: string): string {
  const bytes = Buffer.from(hex, 'hex')
  bytes.swap32()
  if (bytes.length === 4) return bytes.join('.')
  return bytes.toString('hex').match(/.{4}/g)!.join(':')
}
