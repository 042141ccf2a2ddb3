// The report methods of POST /gameActions.do of a running node: filters, cursors, walls between
// projects, and the three reports against each other. Codes are in every-code and report-rules; the
// sums are compared with sums made by hand in test/ledger/reports.test.ts.

import t from 'tap'
import { Compile } from 'typebox/compile'
import { formatAmount, parseAmount } from '../../src/core/money.ts'
import { DAY_MS } from '../../src/core/time.ts'
import { createReportSums } from '../../src/ledger/reports/report-sums.ts'
import {
  ReportGgrAnswer,
  ReportReconciliationAnswer,
  ReportRoundsAnswer,
} from '../../src/operator/reports/schema.ts'
import type {
  ReportGgrAnswer as GgrAnswer,
  ReportReconciliationAnswer as ReconciliationAnswer,
} from '../../src/sdk/api-types.ts'
import { act, bodyOf } from '../support/game-actions.ts'
import { BET, openSetup } from '../support/operator-setup.ts'
import {
  changeRound,
  FATES,
  makeRound,
  storeRound,
  type TestRound,
} from '../support/report-rounds.ts'
import { pluck } from '../support/results.ts'
import { until, untilFound } from '../support/until.ts'

const setup = await openSetup(t)
const { pool } = setup
const node = await setup.startNode()
const HOUR = DAY_MS / 24
/** Not of version 7: its first digits are not a time of this millennium. */
const ODD_ID = 'ffffffff-ffff-4fff-8fff-ffffffffffff'

/** A separate project for each test, so that the calls of one do not use up another's quota. */
async function newProject(projectId: string) {
  const project = await setup.newProject(projectId)
  const send = (method: string, fields: object = {}) => act(node, project, method, fields)
  const ask =
    <Answer>(method: string) =>
    async (fields: object = {}) =>
      (await bodyOf(send(method, fields))) as unknown as Answer
  return {
    projectId,
    send,
    rounds: ask<ReportRoundsAnswer>('report_rounds'),
    ggr: ask<GgrAnswer>('report_ggr'),
    reconciliation: ask<ReconciliationAnswer>('report_reconciliation'),
    async store(fields: Partial<TestRound> = {}) {
      const round = makeRound({ projectId, ...fields })
      if (!(await storeRound(pool, round))) throw new Error('the round was not stored')
      return round
    },
  }
}
type ReportProject = Awaited<ReturnType<typeof newProject>>

/** A round in every state, each with its own player, in two currencies and with free spins. */
async function storeEveryFate(project: ReportProject, fields: Partial<TestRound> = {}) {
  const rounds: TestRound[] = []
  for (const [place, fate] of FATES.entries()) {
    for (const currency of ['EUR', 'RUB'] as const) {
      const isFreeSpin = place % 3 === 0
      const createdAtMs = Date.now() - (place + 1) * HOUR
      const own = {
        playerId: `player-${place}`,
        stakeMinor: 100n + BigInt(place),
        createdAtMs,
        isFreeSpin,
      }
      const gameId = currency === 'EUR' ? 'lucky-lanterns' : 'river-of-ways'
      rounds.push(await project.store({ fate, currency, gameId, ...own, ...fields }))
    }
  }
  return rounds
}

const rollUp = async () => void (await createReportSums(pool, 7).rollUp(60_000))
const minor = (amount: string | null) => {
  const isNegative = amount?.startsWith('-')
  const parsed = parseAmount((amount ?? '0.00').replace('-', ''))!
  return isNegative ? -parsed : parsed
}
const sum = (amounts: (string | null)[]) =>
  amounts.map(minor).reduce((total, amount) => total + amount, 0n)

t.test('answers have the form of their schemas', async t => {
  const project = await newProject('forms')
  await storeEveryFate(project)
  for (const [schema, answer] of [
    [ReportRoundsAnswer, await project.rounds()],
    [ReportGgrAnswer, await project.ggr()],
    [ReportGgrAnswer, await project.ggr({ group_by: [] })],
    [ReportReconciliationAnswer, await project.reconciliation()],
  ] as const) {
    t.strictSame([...Compile(schema).Errors(answer)], [])
  }
})

t.test('values at the bounds are accepted', async t => {
  const project = await newProject('bounds')
  const exactly366 = { from: '2025-01-01', to: '2026-01-02' }
  t.strictSame((await project.ggr(exactly366)).period, {
    from: '2025-01-01T00:00:00.000Z',
    to: '2026-01-02T00:00:00.000Z',
  })
  for (const fields of [
    { limit: 1 },
    { limit: 500 },
    { player_id: 'x' },
    { player_id: '😀'.repeat(128) },
    { symbol: 'retired-game' },
    { from: '0000-01-01', to: '9999-12-31T23:59:59.999Z' },
    { from: '2026-05-01T00:00+05:30', to: '2026-05-01' },
    { round_id: '018F0000-0000-7000-8000-00000000ABCD' },
  ]) {
    const nothing = { status: 'ok', rounds: [], next_cursor: null }
    t.strictSame(await project.rounds(fields), nothing, JSON.stringify(fields))
  }
  for (const fields of [{ limit: 1 }, { limit: 1_000 }, { from: '0000-01-01' }]) {
    t.strictSame((await project.reconciliation(fields)).players, [], JSON.stringify(fields))
  }
})

t.test('report_ggr covers the last 31 days by default', async t => {
  const project = await newProject('default-period')
  const beforeMs = Date.now()
  await project.store({ createdAtMs: beforeMs - 31 * DAY_MS + HOUR })
  await project.store({ createdAtMs: beforeMs - 31 * DAY_MS - HOUR })
  const { period, group_by, rows } = await project.ggr()
  const [fromMs, toMs] = [Date.parse(period.from), Date.parse(period.to)]
  t.equal(toMs - fromMs, 31 * DAY_MS)
  t.ok(toMs >= beforeMs && toMs <= Date.now())
  t.strictSame(group_by, ['day', 'symbol', 'currency'])
  t.equal(rows.length, 1)
  const only = await project.ggr({ to: '2026-03-04' })
  t.equal(only.period.from, '2026-02-01T00:00:00.000Z')
  const since = new Date(beforeMs - 33 * DAY_MS).toISOString()
  t.match((await project.ggr({ from: since, group_by: [] })).rows, [{ rounds: 2 }])
})

t.test('report_rounds has rows with exactly these fields', async t => {
  const project = await newProject('rows')
  const createdAtMs = Date.UTC(2026, 4, 1, 12, 0, 0, 5)
  const common = { playerId: 'ann', stakeMinor: 150n, winMinor: 1_005n, createdAtMs }
  const row = (round: TestRound, fields: object) => ({
    round_id: round.roundId,
    player_id: 'ann',
    symbol: round.gameId,
    currency: 'EUR',
    mode: 'TEST_ONLY',
    state: 'settled',
    free_spin: false,
    bet: { amount: '1.50', status: 'confirmed' },
    win: { amount: null, status: null },
    refund: { amount: null, status: null },
    cancel_reason: null,
    created_at: '2026-05-01T12:00:00.005Z',
    settled_at: null,
    ...fields,
  })
  const ask = async (round: TestRound) => (await project.rounds({ round_id: round.roundId })).rounds
  const won = await project.store(common)
  const win = { amount: '10.05', status: 'confirmed' }
  t.strictSame(await ask(won), [row(won, { win, settled_at: '2026-05-01T12:00:00.045Z' })])
  const free = await project.store({ ...common, isFreeSpin: true })
  const [freeRow] = await ask(free)
  t.match(freeRow, { free_spin: true, bet: { amount: '0.00', status: 'confirmed' }, win })
  const recentMs = Date.now() - HOUR
  const recent = { ...common, createdAtMs: recentMs }
  const created_at = new Date(recentMs).toISOString()
  const planned = await project.store({ ...recent, fate: 'planned' })
  const unseen = { bet: { amount: '1.50', status: 'planned' }, state: 'debit_pending', created_at }
  t.strictSame(await ask(planned), [row(planned, unseen)], 'a drawn win is not shown')
  const owed = await project.store({ ...recent, gameId: 'cherry-classic', fate: 'refund owed' })
  const refund = { amount: '1.50', status: 'planned' }
  const cancelled = { state: 'cancelled', refund, cancel_reason: 'operator_cancel', created_at }
  t.strictSame(await ask(owed), [row(owed, cancelled)])
})

t.test('an operation unconfirmed for 24 hours is shown as reconciliation_required', async t => {
  const project = await newProject('overdue')
  const fates = ['bet unknown', 'win unknown', 'refund owed'] as const
  const stored = async (ageMs: number) => {
    const createdAtMs = Date.now() - ageMs
    const ids: string[] = []
    for (const fate of fates) {
      const gameId = `${fate} ${ageMs}`
      ids.push((await project.store({ fate, gameId, createdAtMs, endAfterMs: 5 })).roundId)
    }
    return ids.reverse()
  }
  const old = await stored(24 * HOUR + 60_000)
  const young = await stored(24 * HOUR - 60_000)
  for (const isRolled of [false, true]) {
    if (isRolled) await rollUp()
    const states = async (ids: string[]) => {
      const found = await Promise.all(ids.map(round_id => project.rounds({ round_id })))
      return found.map(({ rounds }) => rounds[0]!.state)
    }
    t.strictSame(await states(young), ['cancelled', 'credit_pending', 'debit_pending'])
    t.strictSame(await states(old), Array(3).fill('reconciliation_required'))
    const found = async (state: string) =>
      pluck((await project.rounds({ state })).rounds, 'round_id').sort()
    t.strictSame(await found('pending'), [...young.slice(1), ...old].sort())
    t.strictSame(await found('cancelled'), young.slice(0, 1))
  }
})

t.test('report_rounds filters by each state', async t => {
  const project = await newProject('states')
  const rounds = await storeEveryFate(project)
  const seen: string[] = []
  for (const isRolled of [false, true]) {
    if (isRolled) await rollUp()
    for (const [state, states] of [
      ['settled', /^settled$/],
      ['cancelled', /^cancelled$/],
      ['rejected', /^rejected$/],
      ['pending', /^(debit_pending|in_progress|credit_pending|reconciliation_required)$/],
    ] as const) {
      const { rounds: found } = await project.rounds({ state })
      t.ok(found.length > 0)
      for (const round of found) t.match(round.state, states)
      if (isRolled) seen.push(...pluck(found, 'round_id'))
    }
  }
  t.strictSame(seen.sort(), pluck(rounds, 'roundId').sort(), 'each in exactly one')
})

t.test('a free spin bets nothing, in every report', async t => {
  const project = await newProject('free')
  await project.store({ isFreeSpin: true, stakeMinor: 500n, winMinor: 700n })
  for (const isRolled of [false, true]) {
    if (isRolled) await rollUp()
    t.match(await project.ggr(), {
      rows: [{ rounds: 1, free_spin_rounds: 1, bets: '0.00', wins: '7.00', ggr: '-7.00' }],
    })
    t.match(await project.reconciliation(), {
      players: [{ bets: '0.00', bet_count: 1, wins: '7.00', net_wallet_change: '7.00' }],
    })
  }
})

t.test('a refund of an unconfirmed bet moves nothing', async t => {
  const project = await newProject('void')
  const round = await project.store({ fate: 'void owed', stakeMinor: 300n })
  t.match((await project.reconciliation()).players, [
    { refunds: '0.00', pending: { operations: 1, refunds: '3.00', wins: '0.00' } },
  ])
  await changeRound(pool, { ...round, fate: 'voided' })
  t.strictSame((await project.reconciliation()).players, [])
  t.match((await project.ggr()).rows, [
    { rounds: 1, cancelled_rounds: 1, bets: '0.00', refunds: '0.00', pending_operations: 0 },
  ])
})

t.test('the three reports give the same totals, before and after they are rolled up', async t => {
  const project = await newProject('agree')
  const rounds = await storeEveryFate(project)
  for (const state of ['fresh', 'rolled up', 'changed later', 'rolled up again']) {
    if (state.startsWith('rolled')) await rollUp()
    if (state === 'changed later') {
      for (const round of rounds.filter(({ fate }) => fate === 'win unknown')) {
        await changeRound(pool, Object.assign(round, { fate: 'won' }))
      }
    }
    const rows = (await project.rounds({ limit: 500 })).rounds
    for (const currency of ['EUR', 'RUB']) {
      const ggr = (await project.ggr({ group_by: [], currency })).rows
      const { players } = await project.reconciliation({ currency })
      const own = rows.filter(row => row.currency === currency)
      // A refund without a confirmed bet moves nothing.
      const paid = own.filter(row => row.bet.status === 'confirmed')
      const confirmed = (kind: 'bet' | 'win' | 'refund') => {
        const counted = paid.filter(row => row[kind].status === 'confirmed')
        return formatAmount(sum(counted.map(row => row[kind].amount)))
      }
      const totals = {
        bets: confirmed('bet'),
        wins: confirmed('win'),
        refunds: confirmed('refund'),
      }
      t.match(ggr, [{ ...totals, rounds: own.length }], `${state}: report_ggr`)
      for (const [name, total] of Object.entries(totals)) {
        const found = sum(pluck(players, name as 'bets' | 'wins' | 'refunds'))
        t.equal(formatAmount(found), total, `${state}: report_reconciliation ${name}`)
      }
      const gained = sum(pluck(players, 'net_wallet_change'))
      t.equal(gained, -minor(ggr[0]!.ggr), `${state}: the wallets gained what the project lost`)
    }
  }
})

t.test('fewer keys give coarser totals, and no row adds currencies', async t => {
  const project = await newProject('keys')
  await storeEveryFate(project)
  const total = async (fields: object) => {
    const { rows } = await project.ggr(fields)
    const of = (currency: string) => rows.filter(row => row.currency === currency)
    return ['EUR', 'RUB'].map(currency => sum(pluck(of(currency), 'bets')))
  }
  const whole = await total({})
  for (const group_by of [[], ['day'], ['symbol'], ['currency'], ['currency', 'day']]) {
    const { rows, group_by: said } = await project.ggr({ group_by })
    const keys = Object.keys(rows[0]!).filter(key => ['day', 'symbol'].includes(key))
    const wanted = group_by.filter(key => key !== 'currency')
    t.strictSame(keys, wanted)
    t.strictSame([...said].sort(), [...group_by].sort())
    t.strictSame(await total({ group_by }), whole, group_by.join())
  }
})

t.test('sums past 2^53 and past 2^63 are exact', async t => {
  const project = await newProject('large')
  const large = 2n ** 62n + 1n
  for (let time = 0; time < 5; time++)
    await project.store({ stakeMinor: large, winMinor: 2n ** 53n + 1n })
  for (const isRolled of [false, true]) {
    if (isRolled) await rollUp()
    const bets = formatAmount(5n * large)
    const wins = formatAmount(5n * (2n ** 53n + 1n))
    t.match((await project.ggr()).rows, [{ bets, wins }])
    t.match((await project.reconciliation()).players, [{ bets, wins, bet_count: 5 }])
  }
})

t.test('a project sees its own rounds and players only', async t => {
  const [one, other] = [await newProject('wall-one'), await newProject('wall-other')]
  const mine = await one.store({ playerId: 'shared', stakeMinor: 100n, fate: 'lost' })
  const theirs = await other.store({ playerId: 'shared', stakeMinor: 900n, fate: 'lost' })
  for (const isRolled of [false, true]) {
    if (isRolled) await rollUp()
    for (const fields of [{}, { player_id: 'shared' }, { symbol: mine.gameId }]) {
      const { rounds } = await one.rounds(fields)
      t.strictSame(pluck(rounds, 'round_id'), [mine.roundId])
    }
    t.strictSame((await one.rounds({ round_id: theirs.roundId })).rounds, [])
    t.match((await one.ggr()).rows, [{ rounds: 1, bets: '1.00' }])
    t.match((await one.reconciliation({ player_id: 'shared' })).players, [{ bets: '1.00' }])
  }
})

t.test('a cursor is valid for its own query only', async t => {
  const [project, other] = [await newProject('cursors'), await newProject('cursors-other')]
  for (let number = 0; number < 4; number++) {
    await project.store({ playerId: `p${number}` })
    await other.store({ playerId: `p${number}` })
  }
  const asked = { currency: 'EUR', from: '2026-01-01' }
  for (const method of ['report_rounds', 'report_reconciliation']) {
    const first = (await project.send(method, { ...asked, limit: 2 })).body
    const cursor = String(first.next_cursor)
    const next = await project.send(method, { ...asked, limit: 3, cursor })
    t.equal(next.status, 200, 'the page may have another size')
    t.equal(next.body.next_cursor, null)
    const wrong = { status: 'error', message: 'INVALID_CURSOR' }
    const refused = async (fields: object, said: string, by = project, how = method) =>
      t.strictSame((await by.send(how, { ...asked, cursor, ...fields })).body, wrong, said)
    await refused({ currency: 'USD' }, 'another filter')
    await refused({ to: '2027-01-01' }, 'one filter more')
    await refused({ currency: undefined }, 'one filter less')
    await refused({ player_id: 'p1' }, 'a player')
    await refused({}, 'another project', other)
    const elsewhere = method === 'report_rounds' ? 'report_reconciliation' : 'report_rounds'
    await refused({}, 'another method', project, elsewhere)
    for (const at of [0, 10, 30, cursor.length - 1]) {
      const changed = cursor[at] === 'A' ? 'B' : 'A'
      await refused({ cursor: cursor.slice(0, at) + changed + cursor.slice(at + 1) }, `bit ${at}`)
    }
    await refused({ cursor: `${cursor}A` }, 'longer')
    await refused({ cursor: cursor.slice(0, -1) }, 'shorter')
    await refused({ cursor: `${cursor}=` }, 'another spelling')
  }
})

t.test('pages never skip or repeat while rounds are added, changed and rolled up', async t => {
  const project = await newProject('pages')
  const instant = Date.now() - 3 * HOUR
  const before: TestRound[] = []
  for (let number = 0; number < 20; number++) {
    // Several rounds of one instant: the id decides their order.
    const createdAtMs = instant - Math.floor(number / 5)
    before.push(await project.store({ playerId: `p${number}`, createdAtMs, fate: 'refund owed' }))
  }
  const rounds: string[] = []
  const players: string[] = []
  let [roundsCursor, playersCursor]: (string | null | undefined)[] = [undefined, undefined]
  for (let number = 0; roundsCursor !== null || playersCursor !== null; number++) {
    if (roundsCursor !== null) {
      const cursor = roundsCursor === undefined ? {} : { cursor: roundsCursor }
      const page = await project.rounds({ limit: 3, ...cursor })
      rounds.push(...pluck(page.rounds, 'round_id'))
      roundsCursor = page.next_cursor
    }
    if (playersCursor !== null) {
      const cursor = playersCursor === undefined ? {} : { cursor: playersCursor }
      const page = await project.reconciliation({ limit: 3, ...cursor })
      players.push(...pluck(page.players, 'player_id'))
      playersCursor = page.next_cursor
    }
    await project.store({ playerId: `new-${number}`, createdAtMs: instant - (number % 6) })
    await project.store({
      playerId: `p${number % 20}`,
      gameId: 'forty-suns',
      createdAtMs: Date.now(),
    })
    await changeRound(pool, Object.assign(before[number % 20]!, { fate: 'refunded' }))
    if (number % 2 === 0) await rollUp()
  }
  for (const seen of [rounds, players]) t.equal(new Set(seen).size, seen.length, 'no duplicates')
  const known = new Set(pluck(before, 'roundId'))
  const order = (first: TestRound, second: TestRound) =>
    second.createdAtMs - first.createdAtMs || (first.roundId < second.roundId ? 1 : -1)
  const seenIds = rounds.filter(id => known.has(id))
  t.strictSame(seenIds, pluck([...before].sort(order), 'roundId'), 'all of them, newest first')
  const names = pluck(before, 'playerId')
  const seenNames = players.filter(id => names.includes(id))
  t.strictSame(seenNames, names.sort())
})

t.test('the recovery job of a node rolls up sums in the background', async t => {
  const project = await newProject('swept')
  await project.store({ createdAtMs: Date.now() - DAY_MS })
  const days = 'SELECT FROM report_day WHERE project_id = $1'
  await until('the day is rolled up', async () => {
    return (await pool.query(days, [project.projectId])).rowCount === 1
  })
  t.match((await project.ggr()).rows, [{ rounds: 1 }])
})

t.test('an archived month is reported whole, and named beside the rounds', async t => {
  const project = await newProject('archived')
  await pool.query(`INSERT INTO archived_month (month, file, sha256, rounds, bytes, dropped_at)
    VALUES ('2024-02-01', 'a file', repeat('0', 64), 1, 1, now())`)
  const gone = { archived_months: ['2024-02'] }
  t.match(await project.rounds({ from: '2024-01-01', to: '2024-03-01' }), gone)
  t.match(await project.rounds({ round_id: '018d6345-f400-7000-8000-000000000001' }), gone)
  t.equal((await project.rounds({ from: '2024-03-01' })).archived_months, undefined)
  const odd = await project.rounds({ round_id: ODD_ID })
  t.equal(odd.archived_months, undefined, 'without a month')
  const periods: [from: string, to: string, ggr: number, totals: number][] = [
    ['2024-02-01', '2024-03-01', 200, 200],
    ['2024-01-10', '2024-03-10', 200, 200],
    ['2024-02-02', '2024-03-01', 200, 400],
    ['2024-02-01', '2024-02-02T12:00:00.000Z', 400, 400],
  ]
  for (const [from, to, ggr, totals] of periods) {
    const ask = (method: string) => project.send(method, { from, to })
    const answers = [await ask('report_ggr'), await ask('report_reconciliation')]
    t.strictSame(pluck(answers, 'status'), [ggr, totals], `${from} to ${to}`)
    for (const { status, body } of answers) {
      if (status === 400) t.equal(body.message, 'INVALID_PERIOD')
    }
  }
  await pool.query('DELETE FROM archived_month')
})

t.test('an unknown bet has the cause of its last call', async t => {
  const { client } = await setup.openGame(node, 'puzzled')
  setup.wallet.rule({
    method: 'bet',
    playerId: 'puzzled',
    act: 'http-500-before-apply',
    times: 1_000_000,
  })
  await client.spin(BET)
  const find = () => bodyOf(act(node, setup.project, 'report_rounds', { player_id: 'puzzled' }))
  const round = await untilFound('the call is in the log', async () => {
    const { rounds } = (await find()) as unknown as ReportRoundsAnswer
    return rounds[0]?.bet.cause === undefined ? null : rounds[0]
  })
  t.match(round, { state: 'debit_pending', bet: { status: 'unknown', cause: 'http_status' } })
  client.close()
})
