// A copy of the built checkout in which one text of one file is replaced at a time, and its tests
// as separate processes. Must never touch the checkout itself, nor leave a process behind.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { withDatabase } from '../../src/embedded/postgres.ts'
import { PROJECT_ROOT, readEnvironment } from '../../src/environment.ts'
import type { migrate } from '../../src/ledger/database/migrations.ts'
import { asAdmin } from '../support/database-admin.ts'
import { type Mistake, plantMistake } from '../support/mistakes.ts'

export type Checkout = ReturnType<typeof copyCheckout>

/** The first failure in a test file, or what the simulator found; null when all of it passed. */
export type Verdict = string | null

/** Copied because files of them are replaced; everything else is linked. */
const COPIED = ['deploy', 'dist', 'lua', 'scripts', 'sql']
const LEFT_OUT = ['.git', '.data']
/** The slowest of the named files takes a minute on two busy cores. */
const TEST_DEADLINE_MS = 4 * 60 * 1000
/** A simulation of 20,000 rounds takes a quarter of a minute. */
const SIMULATION_DEADLINE_MS = 10 * 60 * 1000

/** @param env what test/support/real-stores.ts reads */
export function copyCheckout(folder: string, env: Record<string, string>) {
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(PROJECT_ROOT)) {
    if (LEFT_OUT.includes(name)) continue
    const [from, to] = [path.join(PROJECT_ROOT, name), path.join(folder, name)]
    if (COPIED.includes(name)) cpSync(from, to, { recursive: true })
    else symlinkSync(from, to)
  }
  const running = new Set<ChildProcess>()

  async function run(
    args: readonly string[],
    deadlineMs: number,
    env: Record<string, string>,
  ): Promise<Verdict> {
    // A separate process group: it ends together with the nodes that a test started.
    const child = spawn(process.execPath, args, {
      cwd: folder,
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...readEnvironment(), ...env },
    })
    running.add(child)
    try {
      return await watch(child, deadlineMs)
    } finally {
      endGroup(child)
      running.delete(child)
    }
  }

  return {
    /** `work` on a copy with the mistake in it. */
    async withMistake<Answer>(
      mistake: Mistake,
      work: (env: Record<string, string>) => Promise<Answer>,
    ): Promise<Answer> {
      const target = path.join(folder, builtFile(mistake.file))
      const right = readFileSync(target)
      writeFileSync(target, plantMistake(mistake))
      bundleThreads(folder)
      try {
        const isSchema = mistake.file.startsWith('sql/')
        return isSchema ? await withTemplate(folder, env, work) : await work(env)
      } finally {
        writeFileSync(target, right)
        bundleThreads(folder)
      }
    },

    /** Runs one test file until its first failure. */
    runTest(file: string, env: Record<string, string>): Promise<Verdict> {
      return run([path.join(folder, builtFile(file))], TEST_DEADLINE_MS, {
        ...env,
        REELHOUSE_TEST_SIZE: 'full',
        TAP_TIMEOUT: `${TEST_DEADLINE_MS / 1000}`,
      })
    },

    /** Simulates rounds from the first seed on until one breaks a rule. */
    async simulate(rounds: number): Promise<Verdict> {
      const program = pathToFileURL(path.join(folder, 'dist/scripts/simulate-rounds.js')).href
      const args = ['--seed', '1', '--as-found', '--rounds', `${rounds}`]
      const code = `const { command } = await import('${program}')
        process.exit(await command.run(${JSON.stringify(args)}))`
      const found = await run(['--input-type=module', '--eval', code], SIMULATION_DEADLINE_MS, {})
      if (found === null || /^seed /.test(found)) return found
      throw new Error(`the simulator does not run: ${found}`)
    },

    stop() {
      for (const child of running) endGroup(child)
    },
  }
}

/** Lanes run the bundle of the compiled files. */
function bundleThreads(folder: string): void {
  const program = path.join(PROJECT_ROOT, 'scripts', 'bundle-threads.mjs')
  const { status, stderr } = spawnSync(process.execPath, [program, folder], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`the threads can't be bundled: ${stderr}`)
}

function builtFile(file: string): string {
  return file.endsWith('.ts') ? path.join('dist', file.replace(/\.ts$/, '.js')) : file
}

async function watch(child: ChildProcess, deadlineMs: number): Promise<Verdict> {
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const timer = setTimeout(endGroup, deadlineMs, child)
  let test = ''
  try {
    for await (const line of createInterface({ input: child.stdout! })) {
      if (/^seed [0-9]+: /.test(line)) return line
      test = /^# Subtest: (.*)$/.exec(line)?.[1] ?? test
      const failure = /^ *not ok \d+(?: - (.*?))?(?: # time=.*)?(?: \{)?$/.exec(line)
      if (failure !== null) return [test, failure[1] ?? ''].filter(text => text !== '').join(': ')
    }
    const code = await ended
    if (code === 0) return null
    return code === null ? 'it does not end' : `it ends with ${code}`
  } finally {
    clearTimeout(timer)
  }
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

/** `work` with a template database that was migrated by the copy's own sql/. */
async function withTemplate<Answer>(
  folder: string,
  env: Record<string, string>,
  work: (env: Record<string, string>) => Promise<Answer>,
): Promise<Answer> {
  const url = env.REELHOUSE_TEST_DATABASE_URL!
  const name = `${new URL(url).pathname.slice(1)}_${path.basename(folder).replaceAll('-', '_')}`
  return asAdmin(url, async admin => {
    try {
      await admin.query(`CREATE DATABASE ${name}`)
      const template = withDatabase(url, name)
      await migrateByCopy(folder, template)
      return await work({ ...env, REELHOUSE_TEST_DATABASE_URL: template })
    } finally {
      await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    }
  })
}

async function migrateByCopy(folder: string, template: string): Promise<void> {
  const file = path.join(folder, builtFile('src/ledger/database/migrations.ts'))
  const module = (await import(pathToFileURL(file).href)) as { migrate: typeof migrate }
  const migrated = await module.migrate(template)
  if (!migrated.ok) throw new Error(migrated.problem)
}
