// The suite: every subject measured next to its floor and its peers, in turn in one run. Starts
// what it needs and ends it; judges only what moved since an earlier result.

import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { InvalidArgumentError } from '@commander-js/extra-typings'
import {
  createCommand,
  defineCommand,
  printJson,
  printLines,
  say,
} from '../src/cli/command-line.ts'
import { countUpTo } from '../src/cli/option-values.ts'
import { PROJECT_ROOT } from '../src/environment.ts'
import { describeMachine } from './printing.ts'
import { startBar } from './stream-progress.ts'
import { printSuite } from './suite/page.ts'
import { lineOf, type MeasuredRow, type SuiteResult } from './suite/result.ts'
import type { Row, Setting, Size } from './suite/row.ts'
import { ROWS } from './suite/rows.ts'
import { type RunOptions, runCase } from './suite/runner.ts'
import { openSetting } from './suite/setting.ts'

const SMOKE: RunOptions = { sliceMs: 30, repeats: 1, warmUps: 1 }
/** For a first look at everything. */
const QUICK: RunOptions = { sliceMs: 250, repeats: 3, warmUps: 2 }
const WARM_UPS = 8

export const command = defineCommand(
  createCommand(
    'npm run bench --',
    `Measures every row of the suite beside its floor (the same bytes, statements and calls with
    nothing between) and beside its peers (the usual tools), slice by slice in turn. Prints a table;
    the whole suite is written to a folder as JSON.`,
  )
    .option('--only <rows>', 'numbers with commas between them', readNumbers)
    .option('--full', 'every number of players and every latency')
    .option('--quick', 'short slices, three of each: for a first look')
    .option('--smoke', 'the smallest sizes: whether it works, not how fast')
    .option('--slice <ms>', 'of each contestant, at a time', countUpTo(60_000), 1_000)
    .option('--repeats <count>', 'slices of each', countUpTo(1_000), 5)
    .option('--against <file>', 'an earlier result: marks what changed by more than noise')
    .option('--out <folder>', 'where the whole suite is written', 'bench/results')
    .option('--data-dir <folder>', 'of an "up" that runs already')
    .option('--profile <folder>', 'CPU and heap profiles of every thread')
    .option('--json', 'one line on stdout for each row'),
  async ({ only, full = false, against, out, json, ...chosen }) => {
    const { quick = false, smoke = false, slice, repeats, ...where } = chosen
    const before =
      against === undefined ? null : (JSON.parse(readFileSync(against, 'utf8')) as SuiteResult)
    const rows = ROWS.filter(({ number }) => only === undefined || only.includes(number))
    const usual = { sliceMs: slice, repeats, warmUps: WARM_UPS }
    const options = smoke ? SMOKE : quick ? QUICK : usual
    const { dataDir = null, profile: profileDir = null } = where
    const size = { isSmoke: smoke, isFull: full, isOwn: dataDir === null }
    const result = await runSuite(rows, options, size, { dataDir, profileDir })
    if (only === undefined) writeResult(path.resolve(PROJECT_ROOT, out), result)
    if (json === true) for (const row of result.rows) printJson(lineOf(row))
    else printLines(printSuite(result, before))
    for (const { row, error } of result.failed) say(`row ${row} failed: ${error}`)
    return result.failed.length === 0 ? 0 : 1
  },
)

function readNumbers(text: string): number[] {
  const numbers = text.split(',').map(Number)
  const known = ROWS.map(({ number }) => number)
  if (numbers.every(number => known.includes(number))) return numbers
  throw new InvalidArgumentError(`It is some of ${known.join(',')}.`)
}

async function runSuite(
  rows: readonly Row[],
  options: RunOptions,
  size: Size,
  where: { dataDir: string | null; profileDir: string | null },
): Promise<SuiteResult> {
  const [loadBefore = 0] = os.loadavg()
  const at = new Date().toISOString()
  const { setting, close } = openSetting(size, where)
  try {
    const bar = startProgress(rows, size, options)
    const measured: MeasuredRow[] = []
    const failed: SuiteResult['failed'][number][] = []
    for (const row of rows) {
      try {
        measured.push(await measureRow(setting, row, options, bar))
      } catch (error) {
        failed.push({ row: row.number, error: String((error as Error).stack) })
      }
    }
    bar.stop()
    return {
      date: at.slice(0, 10),
      at,
      commit: readCommit(),
      machine: describeMachine(),
      sliceMs: options.sliceMs,
      repeats: options.repeats,
      loadBefore,
      rows: measured,
      failed,
    }
  } finally {
    await close()
  }
}

async function measureRow(
  setting: Setting,
  row: Row,
  options: RunOptions,
  bar: ReturnType<typeof startBar>,
): Promise<MeasuredRow> {
  const cases: MeasuredRow['cases'][number][] = []
  for (const each of row.cases(setting.size)) {
    const name = each.name === '' ? row.name : `${row.name}, ${each.name}`
    bar.update({ what: name })
    cases.push(
      await runCase(setting, row, each, options, role =>
        bar.increment(1, { what: `${name}: ${role}` }),
      ),
    )
  }
  const { number, name, unit, better } = row
  return { row: number, name, unit, better, cases }
}

/** Advances by one slice of one contestant. */
function startProgress(rows: readonly Row[], size: Size, { repeats }: RunOptions) {
  const contestants = rows.flatMap(row =>
    row.cases(size).map(({ abouts = row.abouts }) => Object.keys(abouts).length),
  )
  const slices = contestants.reduce((sum, count) => sum + count * repeats, 0)
  const format = '{bar} {percentage}% | {what} | {eta_formatted} left'
  return startBar(format, slices, { what: 'starting' })
}

function readCommit(): string {
  try {
    const asked = ['rev-parse', '--short=7', 'HEAD']
    return execFileSync('git', asked, { cwd: PROJECT_ROOT, encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}

function writeResult(folder: string, result: SuiteResult): void {
  const file = path.join(folder, `${result.date}-${result.commit}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${file}.json`, `${JSON.stringify(result, null, 2)}\n`)
  say(`Written to ${file}.json`)
}
