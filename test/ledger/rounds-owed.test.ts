// Rounds that owe something are found through their indexes among many that owe nothing, filtered
// and in pages.

import t from 'tap'
import { inTransaction } from '../../src/ledger/database/transaction.ts'
import { noteWalletFailures, readWalletFailures } from '../../src/ledger/rounds/round-failures.ts'
import {
  answerPush,
  askPush,
  BY_INDEX,
  claimPush,
  LIST_OWED,
  listRoundsOwed,
  type OwedFilter,
  readPush,
} from '../../src/ledger/rounds/unfinished-rounds.ts'
import { WALLET_FAILURES_SHOWN } from '../../src/limits.ts'
import { nextAttempt, owedBy } from '../../src/round/owed.ts'
import { openStores } from '../support/real-stores.ts'
import { insertProject } from '../support/rows.ts'
import { letRoundsBeWritten } from '../support/written-rounds.ts'

const { pool } = await openStores(t)
const SETTLED = 20_000

/** Ids in the order of these numbers. */
const idOf = (number: number) => `0190a8e2-7f3a-7b1c-8d5e-${number.toString(16).padStart(12, '0')}`
const BET = 1_000_000
const WIN = 1_000_001
const REFUND = 1_000_002
const DECISION = 1_000_003
const ASIDE = 1_000_004
const TOLD = 1_000_005

const COLUMNS = `round_id, project_id, player_key, sequence, request_id, session_id, game_id,
  game_version, game_mode, currency, bet_terms, base_stake_minor, stake_minor, seed, win_units,
  win_minor, awaiting, state, bet_status, win_status, refund_status, refund_planned_at, attempts,
  created_at, touched_at, start_notified`

async function insert(number: number, fields: Record<string, string | number | null>) {
  const values = {
    state: 'settled',
    bet: 'confirmed',
    win: null,
    refund: null,
    awaiting: 'false',
    attempts: 0,
    project: 'one',
    ...fields,
  }
  await pool.query(
    `INSERT INTO round (${COLUMNS})
     SELECT $1::uuid, p.project_id, player_key, $2::int, $2::int::text, $1::uuid,
       'game-' || $2::int, '1', 'base', 'EUR',
       '{}', 100, 100, sha256(''), 0, 500, $3::boolean, $4::text, $5::text, $6::text, $7::text,
         CASE WHEN $7::text IS NULL THEN NULL ELSE now() END, $8::int,
       now() - interval '1 hour', now(), true
     FROM player p WHERE p.project_id = $9`,
    [
      idOf(number),
      number,
      values.awaiting,
      values.state,
      values.bet,
      values.win,
      values.refund,
      values.attempts,
      values.project,
    ],
  )
}

t.before(async () => {
  await letRoundsBeWritten(pool)
  for (const id of ['one', 'two']) {
    await insertProject(pool, id)
    await pool.query('INSERT INTO player (project_id, player_id) VALUES ($1::text, $1::text)', [id])
  }
  await pool.query(
    `INSERT INTO round (${COLUMNS})
     SELECT ('0190a8e2-7f3a-7b1c-8d5e-' || lpad(to_hex(n), 12, '0'))::uuid, 'one', player_key, n,
       n::text,
       gen_random_uuid(), 'game', '1', 'base', 'EUR', '{}', 100, 100, sha256(''), 0, 0, false,
         'settled', 'confirmed', NULL,
       NULL, NULL, 0, now() - interval '2 hours', now(), true
     FROM generate_series(1, $1) n, player WHERE project_id = 'one'`,
    [SETTLED],
  )
  await pool.query(
    `INSERT INTO report_progress (project_id, rolled_until) VALUES ('one', now()), ('two', now())`,
  )
  await insert(BET, { state: 'debit_pending', bet: 'unknown', attempts: 3 })
  await insert(WIN, { state: 'credit_pending', win: 'unknown', attempts: 9, project: 'two' })
  await insert(REFUND, { state: 'cancelled', bet: 'unknown', refund: 'planned' })
  await insert(DECISION, { state: 'in_progress', awaiting: 'true' })
  await insert(ASIDE, { state: 'reconciliation_required' })
  await insert(TOLD, { state: 'settled', win: 'confirmed' })
  await pool.query(
    `INSERT INTO notification (round_id, project_id, event) VALUES ($1, 'one', 'finish')`,
    [idOf(TOLD)],
  )
  // Rounds written late are set aside for the sums; the platform does not write them late.
  await pool.query(
    `DELETE FROM report_aside USING round r WHERE report_aside.round_id = r.round_id
      AND r.state = 'settled'`,
  )
  await pool.query('ANALYZE')
})

const list = async (filter: Partial<OwedFilter> = {}) =>
  listRoundsOwed(pool, { olderThanMs: 0, withDecisions: false, limit: 100, ...filter })
const idsOf = async (filter: Partial<OwedFilter>) =>
  (await list(filter)).map(({ round }) => round.intent.roundId)

t.test('every kind of debt is found, with its operations', async t => {
  const found = await list({ withDecisions: true })
  t.strictSame(
    found.map(({ round, notifications }) => [
      round.intent.roundId,
      owedBy(round),
      notifications.length,
    ]),
    [
      [idOf(BET), 'bet', 0],
      [idOf(WIN), 'win', 0],
      [idOf(REFUND), 'refund', 0],
      [idOf(DECISION), 'decision', 0],
      [idOf(ASIDE), 'owner', 0],
      [idOf(TOLD), null, 1],
    ],
  )
})

t.test('owed rounds are filtered by project, state and age, in pages', async t => {
  t.strictSame(await idsOf({ projectId: 'two' }), [idOf(WIN)])
  t.strictSame(await idsOf({ state: 'cancelled' }), [idOf(REFUND)])
  t.strictSame(await idsOf({ olderThanMs: 2 * 3_600_000 }), [])
  t.strictSame(await idsOf({ limit: 2 }), [idOf(BET), idOf(WIN)])
  t.strictSame(await idsOf({ limit: 2, after: idOf(WIN) }), [idOf(REFUND), idOf(ASIDE)])
})

t.test('the next attempt of each round is shown', async t => {
  const [bet, win, refund, aside] = await list()
  const nextOf = ({ round }: typeof bet & {}, sinceMs: number) => {
    const next = nextAttempt(round, 0, sinceMs)
    return next && [next.driver, next.atMs]
  }
  t.strictSame(nextOf(bet!, 500), ['node', 1_000])
  t.strictSame(nextOf(bet!, 11_001), ['nobody', 11_001], 'its driver is lost')
  t.strictSame(nextOf(win!, 500), ['node', 60_000], 'at most a minute apart')
  t.strictSame(nextOf(win!, 70_001), ['nobody', 70_001])
  const plannedMs = refund!.round.progress.refundPlannedAtMs!
  t.strictSame(nextAttempt(refund!.round, plannedMs, plannedMs + 1), {
    driver: 'node',
    atMs: plannedMs + 4_000,
  })
  t.equal(nextOf(aside!, 500), null)
})

t.test('the list reads no table of rounds from end to end', async t => {
  const { rows } = await inTransaction(pool, async client => {
    await client.query(BY_INDEX)
    const values = [10_000, null, null, false, null, 51]
    return client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${LIST_OWED}`, values)
  })
  const plan = rows.map(row => row['QUERY PLAN']).join('\n')
  t.notMatch(plan, /Seq Scan on finished_round/, plan)
  t.match(plan, /unfinished_round/)
})

t.test('the last failures of an operation are kept, with their number', async t => {
  const failure = (n: number) => ({
    roundId: idOf(BET),
    operation: 'bet' as const,
    atMs: 1_000 * n,
    cause: 'timeout',
    text: `try ${n}`,
  })
  const tries = Array.from({ length: WALLET_FAILURES_SHOWN + 5 }, (_, n) => failure(n))
  await noteWalletFailures(pool, tries.slice(0, 10))
  for (const one of tries.slice(10)) await noteWalletFailures(pool, [one])
  const [noted] = await readWalletFailures(pool, idOf(BET))
  t.match(noted, { operation: 'bet', failures: tries.length })
  t.strictSame(
    noted!.recent.map(({ text }) => text),
    tries.slice(5).map(({ text }) => text),
  )
  const [bet] = await list()
  t.match(bet!.lastFailure, { operation: 'bet', failures: tries.length, text: tries.at(-1)!.text })
})

t.test('a push is taken by one node, and by none while the round may have a driver', async t => {
  const [known] = await list()
  const { roundId } = known!.round.intent
  const BY = { actor: 'owner:test', origin: 'test' }
  const pushId = await askPush(pool, known!, 'bet', BY)
  const question = { pushId, roundId, projectId: 'one', playerId: 'one', kind: 'push' } as const
  const claim = (node: string, untouchedMs = 0) => claimPush(pool, question, node, untouchedMs)
  await pool.query('UPDATE unfinished_round SET touched_at = now() WHERE round_id = $1', [roundId])
  t.equal(await claim('first', 60_000), 'touched')
  t.strictSame(await readPush(pool, pushId), { node: null, answer: null })
  const claims = await Promise.all(['first', 'second', 'third'].map(node => claim(node)))
  t.equal(claims.filter(one => one === 'claimed').length, 1)
  t.equal(await claim('late'), 'taken')
  await answerPush(pool, pushId, 'tried')
  t.match(await readPush(pool, pushId), { node: /first|second|third/, answer: 'tried' })
})
