// How long Redis keeps a player: every script extends the life of a state and its windows to a day
// after their last use, so that no key stays for ever.

import { randomUUID } from 'node:crypto'
import t from 'tap'
import { DAY_MS } from '../../src/core/time.ts'
import { PLAYER_STATE_KEPT_MS } from '../../src/limits.ts'
import { createBuiltInWalletAccounts } from '../../src/redis/built-in-wallet.ts'
import { RECENT_ROUNDS_KEPT_MS } from '../../src/redis/open-rounds.ts'
import { createRateLimits } from '../../src/redis/rate-limits.ts'
import { createWriteCheck, WRITE_CHECK_KEPT_MS } from '../../src/redis/write-check.ts'
import { loadPlayer, openRedisState } from '../support/redis-players.ts'

const { redis, redisState, redisPrefix } = await openRedisState(t)

const WINDOW = { provider: 'own', currency: 'EUR' } as const
const RULE = { windowRounds: 10, revision: 1 }

/** As if they had been used long ago: they expire in a minute. */
async function age(...keys: string[]): Promise<void> {
  for (const key of keys) await redis.pexpire(key, 60_000)
}

async function isKept(key: string): Promise<boolean> {
  const leftMs = await redis.pttl(key)
  return leftMs > 60_000 && leftMs <= PLAYER_STATE_KEPT_MS
}

t.test('a state is kept for a day after it was loaded, and after every round', async t => {
  const { key, load, open } = await loadPlayer(redisState)
  t.equal(await isKept(key), true, 'loaded')
  await age(key)
  await load()
  t.equal(await isKept(key), true, 'loaded again')
  await age(key)
  await open(randomUUID())
  t.equal(await isKept(key), true, 'opened')
})

t.test('a window is kept for a day after it was read, loaded and counted in', async t => {
  const { player, key, open } = await loadPlayer(redisState, { sequence: 100n })
  const [sums, rounds] = [`${key}:own:EUR:sums`, `${key}:own:EUR:rounds`]
  async function settle() {
    const roundId = randomUUID()
    const { sequence } = (await open(roundId)) as { sequence: bigint }
    const round = { gameId: 'game', roundId, sequence, stakeMinor: 10n, winMinor: 1n }
    return redisState.settleRound(player, WINDOW, round, RULE)
  }
  const missing = await settle()
  if (missing.kind !== 'not-loaded') return t.fail(missing.kind)
  t.equal(await isKept(sums), true, 'looked for')
  await age(sums)
  const read = [{ stakeMinor: 10n, winMinor: 1n }]
  const loading = { token: missing.token, revision: 1 }
  await redisState.loadWindow(player, WINDOW, loading, 101n, read)
  for (const key of [sums, rounds]) t.equal(await isKept(key), true, `${key} loaded`)
  await age(sums, rounds)
  t.match(await settle(), { kind: 'window' })
  for (const key of [sums, rounds]) t.equal(await isKept(key), true, `${key} counted in`)
})

t.test(
  'a state is kept for a day, and its recent rounds for their time, after every round',
  async t => {
    const { player, key, open } = await loadPlayer(redisState)
    const recent = `${key}:recent`
    for (const roundId of [randomUUID(), randomUUID()]) {
      const record = {
        currency: 'EUR',
        stakeMinor: 1n,
        baseStakeMinor: 1n,
        freeSpin: null,
      } as const
      await open(roundId, { record: { ...record, requestId: 'r', betTerms: '{}' } })
      const leftMs = await redis.pttl(recent)
      t.ok(leftMs > 60_000 && leftMs <= RECENT_ROUNDS_KEPT_MS, 'recent rounds')
      t.equal(await isKept(key), true)
      await redisState.closeRound(player, 'game', roundId, 'over')
      await age(key, recent)
    }
  },
)

t.test(
  'an account of the built-in wallet is kept for a quarter after every use or read',
  async t => {
    const accounts = createBuiltInWalletAccounts(redis)
    const account = { projectId: 'demo', playerId: 'ann', currency: 'EUR' } as const
    const key = 'wallet:{demo:ann}'
    const quarterMs = 90 * DAY_MS
    await accounts.apply(account, { kind: 'read' })
    t.ok((await redis.pttl(key)) > quarterMs - DAY_MS, 'looked at')
    await age(key)
    await accounts.apply(account, { kind: 'win', transaction: 'w1', amountMinor: 1n })
    t.ok((await redis.pttl(key)) > quarterMs - DAY_MS, 'used')
    await redis.hset(key, 'turned', '1')
    await age(key)
    await accounts.apply(account, { kind: 'win', transaction: 'w2', amountMinor: 1n })
    t.ok((await redis.pttl(key)) > quarterMs - DAY_MS, 'used again, days later')
  },
)

t.test('no key that a script creates stays for ever', async t => {
  await createRateLimits(redis)('casino', 'launch', 60)
  await createWriteCheck(redis)()
  const keys = (await redis.keys(`${redisPrefix}*`)).map(key => key.slice(redisPrefix.length))
  // The list of a project's players lives as long as the project.
  const mortal = keys.filter(key => !key.startsWith('wallet-players:'))
  t.ok(mortal.some(key => key.startsWith('rate:')) && mortal.some(key => key.startsWith('check:')))
  for (const key of mortal) {
    const leftMs = await redis.pttl(key)
    t.ok(leftMs > 0 && leftMs <= 90 * DAY_MS, key)
    if (key.startsWith('rate:')) t.ok(leftMs <= 61_000, 'a bucket for a minute')
    if (key.startsWith('check:')) t.ok(leftMs <= WRITE_CHECK_KEPT_MS, 'a check for its minute')
  }
})
