// How much faster the reports are than a plain scan of the rounds: both ways to the same rows, on a
// database that `npm run bench -- fill` filled.

import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import {
  createCommand,
  defineCommand,
  printJson,
  printLines,
  say,
} from '../src/cli/command-line.ts'
import { countUpTo } from '../src/cli/option-values.ts'
import { inOneDatabase } from '../src/ledger/database/player-databases.ts'
import { openReportPool } from '../src/ledger/reports/report-snapshot.ts'
import { createReports } from '../src/ledger/reports/reports.ts'
import { listQuestions, type Question } from './reports-questions.ts'
import { describeMachine, printMachine } from './stream-report.ts'

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
    if (json === true) printJson(result)
    else printLines(printResult(result))
    return result.timed.every(({ isEqual }) => isEqual) ? 0 : 1
  },
)

const ASKED_TIMES = 15

interface Timed {
  question: string
  rows: number
  scanMs: number
  reportMs: number
  timesFaster: number
  isEqual: boolean
}

async function time(question: Question, scanner: pg.Client, scans: number): Promise<Timed> {
  const scan = async () => {
    const { rows } = await scanner.query({
      text: question.plain,
      values: question.values,
      rowMode: 'array',
    })
    return rows
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
  return { answer, ms: all.sort((a, b) => a - b)[Math.floor(all.length / 2)]! }
}

async function measureAll(databaseUrl: string, scans: number) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const pool = openReportPool(databaseUrl, () => {})
  try {
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
      say(`${printTimed(timed.at(-1)!)}`)
    }
    return { machine: describeMachine(), rounds: Number(rounds), timed }
  } finally {
    await client.end()
    await pool.end()
  }
}

function printTimed({ question, rows, scanMs, reportMs, timesFaster, isEqual }: Timed): string {
  return [
    question.padEnd(46),
    String(rows).padStart(7),
    scanMs.toFixed(0).padStart(9),
    reportMs.toFixed(2).padStart(9),
    timesFaster.toFixed(0).padStart(8),
    isEqual ? '  equal' : '  DIFFERENT',
  ].join('')
}

type Result = Awaited<ReturnType<typeof measureAll>>

function printResult({ machine, rounds, timed }: Result): string {
  const head = ['question'.padEnd(46), 'rows'.padStart(7), 'scan ms'.padStart(9)]
  return [
    printMachine(machine),
    `${rounds} rounds`,
    '',
    [...head, 'ms'.padStart(9), 'times'.padStart(8)].join(''),
    ...timed.map(printTimed),
  ].join('\n')
}
