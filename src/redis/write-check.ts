// Whether Redis accepts the kind of command that play sends: a script that writes. A server that
// only answers a ping may be a replica, or hold none of our keys. Of a Cluster every master is
// asked, because each holds other players.

import { randomUUID } from 'node:crypto'
import { Cluster } from 'ioredis'
import type { RedisClient } from './connection.ts'
import { loadScript } from './scripts.ts'

/** How long the key of a write check stays in Redis. */
export const WRITE_CHECK_KEPT_MS = 60_000

export interface RedisChecked {
  /** The masters of a Cluster, as host:port; empty for one server. */
  readonly masters: readonly string[]
  /** Masters that accept no write, with the cause; never all of them. */
  readonly lost: ReadonlyMap<string, string>
}

const ONE_SERVER: RedisChecked = { masters: [], lost: new Map() }

/** Rejects with Redis's own error when no server accepts a write. */
export function createWriteCheck(redis: RedisClient): () => Promise<RedisChecked> {
  const writeCheck = loadScript<1>(redis, 'write-check', 1)
  const write = (tag: string) => writeCheck(`check:{${tag}}`, WRITE_CHECK_KEPT_MS)
  const own = randomUUID()
  if (!(redis instanceof Cluster)) return () => write(own).then(() => ONE_SERVER)
  const findTags = createTags(redis, own)
  return async () => {
    const tags = await findTags()
    const lost = new Map<string, string>()
    let cause: unknown = new Error("Cluster isn't ready")
    const writeTo = async ([master, tag]: [string, string]) => {
      try {
        await write(tag)
      } catch (error) {
        cause = error
        lost.set(master, (error as Error).message)
      }
    }
    await Promise.all([...tags].map(writeTo))
    if (lost.size === tags.size) throw cause
    return { masters: [...tags.keys()], lost }
  }
}

/** Tags tried for a master that holds few slots; one with a 500th of them is found by then. */
const TAGS_MAX = 4_096

/** Finds for each master a hash tag whose slot it holds. Tags are kept, so that few are asked. */
function createTags(redis: Cluster, prefix: string): () => Promise<Map<string, string>> {
  const known: { tag: string; slot: number }[] = []
  async function tagAt(index: number) {
    if (index === known.length) {
      const tag = `${prefix}:${index}`
      known.push({ tag, slot: Number(await redis.cluster('KEYSLOT', tag)) })
    }
    return known[index]!
  }
  return async () => {
    const masters = new Set(redis.slots.flatMap(nodes => nodes?.[0] ?? []))
    const found = new Map<string, string>()
    for (let index = 0; found.size < masters.size && index < TAGS_MAX; index++) {
      const { tag, slot } = await tagAt(index)
      const master = redis.slots[slot]?.[0]
      if (master !== undefined && !found.has(master)) found.set(master, tag)
    }
    return found
  }
}
