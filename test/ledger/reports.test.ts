// Reports against sums made by hand in every state of the roll-up: rounds in every state, changed,
// stored late and rolled up in any order. On a real Postgres, with small steps.

import fc from 'fast-check'
import t from 'tap'
import { CURRENCIES, type Currency } from '../../src/core/money.ts'
import { DAY_MS } from '../../src/core/time.ts'
import {
  inOneDatabase,
  mapDatabases,
  openDatabases,
} from '../../src/ledger/database/player-databases.ts'
import { mapShards } from '../../src/ledger/database/shard-map.ts'
import type { GgrKey, GgrQuery } from '../../src/ledger/reports/report-ggr.ts'
import type { Period } from '../../src/ledger/reports/report-period.ts'
import type {
  PlayerTotals,
  ReconciliationQuery,
} from '../../src/ledger/reports/report-reconciliation.ts'
import type { RoundRow, RoundsQuery, StateFilter } from '../../src/ledger/reports/report-rounds.ts'
import { openReportPool } from '../../src/ledger/reports/report-snapshot.ts'
import { createReportSums } from '../../src/ledger/reports/report-sums.ts'
import { createReports, type Reports } from '../../src/ledger/reports/reports.ts'
import { openStores } from '../support/real-stores.ts'
import {
  changeRound,
  FATES,
  makeRound,
  NEXT,
  type Operation,
  operationsOf,
  rowsOf,
  storeInTime,
  storeRound,
  type TestRound,
} from '../support/report-rounds.ts'
import { pluck } from '../support/results.ts'
import { sized } from '../support/size.ts'

// Hundreds of reports; a busy machine takes its time.
t.setTimeout(180_000)
const stores = [await openStores(t), await openStores(t)] as const
const [one, other] = stores.map(({ pool, databaseUrl }) => {
  const reportPool = openReportPool(databaseUrl, error => t.fail(String(error)))
  t.teardown(() => reportPool.end())
  return { pool, reportPool }
})

t.test('a report forbids sequential scans from Postgres 18 on only', async t => {
  const { rows } = await one!.reportPool.query<{ version: string; seqscan: string }>(
    `SELECT current_setting('server_version_num') AS version,
       current_setting('enable_seqscan') AS seqscan`,
  )
  const [{ version, seqscan }] = rows as [(typeof rows)[number]]
  t.equal(seqscan, Number(version) >= 180_000 ? 'off' : 'on')
})

/** The rounds of all players in one database, or of half of them in another one. */
const LAYOUTS = {
  one: inOneDatabase(one!),
  two: openDatabases(
    mapShards('home', [
      { first: 0, last: 511, address: null },
      { first: 512, last: 1023, address: 'other' },
    ]),
    ({ isHome }) => (isHome ? one! : other!),
  ),
}

interface Ledger {
  databases: (typeof LAYOUTS)['one']
  reports: Reports
  rollUp(rows: number): Promise<unknown>
}

const LEDGERS = Object.entries(LAYOUTS).map(([name, databases]): [string, Ledger] => {
  const reports = createReports(mapDatabases(databases, each => each.reportPool))
  const rollUp = (rows: number) =>
    Promise.all(databases.all.map(each => createReportSums(each.reportPool, rows).rollUp(60_000)))
  return [name, { databases, reports, rollUp }]
})

const GGR_KEYS: readonly GgrKey[] = ['day', 'symbol', 'currency']
const sum = (values: bigint[]) => values.reduce((total, value) => total + value, 0n)
const isIn = (atMs: number, { fromMs, toMs }: Period) =>
  atMs >= (fromMs ?? Number.NEGATIVE_INFINITY) && atMs < (toMs ?? Number.POSITIVE_INFINITY)

function groupBy<Value>(values: readonly Value[], keyOf: (value: Value) => string) {
  const groups = new Map<string, Value[]>()
  for (const value of values) groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value])
  return [...groups].sort(([first], [second]) => (first < second ? -1 : 1))
}

const operationsIn = (operations: Operation[], kind: Operation['kind'], isConfirmed: boolean) =>
  operations.filter(one => one.kind === kind && one.isConfirmed === isConfirmed)
const total = (operations: Operation[], kind: Operation['kind'], isConfirmed = true) =>
  sum(pluck(operationsIn(operations, kind, isConfirmed), 'amountMinor'))

function ggrByHand(rounds: readonly TestRound[], query: GgrQuery) {
  const chosen = rounds.filter(
    round =>
      isIn(round.createdAtMs, query) &&
      round.gameId === (query.gameId ?? round.gameId) &&
      round.currency === (query.currency ?? round.currency),
  )
  const day = (round: TestRound) => new Date(round.createdAtMs).toISOString().slice(0, 10)
  const keys = (round: TestRound) => ({
    day: query.groupBy.includes('day') ? day(round) : null,
    gameId: query.groupBy.includes('symbol') ? round.gameId : null,
    currency: round.currency,
  })
  return groupBy(chosen, round => Object.values(keys(round)).join(' ')).map(([, group]) => {
    const operations = group.flatMap(operationsOf)
    const isPending = (round: TestRound) => operationsOf(round).some(one => !one.isConfirmed)
    return {
      ...keys(group[0]!),
      rounds: group.length,
      cancelledRounds: group.filter(round => /refund|void/.test(round.fate)).length,
      freeSpinRounds: group.filter(round => round.isFreeSpin).length,
      betsMinor: total(operations, 'bet'),
      winsMinor: total(operations, 'win'),
      refundsMinor: total(operations, 'refund'),
      pendingRounds: group.filter(isPending).length,
    }
  })
}

function reconciliationByHand(rounds: readonly TestRound[], query: ReconciliationQuery) {
  const chosen = rounds.filter(
    round =>
      round.playerId === (query.playerId ?? round.playerId) &&
      round.currency === (query.currency ?? round.currency),
  )
  return groupBy(chosen, round => `${round.playerId} ${round.currency}`).flatMap(([, group]) => {
    const operations = group.flatMap(operationsOf).filter(one => isIn(one.atMs, query))
    if (operations.length === 0) return []
    const { playerId, currency } = group[0]!
    const totals: PlayerTotals = {
      playerId,
      currency,
      betCount: operationsIn(operations, 'bet', true).length,
      winCount: operationsIn(operations, 'win', true).length,
      refundCount: operationsIn(operations, 'refund', true).length,
      betsMinor: total(operations, 'bet'),
      winsMinor: total(operations, 'win'),
      refundsMinor: total(operations, 'refund'),
      pendingOperations: operations.filter(one => !one.isConfirmed).length,
      pendingRefundsMinor: total(operations, 'refund', false),
      pendingWinsMinor: total(operations, 'win', false),
    }
    return [totals]
  })
}

const STATE_OF: Partial<Record<TestRound['fate'], StateFilter>> = {
  won: 'settled',
  lost: 'settled',
  rejected: 'rejected',
  'refund owed': 'cancelled',
  refunded: 'cancelled',
  'void owed': 'cancelled',
  voided: 'cancelled',
}

/** Pending too: a round that owes a refund for a day. */
function filterOf(round: TestRound): StateFilter {
  const dayAgoMs = Date.now() - 24 * 60 * 60 * 1000
  const isOverdue = operationsOf(round).some(one => !one.isConfirmed && one.atMs < dayAgoMs)
  return isOverdue ? 'pending' : (STATE_OF[round.fate] ?? 'pending')
}

function roundsByHand(rounds: readonly TestRound[], query: RoundsQuery): string[] {
  return rounds
    .filter(
      round =>
        isIn(round.createdAtMs, query) &&
        round.playerId === (query.playerId ?? round.playerId) &&
        round.gameId === (query.gameId ?? round.gameId) &&
        round.currency === (query.currency ?? round.currency) &&
        round.roundId === (query.roundId ?? round.roundId) &&
        filterOf(round) === (query.state ?? filterOf(round)),
    )
    .sort(
      (first, second) =>
        second.createdAtMs - first.createdAtMs || (first.roundId < second.roundId ? 1 : -1),
    )
    .map(round => round.roundId)
}

/** All pages of a report. */
async function readPages<Row>(limit: number, read: (last: Row | undefined) => Promise<Row[]>) {
  const rows: Row[] = []
  for (;;) {
    const page = await read(rows.at(-1))
    rows.push(...page)
    if (page.length < limit) return rows
  }
}
const allRounds = ({ reports }: Ledger, query: RoundsQuery) =>
  readPages<RoundRow>(query.limit, last =>
    reports.rounds({ ...query, after: last?.position ?? null }),
  )
const allPlayers = ({ reports }: Ledger, query: ReconciliationQuery) =>
  readPages<PlayerTotals>(query.limit, async last =>
    rowsOf(await reports.reconciliation({ ...query, after: last ?? null })),
  )

let projects = 0
const newProject = () => `p${++projects}`

// Around the turn of a month and of days; the newest are not old enough to be rolled up.
const NOW = Date.now()
const MONTH_MS = Date.UTC(new Date(NOW).getUTCFullYear(), new Date(NOW).getUTCMonth() - 1)
const starts = fc.oneof(
  fc.integer({ min: -40, max: 25 }).map(days => MONTH_MS + days * DAY_MS),
  fc.integer({ min: -40 * DAY_MS, max: 25 * DAY_MS }).map(ms => MONTH_MS + ms),
  fc.integer({ min: 0, max: 60_000 }).map(ms => NOW - ms),
)
const delays = fc.oneof(
  fc.integer({ min: 0, max: 5_000 }),
  fc.integer({ min: 0, max: 40 }).map(days => days * DAY_MS),
)
const gameIds = fc.constantFrom('lucky-lanterns', 'river-of-ways', 'scarab-codex')
const currencies = fc.constantFrom(...CURRENCIES)
const players = fc.constantFrom('ann', 'Bob', 'zoé', 'b b')
const minors = fc.oneof(
  fc.bigInt({ min: 1n, max: 1_000n }),
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 62n }),
)
const newRounds = fc.record({
  playerId: players,
  gameId: gameIds,
  currency: currencies,
  fate: fc.constantFrom(...FATES),
  isFreeSpin: fc.boolean(),
  stakeMinor: minors,
  winMinor: minors,
  createdAtMs: starts,
  betAfterMs: delays,
  endAfterMs: delays,
})
const steps = fc.oneof(
  fc.record({ kind: fc.constant('store' as const), rounds: fc.array(newRounds, { maxLength: 8 }) }),
  fc.record({ kind: fc.constant('roll' as const), rows: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ kind: fc.constant('change' as const), picks: fc.array(fc.nat(), { maxLength: 6 }) }),
)
const maybe = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { freq: 2 })
const periods = fc.tuple(maybe(starts), maybe(starts)).map(([from, until]): Period => {
  if (from === null || until === null || from === until)
    return { fromMs: from, toMs: from === null ? until : null }
  return { fromMs: Math.min(from, until), toMs: Math.max(from, until) }
})
const questions = fc.record({
  period: periods,
  playerId: maybe(players),
  gameId: maybe(gameIds),
  currency: maybe(currencies),
  state: maybe(fc.constantFrom<StateFilter>('settled', 'pending', 'cancelled', 'rejected')),
  groupBy: fc.subarray([...GGR_KEYS]),
  limit: fc.integer({ min: 1, max: 7 }),
})
type Question = typeof questions extends fc.Arbitrary<infer Asked> ? Asked : never

async function takeStep(
  { databases, rollUp }: Ledger,
  projectId: string,
  rounds: TestRound[],
  step: typeof steps extends fc.Arbitrary<infer Step> ? Step : never,
): Promise<void> {
  if (step.kind === 'roll') {
    await rollUp(step.rows)
  } else if (step.kind === 'store') {
    for (const fields of step.rounds) {
      const round = makeRound({ ...fields, projectId })
      if (await storeRound(databases.of(round).pool, round)) rounds.push(round)
    }
  } else {
    for (const pick of step.picks) {
      const round = rounds[pick % Math.max(rounds.length, 1)]
      const next = NEXT[round?.fate ?? 'won']
      if (round === undefined || next === undefined) continue
      round.fate = next[pick % next.length]!
      await changeRound(databases.of(round).pool, round)
    }
  }
}

/** The three reports for one query, actual and expected. */
async function compare(
  t: { strictSame: typeof globalThis.Object.is },
  ledger: Ledger,
  projectId: string,
  rounds: TestRound[],
  question: Question,
) {
  const { period, playerId, gameId, limit, groupBy } = question
  const currency = question.currency as Currency | null
  const ggr: GgrQuery = {
    projectId,
    gameId,
    currency,
    groupBy,
    fromMs: period.fromMs ?? MONTH_MS - 100 * DAY_MS,
    toMs: period.toMs ?? NOW + DAY_MS,
  }
  const reconciliation = { projectId, ...period, playerId, currency, after: null, limit }
  const list = { ...reconciliation, gameId, state: question.state, roundId: null }
  const asIs = [
    rowsOf(await ledger.reports.ggr(ggr)),
    await allPlayers(ledger, reconciliation),
    pluck(await allRounds(ledger, list), 'roundId'),
  ]
  const asItShouldBe = [
    ggrByHand(rounds, ggr),
    reconciliationByHand(rounds, reconciliation),
    roundsByHand(rounds, list),
  ]
  t.strictSame(asIs, asItShouldBe)
}

for (const [name, ledger] of LEDGERS) {
  const title = `reports are sums made by hand, whatever is stored late (databases: ${name})`
  t.test(title, { timeout: 90_000 }, async t => {
    const quiet = {
      strictSame: (found: unknown, wanted: unknown) => {
        if (!t.strictSame(found, wanted)) throw new Error('the reports differ')
        return true
      },
    }
    await fc.assert(
      fc.asyncProperty(
        fc.array(newRounds, { maxLength: 12 }),
        fc.array(steps, { minLength: 1, maxLength: 8 }),
        fc.array(questions, { minLength: 2, maxLength: 4 }),
        async (first, path, asked) => {
          const projectId = newProject()
          const rounds: TestRound[] = []
          for (const fields of first) {
            const round = makeRound({ ...fields, projectId })
            if (await storeInTime(ledger.databases.of(round).pool, round)) rounds.push(round)
          }
          for (const [place, step] of path.entries()) {
            await takeStep(ledger, projectId, rounds, step)
            await compare(quiet, ledger, projectId, rounds, asked[place % asked.length]!)
          }
        },
      ),
      { numRuns: sized(4, name === 'one' ? 30 : 20), endOnFailure: true },
    )
  })
}

const UNFILTERED = { playerId: null, gameId: null, currency: null, state: null }
const ALWAYS = { fromMs: null, toMs: null }

t.test('rounds of one moment in two databases appear once each, with any page size', async t => {
  const [, ledger] = LEDGERS[1]!
  const projectId = newProject()
  const names = Array.from({ length: 8 }, (_, number) => `player-${number}`)
  const places = new Set(names.map(playerId => ledger.databases.of({ projectId, playerId })))
  t.equal(places.size, 2)
  const rounds: TestRound[] = []
  for (const playerId of names) {
    const round = makeRound({ projectId, playerId, createdAtMs: MONTH_MS })
    await storeInTime(ledger.databases.of(round).pool, round)
    rounds.push(round)
  }
  for (const limit of [1, 2, 3, 7, 8]) {
    const question = { ...UNFILTERED, period: ALWAYS, groupBy: [], limit }
    await compare(t, ledger, projectId, rounds, question)
  }
})

const { pool, reportPool } = one!
const inOne = LEDGERS[0]![1]

t.test('rounds at the exact ends of periods are counted', { timeout: 90_000 }, async t => {
  const projectId = newProject()
  const midnights = sized([0, 1], [0, 1, 2]).map(days => MONTH_MS + (days - 1) * DAY_MS)
  const ends = midnights.flatMap(ms => [ms - 1, ms, ms + 1, ms + DAY_MS / 2])
  const rounds: TestRound[] = []
  for (const createdAtMs of ends) {
    const round = makeRound({ projectId, createdAtMs, betAfterMs: 0, endAfterMs: 0 })
    await storeInTime(pool, round)
    rounds.push(round)
  }
  const common: Omit<Question, 'period'> = { ...UNFILTERED, groupBy: ['day'], limit: 7 }
  for (const isRolled of [false, true]) {
    if (isRolled) await createReportSums(reportPool, 3).rollUp(60_000)
    for (const fromMs of ends) {
      for (const toMs of ends.filter(ms => ms > fromMs)) {
        await compare(t, inOne, projectId, rounds, { ...common, period: { fromMs, toMs } })
      }
    }
  }
})

t.test(
  'a round that was unfinished at its roll-up is added later',
  { timeout: 90_000 },
  async t => {
    const projectId = newProject()
    const sums = createReportSums(reportPool)
    const rounds = [makeRound({ projectId, fate: 'win unknown' }), makeRound({ projectId })]
    for (const round of rounds) await storeInTime(pool, round)
    const groupBy = [...GGR_KEYS]
    const question: Question = { ...UNFILTERED, period: ALWAYS, groupBy, limit: 7 }
    const asked = 'SELECT FROM report_aside WHERE project_id = $1'
    const aside = async () => (await pool.query(asked, [projectId])).rowCount
    await sums.rollUp(60_000)
    t.equal(await aside(), 1)
    await compare(t, inOne, projectId, rounds, question)
    rounds[0]!.fate = 'won'
    await changeRound(pool, rounds[0]!)
    await compare(t, inOne, projectId, rounds, question)
    await sums.rollUp(60_000)
    t.equal(await aside(), 0)
    await compare(t, inOne, projectId, rounds, question)
  },
)
