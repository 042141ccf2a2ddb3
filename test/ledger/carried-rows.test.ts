// What migrations do with the rows of an older platform: ids, players, notifications and open
// decisions that are older than their table or column are in it afterwards.

import { randomUUID } from 'node:crypto'
import t from 'tap'
import { migrate, readMigrations } from '../../src/ledger/database/migrations.ts'
import { openStores } from '../support/real-stores.ts'

const FIRST_NEW = '0030-shards'
const { databaseUrl: url, pool } = await openStores(t)
await pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
await migrate(
  url,
  readMigrations().filter(({ name }) => name < FIRST_NEW),
)
await pool.query(`INSERT INTO project (project_id, callback_url, api_key_sealed, api_key_sha256)
  VALUES ('casino', 'https://wallet.example', '', sha256(''))`)
const { rows: players } = await pool.query<{ player_key: string }>(
  `INSERT INTO player (project_id, player_id) VALUES ('casino', 'ann'), ('casino', 'bob')
    RETURNING player_key`,
)
const [ann, bob] = players.map(({ player_key }) => player_key)

const [grant, target, round, gone] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
for (const [id, externalId] of [
  [grant, 'promo-1'],
  [randomUUID(), null],
])
  await pool.query(
    `INSERT INTO free_spin_grant (grant_id, external_id, project_id, player_key, currency, game_id,
      provider,
       bet_minor, bet_terms, total, created_at, expires_at)
     VALUES ($1, $2, 'casino', $3, 'EUR', 'game', 'provider_a', 100, '{}', 3,
       '2026-01-02T00:00:00Z', now())`,
    [id, externalId, ann],
  )
for (const [id, externalId] of [
  [target, 'show-1'],
  [randomUUID(), null],
])
  await pool.query(
    `INSERT INTO target_outcome (outcome_id, external_id, project_id, player_key, game_id, provider,
      kind,
       multiplier_hundredths, spin_number, created_at, expires_at)
     VALUES ($1, $2, 'casino', $3, 'game', 'provider_a', 'spin', 250, 1, '2026-01-03T00:00:00Z',
       now())`,
    [id, externalId, bob],
  )
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
for (const id of [round, gone])
  await pool.query(
    `INSERT INTO notification (round_id, event, project_id) VALUES ($1, 'start', 'casino')`,
    [id],
  )
const migrated = await migrate(url)
if (!migrated.ok) throw new Error(migrated.problem)

const read = async (query: string) => (await pool.query(query)).rows

t.test('an external id of a grant or target stays used', async t => {
  const claimed = await read(
    `SELECT project_id, subject, external_id, id, player_id, claimed_at FROM external_id
      ORDER BY subject`,
  )
  t.strictSame(claimed, [
    {
      project_id: 'casino',
      subject: 'grant',
      external_id: 'promo-1',
      id: grant,
      player_id: 'ann',
      claimed_at: new Date('2026-01-02T00:00:00Z'),
    },
    {
      project_id: 'casino',
      subject: 'target',
      external_id: 'show-1',
      id: target,
      player_id: 'bob',
      claimed_at: new Date('2026-01-03T00:00:00Z'),
    },
  ])
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

t.test(
  'an open decision counts from the last write of its round, and no other round waits',
  async t => {
    t.strictSame(
      await read(
        'SELECT round_id, awaiting_since FROM unfinished WHERE awaiting_since IS NOT NULL',
      ),
      [{ round_id: round, awaiting_since: new Date('2026-01-04T05:06:07Z') }],
    )
  },
)
