// What a change makes nodes forget at once, even if the ledger would refuse it later: the player's
// entitlements and the older link of a session. And the id under which a record is stored and
// looked up when an earlier call reserved the name and failed.

import { randomUUID } from 'node:crypto'
import t from 'tap'
import { inShardOf } from '../../src/core/shard.ts'
import { findGame } from '../../src/games/catalogue/games.ts'
import { inOneDatabase, mapDatabases } from '../../src/ledger/database/player-databases.ts'
import { ensurePlayer } from '../../src/ledger/players/players.ts'
import { groupLaunches } from '../../src/ledger/players/sessions.ts'
import type { Project } from '../../src/ledger/projects/projects.ts'
import { type AnyMethod, presentResult } from '../../src/operator/call.ts'
import { createFreeSpinMethods } from '../../src/operator/free-spins/methods.ts'
import { createLaunchRoute } from '../../src/operator/launch/method.ts'
import { createTargetOutcomeMethods } from '../../src/operator/target-outcomes/methods.ts'
import { addProject } from '../support/ledger-projects.ts'
import { openStores } from '../support/real-stores.ts'
import { makeRound, storeRound } from '../support/report-rounds.ts'
import { expectOk } from '../support/results.ts'

const { pool } = await openStores(t)
const pools = inOneDatabase(pool)
const project = await addProject(pool, Buffer.alloc(32, 7), 'casino')
const GAME = 'lucky-lanterns'

const forgotten: string[] = []
const dropEntitlements = async ({ playerId }: { playerId: string }) => void forgotten.push(playerId)
const begun: string[] = []
const spins = createFreeSpinMethods({ pools, redisState: { dropEntitlements }, nowMs: Date.now })
const targets = createTargetOutcomeMethods({
  pools,
  search: {
    begin: (_, { targetOutcomeId }) => begun.push(targetOutcomeId) > 0,
    isIndexed: () => true,
    noteRefused: () => {},
    dropEntitlements,
  },
  findGame,
  nowMs: Date.now,
})

/** The fields of an answer that the tests compare. */
interface Shown {
  grant: { grant_id: string }
  outcome: { outcome_id: string }
  meta: { session_id: string }
  link: string
}

async function run(method: AnyMethod, fields: object, as: Project = project): Promise<Shown> {
  const asked = expectOk(method.read({ partner: '', api_key: '', ...fields }, as))
  const call = { requestId: 'r', onFault: (error: unknown) => t.fail(String(error)) }
  const done = await method.execute(as, asked.value, call)
  const shown = done.ok ? presentResult(method, done) : { code: done.code }
  return shown as Shown
}
const act = (method: string, fields: object) =>
  run({ ...spins, ...targets }[method]!, { method, ...fields })

const GRANT = { player_id: 'ann', currency: 'EUR', symbol: GAME, count: 3, bet: '0.20' }
const TARGET = { player_id: 'ann', symbol: 'cherry-classic', multiplier: '5' }

t.test('nodes drop the player’s entitlements when a grant is created or cancelled', async t => {
  const { grant } = await act('freespins_create', GRANT)
  t.strictSame(forgotten.splice(0), ['ann'])
  await act('freespins_get', { grant_id: grant.grant_id })
  await act('freespins_list', { player_id: 'ann' })
  t.strictSame(forgotten, [])
  await act('freespins_cancel', { grant_id: grant.grant_id })
  t.strictSame(forgotten.splice(0), ['ann'])
  await act('freespins_cancel', { grant_id: grant.grant_id })
  t.strictSame(forgotten, [], 'nothing has changed')
})

t.test('entitlements are dropped with a ready target outcome, and with no other', async t => {
  const { outcome: pending } = await act('outcome_schedule', TARGET)
  await act('outcome_cancel', { outcome_id: pending.outcome_id })
  t.strictSame(forgotten, [], 'no round could have used it')
  const { outcome_id } = (await act('outcome_schedule', TARGET)).outcome
  await pool.query(
    `UPDATE target_outcome SET status = 'ready', found = '[]', found_version = '1',
       ready_sequence = 0 WHERE outcome_id = $1`,
    [outcome_id],
  )
  t.match(await act('outcome_cancel', { outcome_id }), { outcome: { status: 'cancelled' } })
  t.strictSame(forgotten.splice(0), ['ann'])
})

/** The state after a call that ended before it stored anything. */
async function nameInVain(subject: 'grant' | 'target', externalId: string): Promise<string> {
  const id = inShardOf({ projectId: 'casino', playerId: 'ann' }, randomUUID())
  await pool.query(
    `INSERT INTO external_id (project_id, subject, external_id, id, player_id)
     VALUES ('casino', $1, $2, $3, 'ann')`,
    [subject, externalId, id],
  )
  return id
}

t.test('an id reserved by a failed call is stored, answered and looked up', async t => {
  const grantId = await nameInVain('grant', 'gift')
  const { grant } = await act('freespins_create', { ...GRANT, external_id: 'gift' })
  t.equal(grant.grant_id, grantId)
  t.match(await act('freespins_get', { grant_id: grantId }), { grant: { external_id: 'gift' } })
  const targetOutcomeId = await nameInVain('target', 'birthday')
  begun.splice(0)
  const { outcome } = await act('outcome_schedule', { ...TARGET, external_id: 'birthday' })
  t.equal(outcome.outcome_id, targetOutcomeId)
  t.strictSame(begun, [targetOutcomeId])
  const read = await act('outcome_get', { external_id: 'birthday' })
  t.equal(read.outcome.outcome_id, targetOutcomeId)
})

t.test('a grant is within the limits that its player has with the provider', async t => {
  const key = await ensurePlayer(pool, 'casino', 'limited')
  const { provider } = findGame(GAME)!
  const limit = (of: string, currency: string, min: number, max: number) =>
    pool.query(
      `INSERT INTO player_bet_limit (player_key, provider, currency, min_minor, max_minor,
        updated_at)
       VALUES ($1, $2, $3, $4, $5, now())`,
      [key, of, currency, min, max],
    )
  await limit(provider, 'EUR', 40, 100)
  await limit(provider, 'USD', 1, 1)
  const create = (bet: string, player_id = 'limited') =>
    act('freespins_create', { ...GRANT, player_id, bet })
  for (const bet of ['0.20', '2.00']) t.match(await create(bet), { code: 'PROJECT_BET_LIMIT' }, bet)
  for (const bet of ['0.40', '1.00']) t.match(await create(bet), { status: 'ok' }, bet)
  t.match(await create('0.20', 'another'), { status: 'ok' })
})

t.test('sockets on an older link are closed by the launch that continues a session', async t => {
  const put: unknown[][] = []
  const route = createLaunchRoute({
    sessions: mapDatabases(pools, groupLaunches),
    redisState: { putSession: async (...given: unknown[]) => void put.push(given) } as never,
    sessionInfo: async () => ({ kind: 'accepted', balanceMinor: 100n }) as never,
    tokenKey: Buffer.alloc(32, 1),
    embeddingKeys: { frameKey: Buffer.alloc(32, 2), lobbyKey: Buffer.alloc(32, 3) },
    publicUrl: 'https://games.example.com',
    defaultLobby: () => null,
    placeOf: () => null,
    nowMs: Date.now,
  })
  const { value: method } = expectOk(route.findMethod({}))
  const fields = { provider: 'own', player_id: 'moves', currency: 'EUR', gametype: 'demo' }
  const launch = () => run(method, { ...fields, symbol: GAME })
  const first = await launch()
  const { session_id: sessionId } = first.meta
  t.strictSame(put, [], 'nothing plays a new session yet')
  const round = makeRound({ playerId: 'moves', fate: 'awaiting' })
  await storeRound(pool, round)
  const { roundId } = round
  const taken = 'UPDATE unfinished_round SET session_id = $2 WHERE round_id = $1'
  await pool.query(taken, [roundId, sessionId])
  const expired = `UPDATE session SET expires_at = now() - interval '1 hour' WHERE session_id = $1`
  await pool.query(expired, [sessionId])
  const second = await launch()
  t.match(second.meta, { session_id: sessionId })
  t.not(second.link, first.link)
  t.match(put, [[{ playerId: 'moves' }, sessionId, Number, 2]])
})
