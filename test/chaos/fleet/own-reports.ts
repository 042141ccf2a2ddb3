// Reads the reports of an operator as its own servers would, over HTTPS and as CSV, and compares
// them with the wallet's own book, to the cent. Uses no code of the platform, of its SDK or of its
// panel; reads only.

import { decimalOf, type OwnBook } from './own-wallet.ts'

/** Rows of a page. */
const PAGE = 500
const ANSWER_DEADLINE_MS = 20_000

export interface OwnOperator {
  baseUrl: string
  partner: string
  apiKey: string
}

export interface Csv {
  rounds: string
  reconciliation: string
}

interface Money {
  amount: string | null
  status: string | null
}

interface Row {
  round_id: string
  state: string
  mode: string
  bet: Money
  win: Money
  refund: Money
}

/** Rows of sums, and of files. */
type Cells = Readonly<Record<string, string>>

/**
 * What moved in the wallet: a refund takes its bet back, and of a bet that never arrived the
 * reports show neither.
 */
interface Sums {
  betsLessRefunds: bigint
  wins: bigint
}

/** Where an operator's reports and its wallet's book differ, and how many rounds they have. */
export async function compareReports(
  operator: OwnOperator,
  book: OwnBook,
  csv: Csv,
): Promise<{ differences: string[]; rounds: number }> {
  const booked = readBook(book)
  const differences: string[] = []
  const seen = new Map<string, string>()
  for await (const page of pagesOf(operator, 'report_rounds')) {
    for (const row of page.rounds as Row[]) {
      if (seen.has(row.round_id)) differences.push(`round ${row.round_id} is on two pages`)
      seen.set(row.round_id, cellsOf(row).join())
      if (row.mode !== 'TEST_ONLY') differences.push(`round ${row.round_id}: mode ${row.mode}`)
      const [said, known] = [lineOf(row), booked.lines.get(row.round_id) ?? NOTHING]
      if (said !== known) differences.push(`round ${row.round_id}: ${said}; booked: ${known}`)
    }
  }
  for (const roundId of booked.lines.keys()) {
    if (!seen.has(roundId)) differences.push(`round ${roundId} is booked, and in no report`)
  }
  const players: Cells[] = []
  for await (const page of pagesOf(operator, 'report_reconciliation')) {
    players.push(...(page.players as Cells[]))
  }
  const ggr = await ask(operator, { method: 'report_ggr', group_by: ['currency'] })
  differences.push(
    ...compareSums('report_reconciliation', players, booked.players),
    ...compareSums('report_ggr', ggr.rows as Cells[], booked.currencies),
    ...compareSums('reconciliation.csv', readCsv(csv.reconciliation), booked.players),
    ...compareRounds(readCsv(csv.rounds), seen),
  )
  return { differences, rounds: seen.size }
}

type Answer = Record<string, unknown>

async function ask({ baseUrl, partner, apiKey }: OwnOperator, body: object): Promise<Answer> {
  const response = await fetch(`${baseUrl}/gameActions.do`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ partner, api_key: apiKey, ...body }),
    signal: AbortSignal.timeout(ANSWER_DEADLINE_MS),
  })
  const answer = (await response.json()) as Answer
  if (response.status === 200 && answer.status === 'ok') return answer
  throw new Error(`a report answered ${response.status} ${String(answer.message)}`)
}

async function* pagesOf(operator: OwnOperator, method: string): AsyncGenerator<Answer> {
  let cursor: unknown = null
  do {
    const page = await ask(operator, { method, limit: PAGE, ...(cursor !== null && { cursor }) })
    yield page
    cursor = page.next_cursor
  } while (cursor !== null)
}

const NOTHING = 'bet -, win -'
const CANCELLED = 'given back'

/** Confirmed money only: the other operations have not moved any. */
function lineOf({ state, bet, win }: Row): string {
  if (state === 'cancelled' && win.status !== 'confirmed') return CANCELLED
  const of = ({ amount, status }: Money) => (status === 'confirmed' ? amount : '-')
  return `bet ${of(bet)}, win ${of(win)}`
}

const cellsOf = ({ round_id, state, bet, win, refund }: Row) =>
  [round_id, state, bet.amount, bet.status, win.status, refund.status].map(cell => cell ?? '')

function readBook(book: OwnBook) {
  const kinds = new Map<string, { bet: string; win: string; isGivenBack: boolean }>()
  const players = new Map<string, Sums>()
  const currencies = new Map<string, Sums>()
  for (const { kind, roundId, playerId, currency, amountMinor, state } of book.values()) {
    const of = kinds.get(roundId) ?? { bet: '-', win: '-', isGivenBack: false }
    kinds.set(roundId, of)
    if (state === 'refused') continue
    if (kind === 'refund') of.isGivenBack = true
    else of[kind] = decimalOf(amountMinor)
    for (const sums of [sumsOf(players, `${playerId} ${currency}`), sumsOf(currencies, currency)]) {
      if (kind === 'win') sums.wins += amountMinor
      else sums.betsLessRefunds += kind === 'bet' ? amountMinor : -amountMinor
    }
  }
  const lines = [...kinds].map(([roundId, { bet, win, isGivenBack }]): [string, string] => {
    return [roundId, isGivenBack && win === '-' ? CANCELLED : `bet ${bet}, win ${win}`]
  })
  return { lines: new Map(lines), players, currencies }
}

const noSums = (): Sums => ({ betsLessRefunds: 0n, wins: 0n })

function sumsOf(all: Map<string, Sums>, name: string): Sums {
  const sums = all.get(name) ?? noSums()
  all.set(name, sums)
  return sums
}

/** Rows are named by player and currency, or by the currency alone. */
function compareSums(
  report: string,
  rows: readonly Cells[],
  booked: ReadonlyMap<string, Sums>,
): string[] {
  const differences: string[] = []
  const left = new Map(booked)
  for (const row of rows) {
    const name = [row.player_id, row.currency].filter(Boolean).join(' ')
    const { betsLessRefunds, wins } = left.get(name) ?? noSums()
    left.delete(name)
    const said = [minorOf(row.bets!) - minorOf(row.refunds!), minorOf(row.wins!)].join()
    const known = [betsLessRefunds, wins].join()
    if (said !== known) differences.push(`${report}, ${name}: ${said}; booked: ${known}`)
  }
  for (const [name, { betsLessRefunds, wins }] of left) {
    const isEmpty = betsLessRefunds === 0n && wins === 0n
    if (!isEmpty) differences.push(`${report} lacks ${name}`)
  }
  return differences
}

/** The same rows in the file as on the pages. */
function compareRounds(rows: readonly Cells[], seen: ReadonlyMap<string, string>): string[] {
  const differences = rows.flatMap(row => {
    const cells = [row.round_id, row.state, row.bet, row.bet_status, row.win_status]
    const said = [...cells, row.refund_status].join()
    const known = seen.get(row.round_id!)
    return said === known ? [] : [`rounds.csv: ${said}; report_rounds: ${known}`]
  })
  if (rows.length === seen.size) return differences
  return [...differences, `rounds.csv has ${rows.length} rounds, report_rounds ${seen.size}`]
}

/** Exactly two decimals. */
function minorOf(text: string): bigint {
  if (!/^-?\d+\.\d\d$/.test(text)) throw new TypeError(`no amount: ${text}`)
  return BigInt(text.replace('.', ''))
}

/** RFC 4180 with a head, after the mark of UTF-8; cells by the names of the head. */
export function readCsv(text: string): Cells[] {
  const records: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    records.at(-1)!.push(cell)
    cell = ''
  }
  for (let at = text.startsWith('\ufeff') ? 1 : 0; at < text.length; at++) {
    const char = text[at]!
    if (isQuoted && char === '"' && text[at + 1] === '"') {
      cell += '"'
      at++
    } else if (char === '"') isQuoted = !isQuoted
    else if (isQuoted) cell += char
    else if (char === ',') endCell()
    else if (char === '\n') {
      endCell()
      records.push([])
    } else if (char !== '\r') cell += char
  }
  const [head = [], ...rows] = records
  return rows
    .filter(row => row.length > 0)
    .map(row => Object.fromEntries(head.map((name, column) => [name, row[column] ?? ''])))
}
