// Finds the test files and runs each as a separate program. Plain Node: tap's own runner puts
// loaders into every program it starts, which costs 1.1 s of processor time for each of 170 files.

import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { SetupProblem } from '../src/embedded/setup-problem.ts'
import { PROJECT_ROOT, readEnvironment } from '../src/environment.ts'
import type { FileEnd } from './tap-report.ts'

const BUILT = path.join(PROJECT_ROOT, 'dist')
/** tap ends a test that hangs and names it; TAP_TIMEOUT overrides this. */
const FILE_TIMEOUT_S = 400
/** A file that does not even end then is killed after this further time. */
const KILL_LATER_S = 15

/**
 * The named test files as sources, or all without a name. A part of a path selects every file with
 * it.
 */
export function findTests(wanted: readonly string[]): string[] {
  const folder = path.join(BUILT, 'test')
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  const all = names
    .filter(name => name.endsWith('.test.js'))
    .map(name => path.join('test', name.replace(/js$/, 'ts')))
    .sort()
  if (wanted.length === 0) return all
  const parts = wanted.map(name => name.replace(/^(\.\/)?(dist\/)?/, '').replace(/\.js$/, '.ts'))
  const missing = parts.find(part => !all.some(file => file.includes(part)))
  if (missing !== undefined) throw new SetupProblem(`No test file matches "${missing}".`)
  return all.filter(file => parts.some(part => file.includes(part)))
}

export interface RunningFile {
  child: ChildProcess
  /** With all its output. */
  ended: Promise<FileEnd & { tap: string }>
}

export function startTest(file: string, env: Record<string, string>): RunningFile {
  const startedMs = performance.now()
  const program = path.join(BUILT, file.replace(/ts$/, 'js'))
  const { TAP_TIMEOUT = String(FILE_TIMEOUT_S), ...environment } = readEnvironment()
  const child = spawn(process.execPath, ['--enable-source-maps', program], {
    cwd: PROJECT_ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...environment, ...env, TAP_TIMEOUT },
  })
  const late = setTimeout(() => child.kill('SIGKILL'), (Number(TAP_TIMEOUT) + KILL_LATER_S) * 1000)
  let tap = ''
  child.stdout!.setEncoding('utf8').on('data', text => {
    tap += text
  })
  const ended = new Promise<FileEnd & { tap: string }>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => {
      clearTimeout(late)
      const timeMs = Math.round(performance.now() - startedMs)
      const failure = code === 0 ? null : `it ended with ${signal ?? `exit code ${code}`}`
      resolve({ tap, failure, timeMs })
    })
  })
  return { child, ended }
}
