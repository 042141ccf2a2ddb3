// How many wrong keys an address may send before its calls are refused unread. Kept in memory, on each
// node for itself: refusing must cost less than asking. Holds no key.

import { countedAddress } from '../core/network.ts'
import { FAILED_KEY_ADDRESSES, FAILED_KEYS_PER_MINUTE } from '../limits.ts'

/** What is told of a call whose key was wrong. */
export interface FailedKey {
  /** The caller's; null when nobody can tell. */
  address: string | null
  requestId: string
  /** As the caller named it; null when it can't be a project's. */
  projectId: string | null
  told: 'UNAUTHORIZED' | 'RATE_LIMITED'
}

export interface FailedKeys {
  /** Seconds until the address may try again, at least 1; 0 while it may. */
  waitS(address: string | null): number
  /** Counts a wrong key against the address. */
  count(address: string | null): void
}

interface Bucket {
  /** Tries left at `atMs`; they come back continuously. */
  tries: number
  atMs: number
}

const TRIES_PER_MS = FAILED_KEYS_PER_MINUTE / 60_000

/**
 * A token bucket an address. Of too many addresses the one that failed longest ago is forgotten, so that
 * memory stays bounded.
 * @param nowMs a clock that never goes back
 */
export function createFailedKeys(nowMs: () => number): FailedKeys {
  const buckets = new Map<string, Bucket>()

  function triesOf(name: string): number {
    const bucket = buckets.get(name)
    if (bucket === undefined) return FAILED_KEYS_PER_MINUTE
    return Math.min(FAILED_KEYS_PER_MINUTE, bucket.tries + (nowMs() - bucket.atMs) * TRIES_PER_MS)
  }

  return {
    waitS(address) {
      const tries = triesOf(nameOf(address))
      return tries >= 1 ? 0 : Math.ceil((1 - tries) / TRIES_PER_MS / 1000)
    },
    count(address) {
      const name = nameOf(address)
      const tries = Math.max(0, triesOf(name) - 1)
      buckets.delete(name)
      buckets.set(name, { tries, atMs: nowMs() })
      if (buckets.size > FAILED_KEY_ADDRESSES) buckets.delete(buckets.keys().next().value!)
    },
  }
}

function nameOf(address: string | null): string {
  return address === null ? 'unknown' : countedAddress(address)
}
