// How much faster the reports are than a plain scan of the rounds: both ways to the same rows, on a
// database that `npm run bench -- fill` filled.

import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { createCommand, defineCommand, say } from '../src/cli/command-line.ts'
import { countUpTo } from '../src/cli/option-values.ts'
import { withClient } from '../src/ledger/database/client.ts'
import { inOneDatabase } from '../src/ledger/database/player-databases.ts'
import { openReportPool } from '../src/ledger/reports/report-snapshot.ts'
import { createReports } from '../src/ledger/reports/reports.ts'
import { alignRows, describeMachine, printFigures, printMachine } from './printing.ts'
import { listQuestions, type Question } from './reports-questions.ts'
import { medianOf } from './suite/statistics.ts'

export const command = defineCommand(
  createCommand(
    'npm run bench -- reports',
    `Times each report of a database that "fill" filled against a plain scan of the same rounds:
    medians, and how many times faster. Exits with 1 when the two differ.`,
  )
    .requiredOption('--database-url <url>', 'as "fill" left it')
    .option('--scans <count>', 'plain scans of each question', countUpTo(100), 3)
    .option('--json', 'one line on stdout'),
  async ({ databaseUrl, scans, json }) => {
    const result = await measureAll(databaseUrl, scans)
    printFigures(json, result, reportTimes)
    return result.timed.every(({ isEqual }) => isEqual) ? 0 : 1
  },
)

const ASKED_TIMES = 15

type Timed = Awaited<ReturnType<typeof time>>

async function time(question: Question, scanner: pg.Client, scans: number) {
  const scan = async () => {
    const { plain: text, values } = question
    return (await scanner.query({ text, values, rowMode: 'array' })).rows
  }
  const plain = await medianMs(scans, scan)
  const report = await medianMs(ASKED_TIMES, question.ask)
  const reported = report.answer()
  return {
    question: question.name,
    rows: reported.length,
    scanMs: plain.ms,
    reportMs: report.ms,
    timesFaster: plain.ms / report.ms,
    isEqual: isDeepStrictEqual(plain.answer, reported),
  }
}

/** The first time warms up and is not counted. */
async function medianMs<Answer>(times: number, work: () => Promise<Answer>) {
  const all: number[] = []
  let answer = await work()
  for (let i = 0; i < times; i++) {
    const startedMs = performance.now()
    answer = await work()
    all.push(performance.now() - startedMs)
  }
  return { answer, ms: medianOf(all) }
}

async function measureAll(databaseUrl: string, scans: number) {
  const pool = openReportPool(databaseUrl, () => {})
  try {
    return await withClient(databaseUrl, 'bench', client => measureOn(client, pool, scans))
  } finally {
    await pool.end()
  }
}

async function measureOn(client: pg.Client, pool: pg.Pool, scans: number) {
  const { rows } = await client.query<{ rounds: string; start: Date; end: Date }>(
    `SELECT count(*) AS rounds, min(created_at) AS start, max(created_at) AS "end" FROM round`,
  )
  const { rounds, start, end } = rows[0]!
  // A plain scan: as many workers as Postgres chooses, and no index of the rounds.
  for (const way of ['indexscan', 'indexonlyscan', 'bitmapscan']) {
    await client.query(`SET enable_${way} = off`)
  }
  const reports = createReports(inOneDatabase(pool))
  const timed: Timed[] = []
  for (const question of listQuestions(reports, start.getTime(), end.getTime() + 1)) {
    timed.push(await time(question, client, scans))
    say(cellsOf(timed.at(-1)!).join('  '))
  }
  return { machine: describeMachine(), rounds: Number(rounds), timed }
}

const cellsOf = ({ question, rows, scanMs, reportMs, timesFaster, isEqual }: Timed) => [
  question,
  String(rows),
  scanMs.toFixed(0),
  reportMs.toFixed(2),
  timesFaster.toFixed(0),
  isEqual ? 'equal' : 'DIFFERENT',
]

type Result = Awaited<ReturnType<typeof measureAll>>

function reportTimes({ machine, rounds, timed }: Result): string[] {
  const head = ['question', 'rows', 'scan ms', 'ms', 'times faster', 'answers']
  const table = alignRows([head, ...timed.map(cellsOf)], [0, 5])
  return [printMachine(machine), `${rounds} rounds`, '', ...table]
}
