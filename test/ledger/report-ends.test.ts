// The ends of pages and periods: rounds of one instant are on one page each, and an unfinished
// round counts once in a period that begins or ends within its month.

import t from 'tap'
import { DAY_MS, HOUR_MS } from '../../src/core/time.ts'
import { createReportSums } from '../../src/ledger/reports/report-sums.ts'
import { openStores } from '../support/real-stores.ts'
import { changeRound, makeRound, rowsOf, storeInTime } from '../support/report-rounds.ts'
import { pluck } from '../support/results.ts'
import { insertProject } from '../support/rows.ts'
import { monthStart, openReports } from './report-setup.ts'

const { pool, databaseUrl } = await openStores(t)
await insertProject(pool, 'casino')
const { reportPool, reports } = openReports(t, databaseUrl)
const { rollUp } = createReportSums(reportPool)

/** The middle of the last month. */
const MIDDLE_MS = monthStart(1) + 14 * DAY_MS

t.test('rounds of one instant are on one page each', async t => {
  const stored = [MIDDLE_MS - 1, ...Array(5).fill(MIDDLE_MS), MIDDLE_MS + 1].map(createdAtMs =>
    makeRound({ playerId: 'pages', createdAtMs }),
  )
  for (const round of stored) await storeInTime(pool, round)
  const filters = { gameId: null, currency: null, roundId: null, state: null }
  for (const playerId of ['pages', null]) {
    for (const limit of [1, 2, 3]) {
      const query = { projectId: 'casino', ...filters, playerId, fromMs: null, toMs: null, limit }
      const found: string[] = []
      for (let after = null; ; ) {
        const page = await reports.rounds({ ...query, after })
        found.push(...pluck(page, 'roundId'))
        if (page.length < limit) break
        after = page.at(-1)!.position
      }
      const ids = pluck(stored, 'roundId').sort()
      t.strictSame(found.sort(), ids, `${playerId} ${limit}`)
    }
  }
})

t.test('an unfinished round counts once wherever a period ends', async t => {
  const createdAtMs = MIDDLE_MS
  const open = makeRound({ playerId: 'ends', createdAtMs, fate: 'win unknown' })
  // Between two finished rounds, which define the period of the player in the sums.
  const done = () => makeRound({ playerId: 'ends', createdAtMs })
  for (const round of [done(), open, done()]) await storeInTime(pool, round)
  const sumUp = async (fromMs: number | null, toMs: number | null) => {
    const query = { projectId: 'casino', playerId: 'ends', currency: null, after: null, limit: 9 }
    const [row] = rowsOf(await reports.reconciliation({ ...query, fromMs, toMs }))
    return row && [row.betCount, row.betsMinor, row.winCount, row.pendingOperations]
  }
  const periods: [from: number | null, to: number | null][] = [
    [MIDDLE_MS - HOUR_MS, MIDDLE_MS + HOUR_MS],
    [MIDDLE_MS - HOUR_MS, null],
    [null, MIDDLE_MS + HOUR_MS],
    [null, null],
  ]
  for (const isRolled of [false, true]) {
    if (isRolled) await rollUp(60_000)
    for (const [from, to] of periods) t.strictSame(await sumUp(from, to), [3, 300n, 2, 1])
  }
  await changeRound(pool, { ...open, fate: 'won' })
  for (const isRolled of [false, true]) {
    if (isRolled) await rollUp(60_000)
    for (const [from, to] of periods) t.strictSame(await sumUp(from, to), [3, 300n, 3, 0])
  }
})
