// `npm test`: the tests on a separate Redis and Postgres, which leave nothing behind. Must never
// touch the data of an `up`.

import { availableParallelism } from 'node:os'
import {
  createCommand,
  defineCommand,
  printLine,
  printLines,
  say,
} from '../src/cli/command-line.ts'
import { checkNativeLibrary } from '../src/cli/node/requirements.ts'
import { watchStopSignals } from '../src/cli/node/stop-signal.ts'
import { countUpTo } from '../src/cli/option-values.ts'
import { SetupProblem } from '../src/embedded/setup-problem.ts'
import { createTapReport, type FileEnd, type Totals } from './tap-report.ts'
import { findBrowser, requireBrowser } from './test-browser.ts'
import { findTests, type RunningFile, startTest } from './test-files.ts'
import { installTestPrograms } from './test-programs.ts'
import { withTestStores } from './test-stores.ts'

const ENVIRONMENT = `
Environment: REELHOUSE_TEST_REDIS_URL and REELHOUSE_TEST_DATABASE_URL (with the right to create
databases) are used instead of own stores.`

const SLOWEST_SHOWN = 8
/** Half of a file's time passes while it waits for a wallet, a retry or a program. */
const JOBS = 2 * availableParallelism()
/** These never wait: a browser keeps a core busy. */
const BUSY = 'test/browser/'

export const command = defineCommand(
  createCommand(
    'npm test --',
    `Runs the tests on a Redis and a Postgres of their own. A file is named by its path or a part of it:
    "test/ledger", "migrations". What takes long is played in part; npm run prove plays all of it.`,
  )
    .argument('[file...]', 'files or folders (default: all)')
    .option('--jobs <count>', 'test files at once', countUpTo(99), JOBS)
    .addHelpText('after', ENVIRONMENT),
  async (wanted, { jobs }) => {
    const files = findTests(wanted)
    if (files.length === 0) throw new SetupProblem('There are no tests in dist/test: build first.')
    return runTests(files, jobs, wanted.length === 0, {})
  },
)

/**
 * Returns the exit code.
 * @param isFullRun all tests need a browser; selected ones get it if it is there
 * @param env for the tests, besides the addresses of their stores
 */
export async function runTests(
  files: readonly string[],
  jobs: number,
  isFullRun: boolean,
  env: Record<string, string>,
): Promise<number> {
  checkNativeLibrary()
  const running = new Set<RunningFile>()
  // A file ends its own programs when it is asked to end; the stores are stopped afterwards.
  const stop = watchStopSignals(() => {
    for (const { child } of running) child.kill('SIGTERM')
  })
  if (isFullRun) await installTestPrograms()
  const browser = files.some(file => file.includes('browser')) ? await browserEnv(isFullRun) : {}
  const totals = await withTestStores(say, stores =>
    runAll(files, jobs, { ...stores, ...browser, ...env }, running, stop.isRequested, isFullRun),
  )
  if (stop.isRequested()) return 130
  const { passed, failed, skipped } = totals
  if (skipped > 0) printLine(`${skipped} skipped`)
  printLine(`${passed} passed, ${failed} failed`)
  return failed > 0 || passed === 0 ? 1 : 0
}

async function browserEnv(isFullRun: boolean): Promise<Record<string, string>> {
  const browser = isFullRun ? await requireBrowser() : await findBrowser()
  return browser === null ? {} : { REELHOUSE_TEST_CHROMIUM: browser }
}

async function runAll(
  files: readonly string[],
  jobs: number,
  env: Record<string, string>,
  running: Set<RunningFile>,
  isStopped: () => boolean,
  triesAgain: boolean,
): Promise<Totals> {
  const report = createTapReport(printLines)
  const times: { file: string; timeMs: number }[] = []
  // Half of the jobs begin with the busy files, so that a core has a busy one and one that waits,
  // not two busy ones.
  const busy = files.filter(file => file.startsWith(BUSY))
  const others = files.filter(file => !file.startsWith(BUSY))
  const failed: string[] = []
  async function work(isLast: boolean, ...queues: string[][]): Promise<void> {
    for (;;) {
      const file = isStopped() ? undefined : queues.find(({ length }) => length > 0)?.shift()
      if (file === undefined) return
      const test = startTest(file, env)
      running.add(test)
      const { tap, ...end } = await test.ended
      running.delete(test)
      if (isLast || !hasFailed(file, tap, end)) report.addFile(file, tap, end)
      else failed.push(file)
      times.push({ file, timeMs: end.timeMs })
    }
  }
  await Promise.all(
    Array.from({ length: jobs }, (_, job) =>
      job % 2 === 0 ? work(!triesAgain, busy, others) : work(!triesAgain, others, busy),
    ),
  )
  // A whole run keeps the machine busy for minutes: a file that fails then is reported, and has to
  // pass alone.
  if (failed.length > 0) {
    printLine(`Again, by themselves: ${failed.join(', ')}`)
    await work(true, [...failed])
  }
  if (times.length > SLOWEST_SHOWN) printSlowest(times)
  // Printed at the end too, for people who read only the last lines.
  if (failed.length > 0)
    printLine(`${failed.length} files failed among the others: ${failed.join(', ')}`)
  return report.totals()
}

/** Prints the failures. */
function hasFailed(file: string, tap: string, end: FileEnd): boolean {
  const lines: string[] = []
  const trial = createTapReport(line => lines.push(line))
  trial.addFile(file, tap, end)
  if (trial.totals().failed === 0) return false
  for (const line of lines) printLines(line)
  return true
}

function printSlowest(times: { file: string; timeMs: number }[]): void {
  const slowest = times.sort((one, other) => other.timeMs - one.timeMs).slice(0, SLOWEST_SHOWN)
  printLine('Slowest files:')
  for (const { file, timeMs } of slowest) {
    printLine(`  ${(timeMs / 1000).toFixed(1).padStart(6)} s  ${file}`)
  }
}
