// The sums behind the reports, on a real Postgres: days and months are in UTC in every time zone of
// the database, and a round that is stored late enters them once.

import t from 'tap'
import { DAY_MS, HOUR_MS } from '../../src/core/time.ts'
import type { GgrRow } from '../../src/ledger/reports/report-ggr.ts'
import { createReportSums } from '../../src/ledger/reports/report-sums.ts'
import { alterDatabase } from '../support/database-admin.ts'
import { openStores } from '../support/real-stores.ts'
import { changeRound, rowsOf, storeRound, type TestRound } from '../support/report-rounds.ts'
import { pluck } from '../support/results.ts'
import { sized } from '../support/size.ts'
import { monthStart, newProject, openReports, store } from './report-setup.ts'

const { pool, databaseUrl } = await openStores(t)

const setTimeZone = (zone: string) => alterDatabase(databaseUrl, `SET timezone = '${zone}'`, 'keep')

/** @param stepRows rounds added in one step */
function openSums(stepRows?: number) {
  const { reportPool, reports } = openReports(t, databaseUrl)
  const sums = createReportSums(reportPool, stepRows)
  return { reports, rollUp: () => sums.rollUp(60_000) }
}

const FAR_ZONES = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']
for (const zone of sized(FAR_ZONES, [...FAR_ZONES, 'UTC'])) {
  t.test(`in ${zone} months and days of the sums are those of UTC`, async t => {
    await setTimeZone(zone)
    const { reports, rollUp } = openSums()
    const projectId = await newProject(pool)
    // One round in the last moment of the first month, two in the first moment of the second.
    const turn = monthStart(1)
    for (const createdAtMs of [turn - 1, turn, turn]) {
      await store(pool, { projectId, createdAtMs, betAfterMs: 0, endAfterMs: 0 })
    }
    t.equal(await rollUp(), true)
    const common = { projectId, currency: null }
    const paged = { ...common, playerId: null, after: null, limit: 10 }
    const counted = async (fromMs: number, toMs: number) =>
      pluck(rowsOf(await reports.reconciliation({ ...paged, fromMs, toMs })), 'betCount')
    t.strictSame(await counted(monthStart(2), turn), [1])
    t.strictSame(await counted(turn, monthStart(0)), [2])
    const around = { fromMs: turn - 48 * HOUR_MS, toMs: turn + 48 * HOUR_MS }
    const days = rowsOf(await reports.ggr({ ...common, gameId: null, groupBy: ['day'], ...around }))
    const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
    const played = days.map(({ day, rounds }) => `${day} ${rounds}`)
    t.strictSame(played, [`${dayOf(turn - 1)} 1`, `${dayOf(turn)} 2`])
  })
}

/** The project's sums, and the number of rounds that wait outside them. */
async function readSums(projectId: string) {
  const sums = 'SELECT sum(rounds)::int AS rounds, sum(bets)::text AS bets FROM report_day'
  const days = await pool.query(`${sums} WHERE project_id = $1`, [projectId])
  const aside = await pool.query('SELECT FROM report_aside WHERE project_id = $1', [projectId])
  return { ...days.rows[0], aside: aside.rowCount }
}

const hourAgo = () => Date.now() - HOUR_MS
/** Rounds of an hour ago, unless a time is given. */
const inTime = (projectId: string, fields: Partial<TestRound> = {}) =>
  store(pool, { projectId, createdAtMs: hourAgo(), ...fields })
const late = (projectId: string, fields: Partial<TestRound> = {}) =>
  store(pool, { projectId, createdAtMs: hourAgo(), ...fields }, storeRound)

t.test('a round stored late, at a time the sums have not reached, is added once', async t => {
  const { rollUp } = openSums()
  const projectId = await newProject(pool)
  await late(projectId)
  t.equal((await readSums(projectId)).aside, 1, 'it was set aside when it was stored')
  for (const pass of ['first', 'second', 'third']) {
    t.equal(await rollUp(), true)
    t.strictSame(await readSums(projectId), { rounds: 1, bets: '100', aside: 0 }, pass)
  }
})

t.test('a round stored late, at a time the sums have passed, is added once', async t => {
  const { rollUp } = openSums()
  const projectId = await newProject(pool)
  await inTime(projectId)
  await rollUp()
  await late(projectId)
  for (const pass of ['first', 'second', 'third']) {
    t.equal(await rollUp(), true)
    t.strictSame(await readSums(projectId), { rounds: 2, bets: '200', aside: 0 }, pass)
  }
})

t.test('a late round that is not finished stays aside until it is', async t => {
  const { rollUp } = openSums()
  const projectId = await newProject(pool)
  const round = await late(projectId, { fate: 'win unknown' })
  await rollUp()
  t.strictSame(await readSums(projectId), { rounds: null, bets: null, aside: 1 })
  await changeRound(pool, { ...round, fate: 'won' })
  for (const pass of ['first', 'second']) {
    await rollUp()
    t.strictSame(await readSums(projectId), { rounds: 1, bets: '100', aside: 0 }, pass)
  }
})

t.test('a round stored only minutes late is added too, wherever the sums are', async t => {
  const { rollUp } = openSums()
  const projectId = await newProject(pool)
  await inTime(projectId)
  await rollUp()
  for (const minutes of [3, 5, 9]) {
    await late(projectId, { createdAtMs: Date.now() - minutes * 60_000 })
  }
  await rollUp()
  t.strictSame(await readSums(projectId), { rounds: 4, bets: '400', aside: 0 })
})

t.test('more rounds of one microsecond than a step takes are added together', async t => {
  const { rollUp } = openSums(2)
  const projectId = await newProject(pool)
  const createdAtMs = hourAgo()
  for (let time = 0; time < 5; time++) await inTime(projectId, { createdAtMs })
  await inTime(projectId, { createdAtMs: createdAtMs + 1 })
  t.equal(await rollUp(), true)
  t.strictSame(await readSums(projectId), { rounds: 6, bets: '600', aside: 0 })
})

t.test('a project is rolled up once enough is due, and one that is behind at once', async t => {
  const projectId = await newProject(pool)
  const seldom = createReportSums(pool, 1, HOUR_MS)
  const summed = async () => (await readSums(projectId)).rounds
  const now = Date.now()
  await inTime(projectId, { createdAtMs: now - 3 * HOUR_MS })
  await inTime(projectId, { createdAtMs: now - 2 * HOUR_MS })
  t.equal(await seldom.rollUp(60_000), true)
  t.equal(await summed(), 2, 'everything behind is added')
  await inTime(projectId, { createdAtMs: now - HOUR_MS / 2 })
  const reached = 'UPDATE report_progress SET rolled_until = $2 WHERE project_id = $1'
  await pool.query(reached, [projectId, new Date(now - HOUR_MS * 0.75)])
  await seldom.rollUp(60_000)
  t.equal(await summed(), 2, 'reached less than an hour ago')
  await createReportSums(pool).rollUp(60_000)
  t.equal(await summed(), 3)
})

t.test('the totals of all projects are the sum of each, in every state of the sums', async t => {
  const { reports, rollUp } = openSums()
  const [one, other] = [await newProject(pool), await newProject(pool)]
  const now = Date.now()
  await inTime(one)
  await inTime(other, { fate: 'win unknown' })
  await rollUp()
  const isSum = async (what: string) => {
    const { rows } = await pool.query<{ id: string }>('SELECT project_id AS id FROM project')
    for (const groupBy of [['day', 'symbol', 'currency'], ['day'], ['symbol'], []] as const) {
      for (const [fromMs, toMs] of [
        [now - 62 * DAY_MS, now + DAY_MS],
        [now - 62 * DAY_MS, now - HOUR_MS],
        [now - 1.5 * HOUR_MS, now],
      ] as const) {
        const wanted = { groupBy, fromMs, toMs, gameId: null, currency: null }
        const each = await Promise.all(
          rows.map(async ({ id }) => rowsOf(await reports.ggr({ ...wanted, projectId: id }))),
        )
        const all = rowsOf(await reports.ggr({ ...wanted, projectId: null }))
        t.ok(all.length > 0)
        t.strictSame(all, addUp(each.flat()), `${what}, by ${groupBy}, ${fromMs} to ${toMs}`)
      }
    }
  }
  await isSum('all rolled up')
  // The tables on the day of the migration.
  await pool.query('TRUNCATE report_total')
  await pool.query('UPDATE report_progress SET in_totals = false')
  await isSum('none in the totals')
  await late(one)
  await isSum('a round set aside')
  await rollUp()
  await isSum('all in the totals')
  await inTime(other)
  await late(one, { createdAtMs: now - 3 * HOUR_MS })
  await rollUp()
  await isSum('added to by the trigger')
  const { rows } = await pool.query<{ differs: boolean }>(`
    SELECT EXISTS (
      (SELECT day, game_id, currency, sum(rounds), sum(bets), sum(wins), sum(refunds)
       FROM report_day GROUP BY 1, 2, 3)
      EXCEPT SELECT day, game_id, currency, rounds, bets, wins, refunds
        FROM report_total) AS differs`)
  t.equal(rows[0]!.differs, false)
})

/** Rows of several projects as one row for each key. */
function addUp(rows: readonly GgrRow[]): GgrRow[] {
  const sums = new Map<string, GgrRow>()
  for (const row of rows) {
    const key = `${row.day} ${row.gameId} ${row.currency}`
    const known = sums.get(key)
    sums.set(key, known === undefined ? row : add(known, row))
  }
  return [...sums].sort(([first], [second]) => (first < second ? -1 : 1)).map(([, row]) => row)
}

const add = (row: GgrRow, other: GgrRow): GgrRow => ({
  day: row.day,
  gameId: row.gameId,
  currency: row.currency,
  rounds: row.rounds + other.rounds,
  cancelledRounds: row.cancelledRounds + other.cancelledRounds,
  freeSpinRounds: row.freeSpinRounds + other.freeSpinRounds,
  betsMinor: row.betsMinor + other.betsMinor,
  winsMinor: row.winsMinor + other.winsMinor,
  refundsMinor: row.refundsMinor + other.refundsMinor,
  pendingRounds: row.pendingRounds + other.pendingRounds,
})
