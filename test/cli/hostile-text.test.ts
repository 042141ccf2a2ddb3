// A player id is chosen by an operator: printed by a command, it must not reach the terminal as a
// control sequence.

import { randomBytes } from 'node:crypto'
import t from 'tap'
import { openStores } from '../support/real-stores.ts'
import { insertProject, insertRow } from '../support/rows.ts'
import { openCommandLine } from '../support/start-reelhouse.ts'
import { letRoundsBeWritten } from '../support/written-rounds.ts'

const { pool, databaseUrl, redisUrl, redisPrefix } = await openStores(t)
const env = {
  DATABASE_URL: databaseUrl,
  REDIS_URL: redisUrl,
  REDIS_PREFIX: redisPrefix,
  MASTER_KEY: randomBytes(32).toString('hex'),
}
/** A new window title, a cleared screen in both forms, a separate line, and reversed reading. */
const PLAYER = 'ann\u001b]0;owned\u0007\u001b[2J\u009b31m\n0 rounds\u202eevil\u2066'
const SHOWN = 'ann\\u001b]0;owned\\u0007\\u001b[2J\\u009b31m\\n0 rounds\\u202eevil\\u2066'
const INVISIBLE = /[^\P{C}\n]|[\p{Zl}\p{Zp}]/u

const ROUNDS = {
  stuck: '0190a8e2-7f3a-7b1c-8d5e-000000000001',
  'set-aside': '0190a8e2-7f3a-7b1c-8d5e-000000000002',
  orphaned: '0190a8e2-7f3a-7b1c-8d5e-000000000003',
}

async function insertRound(roundId: string, sequence: number, state: string): Promise<void> {
  const { rows } = await pool.query('SELECT project_id, player_key FROM player')
  await insertRow(pool, 'round', {
    ...rows[0],
    round_id: roundId,
    sequence,
    state,
    game_id: `game${sequence}`,
    win_minor: 500,
    bet_status: 'unknown',
    start_notified: true,
    created_at: new Date(Date.now() - 3_600_000),
  })
}

t.before(async () => {
  await letRoundsBeWritten(pool)
  await insertProject(pool, 'one')
  await pool.query(`INSERT INTO player (project_id, player_id) VALUES ('one', $1)`, [PLAYER])
  await insertRound(ROUNDS.stuck, 1, 'debit_pending')
  await insertRound(ROUNDS['set-aside'], 2, 'reconciliation_required')
  await insertRound(ROUNDS.orphaned, 3, 'reconciliation_required')
  const add = `INSERT INTO orphaned_round (round_id, known, origin) VALUES ($1, 'opened', 'here')`
  await pool.query(add, [ROUNDS.orphaned])
})

const run = openCommandLine(t)
const printed = async (...args: string[]) => {
  const { code, stdout, stderr } = await run(['rounds', ...args], env)
  if (code !== 0) throw new Error(stderr)
  return stdout
}

for (const [list, roundId] of Object.entries(ROUNDS)) {
  t.test(`rounds ${list} shows a player id with control characters visibly`, async t => {
    const line = (await printed(list)).split('\n').find(text => text.includes(roundId))
    t.match(line, SHOWN)
    t.notMatch(line, INVISIBLE)
  })
}

t.test('rounds show prints it visibly too', async t => {
  const text = await printed('show', ROUNDS.stuck)
  t.match(text, SHOWN)
  t.notMatch(text, INVISIBLE)
})

t.test('a line of JSON keeps the id, escaped where a terminal would act on it', async t => {
  const text = await printed('stuck', '--json')
  t.notMatch(text, INVISIBLE)
  t.equal(JSON.parse(text).rounds[0].player_id, PLAYER)
})
