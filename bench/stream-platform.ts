// The platform that a stream plays against: a separate one (`up` as a child process, on a new data
// folder) or one that already runs. Ends only what it started, by process id.

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { readRuntime } from '../src/embedded/data-folder.ts'
import { findFreePort } from '../src/embedded/free-port.ts'
import { PROJECT_ROOT, readEnvironment } from '../src/environment.ts'
import { openPool } from '../src/ledger/database/pool.ts'
import { findProject } from '../src/ledger/projects/projects.ts'
import { connectRedis } from '../src/redis/connection.ts'
import { CERTIFICATE } from '../test/support/certificate.ts'
import { type AskThreads, askThreads, PROBED } from './profile/profiles.ts'

/** Already built, because this file was. */
const PROGRAM = path.join(PROJECT_ROOT, 'dist', 'src', 'cli', 'main.js')
/** First start: a new Postgres cluster. */
const START_DEADLINE_MS = 180_000
const STOP_DEADLINE_MS = 40_000
const PROJECT_ID = 'demo'

export interface Platform {
  readonly baseUrl: string
  readonly projectId: string
  readonly apiKey: string
  /**
   * The addresses of its stores, which a restart may change, and the key that opens its secrets, as
   * hex digits.
   */
  stores(): { redisUrl: string; databaseUrl: string; masterKey: string }
  /** The process of the front end and the lanes. */
  pid(): number
  /** Asks its threads; only for a probed platform. */
  readonly ask: AskThreads
  /**
   * SIGKILL without warning; resolves once the process is gone. Only for a platform that was
   * started here.
   */
  kill(): Promise<void>
  /** Starts it again on the same folder and port; resolves once it is ready. */
  restart(): Promise<void>
  stop(): Promise<void>
}

interface Ready {
  base_url: string
  project: { id: string; api_key: string }
}

/**
 * @param dataDir of an `up` that runs already, or of the one to start; null: a temporary folder
 * @param isProbed its threads answer questions about themselves (bench/profile/probe.ts); only a
 * platform that is started here can be probed
 */
export async function openPlatform(dataDir: string | null, isProbed: boolean): Promise<Platform> {
  const runtime = dataDir === null ? null : readRuntime(dataDir)
  if (runtime === null) return startOwn(dataDir, isProbed)
  if (isProbed) throw new Error('a platform that runs already cannot be probed')
  const notOurs = () => Promise.reject(new Error('this platform is not ours to end'))
  return {
    baseUrl: runtime.baseUrl,
    projectId: PROJECT_ID,
    apiKey: await readApiKey(runtime.databaseUrl, Buffer.from(runtime.masterKey, 'hex')),
    stores: () => runtime,
    pid: () => runtime.pid,
    ask: notOurs,
    kill: notOurs,
    restart: notOurs,
    stop: async () => {},
  }
}

async function readApiKey(databaseUrl: string, masterKey: Buffer): Promise<string> {
  const pool = openPool(databaseUrl, 1, () => {})
  try {
    const project = await findProject(pool, masterKey, PROJECT_ID)
    if (project === null) throw new Error(`there is no project "${PROJECT_ID}"`)
    return project.apiKey
  } finally {
    await pool.end()
  }
}

async function startOwn(dataDir: string | null, isProbed: boolean): Promise<Platform> {
  const folder = dataDir ?? mkdtempSync(path.join(os.tmpdir(), 'reelhouse-stream-'))
  const port = await findFreePort()
  let child = spawnUp(folder, port, isProbed)
  const ready = await waitUntilReady(child, folder)
  return {
    baseUrl: ready.base_url,
    projectId: ready.project.id,
    apiKey: ready.project.api_key,
    stores() {
      const runtime = readRuntime(folder)
      if (runtime === null) throw new Error('the platform is ready but published no runtime')
      return runtime
    },
    pid: () => child.pid!,
    ask: question => askThreads(child, question),
    async kill() {
      child.kill('SIGKILL')
      await ended(child)
    },
    async restart() {
      child = spawnUp(folder, port, isProbed)
      await waitUntilReady(child, folder)
    },
    async stop() {
      child.kill('SIGTERM')
      const late = sleep(STOP_DEADLINE_MS, 'late' as const, { ref: false })
      if ((await Promise.race([ended(child), late])) === 'late') {
        child.kill('SIGKILL')
        throw new Error('the platform did not stop in time')
      }
      rmSync(authorityFile(folder), { force: true })
      if (dataDir === null) rmSync(folder, { recursive: true, force: true })
    },
  }
}

function spawnUp(folder: string, port: number, isProbed: boolean): ChildProcess {
  const probed = isProbed ? PROBED : []
  const args = [...probed, PROGRAM, 'up', '--port', String(port), '--data-dir', folder, '--json']
  const log = openSync(logFile(folder), 'a')
  writeFileSync(authorityFile(folder), CERTIFICATE)
  const child = spawn(process.execPath, args, {
    cwd: PROJECT_ROOT,
    stdio: ['ignore', 'pipe', log, ...(isProbed ? (['ipc'] as const) : [])],
    env: {
      LOG_LEVEL: 'warn',
      ...readEnvironment(),
      // A wallet of the suite may have TLS.
      NODE_EXTRA_CA_CERTS: authorityFile(folder),
    },
  })
  process.once('exit', () => child.kill('SIGTERM'))
  return child
}

/** Beside the folder, because the platform manages the folder's permissions. */
const besides = (folder: string, ending: string) => `${folder.replace(/\/+$/, '')}.${ending}`
const logFile = (folder: string) => besides(folder, 'log')
const authorityFile = (folder: string) => besides(folder, 'pem')

function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode)
  return new Promise(resolve => child.once('exit', resolve))
}

/** The one line `up --json` prints when it is ready. */
async function waitUntilReady(child: ChildProcess, folder: string): Promise<Ready> {
  const timer = setTimeout(() => child.kill('SIGKILL'), START_DEADLINE_MS)
  const line = new Promise<string>(resolve => {
    createInterface(child.stdout!).once('line', resolve)
  })
  const ready = await Promise.race([line, ended(child)])
  clearTimeout(timer)
  if (typeof ready === 'string') return JSON.parse(ready)
  const why = child.signalCode === 'SIGKILL' ? 'was not ready in time' : 'ended before it was ready'
  const log = readFileSync(logFile(folder), 'utf8').slice(-2_000)
  throw new Error(`the platform ${why}; the end of its log:\n${log}`)
}

/** The books are read from all rounds, which no query of a node does. */
const BOOKS_DEADLINE_MS = 120_000

export interface StoreConnections {
  pool: pg.Pool
  redis: Awaited<ReturnType<typeof connectRedis>>
}

export async function withStores<Answer>(
  platform: Platform,
  work: (stores: StoreConnections) => Promise<Answer>,
): Promise<Answer> {
  const { redisUrl, databaseUrl } = platform.stores()
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 2,
    statement_timeout: BOOKS_DEADLINE_MS,
  })
  const redis = await connectRedis(redisUrl, readEnvironment().REDIS_PREFIX ?? 'rh:')
  try {
    return await work({ pool, redis })
  } finally {
    await pool.end()
    redis.disconnect()
  }
}
