// The peers of the Lua scripts: the same decisions with WATCH, reads, MULTI and writes. A
// transaction that another writer overtook is started again, as WATCH requires.

import type { PlayerRef } from '../../src/core/player.ts'
import type { RedisClient } from '../../src/redis/connection.ts'

export interface Fields {
  game: string
  round: string
  session: string
  record: string
  provider: string
  currency: string
}

type Watched = (redis: RedisClient, player: PlayerRef, fields: Fields) => Promise<unknown>

/** What an attempt works on: `key` is the player state, `sums` and `list` are the RTP window. */
interface Given extends Fields, PlayerRef {
  key: string
  recent: string
  sums: string
  list: string
}

/** Null: another writer overtook the transaction. */
type Attempt = (redis: RedisClient, given: Given) => Promise<unknown>

const KEPT_MS = 86_400_000

const RECENT = 20
/** As in lua/rate-take.lua. */
const CALL = 60_000_000
const QUOTA = 600

const ROUNDS = 100
const WINDOW = Array.from({ length: ROUNDS }, () => '40:120')

const settleRound: Attempt = async (redis, { game, round, key, recent, sums, list }) => {
  const [, [open, born, target], known, length, oldest, last] = await Promise.all([
    redis.watch(key, sums, list, recent),
    redis.hmget(key, `o:${game}`, 'born', `t:${game}`),
    redis.hmget(sums, 'rounds', 'after', 'born', 'settings', 'stake', 'win'),
    redis.llen(list),
    redis.lindex(list, 0),
    redis.lindex(recent, -1),
  ])
  if (!open?.startsWith(round) || known[2] !== born || Number(known[0]) !== length) {
    return redis.unwatch()
  }
  const [stake, win] = (oldest ?? '0:0').split(':').map(Number)
  const writes = redis
    .multi()
    .hdel(key, `o:${game}`)
    .lset(recent, -1, (last ?? '').replace(/^[a-z]:[0-9]*/, 'e:120'))
    .rpush(list, '40:120')
    .lpop(list)
    .hincrby(sums, 'stake', 40 - stake!)
    .hincrby(sums, 'win', 120 - win!)
    .pexpire(sums, KEPT_MS)
    .pexpire(list, KEPT_MS)
  if (target != null) writes.hset(key, 'ended', open.split(':')[1]!)
  return writes.exec()
}

const loadWindow: Attempt = async (redis, { key, sums, list }) => {
  const [, born, missing] = await Promise.all([
    redis.watch(key, sums),
    redis.hget(key, 'born'),
    redis.hget(sums, 'cold'),
  ])
  if (born === null || missing !== '1') return redis.unwatch()
  return redis
    .multi()
    .del(sums, list)
    .rpush(list, ...WINDOW)
    .hset(sums, { rounds: ROUNDS, after: 1, born, stake: 4_000, win: 12_000, settings: 1 })
    .pexpire(sums, KEPT_MS)
    .pexpire(list, KEPT_MS)
    .exec()
}

const ATTEMPTS: Readonly<Record<string, Attempt>> = {
  async 'round-open'(redis, { game, round, session, record, key, recent }) {
    const names = ['seq', `s:${session}`, `o:${game}`, 'rev', `t:${game}`, 'more', 'last']
    const [, [sequence, live, opened]] = await Promise.all([
      redis.watch(key),
      redis.hmget(key, ...names),
    ])
    if (sequence == null || live == null || opened != null) return redis.unwatch()
    const next = `${BigInt(sequence!) + 1n}`
    return redis
      .multi()
      .hset(key, 'seq', next, `o:${game}`, `${round}:${next}:paid::open`)
      .pexpire(key, KEPT_MS)
      .rpush(recent, `o::${round}:${next}:${record}`)
      .ltrim(recent, -RECENT, -1)
      .pexpire(recent, KEPT_MS)
      .exec()
  },

  async 'round-reveal'(redis, { game, round, key, recent }) {
    const [, open, last] = await Promise.all([
      redis.watch(key),
      redis.hget(key, `o:${game}`),
      redis.lindex(recent, -1),
    ])
    if (open == null || !open.startsWith(round) || open.endsWith(':revealed')) {
      return redis.unwatch()
    }
    return redis
      .multi()
      .hset(key, `o:${game}`, open.replace(/:[^:]*$/, ':revealed'))
      .lset(recent, -1, (last ?? '').replace(/^o:[0-9]*/, 'r:120'))
      .exec()
  },

  async 'round-close'(redis, { game, round, key }) {
    const [, open] = await Promise.all([redis.watch(key), redis.hget(key, `o:${game}`)])
    if (open == null || !open.startsWith(round)) return redis.unwatch()
    return redis.multi().hdel(key, `o:${game}`).exec()
  },

  'round-settle': settleRound,
  'window-load': loadWindow,

  async 'rate-take'(redis, { playerId }) {
    const key = `rate:{${playerId}}:actions`
    const full = QUOTA * CALL
    const [, [parts, at], [seconds, micros]] = await Promise.all([
      redis.watch(key),
      redis.hmget(key, 'parts', 'at'),
      redis.time(),
    ])
    const now = seconds! * 1e6 + micros!
    const refilled = Number(parts ?? full) + Math.max(now - Number(at ?? now), 0) * QUOTA
    const left = Math.min(refilled, full) - CALL
    if (left < 0) return redis.unwatch()
    return redis
      .multi()
      .hset(key, 'parts', left, 'at', now)
      .pexpire(key, Math.ceil((full - left) / QUOTA / 1000) + 1000)
      .exec()
  },

  async 'wallet-apply'(redis, { projectId, playerId, round }) {
    const account = `wallet:{${projectId}:${playerId}}`
    const [current, previous, bet] = [`${account}:t0`, `${account}:t1`, `bet-${round}`]
    const [, [balance], known, knownBefore] = await Promise.all([
      redis.watch(account, current, previous),
      redis.hmget(account, 'USD:balance', 'listed', 'generation', 'turned'),
      redis.hget(current, bet),
      redis.hget(previous, bet),
    ])
    if (known !== null || knownBefore !== null || Number(balance) < 40) return redis.unwatch()
    return redis
      .multi()
      .hincrby(account, 'USD:balance', -40)
      .hincrby(account, 'USD:bets', 40)
      .hset(current, bet, 'bet:USD:40')
      .exec()
  },

  async 'player-load'(redis, { key }) {
    const [, known] = await Promise.all([redis.watch(key), redis.hgetall(key)])
    const sequence = known.seq ?? '0'
    const gone = Object.keys(known).filter(field => field.startsWith('t:'))
    return redis
      .multi()
      .hset(key, 'seq', sequence, 'born', known.born ?? sequence, 'rev', '0')
      .hdel(key, 'more', ...gone)
      .pexpire(key, KEPT_MS)
      .exec()
  },

  async 'session-put'(redis, { session, key }) {
    const [, [sequence, current]] = await Promise.all([
      redis.watch(key),
      redis.hmget(key, 'seq', `s:${session}`),
      redis.hlen(key),
    ])
    if (sequence == null || Number(current?.split(':')[1] ?? 0) > 1) return redis.unwatch()
    const expires = Date.now() + 3_600_000
    return redis.multi().hset(key, `s:${session}`, `${expires}:1`).exec()
  },

  async 'round-opening'(redis, { round, recent }) {
    const [, last] = await Promise.all([redis.watch(recent), redis.lindex(recent, -1)])
    if (!last?.startsWith(`o::${round}`)) return redis.unwatch()
    return redis
      .multi()
      .lset(recent, -1, `x${last.slice(1)}`)
      .exec()
  },

  async 'player-after-failover'(redis, { key, recent }) {
    const [, sequence] = await Promise.all([redis.watch(key), redis.hget(key, 'seq')])
    if (sequence === null) return redis.unwatch()
    return redis
      .multi()
      .hdel(key, 'rev')
      .hset(key, 'born', `${sequence}@ledger-2`)
      .lrange(recent, 0, -1)
      .exec()
  },
}

/**
 * By the script that they are compared with. `entitlements-drop` and `write-check` are one command,
 * so there is nothing to watch.
 */
export const WATCHED: Readonly<Record<string, Watched>> = Object.fromEntries(
  Object.entries(ATTEMPTS).map(([script, attempt]) => [script, repeated(attempt)]),
)

function repeated(attempt: Attempt): Watched {
  return async (redis, player, fields) => {
    const key = `p2:{${player.projectId}:${player.playerId}}`
    const window = `${key}:${fields.provider}:${fields.currency}`
    const keys = { key, recent: `${key}:recent`, sums: `${window}:sums`, list: `${window}:rounds` }
    const given = { ...fields, ...player, ...keys }
    for (;;) {
      const done = await attempt(redis, given)
      if (done !== null) return done
    }
  }
}
