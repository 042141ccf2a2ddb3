// How long Redis keeps a player: a state and its windows outlive their last use by a day, whichever script
// uses them, so that nobody's stays for ever.

import { randomUUID } from 'node:crypto'
import t from 'tap'
import { PLAYER_STATE_KEPT_MS } from '../../src/limits.ts'
import { connectRedis } from '../../src/redis/connection.ts'
import { createRedisState } from '../../src/redis/player-state.ts'
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

/** As if they had been used long ago: gone in a minute. */
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

t.test('a window is kept for a day after it was looked for, loaded and counted in', async t => {
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
