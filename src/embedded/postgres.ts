// A real Postgres as a child program on loopback, its cluster in the data folder. Must never weaken
// durability (fsync and synchronous_commit stay on) and never touch a cluster it did not make.

import { mkdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Child, lastComplaint, type Store, startChild, stopOrphan } from './child.ts'
import { findFreePort } from './free-port.ts'
import type { Say } from './install-with-apt.ts'
import {
  brokenCluster,
  checkCluster,
  clusterIsMissing,
  makeCluster,
  SUPERUSER,
} from './postgres-cluster.ts'
import { findPostgres } from './postgres-programs.ts'
import { callAs, type ProgramUser, postgresUser } from './postgres-user.ts'
import { commandLine, isRunning, readPid } from './running-program.ts'
import { keepSecret } from './secret-file.ts'
import { SetupProblem } from './setup-problem.ts'

const DATABASE = 'reelhouse'
/** The port may be lost to another program; backends of a killed server need a moment to end. */
const START_ATTEMPTS = 10
const READY_POLL_MS = 30
/** A start after a crash replays the log first. */
const READY_DEADLINE_MS = 120_000

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  // The default folder of sockets may not exist or may belong to another Postgres.
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  // After each checkpoint changed pages are logged whole: so checkpoints are rare, and the pages
  // compressed.
  checkpoint_timeout: '15min',
  wal_compression: 'on',
  fsync: 'on',
  synchronous_commit: 'on',
  log_checkpoints: 'off',
} as const

/**
 * Ends a Postgres that a killed run left behind; ignores a process id that now belongs to another
 * program.
 */
export async function stopLeftoverPostgres(folder: string): Promise<void> {
  const pidFile = path.join(folder, 'postmaster.pid')
  const pid = readPid(pidFile)
  if (pid === null) return
  const line = commandLine(pid)
  const isOurs = isRunning(pid) && line.includes('postgres') && line.includes(folder)
  if (!isOurs) {
    // Postgres itself would mistake any program with that id for a running Postgres.
    rmSync(pidFile, { force: true })
    return
  }
  const signals: [NodeJS.Signals, number][] = [
    ['SIGINT', 10_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 5_000],
  ]
  if (await stopOrphan(pid, signals)) return
  throw new SetupProblem(
    `An earlier Postgres (pid ${pid}) holds ${folder}: end it with kill -INT ${pid}.`,
  )
}

async function tryQuery(url: string, work: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await work(client)
    return null
  } catch (error) {
    return error as Error & { code?: string }
  } finally {
    await client.end().catch(() => {})
  }
}

/** True once it takes queries; false when it ended instead. */
async function waitUntilReady(url: string, child: Child): Promise<boolean> {
  const deadline = performance.now() + READY_DEADLINE_MS
  while (!child.hasEnded()) {
    const error = await tryQuery(url, client => client.query('SELECT 1'))
    if (error === null) return true
    if (error.code === '28P01') {
      throw new SetupProblem(
        'Postgres refuses the password kept beside its folder: restore the file.',
      )
    }
    if (performance.now() > deadline) throw new SetupProblem('Postgres does not answer.')
    await sleep(READY_POLL_MS)
  }
  return false
}

const RETRIED =
  /address already in use|could not create any TCP|pre-existing shared memory|lock file/i

/**
 * Starts Postgres with its cluster in `folder`. A given port is kept, as for Redis.
 * @param options.settings further settings of the server, by name
 */
export async function startPostgres(options: {
  folder: string
  port?: number | undefined
  settings?: Readonly<Record<string, string>>
  say?: Say
}): Promise<Store> {
  const parent = path.dirname(path.resolve(options.folder))
  mkdirSync(parent, { recursive: true })
  const folder = path.join(realpathSync(parent), path.basename(options.folder))
  const isNew = clusterIsMissing(folder)
  if (!isNew) checkCluster(folder)
  const password = keepSecret(`${folder}.password`, 24)
  const say = options.say ?? (() => {})
  const user = isNew ? postgresUser(say) : ownerOf(folder)
  const programs = await findPostgres(user, say)
  if (isNew) await makeCluster(folder, user, programs.initdb)
  else await stopLeftoverPostgres(folder)
  const store = await startServer({
    folder,
    user,
    program: programs.postgres,
    password,
    port: options.port,
    settings: { ...SETTINGS, ...options.settings },
  })
  await makeDatabase(store.url)
  return store
}

/** A cluster is run by the user who made it; null when that is this process's user. */
function ownerOf(folder: string): ProgramUser | null {
  const { uid, gid } = statSync(folder)
  return uid === process.getuid?.() ? null : { uid, gid }
}

async function startServer(options: {
  folder: string
  user: ProgramUser | null
  program: string
  password: string
  port: number | undefined
  settings: Readonly<Record<string, string>>
}): Promise<Store> {
  const { folder, user, program, password } = options
  const logFile = `${folder}.log`
  const settings = Object.entries(options.settings).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await findFreePort())
    const args = ['-D', folder, '-p', String(port), ...settings]
    const call = callAs(user, program, args, folder)
    const child = await startChild({ ...call, folder, logFile, stopSignal: 'SIGINT' })
    const url = `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${DATABASE}`
    const ready = await waitUntilReady(withDatabase(url, 'postgres'), child)
    if (ready) return { ...child, url, port }
    const why = lastComplaint(logFile)
    if (!RETRIED.test(why) || attempt === START_ATTEMPTS) throw brokenCluster(folder, why)
    await sleep(attempt * 100)
  }
}

/** The same server, another database. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

async function makeDatabase(url: string): Promise<void> {
  const error = await tryQuery(withDatabase(url, 'postgres'), client =>
    client.query(`CREATE DATABASE ${DATABASE}`),
  )
  const DUPLICATE_DATABASE = '42P04'
  if (error !== null && error.code !== DUPLICATE_DATABASE) throw error
}
