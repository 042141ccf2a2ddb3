// Changes that nodes must apply at once are notified on a channel in the SQL transaction that makes
// them.

import pg from 'pg'
import t from 'tap'
import { EVERYTHING } from '../../src/core/pauses.ts'
import { changeNodeSetting } from '../../src/ledger/nodes/node-settings.ts'
import { liftPause, setPause } from '../../src/ledger/pauses/pauses.ts'
import { ensurePlayer } from '../../src/ledger/players/players.ts'
import { revokeSessions } from '../../src/ledger/players/session-revoke.ts'
import { createProject } from '../../src/ledger/projects/projects.ts'
import { openStores } from '../support/real-stores.ts'
import { pluck } from '../support/results.ts'
import { insertRow } from '../support/rows.ts'
import { until } from '../support/until.ts'

const { pool, databaseUrl } = await openStores(t)
const ALL = { scope: 'all', subject: EVERYTHING } as const
const BY = { actor: 'owner:olga', origin: 'test' }
const client = new pg.Client({ connectionString: databaseUrl })
await client.connect()
t.teardown(() => client.end())
const heard: string[] = []
client.on('notification', ({ channel, payload }) => heard.push(`${channel} ${payload}`))
for (const channel of ['project_changed', 'pauses_changed', 'node_setting', 'session_revoked']) {
  await client.query(`LISTEN ${channel}`)
}

/** The notifications of the change; the last one is our own mark, so that no wait is needed. */
let marks = 0
async function notificationsOf(change: () => Promise<unknown>): Promise<string[]> {
  await change()
  const mark = `node_setting mark ${++marks}`
  await pool.query("SELECT pg_notify('node_setting', $1)", [`mark ${marks}`])
  await until('the mark arrives', () => heard.includes(mark))
  return heard.splice(0).filter(line => line !== mark)
}

const create = (projectId: string) => {
  const wanted = { projectId, callbackUrl: 'https://wallet.example.com', allowedNetworks: [] }
  return createProject(pool, Buffer.alloc(32, 7), wanted, { allowLoopback: false })
}

async function addSession(projectId: string, playerId: string): Promise<string> {
  const playerKey = await ensurePlayer(pool, projectId, playerId)
  return insertRow(pool, 'session', { player_key: playerKey })
}

t.test('a created project is notified by its id', async t => {
  t.strictSame(await notificationsOf(() => create('casino')), ['project_changed casino'])
  t.strictSame(await notificationsOf(() => create('casino')), [], 'it exists already')
  t.strictSame(await notificationsOf(() => create('other')), ['project_changed other'])
})

t.test('a pause is notified when it is set and lifted, and at no other time', async t => {
  const set = () => setPause(pool, ALL, 'a test', BY)
  const lift = () => liftPause(pool, ALL, BY)
  t.strictSame(await notificationsOf(set), ['pauses_changed 1'])
  t.strictSame(await notificationsOf(set), [], 'it is paused already')
  t.strictSame(await notificationsOf(lift), ['pauses_changed 2'])
  t.strictSame(await notificationsOf(lift), [])
  const unknown = { scope: 'project', subject: 'nobody' } as const
  t.strictSame(await notificationsOf(() => setPause(pool, unknown, 'a test', BY)), [])
  const { rows } = await pool.query('SELECT revision FROM pause_revision')
  t.equal(rows[0].revision, '2', 'no node has to read an unchanged pause')
})

t.test('a setting is notified to its node', async t => {
  const change = (value: string | null) => () =>
    changeNodeSetting(pool, { node: 'node-1', name: 'lanes', value }, BY)
  t.strictSame(await notificationsOf(change('2')), ['node_setting node-1'])
  t.strictSame(await notificationsOf(change(null)), ['node_setting node-1'])
})

t.test('each revoked session is notified, of this player and project only', async t => {
  const sessions = [await addSession('casino', 'ann'), await addSession('casino', 'ann')]
  const others = [await addSession('casino', 'bob'), await addSession('other', 'ann')]
  const ann = { projectId: 'casino', playerId: 'ann' }
  const heard = await notificationsOf(() => revokeSessions(pool, ann, BY))
  const revoked = heard.map(line => JSON.parse(line.replace(/^session_revoked /, '')))
  t.strictSame(pluck(revoked, 'sessionId').sort(), [...sessions].sort())
  for (const each of revoked) {
    t.match(each, { ...ann, tokenVersion: 2 })
    t.ok(each.expiresAtMs <= Date.now() + 1_000, 'it has ended')
  }
  const { rows } = await pool.query(
    'SELECT token_version, expires_at > now() AS lives FROM session WHERE session_id = ANY ($1)',
    [others],
  )
  for (const row of rows) t.strictSame(row, { token_version: 1, lives: true })
  t.equal(rows.length, others.length)
})
