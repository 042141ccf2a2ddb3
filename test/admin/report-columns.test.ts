// Every figure of a report is under its title, on the page and in the file, and every filter of a
// query reaches the ledger. The ledger's answers are given, and every value is different.

import t from 'tap'
import type { AdminDeps } from '../../src/admin/deps.ts'
import { ADMIN_ROUTES } from '../../src/admin/routes.ts'
import { GAMES } from '../../src/games/catalogue/games.ts'
import { REPORT_CSV_PAGE_ROWS } from '../../src/limits/reports.ts'

const [AT, LATER] = ['2026-03-01T10:00:00.000Z', '2026-03-01T10:00:07.000Z']

const ROUND = {
  ...{
    roundId: 'round-1',
    projectId: 'acme',
    playerId: 'ann',
    gameId: 'game-1',
    currency: 'EUR',
    state: 'cancelled',
  },
  freeSpin: true,
  betMinor: 101n,
  winMinor: 202n,
  betStatus: 'confirmed',
  winStatus: 'planned',
  refundStatus: 'unknown',
  cancelReason: 'operator_cancel',
  createdAt: new Date(AT),
  settledAt: new Date(LATER),
  decidedForPlayer: true,
  refusalCode: 'LIMIT_REACHED',
  position: { createdAt: AT, roundId: 'round-1' },
}
const DAY = {
  day: '2026-03-01',
  gameId: 'game-1',
  currency: 'EUR',
  rounds: 11,
  cancelledRounds: 2,
  ...{
    freeSpinRounds: 3,
    betsMinor: 10_000n,
    winsMinor: 4_000n,
    refundsMinor: 500n,
    pendingRounds: 4,
  },
}
const TOTALS = {
  playerId: 'ann',
  currency: 'EUR',
  betCount: 5,
  winCount: 6,
  refundCount: 7,
  betsMinor: 10_000n,
  winsMinor: 4_000n,
  refundsMinor: 500n,
  pendingOperations: 8,
  pendingWinsMinor: 90n,
  pendingRefundsMinor: 80n,
}
const game = GAMES.find(({ id }) => id === 'lucky-lanterns')!
const RETURNED = {
  gameId: game.id,
  gameVersion: game.version,
  gameMode: 'base',
  levelBps: 9_450,
  rounds: 1_000,
  units: 25_000n,
  squareUnits: 9_000_000n,
  money: [{ currency: 'EUR', stakesMinor: 2_000n, winsMinor: 1_500n }],
}

/** Answers each query as the ledger would, and records its arguments. */
function setup(pages: Partial<Record<'rounds' | 'reconciliation', readonly object[][]>> = {}) {
  const asked: Record<string, unknown>[] = []
  const one = (rows: object[]) => async (query: object) => {
    asked.push({ ...query })
    return rows
  }
  const paged = (given: readonly object[][]) => {
    const left = [...given]
    return async (query: object) => {
      asked.push({ ...query })
      return left.shift() ?? []
    }
  }
  const whole = (read: (query: object) => Promise<object[]>) => async (query: object) => ({
    ok: true,
    rows: await read(query),
  })
  const reports = {
    rounds: paged(pages.rounds ?? [[ROUND]]),
    ggr: whole(one([DAY])),
    reconciliation: whole(paged(pages.reconciliation ?? [[TOTALS]])),
    returns: async (query: object) => ({ rows: await one([RETURNED])(query), untilMs: 0 }),
    archivedMonths: async () => [],
  }
  const deps = {
    reports,
    pool: { query: async () => ({ rowCount: 1, rows: [{ id: 'acme' }] }) },
    cursorKey: new Uint8Array(32),
    nowMs: () => Date.parse(LATER),
  } as unknown as AdminDeps
  const run = async (name: string, query: object) => {
    const route = ADMIN_ROUTES.find(({ path }) => path === `/reports/${name}`)!
    const { signal } = new AbortController()
    return route.run(deps, { query, signal } as never)
  }
  const page = async (name: string, query: object = {}) => {
    const result = await run(name, { projectId: 'acme', ...query })
    if (!result.ok || !('answer' in result)) throw new Error('no answer')
    return result.answer as { rows: Record<string, unknown>[] }
  }
  const file = async (name: string, query: object = {}) => {
    const result = await run(`${name}.csv`, { projectId: 'acme', ...query })
    if (!result.ok || !('stream' in result)) throw new Error('no file')
    let text = ''
    for await (const chunk of result.stream.chunks) text += chunk
    const [titles = '', ...lines] = text.replace('\ufeff', '').trimEnd().split('\r\n')
    const rows = lines.map(line => {
      const cells = line.split(',')
      return Object.fromEntries(titles.split(',').map((title, number) => [title, cells[number]]))
    })
    return { rows, name: result.stream.fileName }
  }
  return { asked, page, file }
}

/** Each figure: its name and value on the page, its title and cell in the file. */
type Figure = [name: string, shown: unknown, title: string, cell: string]
/** Figures that a page and a file show alike. */
const WHOSE: Record<'project' | 'player' | 'game' | 'currency', Figure> = {
  project: ['projectId', 'acme', 'project', 'acme'],
  player: ['playerId', 'ann', 'player_id', 'ann'],
  game: ['gameId', 'game-1', 'game', 'game-1'],
  currency: ['currency', 'EUR', 'currency', 'EUR'],
}
const MONEY: Figure[] = [
  ['betsMinor', '10000', 'bets', '100.00'],
  ['winsMinor', '4000', 'wins', '40.00'],
  ['refundsMinor', '500', 'refunds', '5.00'],
]
const FIGURES: [what: string, report: string, query: object, figures: Figure[]][] = [
  [
    'a round',
    'rounds',
    {},
    [
      ['roundId', 'round-1', 'round_id', 'round-1'],
      WHOSE.project,
      WHOSE.player,
      WHOSE.game,
      WHOSE.currency,
      ['state', 'cancelled', 'state', 'cancelled'],
      ['freeSpin', true, 'free_spin', 'yes'],
      ['betMinor', '101', 'bet', '1.01'],
      ['betStatus', 'confirmed', 'bet_status', 'confirmed'],
      ['winMinor', '202', 'win', '2.02'],
      ['winStatus', 'planned', 'win_status', 'planned'],
      ['refundStatus', 'unknown', 'refund_status', 'unknown'],
      ['cancelReason', 'operator_cancel', 'cancel_reason', 'operator_cancel'],
      ['createdAt', AT, 'created_at', AT],
      ['settledAt', LATER, 'settled_at', LATER],
      ['decidedForPlayer', true, 'decided_for_player', 'yes'],
      ['refusalCode', 'LIMIT_REACHED', 'refusal_code', 'LIMIT_REACHED'],
    ],
  ],
  [
    'gross gaming revenue',
    'ggr',
    { groupBy: 'day,game,currency,project' },
    [
      ['day', '2026-03-01', 'day', '2026-03-01'],
      WHOSE.game,
      WHOSE.currency,
      ['rounds', 11, 'rounds', '11'],
      ['cancelledRounds', 2, 'cancelled_rounds', '2'],
      ['freeSpinRounds', 3, 'free_spin_rounds', '3'],
      ...MONEY,
      ['ggrMinor', '5500', 'ggr', '55.00'],
      ['pendingRounds', 4, 'pending_rounds', '4'],
      WHOSE.project,
    ],
  ],
  [
    'a player’s totals',
    'reconciliation',
    {},
    [
      WHOSE.project,
      WHOSE.player,
      WHOSE.currency,
      ['betCount', 5, 'bet_count', '5'],
      ['winCount', 6, 'win_count', '6'],
      ['refundCount', 7, 'refund_count', '7'],
      ...MONEY,
      ['netMinor', '-5500', 'net_wallet_change', '-55.00'],
      ['pendingOperations', 8, 'pending_operations', '8'],
      ['pendingWinsMinor', '90', 'pending_wins', '0.90'],
      ['pendingRefundsMinor', '80', 'pending_refunds', '0.80'],
    ],
  ],
]

for (const [what, report, query, figures] of FIGURES) {
  t.test(`${what}: every figure is under its title`, async t => {
    const onPage = Object.fromEntries(figures.map(([name, shown]) => [name, shown]))
    t.strictSame((await setup().page(report, query)).rows, [onPage])
    const inFile = Object.fromEntries(figures.map(([, , title, cell]) => [title, cell]))
    t.strictSame((await setup().file(report, query)).rows, [inFile])
  })
}

t.test('returns of games: the file has the figures of the page', async t => {
  const { rows } = await setup().page('returns')
  const [row] = rows
  t.match(row, {
    gameId: game.id,
    gameVersion: game.version,
    gameMode: 'base',
    level: '94.50',
    rounds: 1_000,
    money: [{ currency: 'EUR', stakesMinor: '2000', winsMinor: '1500', actual: '75.000' }],
  })
  const figures = ['theoretical', 'actual', 'low', 'high', 'deviationOf']
  const values = figures.map(name => row![name])
  t.equal(new Set(values).size, figures.length, 'all figures differ')
  const file = await setup().file('returns')
  t.strictSame(file.rows, [
    {
      game: game.id,
      version: game.version,
      mode: 'base',
      level: '94.50',
      rounds: '1000',
      theoretical_percent: row!.theoretical,
      actual_percent: row!.actual,
      band_99_low_percent: row!.low,
      band_99_high_percent: row!.high,
      deviation_of: row!.deviationOf,
      outside: row!.isOutside ? 'yes' : 'no',
    },
  ])
})

const PERIOD = { from: '2026-03-01', to: '2026-03-05' }
const IN_MS = { fromMs: Date.parse(PERIOD.from), toMs: Date.parse(PERIOD.to) }
const FILTERS: [report: string, query: object, asked: object][] = [
  [
    'rounds',
    { playerId: 'ann', gameId: 'g', currency: 'USD', state: 'pending', ...PERIOD },
    { playerId: 'ann', gameId: 'g', currency: 'USD', state: 'pending', ...IN_MS },
  ],
  [
    'ggr',
    { gameId: 'g', currency: 'USD', groupBy: 'game,currency', ...PERIOD },
    { gameId: 'g', currency: 'USD', groupBy: ['symbol', 'currency'], ...IN_MS },
  ],
  [
    'reconciliation',
    { playerId: 'ann', currency: 'USD', ...PERIOD },
    { playerId: 'ann', currency: 'USD', ...IN_MS },
  ],
  ['returns', { gameId: 'g', ...PERIOD }, { gameId: 'g', fromDay: PERIOD.from, toDay: PERIOD.to }],
]

for (const [report, query, wanted] of FILTERS) {
  t.test(`${report}: every filter reaches the ledger, for the page and for the file`, async t => {
    const [page, file] = [setup(), setup()]
    await page.page(report, query)
    const { name } = await file.file(report, query)
    for (const { asked } of [page, file]) t.match(asked, [{ ...wanted, projectId: 'acme' }], report)
    t.equal(name, `${report}-acme-2026-03-01-2026-03-05.csv`)
  })
}

t.test('a report without a project covers all projects', async t => {
  const { asked, file } = setup()
  t.equal((await file('ggr', { projectId: undefined })).name, 'ggr-all.csv')
  t.match(asked, [{ projectId: null }])
})

t.test('a file continues after the last row of each page, to the end', async t => {
  const full = (make: (number: number) => object) =>
    Array.from({ length: REPORT_CSV_PAGE_ROWS }, (_, number) => make(number))
  const rounds = full(number => ({
    ...ROUND,
    position: { createdAt: AT, roundId: `round-${number}` },
  }))
  const ofRounds = setup({ rounds: [rounds, [ROUND]] })
  t.equal((await ofRounds.file('rounds')).rows.length, REPORT_CSV_PAGE_ROWS + 1)
  const last = { createdAt: AT, roundId: `round-${REPORT_CSV_PAGE_ROWS - 1}` }
  t.match(ofRounds.asked, [{ after: null }, { after: last }])
  const players = full(number => ({ ...TOTALS, playerId: `p${number}` }))
  const ofPlayers = setup({ reconciliation: [players, [TOTALS]] })
  t.equal((await ofPlayers.file('reconciliation')).rows.length, REPORT_CSV_PAGE_ROWS + 1)
  const lastPlayer = { playerId: `p${REPORT_CSV_PAGE_ROWS - 1}`, currency: 'EUR' }
  t.match(ofPlayers.asked, [{ after: null }, { after: lastPlayer }])
})
