// Copies of a running Postgres's files, made like a manual backup (the programs from npm bring no
// pg_basebackup), and servers started on such copies. Removed with the test.

import { execFile } from 'node:child_process'
import { appendFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { type Child, startChild } from '../../src/embedded/child.ts'
import { findPostgres } from '../../src/embedded/postgres-programs.ts'
import { callAs, postgresUser } from '../../src/embedded/postgres-user.ts'
import { holdPort } from './held-port.ts'
import type { Owner } from './owner.ts'

const run = promisify(execFile)

/** The backup has to be ended on the connection that began it. */
export async function copyFiles(url: string, from: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`SELECT pg_backup_start('copy', true)`)
  await copyFolder(from, to)
  const { rows } = await client.query<{ labelfile: string }>('SELECT * FROM pg_backup_stop(false)')
  await client.end()
  await rm(path.join(to, 'postmaster.pid'))
  await writeFile(path.join(to, 'backup_label'), rows[0]!.labelfile)
}

/**
 * A file that the server has just removed is missing in a copy; replaying the log removes it too.
 */
async function copyFolder(from: string, to: string): Promise<void> {
  await run('cp', ['-a', from, to]).catch((error: { stderr?: string }) => {
    const lines = (error.stderr ?? '').trim().split('\n')
    if (!lines.every(line => line.endsWith('No such file or directory'))) throw error
  })
}

/**
 * Starts a server on a copy. It may not answer yet.
 * @param signal what it does first: follow another server, or recover from an archive
 * @param settings for its postgresql.auto.conf
 */
export async function startOnCopy(
  owner: Owner,
  copy: string,
  signal: 'standby' | 'recovery',
  { max_connections = '200', ...settings }: Readonly<Record<string, string>>,
): Promise<Child & { port: number }> {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`)
  await appendFile(path.join(copy, 'postgresql.auto.conf'), lines.join(''))
  await writeFile(path.join(copy, `${signal}.signal`), '')
  const user = postgresUser(() => {})
  if (user !== null) await run('chown', ['-R', `${user.uid}:${user.gid}`, copy])
  const { postgres } = await findPostgres(user, () => {})
  const port = await holdPort()
  const connections = `max_connections=${max_connections}`
  const own = ['unix_socket_directories=', connections, 'listen_addresses=127.0.0.1']
  const args = ['-D', copy, '-p', `${port}`, ...own.flatMap(setting => ['-c', setting])]
  const call = callAs(user, postgres, args, copy)
  const child = await startChild({
    ...call,
    folder: copy,
    logFile: `${copy}.log`,
    stopSignal: 'SIGQUIT',
  })
  owner.teardown(child.stop)
  return { ...child, port }
}

export async function ask(url: string, sql: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return await client.query<Record<string, unknown>>(sql, values)
  } finally {
    await client.end()
  }
}
