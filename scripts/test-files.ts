// Finds the test files and runs them in processes that are used again: loading tap and our modules
// takes longer than most files. Plain Node: tap's own runner puts loaders into every program.

import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { SetupProblem } from '../src/embedded/setup-problem.ts'
import { PROJECT_ROOT, readEnvironment } from '../src/environment.ts'
import type { FileEnd } from './tap-report.ts'

const BUILT = path.join(PROJECT_ROOT, 'dist')
const PROGRAM = path.join(BUILT, 'scripts', 'test-process.js')
/** tap ends a test that hangs and names it; TAP_TIMEOUT overrides this. */
const FILE_TIMEOUT_S = 400

export interface Times {
  /** For the tests of a file. */
  timeoutMs: number
  /** For what a file closes after its tests: a node, a browser. */
  closingMs: number
  /** A process that does not even report then is killed after this further time. */
  killLaterMs: number
}

function readTimes(): Times {
  const seconds = Number(readEnvironment().TAP_TIMEOUT ?? FILE_TIMEOUT_S)
  return { timeoutMs: seconds * 1_000, closingMs: 60_000, killLaterMs: 15_000 }
}

/** First comment of a file that would disturb the next one in its process, with the reason. */
const ALONE = /^\/\/ Alone in its process/m

/** First comment of a file that a whole run leaves to `npm run prove`, with the reason. */
const PROVED = /^\/\/ Played by npm run prove/m

const PARTED = /^import .* from '.*\/support\/size\.ts'/m

/** Sent to a test process. */
export interface FileOrder extends Times {
  file: string
}

/** Written by a test process after the TAP of a file, in one line after the mark. */
export const END_MARK = '# end of file: '
export type ProcessEnd = Pick<FileEnd, 'failure' | 'cpuMs'>

export const readSource = (file: string) => readFileSync(path.join(PROJECT_ROOT, file), 'utf8')

/** Whether a file runs only if it is named. */
export const isProved = (file: string) => PROVED.test(readSource(file))

/** Whether a whole run leaves out the file, or plays it in part by test/support/size.ts. */
export const isPartOfRun = (file: string) => isProved(file) || PARTED.test(readSource(file))

/**
 * The named test files as sources; without a name all that are not left to `npm run prove`. A part
 * of a path selects every file with it.
 */
export function findTests(wanted: readonly string[]): string[] {
  const folder = path.join(BUILT, 'test')
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  const all = names
    .filter(name => name.endsWith('.test.js'))
    .map(name => path.join('test', name.replace(/js$/, 'ts')))
    .sort()
  if (wanted.length === 0) return all.filter(file => !isProved(file))
  const parts = wanted.map(name => name.replace(/^(\.\/)?(dist\/)?/, '').replace(/\.js$/, '.ts'))
  const missing = parts.find(part => !all.some(file => file.includes(part)))
  if (missing !== undefined) throw new SetupProblem(`No test file matches "${missing}".`)
  return all.filter(file => parts.some(part => file.includes(part)))
}

export type TestProcesses = ReturnType<typeof openTestProcesses>

interface TestProcess {
  child: ChildProcess
  /** Resolves with how it ended. */
  ended: Promise<string>
  /** What it writes to standard output. */
  onText(text: string): void
}

/** @param env for the tests, besides the environment of this process */
export function openTestProcesses(env: Record<string, string>, times: Times = readTimes()) {
  const free: TestProcess[] = []
  const all = new Set<TestProcess>()
  let isEnding = false

  function start(): TestProcess {
    const child = spawn(process.execPath, ['--enable-source-maps', PROGRAM], {
      cwd: PROJECT_ROOT,
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      // tap's own root test must not time out while files run under theirs.
      env: { ...readEnvironment(), ...env, TAP_TIMEOUT: '0' },
    })
    child.stdout!.setEncoding('utf8').on('data', text => runner.onText(text))
    const ended = new Promise<string>((resolve, reject) => {
      child.on('error', reject)
      child.on('close', (code, signal) => {
        all.delete(runner)
        resolve(`its process ended with ${signal ?? `exit code ${code}`}`)
      })
    })
    const runner: TestProcess = { child, ended, onText: () => {} }
    all.add(runner)
    return runner
  }

  /** Runs a file in a process that is free, or in a new one; a failed file ends its process. */
  async function run(file: string, where: 'anywhere' | 'alone' = 'anywhere') {
    const startedMs = performance.now()
    const isAlone = where === 'alone' || ALONE.test(readSource(file))
    const runner = isAlone ? start() : (free.pop() ?? start())
    const { tap, ...end } = await runIn(runner, { file, ...times })
    if (end.failure === null && !isAlone && !isEnding) free.push(runner)
    else await stop(runner, times)
    return { tap, timeMs: Math.round(performance.now() - startedMs), ...end }
  }

  return {
    run,
    /** Ends them all, with the programs that their files started. */
    async end() {
      isEnding = true
      await Promise.all([...all].map(each => stop(each, times)))
    },
  }
}

/** Resolves when the process has reported the end of the file, or has ended itself. */
async function runIn(runner: TestProcess, order: FileOrder): Promise<ProcessEnd & { tap: string }> {
  let tap = ''
  let isLate = false
  const reported = new Promise<ProcessEnd>(resolve => {
    runner.onText = text => {
      tap += text
      const [, end] = tap.split(END_MARK)
      if (end?.endsWith('\n')) resolve(JSON.parse(end))
    }
  })
  const late = setTimeout(
    () => {
      isLate = true
      runner.child.kill('SIGKILL')
    },
    order.timeoutMs + order.closingMs + order.killLaterMs,
  )
  runner.child.send(order)
  const end = await Promise.race([reported, runner.ended])
  clearTimeout(late)
  runner.onText = () => {}
  if (typeof end !== 'string') return { tap: tap.slice(0, tap.indexOf(END_MARK)), ...end }
  return { tap, failure: isLate ? 'it hung and was killed' : end, cpuMs: 0 }
}

async function stop({ child, ended }: TestProcess, { killLaterMs }: Times): Promise<void> {
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), killLaterMs)
  await ended
  clearTimeout(late)
}
