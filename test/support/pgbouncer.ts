// A real PgBouncer in transaction mode in front of a test's database, on loopback, removed with the
// test.

import { execFileSync } from 'node:child_process'
import { chownSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { type Child, startChild } from '../../src/embedded/child.ts'
import { findProgram } from '../../src/embedded/install-with-apt.ts'
import { postgresUser } from '../../src/embedded/postgres-user.ts'
import { holdPort } from './held-port.ts'
import type { Owner } from './owner.ts'
import { until } from './until.ts'

/** Null when PgBouncer is not installed. */
const PGBOUNCER = findProgram(['pgbouncer'])

/** For tests that need one. */
export const withPgBouncer = {
  skip:
    PGBOUNCER === null
      ? 'there is no pgbouncer on this machine (apt-get install pgbouncer)'
      : false,
}

/** Whether it prepares named statements on each connection that it uses, which began with 1.21. */
export const POOLER_PREPARES = PGBOUNCER !== null && readMinorVersion(PGBOUNCER) >= 21

function readMinorVersion(program: string): number {
  const text = execFileSync(program, ['--version'], { encoding: 'utf8' })
  return Number(/^PgBouncer 1\.(\d+)/.exec(text)?.[1] ?? 0)
}

export interface Pooler {
  url: string
  /** The present connections of clients to it, and its own to Postgres. */
  counts(): Promise<{ clients: number; servers: number }>
  /** Switches to another Postgres with the same user: its settings are read again. */
  lead(serverUrl: string): void
  /** SIGKILL. */
  kill(): Promise<void>
  /** Starts it again at the same address. */
  start(): Promise<void>
}

/**
 * @param serverUrl of Postgres, with the one user who may connect
 * @param servers connections it opens to Postgres, at most
 */
export async function startPgBouncer(
  owner: Owner,
  serverUrl: string,
  servers: number,
): Promise<Pooler> {
  const { username, password, pathname } = new URL(serverUrl)
  const folder = await mkdtemp(path.join(tmpdir(), 'reelhouse-pgbouncer-'))
  const port = await holdPort()
  const users = path.join(folder, 'users.txt')
  const settings = path.join(folder, 'pgbouncer.ini')
  const url = `postgres://${username}:${password}@127.0.0.1:${port}`
  const writeSettings = (to: string) =>
    writeFileSync(settings, iniText({ to: new URL(to), port, users, username, servers }))
  writeFileSync(users, `"${username}" "${password}"\n`)
  writeSettings(serverUrl)
  // It refuses to run as root.
  const user = postgresUser(() => {})
  if (user !== null)
    for (const file of [folder, users, settings]) chownSync(file, user.uid, user.gid)
  let child: Child | null = null

  async function start(): Promise<void> {
    child = await startChild({
      command: PGBOUNCER!,
      args: ['-q', settings],
      folder,
      logFile: `${folder}.log`,
      stopSignal: 'SIGKILL',
      ...(user === null ? {} : { user }),
    })
    const answers = async () => (await show(`${url}/pgbouncer`, 'VERSION')).length === 1
    await until('PgBouncer answers', answers)
  }

  owner.teardown(async () => {
    await child?.stop()
    for (const file of [folder, `${folder}.log`]) await rm(file, { recursive: true, force: true })
  })
  await start()
  return {
    url: `${url}${pathname}`,
    async counts() {
      const [clients, all] = [
        await show(`${url}/pgbouncer`, 'CLIENTS'),
        await show(`${url}/pgbouncer`, 'SERVERS'),
      ]
      const database = pathname.slice(1)
      const ofTest = (rows: { database: string }[]) =>
        rows.filter(row => row.database === database).length
      return { clients: ofTest(clients), servers: ofTest(all) }
    },
    lead(to) {
      writeSettings(to)
      process.kill(child!.pid, 'SIGHUP')
    },
    kill: async () => child?.stop(),
    start,
  }
}

function iniText(given: {
  to: URL
  port: number
  users: string
  username: string
  servers: number
}): string {
  return `[databases]
* = host=${given.to.hostname} port=${given.to.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${given.port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${given.users}
admin_users = ${given.username}
pool_mode = transaction
default_pool_size = ${given.servers}
max_client_conn = 1000
server_login_retry = 0.2
${POOLER_PREPARES ? 'max_prepared_statements = 200' : ''}
`
}

/** Its console supports no parameters and only simple queries. */
async function show(consoleUrl: string, what: string): Promise<{ database: string }[]> {
  const client = new pg.Client({ connectionString: consoleUrl })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<{ database: string }>(`SHOW ${what}`)).rows
  } catch {
    return []
  } finally {
    await client.end().catch(() => {})
  }
}
