// The migration that splits the one table of rounds: afterwards every round of an older platform is
// in the table of its state, with every field.

import t from 'tap'
import { migrate, readMigrations } from '../../src/ledger/database/migrations.ts'
import { openStores } from '../support/real-stores.ts'
import { insertProject } from '../support/rows.ts'
import { findRoundFaults } from '../support/written-rounds.ts'

const FIRST_NEW = '0035-finished-rounds'
const STATES: [state: string, bet: string, win: string | null, refund: string | null][] = [
  ['debit_pending', 'unknown', 'planned', null],
  ['in_progress', 'confirmed', null, null],
  ['credit_pending', 'confirmed', 'unknown', null],
  ['settled', 'confirmed', 'confirmed', null],
  ['rejected', 'rejected', 'planned', null],
  ['cancelled', 'unknown', null, 'planned'],
  ['cancelled', 'confirmed', null, 'confirmed'],
  ['reconciliation_required', 'confirmed', 'unknown', null],
]

t.test('every round is in the table of its state, unchanged', async t => {
  const { databaseUrl: url, pool } = await openStores(t)
  await pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  const older = readMigrations().filter(({ name }) => name < FIRST_NEW)
  t.match(await migrate(url, older), { ok: true })
  await insertProject(pool, 'casino')
  await pool.query(
    `INSERT INTO player (project_id, player_id) VALUES ('casino', 'ann'), ('casino', 'idle')`,
  )
  for (const [at, [state, bet, win, refund]] of STATES.entries()) {
    await pool.query(
      `INSERT INTO round (round_id, player_key, project_id, sequence, request_id, session_id,
        game_id, game_version,
         game_mode, currency, bet_terms, base_stake_minor, stake_minor, seed, choices, awaiting,
           win_units, win_minor,
         state, bet_status, win_status, refund_status, created_at, settled_at)
       SELECT gen_random_uuid(), player_key, 'casino', $1::int + 1, 'r' || $1::int,
         gen_random_uuid(), 'game-' || $1::int,
         '1', 'base', 'EUR', '{"level":1}', 1, 2, sha256('x'),
           CASE WHEN $1::int = 3 THEN '{a,b}'::text[] ELSE '{}' END,
         $2::text = 'in_progress', 0, 0, $2::text, $3, $4, $5, now() - $1::int * interval '40 days',
         CASE WHEN $2::text = 'settled' THEN now() END
       FROM player WHERE player_id = 'ann'`,
      [at, state, bet, win, refund],
    )
  }
  await pool.query(`INSERT INTO ended_round
    SELECT player_key, sequence, round_id, project_id, created_at, game_id, grant_id IS NULL
    FROM round WHERE state IN ('rejected', 'cancelled')`)
  const before = await pool.query('SELECT * FROM round ORDER BY sequence')
  t.match(await migrate(url), { ok: true })
  const after = await pool.query(
    `SELECT ${before.fields.map(({ name }) => name).join(', ')} FROM round ORDER BY sequence`,
  )
  for (const [at, row] of after.rows.entries()) {
    const { touched_at, ...fields } = row
    t.match(before.rows[at], fields, row.state)
  }
  t.equal(after.rowCount, STATES.length)
  t.strictSame(await findRoundFaults(pool), [])
  const { rows } = await pool.query(`SELECT player_id, last_sequence FROM player ORDER BY 1`)
  t.strictSame(rows, [
    { player_id: 'ann', last_sequence: `${STATES.length}` },
    { player_id: 'idle', last_sequence: '0' },
  ])
})
