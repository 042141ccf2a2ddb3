// The peers of the Lua scripts: the same decisions with WATCH, reads, MULTI and writes. A
// transaction that another writer overtook is started again, as WATCH requires.

import { loadWindow, settleRound } from './lua-peer-windows.ts'
import { KEPT_MS, keyOf, type Watched } from './lua-watched.ts'

const RECENT = 20
/** As in lua/rate-take.lua. */
const CALL = 60_000_000
const QUOTA = 600

/**
 * By the script that they are compared with. `entitlements-drop` and `write-check` are one command,
 * so there is nothing to watch.
 */
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

  'round-settle': settleRound,
  'window-load': loadWindow,

  async 'rate-take'(redis, { playerId }) {
    const key = `rate:{${playerId}}:actions`
    const full = QUOTA * CALL
    for (;;) {
      const [, [parts, at], [seconds, micros]] = await Promise.all([
        redis.watch(key),
        redis.hmget(key, 'parts', 'at'),
        redis.time(),
      ])
      const now = seconds! * 1e6 + micros!
      const refilled = Number(parts ?? full) + Math.max(now - Number(at ?? now), 0) * QUOTA
      const left = Math.min(refilled, full) - CALL
      if (left < 0) return redis.unwatch()
      const done = await redis
        .multi()
        .hset(key, 'parts', left, 'at', now)
        .pexpire(key, Math.ceil((full - left) / QUOTA / 1000) + 1000)
        .exec()
      if (done !== null) return done
    }
  },

  async 'wallet-apply'(redis, { projectId, playerId }, { round }) {
    const account = `wallet:{${projectId}:${playerId}}`
    const [current, previous, bet] = [`${account}:t0`, `${account}:t1`, `bet-${round}`]
    for (;;) {
      const [, [balance], known, knownBefore] = await Promise.all([
        redis.watch(account, current, previous),
        redis.hmget(account, 'USD:balance', 'listed', 'generation', 'turned'),
        redis.hget(current, bet),
        redis.hget(previous, bet),
      ])
      if (known !== null || knownBefore !== null || Number(balance) < 40) return redis.unwatch()
      const done = await redis
        .multi()
        .hincrby(account, 'USD:balance', -40)
        .hincrby(account, 'USD:bets', 40)
        .hset(current, bet, 'bet:USD:40')
        .exec()
      if (done !== null) return done
    }
  },

  async 'player-load'(redis, player) {
    const key = keyOf(player)
    for (;;) {
      const [, known] = await Promise.all([redis.watch(key), redis.hgetall(key)])
      const sequence = known.seq ?? '0'
      const gone = Object.keys(known).filter(field => field.startsWith('t:'))
      const done = await redis
        .multi()
        .hset(key, 'seq', sequence, 'born', known.born ?? sequence, 'rev', '0')
        .hdel(key, 'more', ...gone)
        .pexpire(key, KEPT_MS)
        .exec()
      if (done !== null) return done
    }
  },

  async 'session-put'(redis, player, { session }) {
    const key = keyOf(player)
    for (;;) {
      const [, [sequence, current]] = await Promise.all([
        redis.watch(key),
        redis.hmget(key, 'seq', `s:${session}`),
        redis.hlen(key),
      ])
      if (sequence == null || Number(current?.split(':')[1] ?? 0) > 1) return redis.unwatch()
      const expires = Date.now() + 3_600_000
      const done = await redis.multi().hset(key, `s:${session}`, `${expires}:1`).exec()
      if (done !== null) return done
    }
  },

  async 'round-opening'(redis, player, { round }) {
    const recent = `${keyOf(player)}:recent`
    for (;;) {
      const [, last] = await Promise.all([redis.watch(recent), redis.lindex(recent, -1)])
      if (!last?.startsWith(`o::${round}`)) return redis.unwatch()
      const done = await redis
        .multi()
        .lset(recent, -1, `x${last.slice(1)}`)
        .exec()
      if (done !== null) return done
    }
  },

  async 'player-after-failover'(redis, player) {
    const key = keyOf(player)
    for (;;) {
      const [, sequence] = await Promise.all([redis.watch(key), redis.hget(key, 'seq')])
      if (sequence === null) return redis.unwatch()
      const done = await redis
        .multi()
        .hdel(key, 'rev')
        .hset(key, 'born', `${sequence}@ledger-2`)
        .lrange(`${key}:recent`, 0, -1)
        .exec()
      if (done !== null) return done
    }
  },
}
