// The command line, and the benches, in a separate process.

import { spawn } from 'node:child_process'
import path from 'node:path'
import { PROJECT_ROOT } from '../../src/environment.ts'

const PROGRAM = path.join(import.meta.dirname, 'reelhouse.js')
const BENCH = path.join(PROJECT_ROOT, 'dist', 'scripts', 'bench.js')
const STORE_VARIABLES = ['REDIS_URL', 'DATABASE_URL', 'MASTER_KEY', 'PUBLIC_URL', 'PORT', 'HOST']

interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

export const startBench = (args: string[], env?: Record<string, string>) => start(args, env, BENCH)

/** Without the settings of the user who runs the tests. */
export function start(args: string[], env: Record<string, string> = {}, program = PROGRAM) {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !STORE_VARIABLES.includes(name) && !name.startsWith('TAP'),
  )
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...Object.fromEntries(inherited), LANES: '1', ...env },
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
