// The peers of the scripts on adaptive windows, with WATCH and MULTI like the others in
// lua-peer.ts.

import { KEPT_MS, keyOf, type Watched } from './lua-watched.ts'

const ROUNDS = 100
const WINDOW = Array.from({ length: ROUNDS }, () => '40:120')

export const settleRound: Watched = async (redis, player, { game, round, ...of }) => {
  const [key, recent] = [keyOf(player), `${keyOf(player)}:recent`]
  const [sums, list] = [
    `${key}:${of.provider}:${of.currency}:sums`,
    `${key}:${of.provider}:${of.currency}:rounds`,
  ]
  for (;;) {
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
    const done = await writes.exec()
    if (done !== null) return done
  }
}

export const loadWindow: Watched = async (redis, player, { provider, currency }) => {
  const key = keyOf(player)
  const [sums, list] = [
    `${key}:${provider}:${currency}:sums`,
    `${key}:${provider}:${currency}:rounds`,
  ]
  for (;;) {
    const [, born, missing] = await Promise.all([
      redis.watch(key, sums),
      redis.hget(key, 'born'),
      redis.hget(sums, 'cold'),
    ])
    if (born === null || missing !== '1') return redis.unwatch()
    const done = await redis
      .multi()
      .del(sums, list)
      .rpush(list, ...WINDOW)
      .hset(sums, { rounds: ROUNDS, after: 1, born, stake: 4_000, win: 12_000, settings: 1 })
      .pexpire(sums, KEPT_MS)
      .pexpire(list, KEPT_MS)
      .exec()
    if (done !== null) return done
  }
}
