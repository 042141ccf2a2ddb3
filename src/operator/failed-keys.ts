// How many wrong keys an address may send before its calls are refused unread. Kept in memory,
// separately on each node: refusing must cost less than asking. Holds no key.

import { setTimeout as sleep } from 'node:timers/promises'
import { countedAddress } from '../core/network.ts'
import { createTokenBuckets } from '../limits/token-buckets.ts'
import { FAILED_KEYS_PER_MINUTE } from '../limits.ts'

/**
 * An address over its budget is answered after this delay, unless more callers already wait for
 * theirs: 64 connections that asked again at once made a node refuse thousands a second and do
 * little else.
 */
const FAILED_KEY_HELD_MS = 500
export const FAILED_KEYS_HELD = 256
/** Addresses whose wrong keys a node remembers, about 200 bytes each. */
export const FAILED_KEY_ADDRESSES = 10_000

/** What is reported about a call with a wrong key. */
export interface FailedKey {
  /** The caller's address; null when it can't be determined. */
  address: string | null
  requestId: string
  /** As the caller named it; null when it can't be a project's id. */
  projectId: string | null
  answer: 'UNAUTHORIZED' | 'RATE_LIMITED'
}

export interface FailedKeys {
  /** Seconds until the address may try again, at least 1; 0 while it may. */
  waitS(address: string | null): number
  /** Counts a wrong key against the address. */
  count(address: string | null): void
  /**
   * Resolves when a refusal may be sent: a moment later, so that a caller who repeats as fast as it
   * is answered causes little work. At once if FAILED_KEYS_HELD refusals are waiting already.
   */
  holdBack(): Promise<void>
}

const RATE = { perSecond: FAILED_KEYS_PER_MINUTE / 60, atOnce: FAILED_KEYS_PER_MINUTE } as const

/** @param nowMs a monotonic clock */
export function createFailedKeys(nowMs: () => number): FailedKeys {
  const tries = createTokenBuckets(RATE, FAILED_KEY_ADDRESSES, nowMs)
  let held = 0
  return {
    waitS: address => tries.waitS(nameOf(address)),
    count(address) {
      tries.take(nameOf(address))
    },
    async holdBack() {
      if (held >= FAILED_KEYS_HELD) return
      held++
      await sleep(FAILED_KEY_HELD_MS)
      held--
    },
  }
}

function nameOf(address: string | null): string {
  return address === null ? 'unknown' : countedAddress(address)
}
