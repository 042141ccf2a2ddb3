// Rows in several batches, months, databases or turns add up to the same as together.

import { randomUUID } from 'node:crypto'
import t from 'tap'
import { HOUR_MS } from '../../src/core/time.ts'
import { createBatch } from '../../src/ledger/database/batch.ts'
import type { PlayerDatabases } from '../../src/ledger/database/player-databases.ts'
import { createReportSums } from '../../src/ledger/reports/report-sums.ts'
import { createReports } from '../../src/ledger/reports/reports.ts'
import { findDueNotifications, findStalledRounds } from '../../src/ledger/rounds/recovery-work.ts'
import { createRoundFailures } from '../../src/ledger/rounds/round-failures.ts'
import { openStores } from '../support/real-stores.ts'
import { makeRound, rowsOf, storeRound } from '../support/report-rounds.ts'
import { pluck } from '../support/results.ts'
import { insertProject } from '../support/rows.ts'
import { monthStart, store } from './report-setup.ts'

const { pool } = await openStores(t)
const { pool: other } = await openStores(t)
const databases = {
  home: pool,
  carriers: [pool, other],
  all: [pool, other],
  of: () => pool,
  findById: async () => null,
} as unknown as PlayerDatabases<typeof pool>
const reports = createReports(databases)

async function addProject(projectId: string): Promise<void> {
  for (const each of [pool, other]) await insertProject(each, projectId)
}
const rollUp = async (at: typeof pool) => {
  t.equal(await createReportSums(at, 1).rollUp(60_000), true)
}

t.test('refunds count in the month in which they were paid, in every batch', async t => {
  await addProject('refunds')
  const turn = monthStart(1)
  // Rounds of one instant come in one batch of any size.
  for (const [place, stakeMinor] of [100n, 300n].entries()) {
    await store(pool, {
      projectId: 'refunds',
      fate: 'refunded',
      stakeMinor,
      winMinor: 7n,
      createdAtMs: turn - HOUR_MS + 1_000 * place,
      endAfterMs: 2 * HOUR_MS,
    })
  }
  await rollUp(pool)
  const sum = async (fromMs: number, toMs: number) => {
    const asked = { projectId: 'refunds', playerId: null, currency: null, after: null, limit: 10 }
    const [row] = rowsOf(await reports.reconciliation({ ...asked, fromMs, toMs }))
    return [row?.betCount, row?.betsMinor, row?.refundCount, row?.refundsMinor]
  }
  t.strictSame(await sum(monthStart(2), turn), [2, 400n, 0, 0n])
  t.strictSame(await sum(turn, monthStart(0)), [0, 0n, 2, 400n])
})

t.test('returns of several batches and databases add up, as far as all are summed', async t => {
  await addProject('returns')
  const createdAtMs = monthStart(1) + 3 * HOUR_MS
  const fields = { projectId: 'returns', createdAtMs }
  for (const winUnits of [3, 4]) {
    await store(pool, { ...fields, createdAtMs: createdAtMs + 1_000 * winUnits, winUnits })
  }
  await store(other, { ...fields, winUnits: 5, stakeMinor: 11n, winMinor: 13n })
  for (const each of [pool, other]) await rollUp(each)
  const until = (at: typeof pool, ms: number) =>
    at.query(
      `UPDATE report_progress SET rolled_until = to_timestamp($1 / 1000.0),
        returns_until = to_timestamp($1 / 1000.0)
       WHERE project_id = 'returns'`,
      [ms],
    )
  await until(pool, 2_000_000)
  await until(other, 1_000_000)
  const asked = { projectId: 'returns', fromDay: null, toDay: null, gameId: null }
  const { rows, untilMs } = await reports.returns(asked)
  t.match(rows, [{ rounds: 3, units: 12n, squareUnits: 50n }])
  t.strictSame(rows[0]!.money, [{ currency: 'EUR', stakesMinor: 211n, winsMinor: 513n }])
  t.equal(untilMs, 1_000_000)
})

t.test('a statement has one row of a key, later ones have the others in order', async t => {
  const written: string[][] = []
  const batch = createBatch<string, string>({
    async write(rows) {
      written.push(rows)
      return rows
    },
    limits: { rows: 10, queue: 100 },
    isOneRows: () => false,
    onWrite() {},
    keyOf: row => row[0]!,
  })
  const rows = ['a1', 'a2', 'b1', 'a3', 'b2']
  t.strictSame(await Promise.all(rows.map(row => batch.add(row))), rows)
  t.strictSame(written, [['a1', 'b1'], ['a2', 'b2'], ['a3']])
})

t.test('projects take turns, so that one with a dead wallet blocks no others', async t => {
  for (const projectId of ['dead', 'alive']) await addProject(projectId)
  const made: string[] = []
  for (const [place, projectId] of ['dead', 'dead', 'dead', 'alive'].entries()) {
    const round = makeRound({ projectId, playerId: `p-${place}`, fate: 'bet unknown' })
    await storeRound(pool, round)
    await pool.query(
      `UPDATE unfinished_round SET touched_at = now() - $2 * interval '1 minute'
        WHERE round_id = $1`,
      [round.roundId, 90 - 10 * place],
    )
    made.push(round.roundId)
    await pool.query(
      `INSERT INTO notification (player_key, round_id, project_id, event, next_attempt_at)
       SELECT player_key, round_id, project_id, event, now() - CASE event WHEN 'start' THEN $2
         ELSE 95 END * interval '1 minute'
       FROM round, unnest(ARRAY['start', 'finish']) event WHERE round_id = $1`,
      [round.roundId, 90 - 10 * place],
    )
  }
  const order = [made[0], made[3], made[1], made[2]]
  t.strictSame(pluck(await findStalledRounds(pool), 'roundId'), order)
  const due = async () =>
    (await findDueNotifications(pool)).map(({ roundId, event }) => [roundId, event])
  const starts = order.map(roundId => [roundId, 'start'])
  t.strictSame(await due(), starts, 'each start before its finish')
  await pool.query(`DELETE FROM notification WHERE event = 'start'`)
  const events = (await due()).map(([, event]) => event)
  t.strictSame(events, Array(4).fill('finish'))
})

t.test('failures are counted in a row, and setting a round aside changes its version', async t => {
  await addProject('fails')
  const round = makeRound({ projectId: 'fails', playerId: randomUUID(), fate: 'bet unknown' })
  await storeRound(pool, round)
  const asked = 'SELECT * FROM unfinished_round WHERE round_id = $1'
  const read = async () => (await pool.query(asked, [round.roundId])).rows[0]
  const { player_key: playerKey, version } = await read()
  const named = { playerKey, roundId: round.roundId }
  const failures = createRoundFailures(pool)
  const counts: number[] = []
  for (const text of ['a', 'a', 'b', 'b', 'b', 'a']) {
    counts.push(await failures.noteFailure(named, text))
  }
  t.strictSame(counts, [1, 2, 1, 2, 3, 1])
  t.equal(await failures.setAside(named), true)
  t.match(await read(), { state: 'reconciliation_required', version: version + 1 })
  t.equal(await failures.setAside(named), false)
})
