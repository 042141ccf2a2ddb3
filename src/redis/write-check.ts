// Whether Redis accepts the kind of command that play sends: a script that writes. A server that
// only answers a ping may be a replica, or hold none of our keys.

import { randomUUID } from 'node:crypto'
import { WRITE_CHECK_KEPT_MS } from '../limits/health-and-drain.ts'
import type { RedisClient } from './connection.ts'
import { loadScript } from './scripts.ts'

/** Rejects with Redis's own error. */
export function createWriteCheck(redis: RedisClient): () => Promise<void> {
  const writeCheck = loadScript<1>(redis, 'write-check', 1)
  const key = `check:{${randomUUID()}}`
  return async () => {
    await writeCheck(key, WRITE_CHECK_KEPT_MS)
  }
}
