// A node with the application's role can do all its work, and is refused everything it does not
// need.

import { randomBytes } from 'node:crypto'
import pg from 'pg'
import t from 'tap'
import { ensureRole, grantApp, mayChangeSchema } from '../../src/ledger/database/app-role.ts'
import { revokeSessions } from '../../src/ledger/players/session-revoke.ts'
import { rotateMasterKey } from '../../src/ledger/projects/master-key.ts'
import { changeProject } from '../../src/ledger/projects/project-changes.ts'
import { bodyOf, credentialsOf } from '../support/game-actions.ts'
import { BET, openSetup, post } from '../support/operator-setup.ts'
import { roundOf } from '../support/play-client.ts'
import { expectOk } from '../support/results.ts'

const setup = await openSetup(t)
const { pool, project, masterKey, stores } = setup
const role = `app_${randomBytes(6).toString('hex')}`
t.teardown(() => pool.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`))

function asApp(password: string): string {
  return Object.assign(new URL(stores.databaseUrl), { username: role, password }).href
}

t.test('a missing role is reported', async t => {
  t.match(await grantApp(stores.databaseUrl, role), { ok: false, problem: /There is no role/ })
})

t.test("a node works with the application's role", async t => {
  await ensureRole(stores.databaseUrl, role, 'first')
  await ensureRole(stores.databaseUrl, role, 'second')
  for (let time = 0; time < 2; time++)
    t.strictSame(await grantApp(stores.databaseUrl, role), { ok: true })
  const databaseUrl = asApp('second')
  const app = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  const by = { actor: 'owner:ann', origin: 'desk' }
  const node = await setup.startNode({ databaseUrl })
  const call = (path: string, fields: object) => {
    const key = { 'idempotency-key': randomBytes(8).toString('hex') }
    return bodyOf(post(node, path, { ...credentialsOf(project), ...fields }, key))
  }
  const act = (method: string, fields: object = {}) =>
    call('/gameActions.do', { method, ...fields })

  const { client } = await setup.openGame(node, 'ann')
  const round = roundOf(await client.spin(BET))
  if (round.status === 'awaiting') await client.collect(round.roundId)
  t.match(await act('report_rounds'), { rounds: [{ state: 'settled' }] })
  await act('report_ggr')
  await act('report_reconciliation')
  const player = { player_id: 'ann', symbol: 'lucky-lanterns' }
  await act('outcome_schedule', { ...player, multiplier: '2' })
  const limit = { player_id: 'ann', provider: 'provider_a', currency: 'EUR' }
  for (const [min_minor, max_minor] of [['1', '100000'] as const, [null, null] as const]) {
    await call('/playerRtp.do', { action: 'bet-limit', ...limit, min_minor, max_minor })
  }

  const edit = { defaultLanguage: 'de' }
  expectOk(await changeProject(app, masterKey, project, edit, { allowLoopback: true, by }))
  const ann = { projectId: project.projectId, playerId: 'ann' }
  t.equal((await revokeSessions(app, ann, by)).length, 1)
  await client.closed
  t.ok((await rotateMasterKey(app, [randomBytes(32), masterKey], by)) >= 3)
  t.notOk(await mayChangeSchema(app))
  t.ok(await mayChangeSchema(pool))
  await app.end()
})

const FORBIDDEN = [
  'CREATE TABLE mine (a int)',
  'DROP TABLE finished_round',
  'ALTER TABLE finished_round ADD COLUMN a int',
  'ALTER TABLE audit DISABLE TRIGGER USER',
  'DELETE FROM finished_round',
  'UPDATE finished_round SET win_minor = 0',
  'UPDATE finished_round_other SET win_minor = 0',
  'TRUNCATE unfinished_round',
  'DELETE FROM project',
  'TRUNCATE session',
  `UPDATE audit SET actor = 'nobody'`,
  'DELETE FROM audit',
  `INSERT INTO schema_migration (name, sha256) VALUES ('x', 'x')`,
  'CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
  'CREATE ROLE another',
]

t.test('the application role is refused everything it does not need', async t => {
  const client = new pg.Client({ connectionString: asApp('second') })
  await client.connect()
  t.teardown(() => client.end())
  const INSUFFICIENT_PRIVILEGE = '42501'
  for (const sql of FORBIDDEN)
    await t.rejects(client.query(sql), { code: INSUFFICIENT_PRIVILEGE }, sql)
})
