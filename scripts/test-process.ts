// Runs test files one after another in one process, so that packages and modules load once. Each
// file has its root test, whose TAP goes to stdout, followed by a line about how the file ended.
// Must never report a file that left something running or changed as passed.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Test, type TestOpts } from 'tap'
import { PROJECT_ROOT } from '../src/environment.ts'
import { END_MARK, type FileOrder, type ProcessEnd } from './test-files.ts'

/** From scripts/bundle-packages.mjs: changes what `import t from 'tap'` is. */
const { [Symbol.for('replace the root of tap')]: replaceRoot } = globalThis as unknown as Record<
  symbol,
  (root: Test) => void
>

const LOOK_MS = 5
/** Of this process itself. */
const KEPT_OPEN = ['PipeWrap', 'TTYWrap', 'Immediate']

process.on('message', (order: FileOrder) => void runFile(order))
process.once('disconnect', () => process.exit())
// By exit(), which ends the programs that tests started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

async function runFile({ file, timeoutMs, closingMs }: FileOrder): Promise<void> {
  const [env, globals, cpuMs] = [{ ...process.env }, new Set(nameGlobals()), readCpuMs()]
  const program = path.join(PROJECT_ROOT, 'dist', file.replace(/ts$/, 'js'))
  // As if it ran by itself: tap names its folders after it.
  process.argv[1] = program
  const load = async () => void (await import(pathToFileURL(program).href))
  const options: TestOpts = { name: file, timeout: timeoutMs, cb: load }
  const root = new Test(options)
  replaceRoot!(root)
  await new Promise<void>(resolve => {
    root.on('data', text => process.stdout.write(text))
    root.on('end', resolve)
    root.runMain(() => {})
  })
  root.setTimeout(0)
  const open = await waitUntilClosed(closingMs)
  const left = nameGlobals().filter(name => !globals.has(name))
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
  const failures = [
    ...(root.passing() ? [] : ['a test failed']),
    ...(process.exitCode === undefined ? [] : [`it set exit code ${process.exitCode}`]),
    ...(open.length > 0 ? [`it left open: ${open.join(', ')}`] : []),
    ...(left.length > 0 ? [`it left globals: ${left.join(', ')}`] : []),
  ]
  process.exitCode = undefined
  const end: ProcessEnd = {
    failure: failures.length > 0 ? failures.join('; ') : null,
    cpuMs: Math.round(readCpuMs() - cpuMs),
  }
  process.stdout.write(`\n${END_MARK}${JSON.stringify(end)}\n`)
}

/** Except the marks of packages, such as `__zod_globalConfig`. */
const nameGlobals = () =>
  Object.getOwnPropertyNames(globalThis).filter(name => !name.startsWith('__'))

/** What would keep a separate process from ending is closed within a time; else its kinds. */
async function waitUntilClosed(closingMs: number): Promise<string[]> {
  const deadlineMs = performance.now() + closingMs
  for (;;) {
    const open = process.getActiveResourcesInfo().filter(kind => !KEPT_OPEN.includes(kind))
    if (open.length === 0 || performance.now() > deadlineMs) return open
    await new Promise<void>(resolve => setTimeout(resolve, LOOK_MS).unref())
  }
}

/** Of this process with its threads, and of its children that have ended (Linux). */
function readCpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000 + readChildrenMs()
}

const TICK_MS = 10

function readChildrenMs(): number {
  if (process.platform !== 'linux') return 0
  const [, fields = ''] = readFileSync('/proc/self/stat', 'utf8').split(') ')
  const [user, system] = fields.split(' ').slice(13, 15)
  return (Number(user) + Number(system)) * TICK_MS
}
