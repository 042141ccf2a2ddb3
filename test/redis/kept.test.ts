// How long Redis keeps a player: every script extends the life of a state and its windows to a day
// after their last use, so that no key stays for ever.

import { randomUUID } from 'node:crypto'
import t from 'tap'
import { DAY_MS } from '../../src/core/time.ts'
import { PLAYER_STATE_KEPT_MS } from '../../src/limits.ts'
import { createBuiltInWalletAccounts } from '../../src/redis/built-in-wallet.ts'
import { connectRedis } from '../../src/redis/connection.ts'
import { RECENT_ROUNDS_KEPT_MS } from '../../src/redis/open-rounds.ts'
import { createRedisState } from '../../src/redis/player-state.ts'
import { createRateLimits } from '../../src/redis/rate-limits.ts'
import { createWriteCheck, WRITE_CHECK_KEPT_MS } from '../../src/redis/write-check.ts'
import { openStores } from '../support/real-stores.ts'

const { redisUrl, redisPrefix } = await openStores(t)
const redis = await connectRedis(redisUrl, redisPrefix)
t.teardown(() => redis.quit())
const redisState = createRedisState(redis)

const player = { projectId: 'casino', playerId: 'ann' }
const session = { sessionId: randomUUID(), tokenVersion: 1 }
const WINDOW = { provider: 'own', currency: 'EUR' } as const
const RULE = { windowRounds: 10, revision: 1 }
const STATE = 'p2:{casino:ann}'
const [SUMS, ROUNDS] = [`${STATE}:own:EUR:sums`, `${STATE}:own:EUR:rounds`]

async function open() {
  const roundId = randomUUID()
  const opening = await redisState.openRound(player, session, {
    gameId: 'game',
    roundId,
    entitlementsRevision: 0n,
    spin: 'base',
    modeId: 'base',
  })
  if (opening.kind !== 'opened') throw new Error(opening.kind)
  return { gameId: 'game', roundId, sequence: opening.sequence, stakeMinor: 10n, winMinor: 1n }
}

/** As if they had been used long ago: they expire in a minute. */
async function age(...keys: string[]): Promise<void> {
  for (const key of keys) await redis.pexpire(key, 60_000)
}

async function isKept(key: string): Promise<boolean> {
  const leftMs = await redis.pttl(key)
  return leftMs > 60_000 && leftMs <= PLAYER_STATE_KEPT_MS
}

t.test('a state is kept for a day after it was loaded, and after every round', async t => {
  const ledger = { sequence: 0n, entitlementsRevision: 0n, openRounds: [], targets: [] }
  await redisState.load(player, ledger)
  t.equal(await isKept(STATE), true, 'loaded')
  await age(STATE)
  await redisState.load(player, ledger)
  t.equal(await isKept(STATE), true, 'loaded again')
  await redisState.putSession(player, session.sessionId, Date.now() + 3_600_000, 1)
  await age(STATE)
  await open()
  t.equal(await isKept(STATE), true, 'opened')
})

t.test('a window is kept for a day after it was read, loaded and counted in', async t => {
  await redis.del(STATE)
  const ledger = { sequence: 100n, entitlementsRevision: 0n, openRounds: [], targets: [] }
  await redisState.load(player, ledger)
  await redisState.putSession(player, session.sessionId, Date.now() + 3_600_000, 1)
  const missing = await redisState.settleRound(player, WINDOW, await open(), RULE)
  if (missing.kind !== 'not-loaded') return t.fail(missing.kind)
  t.equal(await isKept(SUMS), true, 'looked for')
  await age(SUMS)
  const read = [{ stakeMinor: 10n, winMinor: 1n }]
  const loading = { token: missing.token, revision: 1 }
  await redisState.loadWindow(player, WINDOW, loading, 101n, read)
  for (const key of [SUMS, ROUNDS]) t.equal(await isKept(key), true, `${key} loaded`)
  await age(SUMS, ROUNDS)
  t.match(await redisState.settleRound(player, WINDOW, await open(), RULE), { kind: 'window' })
  for (const key of [SUMS, ROUNDS]) t.equal(await isKept(key), true, `${key} counted in`)
})

t.test(
  'a state is kept for a day, and its recent rounds for their time, after every round',
  async t => {
    const own = { projectId: 'casino', playerId: 'recent' }
    const [state, recent] = ['p2:{casino:recent}', 'p2:{casino:recent}:recent']
    await redisState.load(own, {
      sequence: 0n,
      entitlementsRevision: 0n,
      openRounds: [],
      targets: [],
    })
    await redisState.putSession(own, session.sessionId, Date.now() + 3_600_000, 1)
    for (const roundId of [randomUUID(), randomUUID()]) {
      const record = {
        currency: 'EUR',
        stakeMinor: 1n,
        baseStakeMinor: 1n,
        freeSpin: null,
      } as const
      await redisState.openRound(own, session, {
        gameId: 'game',
        roundId,
        entitlementsRevision: 0n,
        spin: 'base',
        modeId: 'base',
        record: { ...record, requestId: 'r', betTerms: '{}' },
      })
      const leftMs = await redis.pttl(recent)
      t.ok(leftMs > 60_000 && leftMs <= RECENT_ROUNDS_KEPT_MS, 'recent rounds')
      t.equal(await isKept(state), true)
      await redisState.closeRound(own, 'game', roundId, 'over')
      await age(state, recent)
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
