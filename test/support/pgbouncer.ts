// A real PgBouncer in transaction mode in front of a test's database, on loopback, gone with the test.

import { spawn } from 'node:child_process'
import { chownSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { Test } from 'tap'
import { findFreePort } from '../../src/embedded/free-port.ts'
import { findProgram } from '../../src/embedded/install-with-apt.ts'
import { postgresUser } from '../../src/embedded/postgres-user.ts'
import { until } from './until.ts'

/** Null where this machine has none. */
export const PGBOUNCER = findProgram(['pgbouncer'])

/** For tests that need one. */
export const withPgBouncer = {
  skip:
    PGBOUNCER === null
      ? 'there is no pgbouncer on this machine (apt-get install pgbouncer)'
      : false,
}

export interface Pooler {
  url: string
  /** Connections of clients to it, and its own to Postgres, now. */
  counts(): Promise<{ clients: number; servers: number }>
}

/**
 * @param serverUrl of Postgres, with the one user who may come
 * @param servers connections it opens to Postgres, at most
 */
export async function startPgBouncer(t: Test, serverUrl: string, servers: number): Promise<Pooler> {
  const { username, password, hostname, port: serverPort, pathname } = new URL(serverUrl)
  const folder = await mkdtemp(path.join(tmpdir(), 'reelhouse-pgbouncer-'))
  const port = await findFreePort()
  const users = path.join(folder, 'users.txt')
  const settings = path.join(folder, 'pgbouncer.ini')
  await writeFile(users, `"${username}" "${password}"\n`)
  await writeFile(settings, iniText({ hostname, serverPort, port, users, username, servers }))
  // It refuses to run as root.
  const user = postgresUser(() => {})
  if (user !== null)
    for (const file of [folder, users, settings]) chownSync(file, user.uid, user.gid)
  const child = spawn(PGBOUNCER!, ['-q', settings], { stdio: 'ignore', ...user })
  const ended = new Promise(resolve => child.once('exit', resolve))
  t.teardown(async () => {
    child.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true, force: true })
  })
  const url = `postgres://${username}:${password}@127.0.0.1:${port}`
  await until(
    'PgBouncer answers',
    async () => (await show(`${url}/pgbouncer`, 'VERSION')).length === 1,
  )
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
  }
}

function iniText(given: {
  hostname: string
  serverPort: string
  port: number
  users: string
  username: string
  servers: number
}): string {
  return `[databases]
* = host=${given.hostname} port=${given.serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${given.port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${given.users}
admin_users = ${given.username}
pool_mode = transaction
default_pool_size = ${given.servers}
`
}

/** Its console knows no parameters and answers simple questions alone. */
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
