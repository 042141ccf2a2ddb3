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
async function toldBy(change: () => Promise<unknown>): Promise<string[]> {
  await change()
  const mark = `node_setting mark ${++marks}`
  await pool.query("SELECT pg_notify('node_setting', $1)", [`mark ${marks}`])
  await until('the mark arrives', () => heard.includes(mark))
  return heard.splice(0).filter(line => line !== mark)
}

const create = (projectId: string) =>
  createProject(
    pool,
    Buffer.alloc(32, 7),
    { projectId, callbackUrl: 'https://wallet.example.com', allowedNetworks: [] },
    { allowLoopback: false },
  )

async function addSession(projectId: string, playerId: string): Promise<string> {
  const playerKey = await ensurePlayer(pool, projectId, playerId)
  return insertRow(pool, 'session', { player_key: playerKey })
}

t.test('a created project is notified by its id', async t => {
  t.strictSame(await toldBy(() => create('casino')), ['project_changed casino'])
  t.strictSame(await toldBy(() => create('casino')), [], 'it exists already')
  t.strictSame(await toldBy(() => create('other')), ['project_changed other'])
})

t.test(
  'a pause is notified when it is set and when it is lifted, and at no other time',
  async t => {
    const set = () => setPause(pool, ALL, 'a test', BY)
    const lift = () => liftPause(pool, ALL, BY)
    t.strictSame(await toldBy(set), ['pauses_changed 1'])
    t.strictSame(await toldBy(set), [], 'it is paused already')
    t.strictSame(await toldBy(lift), ['pauses_changed 2'])
    t.strictSame(await toldBy(lift), [])
    const unknown = { scope: 'project', subject: 'nobody' } as const
    t.strictSame(await toldBy(() => setPause(pool, unknown, 'a test', BY)), [])
    const { rows } = await pool.query('SELECT revision FROM pause_revision')
    t.equal(rows[0].revision, '2', 'no node has to read an unchanged pause')
  },
)

t.test('a setting is notified to its node', async t => {
  const change = (value: string | null) => () =>
    changeNodeSetting(pool, { node: 'node-1', name: 'lanes', value }, BY)
  t.strictSame(await toldBy(change('2')), ['node_setting node-1'])
  t.strictSame(await toldBy(change(null)), ['node_setting node-1'])
})

t.test('each revoked session is notified, of this player and project only', async t => {
  const sessions = [await addSession('casino', 'ann'), await addSession('casino', 'ann')]
  const others = [await addSession('casino', 'bob'), await addSession('other', 'ann')]
  const told = await toldBy(() =>
    revokeSessions(pool, { projectId: 'casino', playerId: 'ann' }, BY),
  )
  const news = told.map(line => JSON.parse(line.replace(/^session_revoked /, '')))
  t.strictSame(news.map(({ sessionId }) => sessionId).sort(), [...sessions].sort())
  for (const each of news) {
    t.match(each, { projectId: 'casino', playerId: 'ann', tokenVersion: 2 })
    t.ok(each.expiresAtMs <= Date.now() + 1_000, 'it has ended')
  }
  const { rows } = await pool.query(
    'SELECT token_version, expires_at > now() AS lives FROM session WHERE session_id = ANY ($1)',
    [others],
  )
  t.strictSame(rows, [
    { token_version: 1, lives: true },
    { token_version: 1, lives: true },
  ])
})
