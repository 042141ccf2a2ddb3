// A player who repeats hello: neither ledger nor wallet is called, and changes show nevertheless.
// An actor on real stores, with a ledger that records its statements.

import { randomUUID } from 'node:crypto'
import t from 'tap'
import { DEFAULT_SETTINGS } from '../../src/core/project-settings.ts'
import { findGame } from '../../src/games/catalogue/games.ts'
import { createEntitlementsReader } from '../../src/ledger/entitlements/entitlements-reader.ts'
import { ensurePlayer } from '../../src/ledger/players/players.ts'
import { findSessionPlay } from '../../src/ledger/players/session-play.ts'
import { groupLastBalances } from '../../src/ledger/players/sessions.ts'
import { createRoundReader } from '../../src/ledger/rounds/round-reader.ts'
import { HELLO_KEPT_MS } from '../../src/limits.ts'
import { createActor } from '../../src/player/actor.ts'
import type { PlayerDeps } from '../../src/player/deps.ts'
import { connectRedis } from '../../src/redis/connection.ts'
import { createRedisState } from '../../src/redis/player-state.ts'
import type { PlaySession } from '../../src/wire/lane.ts'
import { losePlayerState } from '../support/operator-setup.ts'
import { openStores } from '../support/real-stores.ts'
import { insertProject, insertRow } from '../support/rows.ts'
import { watchStatements } from '../support/watched-pool.ts'

const stores = await openStores(t)
const { pool, redisUrl, redisPrefix } = stores
const redis = await connectRedis(redisUrl, redisPrefix)
t.teardown(() => redis.disconnect())
const redisState = createRedisState(redis)
await insertProject(pool, 'casino')

async function seat(playerId: string) {
  const watched = watchStatements(pool)
  const clock = { nowMs: Date.now() }
  const session: PlaySession = {
    sessionId: randomUUID(),
    tokenVersion: 1,
    projectId: 'casino',
    playerId,
    gameId: 'lucky-lanterns',
    currency: 'EUR',
    language: 'en',
    expiresAtMs: clock.nowMs + 3_600_000,
  }
  await insertRow(pool, 'session', {
    session_id: session.sessionId,
    balance_minor: 500,
    balance_at: new Date(),
    player_key: await ensurePlayer(pool, 'casino', playerId),
  })
  const findLastBalance = groupLastBalances(watched.pool)
  const unasked = () => t.fail('the wallet was called')
  const deps = {
    redisState,
    ledger: {
      ...createRoundReader(watched.pool),
      ...createEntitlementsReader(watched.pool),
      findSessionPlay: (playerKey: string, sessionId: string) =>
        findSessionPlay(watched.pool, playerKey, sessionId),
      findLastBalance: (playerKey: string, at: PlaySession) =>
        findLastBalance(playerKey, at, Date.now()),
    },
    wallet: { bet: unasked, win: unasked, refund: unasked, notify: unasked },
    findProject: async () => ({ settings: DEFAULT_SETTINGS, revision: 1 }),
    findGame,
    newRounds: () => 'allowed',
    push: () => {},
    nowMs: () => clock.nowMs,
  } as unknown as PlayerDeps
  const actor = createActor(deps, session)
  const hello = async (said: PlaySession = session) =>
    JSON.parse(await actor.play(said, { type: 'hello', requestId: randomUUID(), token: '-' }))
  return { hello, session, clock, statements: watched.statements }
}

t.test('fifty hellos of one session read the ledger once', async t => {
  const { hello, statements } = await seat('greets')
  t.match(await hello(), { type: 'welcome', balance: '5.00', round: null })
  const once = statements.length
  t.ok(once > 0)
  const first = await hello()
  for (let n = 0; n < 49; n++) t.match(await hello(), { ...first, requestId: /./ })
  t.equal(statements.length, once)
})

t.test('after seconds the ledger is read again', async t => {
  const { hello, session, clock, statements } = await seat('waits')
  await hello()
  await pool.query('UPDATE session SET balance_minor = 900 WHERE session_id = $1', [
    session.sessionId,
  ])
  const once = statements.length
  clock.nowMs += HELLO_KEPT_MS - 1
  t.match(await hello(), { balance: '5.00' })
  t.equal(statements.length, once)
  clock.nowMs += 1
  t.match(await hello(), { balance: '9.00' })
  t.equal(statements.length, 2 * once)
})

t.test(
  'changed entitlements, another node’s round and a lost player state show at once',
  async t => {
    const { hello, session, statements } = await seat('changed')
    await hello()
    const once = statements.length
    const changes = [
      () => redisState.dropEntitlements(session),
      () =>
        redisState.openRound(session, session, {
          gameId: session.gameId,
          roundId: randomUUID(),
          entitlementsRevision: 0n,
          spin: 'base',
          modeId: 'base',
        }),
      () => losePlayerState(stores, null),
    ]
    for (const [n, change] of changes.entries()) {
      await change()
      await hello()
      t.equal(statements.length, (n + 2) * once, `change ${n}`)
    }
  },
)

t.test('another session of the player loads again, and an ended link is refused', async t => {
  const { hello, session, statements } = await seat('links')
  await hello()
  const once = statements.length
  await redisState.putSession(session, session.sessionId, session.expiresAtMs, 2)
  t.match(await hello(), { type: 'error', code: 'UNAUTHORIZED' })
  t.match(await hello({ ...session, tokenVersion: 2 }), { type: 'welcome' })
  t.ok(statements.length > once)
})
