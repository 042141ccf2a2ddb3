// The command line, and the benches, in a separate process: a new one for each command, or one for
// all commands of a file.

import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { PROJECT_ROOT } from '../../src/environment.ts'
import type { Owner } from './owner.ts'

const PROGRAM = path.join(import.meta.dirname, 'reelhouse.js')
const COMMANDS = fileURLToPath(import.meta.resolve('./command-process.js'))
const BENCH = path.join(PROJECT_ROOT, 'dist', 'scripts', 'bench.js')
const STORE_VARIABLES = ['REDIS_URL', 'DATABASE_URL', 'MASTER_KEY', 'PUBLIC_URL', 'PORT', 'HOST']

interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/** Sent to the process that runs commands. */
export interface CommandOrder {
  args: readonly string[]
  env: Readonly<Record<string, string | undefined>>
}
/** Sent by it after each. */
export type CommandEnd = Ended & { code: number }

/**
 * Runs commands that end by themselves, one after another, in one process: loading the modules for
 * each would take half a second of a core.
 */
export function openCommandLine(owner: Owner) {
  const child = fork(COMMANDS, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const ended = once(child, 'exit')
  owner.teardown(async () => {
    child.disconnect()
    await ended
  })
  const broken = ended.then(([code, signal]): never => {
    throw new Error(`the command's process ended with ${signal ?? `exit code ${code}`}`)
  })
  broken.catch(() => {})
  let last: Promise<unknown> = Promise.resolve()
  async function runNow(order: CommandOrder): Promise<CommandEnd> {
    const reported = once(child, 'message')
    child.send(order)
    const [end] = await Promise.race([reported, broken])
    return end
  }
  return function run(args: readonly string[], env: Record<string, string> = {}) {
    const end = last.then(() => runNow({ args, env: environmentOf(env) }))
    last = end.catch(() => {})
    return end
  }
}

/** Without the settings of the user who runs the tests. */
function environmentOf(env: Record<string, string>) {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !STORE_VARIABLES.includes(name) && !name.startsWith('TAP'),
  )
  return { ...Object.fromEntries(inherited), LANES: '1', ...env }
}

export const startBench = (args: string[], env?: Record<string, string>) => start(args, env, BENCH)

export function start(args: string[], env: Record<string, string> = {}, program = PROGRAM) {
  const child = spawn(process.execPath, [program, ...args], {
    env: environmentOf(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const seen = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', text => {
    seen.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', text => {
    seen.stderr += text
  })
  const ended = new Promise<Ended>(resolve => {
    child.on('close', code => resolve({ code, ...seen }))
  })
  const firstLine = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const end = seen.stdout.indexOf('\n')
      if (end >= 0) resolve(seen.stdout.slice(0, end))
    })
    ended.then(({ stderr }) => reject(new Error(`ended without a line: ${stderr}`)))
  })
  // Not every caller waits for a line.
  firstLine.catch(() => {})
  return { child, ended, firstLine }
}
