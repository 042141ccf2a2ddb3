// `npm test`: the tests on a separate Redis and Postgres, which leave nothing behind. Must never
// touch the data of an `up`.

import { availableParallelism } from 'node:os'
import cliProgress from 'cli-progress'
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
import { readEnvironment } from '../src/environment.ts'
import { createOwner } from '../test/support/owner.ts'
import { createTapReport, type TapReport } from './tap-report.ts'
import { findTests, openTestProcesses, readSource, type TestProcesses } from './test-files.ts'
import { installTestPrograms, requireBrowser } from './test-programs.ts'
import { withTestStores } from './test-stores.ts'

const ENVIRONMENT = `
Environment: REELHOUSE_TEST_REDIS_URL and REELHOUSE_TEST_DATABASE_URL (with the right to create
databases) are used instead of own stores.`

const SLOWEST_SHOWN = 8
/** Half of a file's time passes while it waits for a wallet, a retry or a program. */
const JOBS = 2 * availableParallelism()
/** They need the browser, and never wait: it keeps a core busy. */
const BROWSER_TESTS = 'test/browser/'
/**
 * The files that take longest besides those, the longest first: one that began last would run alone
 * at the end. A whole run prints the times.
 */
const LONGEST = [
  'guarantees/place-splits',
  'cli/every-command',
  'cli/up',
  'guarantees/shards',
  'admin/pauses',
  'attacks/every-attack',
  'guarantees/killed-stores',
  'guarantees/killed-node',
  'admin/reports',
  'lanes/resize',
  'wallet-kit/check',
  'server/tracing',
  'round/exhaustive-walk',
  'server/round-pushes',
  'games/return',
].map(name => `test/${name}.test.ts`)
/** Files of test/support/shared-node.ts, by their source. */
const NODE_USERS = /\b(openShared|openOperator|openLobby|testEveryGame)\(/
/** A whole run with more flaky files than one in this many fails. */
const FILES_PER_FLAKY = 500
const EXIT_INTERRUPTED = 130
/** The databases of files are left to the end of a Postgres that is the run's own. */
const LEFT =
  readEnvironment().REELHOUSE_TEST_DATABASE_URL === undefined
    ? { REELHOUSE_TEST_DATABASES: 'left' }
    : {}

export const command = defineCommand(
  createCommand(
    'npm test --',
    `Runs the tests on a separate Redis and Postgres. A file is named by its path or a part of it:
    "test/ledger", "migrations". What takes long is played in part; npm run prove plays all of it.`,
  )
    .argument('[file...]', 'files or folders (default: all)')
    .option('--jobs <count>', 'test files at once', countUpTo(99), JOBS)
    .addHelpText('after', ENVIRONMENT),
  async (wanted, { jobs }) => {
    const files = findTests(wanted)
    if (files.length === 0) throw new SetupProblem('There are no tests in dist/test: build first.')
    return runTests(files, jobs, wanted.length === 0)
  },
)

/** Returns the exit code. @param isFullRun without named files */
async function runTests(files: readonly string[], jobs: number, isFullRun: boolean) {
  say(`Running ${files.length} test files, ${Math.min(jobs, files.length)} at once`)
  checkNativeLibrary()
  let processes: TestProcesses | null = null
  // The programs of the tests end first; the stores are stopped afterwards.
  const stop = watchStopSignals(() => {
    say('Stopping ...')
    void processes?.end()
  })
  if (isFullRun) await installTestPrograms()
  const browser = files.some(file => file.startsWith(BROWSER_TESTS)) ? await openBrowser() : null
  const run: Run = { files, jobs, isFullRun, isStopped: stop.isRequested, timed: [] }
  say('Starting Redis and Postgres ...')
  return withTestStores(say, async stores => {
    const nodes = await startNodesFor(files, stores)
    processes = openTestProcesses({ ...stores, ...LEFT, ...nodes.env, ...browser?.env })
    try {
      return await runAll(run, processes)
    } finally {
      await processes.end()
      await nodes.end()
      await browser?.close()
    }
  })
}

/** For all files that share them. */
async function startNodesFor(files: readonly string[], stores: Record<string, string>) {
  const owner = createOwner()
  if (!files.some(file => NODE_USERS.test(readSource(file)))) return { env: {}, end: owner.end }
  say('Starting two nodes ...')
  const { startSharedNodes } = await import('../test/support/shared-node.ts')
  try {
    return { env: await startSharedNodes(owner, stores), end: owner.end }
  } catch (error) {
    await owner.end()
    throw error
  }
}

/** One for all files. */
async function openBrowser() {
  const program = await requireBrowser()
  say('Starting the browser ...')
  const { serveBrowser } = await import('../test/support/browser.ts')
  const server = await serveBrowser(program)
  const env = { REELHOUSE_TEST_CHROMIUM: program, REELHOUSE_TEST_BROWSER: server.wsEndpoint() }
  return { env, close: () => server.close() }
}

interface Run {
  files: readonly string[]
  jobs: number
  isFullRun: boolean
  isStopped(): boolean
  timed: { file: string; timeMs: number; cpuMs: number }[]
}

async function runAll(run: Run, processes: TestProcesses): Promise<number> {
  const { files, isFullRun, isStopped, timed } = run
  const bar = showBar(files.length)
  const report = createTapReport(bar.print, files.length === 1)
  const failed = await runQueues(run, processes, report, bar.advance)
  bar.end()
  if (isStopped()) {
    printLine(`interrupted after ${timed.length} of ${files.length} files`)
    return EXIT_INTERRUPTED
  }
  if (timed.length > SLOWEST_SHOWN) printSlowest(timed)
  const flaky = isFullRun ? await findFlaky(failed, processes, report) : []
  const { passed, failed: failures, skipped } = report.totals()
  if (skipped > 0) printLine(`${skipped} skipped`)
  for (const file of flaky) printLine(`FLAKY ${file}: failed among the others, passed alone`)
  const isTooFlaky = flaky.length > Math.ceil(files.length / FILES_PER_FLAKY)
  if (isTooFlaky) printLine(`${flaky.length} flaky files are more than one in ${FILES_PER_FLAKY}`)
  // Printed at the end too, for people who read only the last lines.
  const broken = failed.filter(file => !flaky.includes(file))
  if (broken.length > 0) printLine(`Failed: ${broken.join(', ')}`)
  printLine(`${passed} passed, ${failures} failed`)
  return failures > 0 || passed === 0 || isTooFlaky ? 1 : 0
}

/** Returns the files that failed. */
async function runQueues(
  { files, jobs, isStopped, timed }: Run,
  processes: TestProcesses,
  report: TapReport,
  onFile: () => void,
): Promise<string[]> {
  // Half of the jobs begin with the busy files, so that a core has a busy one and one that waits,
  // not two busy ones.
  const busy = files.filter(file => file.startsWith(BROWSER_TESTS))
  const others = longestFirst(files.filter(file => !busy.includes(file)))
  const failed: string[] = []
  async function work(...queues: string[][]): Promise<void> {
    for (;;) {
      const file = isStopped() ? undefined : queues.find(({ length }) => length > 0)?.shift()
      if (file === undefined) return
      const { tap, ...end } = await processes.run(file)
      // Its process was ended.
      if (isStopped()) return
      if (!report.addFile(file, tap, end)) failed.push(file)
      timed.push({ file, timeMs: end.timeMs, cpuMs: end.cpuMs })
      onFile()
    }
  }
  await Promise.all(
    Array.from({ length: jobs }, (_, job) =>
      job % 2 === 0 ? work(busy, others) : work(others, busy),
    ),
  )
  return failed
}

function longestFirst(files: readonly string[]): string[] {
  const long = LONGEST.filter(file => files.includes(file))
  return [...long, ...files.filter(file => !long.includes(file))]
}

/** Files that pass in a process and on a machine for themselves. */
async function findFlaky(
  failed: readonly string[],
  processes: TestProcesses,
  report: TapReport,
): Promise<string[]> {
  const flaky: string[] = []
  if (failed.length > 0) say('Each file that failed runs once more alone, to find flaky ones')
  for (const file of failed) {
    const { tap, ...end } = await processes.run(file, 'alone')
    if (report.addFile(file, tap, end)) flaky.push(file)
  }
  return flaky
}

/** On a terminal a bar below the printed lines; elsewhere the lines alone. */
function showBar(total: number) {
  const isShown = process.stderr.isTTY
  let failed = 0
  const bar = new cliProgress.SingleBar(
    {
      format: '{bar} {value} of {total} files, {failed} failed, {duration_formatted}',
      clearOnComplete: true,
      noTTYOutput: false,
    },
    cliProgress.Presets.shades_classic,
  )
  if (isShown) bar.start(total, 0, { failed })
  return {
    print(text: string) {
      if (isShown) process.stderr.write('\r\x1b[K')
      printLines(text)
      if (text.startsWith('FAIL') && text.endsWith(')')) failed += 1
      if (isShown) bar.update({ failed })
    },
    advance() {
      if (isShown) bar.increment({ failed })
    },
    end() {
      if (isShown) bar.stop()
    },
  }
}

function printSlowest(timed: Run['timed']): void {
  const slowest = timed.toSorted((one, other) => other.cpuMs - one.cpuMs).slice(0, SLOWEST_SHOWN)
  printLine('Files that keep the processor busy the longest:')
  for (const { file, timeMs, cpuMs } of slowest) {
    const [cpu, time] = [cpuMs, timeMs].map(ms => `${(ms / 1000).toFixed(1).padStart(6)} s`)
    printLine(`  ${cpu} of${time}  ${file}`)
  }
}
