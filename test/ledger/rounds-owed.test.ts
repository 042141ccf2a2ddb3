// Rounds that owe something are found through their indexes among many that owe nothing, filtered
// and in pages.

import t from 'tap'
import { inTransaction } from '../../src/ledger/database/transaction.ts'
import { ensurePlayer } from '../../src/ledger/players/players.ts'
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
import { BET_UNDER_WAY_MS } from '../../src/round/retry-delay.ts'
import type { Round } from '../../src/round/round.ts'
import { openStores } from '../support/real-stores.ts'
import { pluck } from '../support/results.ts'
import { insertProject, insertRow } from '../support/rows.ts'

const { pool } = await openStores(t)
const SETTLED = 2_000

/** Ids in the order of these numbers. */
const idOf = (number: number) => `0190a8e2-7f3a-7b1c-8d5e-${number.toString(16).padStart(12, '0')}`
const BET = 1_000_000
const WIN = 1_000_001
const REFUND = 1_000_002
const DECISION = 1_000_003
const ASIDE = 1_000_004
const NOTIFIED = 1_000_005

type Fields = Parameters<typeof insertRow>[2]
const playerKeys = new Map<string, string>()

/** Of the project "one", unless another is named. */
const insert = (number: number, { project_id = 'one', ...fields }: Fields) =>
  insertRow(pool, 'round', {
    round_id: idOf(number),
    project_id,
    player_key: playerKeys.get(String(project_id))!,
    sequence: number,
    request_id: `${number}`,
    session_id: idOf(number),
    game_id: `game-${number}`,
    win_minor: 500,
    created_at: new Date(Date.now() - 3_600_000),
    start_notified: true,
    ...fields,
  })

t.before(async () => {
  for (const id of ['one', 'two']) {
    await insertProject(pool, id)
    playerKeys.set(id, await ensurePlayer(pool, id, id))
  }
  const created_at = new Date(Date.now() - 7_200_000)
  const old = await insert(1, { win_minor: 0, created_at })
  await pool.query(
    `INSERT INTO round SELECT (jsonb_populate_record(r, jsonb_build_object(
       'round_id', ('0190a8e2-7f3a-7b1c-8d5e-' || lpad(to_hex(n), 12, '0')), 'sequence', n,
       'request_id', n::text))).*
     FROM round r, generate_series(2, $2::int) n WHERE round_id = $1`,
    [old, SETTLED],
  )
  await pool.query(
    `INSERT INTO report_progress (project_id, rolled_until) VALUES ('one', now()), ('two', now())`,
  )
  const planned = { refund_status: 'planned', refund_planned_at: new Date() }
  await insert(BET, { state: 'debit_pending', bet_status: 'unknown', attempts: 3 })
  const owedWin = { state: 'credit_pending', win_status: 'unknown', attempts: 9 }
  await insert(WIN, { ...owedWin, project_id: 'two' })
  await insert(REFUND, { state: 'cancelled', bet_status: 'unknown', ...planned })
  await insert(DECISION, { state: 'in_progress', awaiting: true })
  await insert(ASIDE, { state: 'reconciliation_required' })
  await insert(NOTIFIED, { win_status: 'confirmed' })
  await pool.query(
    `INSERT INTO notification (round_id, project_id, event) VALUES ($1, 'one', 'finish')`,
    [idOf(NOTIFIED)],
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
const idsOf = async (filter: Partial<OwedFilter>) => (await list(filter)).map(idOfOwed)
const idOfOwed = ({ round }: { round: Round }) => round.intent.roundId

t.test('every kind of debt is found, with its operations', async t => {
  const found = await list({ withDecisions: true })
  t.strictSame(
    found.map(owed => [idOfOwed(owed), owedBy(owed.round), owed.notifications.length]),
    [
      [idOf(BET), 'bet', 0],
      [idOf(WIN), 'win', 0],
      [idOf(REFUND), 'refund', 0],
      [idOf(DECISION), 'decision', 0],
      [idOf(ASIDE), 'owner', 0],
      [idOf(NOTIFIED), null, 1],
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
    atMs: plannedMs + BET_UNDER_WAY_MS,
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
  const failure = (number: number) => ({
    roundId: idOf(BET),
    operation: 'bet' as const,
    atMs: 1_000 * number,
    cause: 'timeout',
    text: `try ${number}`,
  })
  const tries = Array.from({ length: WALLET_FAILURES_SHOWN + 5 }, (_, number) => failure(number))
  await noteWalletFailures(pool, tries.slice(0, 10))
  for (const one of tries.slice(10)) await noteWalletFailures(pool, [one])
  const [noted] = await readWalletFailures(pool, idOf(BET))
  t.match(noted, { operation: 'bet', failures: tries.length })
  t.strictSame(pluck(noted!.recent, 'text'), pluck(tries.slice(5), 'text'))
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
