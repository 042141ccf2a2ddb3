// How much faster the reports are than a plain scan of the rounds: fills a fresh database with
// made-up rounds, rolls them up, then measures both ways to the same rows.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
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
import { DAY_MS } from '../src/core/time.ts'
import { startPostgres } from '../src/embedded/postgres.ts'
import { migrate } from '../src/ledger/database/migrations.ts'
import { inOneDatabase } from '../src/ledger/database/player-databases.ts'
import { openReportPool } from '../src/ledger/reports/report-snapshot.ts'
import { createReportSums } from '../src/ledger/reports/report-sums.ts'
import { createReports } from '../src/ledger/reports/reports.ts'
import { DAYS, fillRounds } from './reports-fill.ts'
import { listQuestions, type Question } from './reports-questions.ts'
import { describeMachine } from './stream-report.ts'

export const command = defineCommand(
  createCommand(
    'reelhouse bench reports',
    `Fills a fresh database with rounds over 366 days, builds the sums behind the reports, and times each
    report against a plain scan of the same rounds in the same run: medians, and how many times faster.
    Exits with 1 when the two differ. 10m rounds need about 8 GB and a quarter of an hour.`,
  )
    .option('--rounds <count>', 'how many, like 200000, 200k or 10m', countUpTo(1e9), 1_000_000)
    .option(
      '--data-dir <folder>',
      'where the database is made (default: the folder for temporary files); not kept',
    )
    .option('--database-url <url>', 'an empty database instead of one of its own')
    .option('--scans <count>', 'plain scans of each question', countUpTo(100), 3)
    .option('--json', 'one line on stdout'),
  async ({ rounds, dataDir = os.tmpdir(), databaseUrl, scans, json }) => {
    const work = async (url: string) => {
      const result = await measureAll(url, rounds, scans)
      if (json === true) printJson({ machine: describeMachine(), ...result })
      else printLines(printResult(result))
      return result.timed.every(({ isEqual }) => isEqual) ? 0 : 1
    }
    return databaseUrl === undefined ? withDatabase(dataDir, work) : work(databaseUrl)
  },
)

/** Runs `work` on a Postgres that is created for it and removed afterwards. */
async function withDatabase<Answer>(
  dataDir: string,
  work: (databaseUrl: string) => Promise<Answer>,
): Promise<Answer> {
  const parent = path.resolve(dataDir)
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(path.join(parent, 'reelhouse-reports-'))
  const postgres = await startPostgres({ folder: path.join(folder, 'postgres'), say })
  try {
    return await work(postgres.url)
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

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

async function measureAll(databaseUrl: string, rounds: number, scans: number) {
  const migrated = await migrate(databaseUrl)
  if (!migrated.ok) throw new Error(migrated.problem)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const pool = openReportPool(databaseUrl, () => {})
  try {
    // Up to now, so that the newest rounds are in no sum yet.
    const endMs = Date.now()
    const startMs = endMs - DAYS * DAY_MS
    const fillSeconds = await seconds(() => fillRounds(client, rounds, startMs))
    const sums = createReportSums(pool)
    const rollSeconds = await seconds(async () => {
      while (!(await sums.rollUp())) say('rolling up ...')
    })
    await client.query('VACUUM (ANALYZE) report_month, report_day, report_aside, report_progress')
    // A plain scan: as many workers as Postgres chooses, and no index of the rounds.
    for (const way of ['indexscan', 'indexonlyscan', 'bitmapscan']) {
      await client.query(`SET enable_${way} = off`)
    }
    const reports = createReports(inOneDatabase(pool))
    const timed: Timed[] = []
    for (const question of listQuestions(reports, startMs, endMs)) {
      timed.push(await time(question, client, scans))
      say(`${printTimed(timed.at(-1)!)}`)
    }
    return { rounds, fillSeconds, rollSeconds, timed }
  } finally {
    await client.end()
    await pool.end()
  }
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now()
  await work()
  return Math.round(performance.now() - startedMs) / 1000
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

function printResult({ rounds, fillSeconds, rollSeconds, timed }: Result): string {
  const machine = describeMachine()
  const head = ['question'.padEnd(46), 'rows'.padStart(7), 'scan ms'.padStart(9)]
  return [
    `${machine.cpu}, ${machine.cores} cores, ${machine.os}, Node ${machine.node}`,
    `${rounds} rounds filled in ${fillSeconds} s, rolled up in ${rollSeconds} s`,
    '',
    [...head, 'ms'.padStart(9), 'times'.padStart(8)].join(''),
    ...timed.map(printTimed),
  ].join('\n')
}
