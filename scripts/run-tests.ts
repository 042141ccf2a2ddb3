// `npm test`: the tests on a Redis and a Postgres of their own, which leave nothing behind. Must
// never touch the data of an `up`.

import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { printLine, readArguments, say } from '../src/cli/command-line.ts'
import { checkNativeLibrary } from '../src/cli/node/requirements.ts'
import { watchStopSignals } from '../src/cli/node/stop-signal.ts'
import { SetupProblem } from '../src/embedded/setup-problem.ts'
import { PROJECT_ROOT, readEnvironment } from '../src/environment.ts'
import { createTapReport, type Totals } from './tap-report.ts'
import { findBrowser, requireBrowser } from './test-browser.ts'
import { withTestStores } from './test-stores.ts'

const HELP = `
reelhouse run-tests [options] [file or folder …]      (npm test -- [file …])

Runs the tests on a Redis and a Postgres of their own. A file is named as source or compiled, or by
a part of its path: "test/ledger", "migrations".

  --jobs N       test files at once (default 2)
  --keep-going   run although the build complains (work in progress)
  --help         this text

Environment: REELHOUSE_TEST_REDIS_URL and REELHOUSE_TEST_DATABASE_URL (with the right to create
databases) are used instead of own stores.
`

const TESTS = path.join(PROJECT_ROOT, 'dist', 'test')

function findTests(wanted: readonly string[]): string[] {
  const all = existsSync(TESTS)
    ? readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
        .filter(name => name.endsWith('.test.js'))
        .map(name => path.join('dist', 'test', name))
        .sort()
    : []
  if (wanted.length === 0) return all
  const parts = wanted.map(name => name.replace(/^\.\//, '').replace(/\.ts$/, '.js'))
  const chosen = all.filter(file => parts.some(part => file.includes(part)))
  const missing = parts.find(part => !all.some(file => file.includes(part)))
  if (missing !== undefined) throw new SetupProblem(`No test file matches "${missing}".`)
  return chosen
}

function tapProgram(): string {
  const folder = path.join(PROJECT_ROOT, 'node_modules', 'tap')
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  return path.join(folder, bin.tap)
}

async function runTap(
  files: readonly string[],
  jobs: string,
  env: Record<string, string>,
  onStart: (tap: ChildProcess) => void,
): Promise<{ code: number; totals: Totals }> {
  const args = [tapProgram(), '--reporter=tap', `--jobs=${jobs}`, ...files]
  const tap = spawn(process.execPath, args, {
    cwd: PROJECT_ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...readEnvironment(), ...env },
  })
  onStart(tap)
  const report = createTapReport(printLine)
  const ended = new Promise<number>((resolve, reject) => {
    tap.on('error', reject)
    tap.on('close', code => resolve(code ?? 1))
  })
  for await (const line of createInterface({ input: tap.stdout! })) report.read(line)
  return { code: await ended, totals: report.totals() }
}

/** All tests need a browser; chosen ones get it if it is there. */
async function browserFor(isFullRun: boolean): Promise<Record<string, string>> {
  const browser = isFullRun ? await requireBrowser() : await findBrowser()
  return browser === null ? {} : { REELHOUSE_TEST_CHROMIUM: browser }
}

export async function run(args: string[]): Promise<number> {
  const options = { jobs: { type: 'string' } } as const
  const parsed = readArguments(args, HELP, options, Number.POSITIVE_INFINITY)
  if (!parsed.ok) return parsed.exitCode
  const files = findTests(parsed.positionals)
  if (files.length === 0) throw new SetupProblem('There are no tests in dist/test: build first.')
  checkNativeLibrary()
  let tap: ChildProcess | null = null
  // tap tells its test files; the stores are stopped once it has ended.
  const stop = watchStopSignals(() => tap?.kill('SIGTERM'))
  const browser = await browserFor(parsed.positionals.length === 0)
  const result = await withTestStores(say, async env => {
    if (stop.isRequested()) return null
    return runTap(files, parsed.values.jobs ?? '2', { ...env, ...browser }, started => {
      tap = started
    })
  })
  if (result === null || stop.isRequested()) return 130
  const { passed, failed, skipped } = result.totals
  if (skipped > 0) printLine(`${skipped} skipped`)
  printLine(`${passed} passed, ${failed} failed`)
  return result.code === 0 && passed === 0 ? 1 : result.code
}
