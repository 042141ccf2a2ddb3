// What migrations do with the rows of an older platform: ids, players, notifications and open
// decisions that are older than their table or column are in it afterwards.

import { randomUUID } from 'node:crypto'
import t from 'tap'
import { migrate, readMigrations } from '../../src/ledger/database/migrations.ts'
import { openStores } from '../support/real-stores.ts'
import { insertProject, insertRow } from '../support/rows.ts'

const FIRST_NEW = '0030-shards'
const { databaseUrl: url, pool } = await openStores(t)
await pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
const older = readMigrations().filter(({ name }) => name < FIRST_NEW)
await migrate(url, older)
await insertProject(pool, 'casino')
const { rows: players } = await pool.query<{ player_key: string }>(
  `INSERT INTO player (project_id, player_id) VALUES ('casino', 'ann'), ('casino', 'bob')
    RETURNING player_key`,
)
const [ann, bob] = players.map(({ player_key }) => player_key)

const ids = Array.from({ length: 4 }, () => randomUUID())
const [grant, target, round, gone] = ids as [string, string, string, string]
const GRANTED = new Date('2026-01-02T00:00:00Z')
const SCHEDULED = new Date('2026-01-03T00:00:00Z')
for (const named of [{ grant_id: grant, external_id: 'promo-1' }, {}]) {
  const row = { player_key: ann!, created_at: GRANTED, ...named }
  await insertRow(pool, 'free_spin_grant', row)
}
for (const named of [{ outcome_id: target, external_id: 'show-1' }, {}]) {
  const row = { player_key: bob!, created_at: SCHEDULED, ...named }
  await insertRow(pool, 'target_outcome', row)
}
const addRound = (id: string, playerKey: string, state: string, awaiting: boolean, at: string) =>
  pool.query(
    `INSERT INTO round (round_id, player_key, project_id, sequence, request_id, session_id, game_id,
      game_version,
       game_mode, currency, bet_terms, base_stake_minor, stake_minor, seed, awaiting, win_units,
         win_minor,
       state, bet_status, created_at, touched_at)
     VALUES ($1, $2, 'casino', 1, 'r', gen_random_uuid(), 'game-' || $3, '1', 'base', 'EUR',
       '{"level":1}', 1, 2,
       sha256('x'), $4, 0, 0, $3, 'confirmed', now(), $5)`,
    [id, playerKey, state, awaiting, at],
  )
await addRound(round, ann!, 'in_progress', true, '2026-01-04T05:06:07Z')
await addRound(randomUUID(), bob!, 'in_progress', false, '2026-01-05T05:06:07Z')
const owed = `INSERT INTO notification (round_id, event, project_id) VALUES ($1, 'start', 'casino')`
for (const id of [round, gone]) await pool.query(owed, [id])
const migrated = await migrate(url)
if (!migrated.ok) throw new Error(migrated.problem)

const read = async (query: string) => (await pool.query(query)).rows

t.test('an external id of a grant or target stays used', async t => {
  const claimed = await read(
    `SELECT project_id, subject, external_id, id, player_id, claimed_at FROM external_id
      ORDER BY subject`,
  )
  const columns = ['project_id', 'subject', 'external_id', 'id', 'player_id', 'claimed_at'] as const
  t.strictSame(
    claimed.map(row => columns.map(column => row[column])),
    [
      ['casino', 'grant', 'promo-1', grant, 'ann', GRANTED],
      ['casino', 'target', 'show-1', target, 'bob', SCHEDULED],
    ],
  )
})

t.test('every older player is registered under their key', async t => {
  t.strictSame(await read('SELECT * FROM registered_player ORDER BY player_id'), [
    { project_id: 'casino', player_id: 'ann', player_key: ann },
    { project_id: 'casino', player_id: 'bob', player_key: bob },
  ])
})

t.test('a notification gets its player, and one without a round is deleted', async t => {
  t.strictSame(await read('SELECT round_id, event, player_key FROM notification'), [
    { round_id: round, event: 'start', player_key: ann },
  ])
})

t.test('only a round with an open decision waits, from its last write on', async t => {
  t.strictSame(
    await read('SELECT round_id, awaiting_since FROM unfinished WHERE awaiting_since IS NOT NULL'),
    [{ round_id: round, awaiting_since: new Date('2026-01-04T05:06:07Z') }],
  )
})
