// The sums of game returns, against sums made by hand: rounds in every state, stored late, finished
// late, and rolled up in any order, with sums that start after rounds were rolled up. On a real
// Postgres.

import fc from 'fast-check'
import t from 'tap'
import { DAY_MS, HOUR_MS } from '../../src/core/time.ts'
import type { GameReturn } from '../../src/ledger/reports/report-returns.ts'
import { createReportSums } from '../../src/ledger/reports/report-sums.ts'
import { openStores } from '../support/real-stores.ts'
import {
  changeRound,
  FATES,
  makeRound,
  NEXT,
  storeInTime,
  storeRound,
  type TestRound,
} from '../support/report-rounds.ts'
import { sized } from '../support/size.ts'
import { monthStart, newProject, openReports, store } from './report-setup.ts'

const { pool, databaseUrl } = await openStores(t)
const { reportPool, reports } = openReports(t, databaseUrl)
const OPEN = { fromDay: null, toDay: null, gameId: null }

/** The state of a database right after the migrations that brought the sums. */
async function beginAnew(projectId: string): Promise<void> {
  await pool.query('DELETE FROM report_return WHERE project_id = $1', [projectId])
  await leaveMonths(projectId)
  const begun = `UPDATE report_progress SET returns_until = '-infinity' WHERE project_id = $1`
  await pool.query(begun, [projectId])
}

async function leaveMonths(projectId: string): Promise<void> {
  await pool.query('DELETE FROM report_return_month WHERE project_id = $1', [projectId])
  const left = 'UPDATE report_progress SET returns_in_months = false WHERE project_id = $1'
  await pool.query(left, [projectId])
}

const isDrawn = ({ fate, isFreeSpin, isTarget }: TestRound) =>
  (fate === 'won' || fate === 'lost') && !isFreeSpin && isTarget !== true

/** By hand, from the definition. */
function sumByHand(rounds: readonly TestRound[]): string[] {
  type Row = { rounds: number; units: number; squares: number; money: Map<string, bigint[]> }
  const rows = new Map<string, Row>()
  for (const round of rounds.filter(isDrawn)) {
    const key = `${round.gameId} ${round.gameMode ?? 'base'} ${round.levelBps ?? 'natural'}`
    const row = rows.get(key) ?? { rounds: 0, units: 0, squares: 0, money: new Map() }
    rows.set(key, row)
    const units = round.winUnits ?? 1
    row.rounds++
    row.units += units
    row.squares += units ** 2
    const [stakes = 0n, wins = 0n] = row.money.get(round.currency) ?? []
    const win = round.fate === 'won' ? round.winMinor : 0n
    row.money.set(round.currency, [stakes + round.stakeMinor, wins + win])
  }
  return [...rows]
    .map(([key, row]) => {
      const money = [...row.money].sort().map(([currency, sums]) => `${currency} ${sums.join(' ')}`)
      return [key, row.rounds, row.units, row.squares, ...money].join(' ')
    })
    .sort()
}

function print(rows: readonly GameReturn[]): string[] {
  return rows
    .map(row => {
      const money = row.money
        .map(each => `${each.currency} ${each.stakesMinor} ${each.winsMinor}`)
        .sort()
      const key = `${row.gameId} ${row.gameMode} ${row.levelBps ?? 'natural'}`
      return [key, row.rounds, row.units, row.squareUnits, ...money].join(' ')
    })
    .sort()
}

const drawn = fc.record({
  fate: fc.constantFrom(...FATES),
  gameId: fc.constantFrom('lucky-lanterns', 'vault-keeper'),
  gameMode: fc.constantFrom('base', 'ante'),
  levelBps: fc.constantFrom(undefined, 9_000, 9_450),
  winUnits: fc.integer({ min: 0, max: 100_000 }),
  currency: fc.constantFrom('EUR' as const, 'USD' as const),
  stakeMinor: fc.bigInt(1n, 10_000n),
  winMinor: fc.bigInt(0n, 100_000n),
  isFreeSpin: fc.boolean(),
  isTarget: fc.boolean(),
  minutesAgo: fc.integer({ min: 3, max: 300 }),
  isLate: fc.boolean(),
})
const moves = fc.record({ kind: fc.constant('move' as const), nth: fc.nat(), pick: fc.nat() })
const rolls = fc.record({
  kind: fc.constant('roll' as const),
  rows: fc.integer({ min: 1, max: 5 }),
})
const step = fc.oneof(
  { weight: 6, arbitrary: drawn.map(round => ({ kind: 'store' as const, round })) },
  { weight: 3, arbitrary: moves },
  { weight: 2, arbitrary: rolls },
  { weight: 1, arbitrary: fc.constant({ kind: 'begin' as const }) },
)

t.test('every drawn round is in the sums once, in any order of events', async t => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async steps => {
      const projectId = await newProject(pool)
      const rounds: TestRound[] = []
      let players = 0
      // A round stored after its roll-up counts as late, whatever its time: a round in time is a
      // minute old at most.
      let hasRolled = false
      for (const each of steps) {
        if (each.kind === 'store') {
          const { minutesAgo, isLate, isTarget, levelBps, ...fields } = each.round
          const round = makeRound({
            projectId,
            ...fields,
            playerId: `p${players++}`,
            ...(levelBps === undefined ? {} : { levelBps }),
            // A round has one entitlement at most.
            isTarget: isTarget && !fields.isFreeSpin,
            createdAtMs: Date.now() - minutesAgo * 60_000,
          })
          const isStored = await (isLate || hasRolled ? storeRound : storeInTime)(pool, round)
          if (isStored) rounds.push(round)
        } else if (each.kind === 'move') {
          const open = rounds.filter(({ fate }) => NEXT[fate] !== undefined)
          const round = open[each.nth % Math.max(open.length, 1)]
          if (round === undefined) continue
          const next = NEXT[round.fate]!
          round.fate = next[each.pick % next.length]!
          await changeRound(pool, round)
        } else if (each.kind === 'roll') {
          await createReportSums(reportPool, each.rows).rollUp(60_000)
          hasRolled = true
        } else {
          await beginAnew(projectId)
        }
      }
      t.equal(await createReportSums(reportPool, 3).rollUp(60_000), true)
      const { rows, untilMs } = await reports.returns({ projectId, ...OPEN })
      t.strictSame(print(rows), sumByHand(rounds))
      if (rounds.length > 0) t.ok(untilMs! > Date.now() - HOUR_MS)
    }),
    { numRuns: sized(8, 25) },
  )
})

t.test('until the sums have caught up, the report shows that they have not', async t => {
  const projectId = await newProject(pool)
  await store(pool, { projectId, createdAtMs: Date.now() - HOUR_MS, winUnits: 7 })
  await createReportSums(reportPool).rollUp(60_000)
  await beginAnew(projectId)
  t.strictSame(await reports.returns({ projectId, ...OPEN }), { rows: [], untilMs: null })
  await createReportSums(reportPool, 1).rollUp(60_000)
  t.match(await reports.returns({ projectId, ...OPEN }), {
    rows: [{ rounds: 1, units: 7n, squareUnits: 49n }],
    untilMs: Number,
  })
})

t.test('days, games and projects are separate', async t => {
  const [one, other] = [await newProject(pool), await newProject(pool)]
  const dayMs = Math.floor((Date.now() - 10 * DAY_MS) / DAY_MS) * DAY_MS
  const days = [0, 1, 2].map(day => new Date(dayMs + day * DAY_MS).toISOString().slice(0, 10))
  for (const day of [0, 1, 2]) {
    await store(pool, { projectId: one, createdAtMs: dayMs + day * DAY_MS })
  }
  await store(pool, { projectId: other, gameId: 'vault-keeper', createdAtMs: dayMs })
  await createReportSums(reportPool).rollUp(60_000)
  const count = async (query: object) => {
    const { rows } = await reports.returns({ projectId: null, ...OPEN, ...query })
    return rows.reduce((sum, { rounds }) => sum + rounds, 0)
  }
  t.equal(await count({ projectId: one }), 3)
  t.equal(await count({ projectId: one, fromDay: days[1] }), 2)
  t.equal(await count({ projectId: one, fromDay: days[0], toDay: days[1] }), 1)
  const period = { fromDay: days[0], toDay: days[2] }
  t.equal(await count({ gameId: 'vault-keeper', ...period, projectId: other }), 1)
  t.ok((await count({})) >= 4, 'all projects')
})

t.test('any period is the sum of its days, with and without monthly sums', async t => {
  const [one, other] = [await newProject(pool), await newProject(pool)]
  const at = (monthsAgo: number, day: number) => monthStart(monthsAgo) + (day - 1) * DAY_MS
  const all = [at(3, 1), at(3, 2), at(3, 15), at(2, 1), at(2, 28), at(1, 1), at(1, 10)]
  const ends = sized([at(3, 1), at(3, 15), at(2, 1), at(1, 10)], all)
  const rounds: TestRound[] = []
  const add = async (projectId: string, createdAtMs: number, write = storeInTime) => {
    const own = { playerId: `month${rounds.length}`, winUnits: rounds.length }
    rounds.push(await store(pool, { projectId, createdAtMs, ...own }, write))
  }
  for (const ms of ends) {
    for (const before of [0, 1]) await add(one, ms - before)
    await add(other, ms)
  }
  const days = [null, ...ends.map(ms => new Date(ms).toISOString().slice(0, 10))]
  const areRight = async (what: string) => {
    for (const projectId of [one, other]) {
      for (const [fromDay, toDay] of days.flatMap(from => days.map(to => [from, to] as const))) {
        const inside = rounds.filter(
          round =>
            round.projectId === projectId &&
            (fromDay === null || round.createdAtMs >= Date.parse(fromDay)) &&
            (toDay === null || round.createdAtMs < Date.parse(toDay)),
        )
        const { rows } = await reports.returns({ ...OPEN, projectId, fromDay, toDay })
        t.strictSame(print(rows), sumByHand(inside), `${what}: ${fromDay} to ${toDay}`)
      }
    }
  }
  await createReportSums(reportPool).rollUp(60_000)
  await areRight('summed up')
  await leaveMonths(one)
  await areRight('one project is not')
  for (const ms of ends) await add(one, ms + 1, storeRound)
  await createReportSums(reportPool).rollUp(60_000)
  await areRight('added to')
  const { rows } = await pool.query<{ stray: string }>(`
    SELECT count(*) AS stray FROM report_return_month FULL JOIN (
      SELECT project_id, date_trunc('month', day)::date AS month, game_id, game_mode, level_bps,
        currency,
        sum(rounds) AS rounds, sum(square_units) AS square_units FROM report_return GROUP BY 1, 2,
          3, 4, 5, 6) d
      USING (project_id, month, game_id, game_mode, level_bps, currency, rounds, square_units)
    WHERE project_id IN ('${one}', '${other}') AND (game_version IS NULL OR d.project_id IS NULL)`)
  t.equal(rows[0]!.stray, '0', 'the months are the sums of their days')
})
