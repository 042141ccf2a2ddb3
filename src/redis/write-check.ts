// Whether Redis accepts the kind of command that play sends: a script that writes. A server that
// only answers a ping may be a replica, or hold none of our keys.

import { randomUUID } from 'node:crypto'
import type { RedisClient } from './connection.ts'
import { loadScript } from './scripts.ts'

/** How long the key of a write check stays in Redis. */
export const WRITE_CHECK_KEPT_MS = 60_000

/** Rejects with Redis's own error. */
export function createWriteCheck(redis: RedisClient): () => Promise<void> {
  const writeCheck = loadScript<1>(redis, 'write-check', 1)
  const key = `check:{${randomUUID()}}`
  return async () => {
    await writeCheck(key, WRITE_CHECK_KEPT_MS)
  }
}
