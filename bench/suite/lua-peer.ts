// The peers of the Lua scripts: the same decisions by WATCH, reads, MULTI and writes. A transaction that another
// writer came before is begun again, as WATCH needs it.

import type { PlayerRef } from '../../src/core/player.ts'
import type { RedisClient } from '../../src/redis/connection.ts'

export interface Fields {
  game: string
  round: string
  session: string
  record: string
}

type Watched = (redis: RedisClient, player: PlayerRef, fields: Fields) => Promise<unknown>

const KEPT_MS = 86_400_000
const RECENT = 20

const keyOf = ({ projectId, playerId }: PlayerRef) => `p:{${projectId}:${playerId}}`

/** By the script they stand beside. */
export const WATCHED: Readonly<Record<string, Watched>> = {
  async 'round-open'(redis, player, { game, round, session, record }) {
    const [key, recent] = [keyOf(player), `${keyOf(player)}:recent`]
    const names = ['seq', `s:${session}`, `o:${game}`, 'rev', `t:${game}`, 'more', 'last']
    for (;;) {
      const [, [sequence, live, opened]] = await Promise.all([
        redis.watch(key),
        redis.hmget(key, ...names),
      ])
      if (sequence == null || live == null || opened != null) return redis.unwatch()
      const next = `${BigInt(sequence!) + 1n}`
      const done = await redis
        .multi()
        .hset(key, 'seq', next, `o:${game}`, `${round}:${next}:paid::open`)
        .pexpire(key, KEPT_MS)
        .rpush(recent, `o::${round}:${next}:${record}`)
        .ltrim(recent, -RECENT, -1)
        .pexpire(recent, KEPT_MS)
        .exec()
      if (done !== null) return done
    }
  },

  async 'round-reveal'(redis, player, { game, round }) {
    const [key, recent] = [keyOf(player), `${keyOf(player)}:recent`]
    for (;;) {
      const [, open, last] = await Promise.all([
        redis.watch(key),
        redis.hget(key, `o:${game}`),
        redis.lindex(recent, -1),
      ])
      if (open == null || !open.startsWith(round) || open.endsWith(':revealed')) {
        return redis.unwatch()
      }
      const done = await redis
        .multi()
        .hset(key, `o:${game}`, open.replace(/:[^:]*$/, ':revealed'))
        .lset(recent, -1, (last ?? '').replace(/^o:[0-9]*/, 'r:120'))
        .exec()
      if (done !== null) return done
    }
  },

  async 'round-close'(redis, player, { game, round }) {
    const key = keyOf(player)
    for (;;) {
      const [, open] = await Promise.all([redis.watch(key), redis.hget(key, `o:${game}`)])
      if (open == null || !open.startsWith(round)) return redis.unwatch()
      const done = await redis.multi().hdel(key, `o:${game}`).exec()
      if (done !== null) return done
    }
  },
}
