// What the schema refuses from any writer: rows that would be money lost or paid twice. Each change
// is tried on a correct row, so that only the one constraint can refuse it.

import t from 'tap'
import { ensurePlayer } from '../../src/ledger/players/players.ts'
import { openStores } from '../support/real-stores.ts'
import { makeRound, storeRound, type TestRound } from '../support/report-rounds.ts'
import { insertProject, insertRow } from '../support/rows.ts'

const { pool } = await openStores(t)
await insertProject(pool, 'casino')

const CHECK = '23514'

/** Tries to change the one row with this id; the code of the refusal, null when it was changed. */
async function refusal(table: string, id: string, change: string): Promise<string | null> {
  const key = { round: 'round_id', free_spin_grant: 'grant_id', target_outcome: 'outcome_id' }[
    table
  ]
  try {
    const { rowCount } = await pool.query(`UPDATE ${table} SET ${change} WHERE ${key} = $1`, [id])
    if (rowCount !== 1) throw new Error(`no row in ${table}`)
    return null
  } catch (error) {
    return (error as { code: string }).code
  }
}

let players = 0
async function round(fields: Partial<TestRound>): Promise<string> {
  const made = makeRound({ playerId: `player-${++players}`, ...fields })
  if (!(await storeRound(pool, made))) throw new Error('the round was not stored')
  return made.roundId
}

const ROUNDS: [what: string, fate: TestRound['fate'], change: string][] = [
  ['settled without a confirmed bet', 'lost', `bet_status = 'unknown'`],
  ['settled with a win that is not confirmed', 'won', `win_status = 'unknown'`],
  ['settled with a win that was never planned', 'won', 'win_status = NULL'],
  ['settled and refunded', 'lost', `refund_status = 'planned'`],
  ['a refund beside a win that may be paid', 'refunded', `win_status = 'sent'`],
  ['a refund beside a win that is paid', 'refunded', `win_status = 'confirmed'`],
  ['an owed refund beside a win that may be paid', 'refund owed', `win_status = 'sent'`],
  ['an owed refund beside a win that is paid', 'refund owed', `win_status = 'confirmed'`],
  ['cancelled without a refund', 'refunded', 'refund_status = NULL'],
  [
    'a free spin of a target outcome',
    'planned',
    `grant_id = gen_random_uuid(), grant_remaining = 1,
    outcome_id = gen_random_uuid(), weighting = 'natural'`,
  ],
  ['a free spin without the number left', 'planned', 'grant_id = gen_random_uuid()'],
  ['a stake of zero', 'planned', 'stake_minor = 0'],
  ['a negative win', 'planned', 'win_minor = -1'],
  ['a seed that is too short', 'planned', `seed = '\\x00'`],
  ['a level that no operator may set', 'planned', 'level_bps = 10001'],
  ['an unknown state', 'lost', `state = 'lost'`],
]

for (const [what, fate, change] of ROUNDS) {
  t.test(`no round: ${what}`, async t => {
    t.equal(await refusal('round', await round({ fate }), change), CHECK)
  })
}

t.test('a refund beside a win that was only planned is allowed', async t => {
  t.equal(await refusal('round', await round({ fate: 'refunded' }), `win_status = 'planned'`), null)
})

const addRow = async (table: 'free_spin_grant' | 'target_outcome') =>
  insertRow(pool, table, { player_key: await ensurePlayer(pool, 'casino', 'owner') })

const GRANTS: [what: string, change: string][] = [
  ['more spins taken than there are', 'taken = 4'],
  ['more spins played than taken', 'taken = 1, played = 2'],
  ['a negative win', 'total_win_minor = -1'],
  ['more spins than the specification allows', 'total = 1001'],
  ['active and finished', 'finished_at = now()'],
  ['used and not finished', `status = 'used'`],
]
for (const [what, change] of GRANTS) {
  t.test(`no grant: ${what}`, async t => {
    t.equal(await refusal('free_spin_grant', await addRow('free_spin_grant'), change), CHECK)
  })
}

const TARGETS: [what: string, change: string][] = [
  ['applied by no round', `status = 'applied'`],
  ['a round that did not apply it', 'round_id = gen_random_uuid()'],
  ['ready without a round that was found', `status = 'ready'`],
  ['found without a sequence to count from', `found = '[]'`],
]
for (const [what, change] of TARGETS) {
  t.test(`no target outcome: ${what}`, async t => {
    t.equal(await refusal('target_outcome', await addRow('target_outcome'), change), CHECK)
  })
}
