// What must be true before a node starts: its native library loads, its port is free, given stores
// answer. Every problem is one line that gives the remedy, without a password in it.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import pg from 'pg'
import { checkPort } from '../../embedded/free-port.ts'
import { SetupProblem } from '../../embedded/setup-problem.ts'
import { reach } from '../../ledger/database/address.ts'
import { connectRedis, type HostAndPort, type RedisAddress } from '../../redis/connection.ts'
import { NATIVE_HASHES } from './native-hashes.ts'

const CONNECT_TIMEOUT_MS = 5_000

function systemGlibc(): string {
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } }
  return report.header?.glibcVersionRuntime ?? 'none'
}

/** uWebSockets.js brings a compiled file for each Node version, and some need a newer glibc. */
export function checkNativeLibrary(): void {
  const require = createRequire(import.meta.url)
  const file = `uws_${process.platform}_${process.arch}_${process.versions.modules}.node`
  const problem = findForeignCode(path.dirname(require.resolve('uWebSockets.js')), file)
  if (problem !== null) throw new SetupProblem(problem)
  try {
    require('uWebSockets.js')
  } catch (error) {
    throw new SetupProblem(explainNativeFailure((error as Error).message, systemGlibc()))
  }
}

/** What is wrong with a compiled file that exists; null: its bytes are the checked ones. */
export function findForeignCode(folder: string, file: string): string | null {
  const bytes = readIfThere(path.join(folder, file))
  // The package itself reports a missing file.
  if (bytes === null) return null
  const hash = createHash('sha256').update(bytes).digest('hex')
  if (NATIVE_HASHES[file] === hash) return null
  return (
    `${file} of uWebSockets.js is not the file this version was checked with: install the ` +
    'packages again with "npm ci"; if it is still so, do not run it.'
  )
}

function readIfThere(file: string): Buffer | null {
  try {
    return readFileSync(file)
  } catch {
    return null
  }
}

export function explainNativeFailure(message: string, glibc: string): string {
  const node = process.version
  if (message.includes('GLIBC_') || message.includes('libc.musl')) {
    return (
      `uWebSockets.js for Node ${node} needs glibc 2.38 (Debian 13, Ubuntu 24.04) and this ` +
      `system has ${glibc}: run Node 20 here, or Node 24 on such a system.`
    )
  }
  return (
    `uWebSockets.js can't be loaded with Node ${node} on ${process.platform} ` +
    `${process.arch}: run Node 24 (Node 20 where glibc is older than 2.38) on Linux or macOS ` +
    `(${message.trim().split('\n').at(-1)}).`
  )
}

/** `retry` is how to choose another port, for the message. */
export async function requirePort(
  host: string,
  port: number,
  retry: (port: number) => string,
): Promise<void> {
  const state = await checkPort(host, port)
  if (state === 'free') return
  if (state === 'no such address') {
    throw new SetupProblem(`This machine has no address ${host} to listen on: change HOST.`)
  }
  const other = port < 1024 ? 8080 : port + 1
  if (state === 'forbidden') {
    throw new SetupProblem(`Port ${port} needs more rights; choose another: ${retry(other)}`)
  }
  throw takenPort(port, retry)
}

export function takenPort(port: number, retry: (port: number) => string): SetupProblem {
  return new SetupProblem(
    `Port ${port} is taken; stop what listens there or choose another: ${retry(port + 1)}`,
  )
}

function place(url: string): string {
  const { hostname, port } = new URL(url)
  return port === '' ? hostname : `${hostname}:${port}`
}

function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string }
  return code ?? message ?? 'no answer'
}

export async function requireRedis(address: RedisAddress): Promise<void> {
  try {
    const redis = await connectRedis(address, '')
    redis.disconnect()
  } catch (error) {
    const { at, settings } = describeRedis(address)
    throw new SetupProblem(
      `Redis at ${at} does not answer (${reasonOf(error)}): check ${settings}.`,
    )
  }
}

function describeRedis(address: RedisAddress): { at: string; settings: string } {
  if (typeof address === 'string') return { at: place(address), settings: 'REDIS_URL' }
  if (address.kind === 'server') return { at: place(address.url), settings: 'REDIS_URL' }
  const list = (all: readonly HostAndPort[]) =>
    all.map(({ host, port }) => `${host}:${port}`).join(',')
  return address.kind === 'cluster'
    ? { at: list(address.nodes), settings: 'REDIS_CLUSTER' }
    : { at: list(address.sentinels), settings: 'REDIS_SENTINELS and REDIS_SENTINEL_NAME' }
}

export async function requirePostgres(databaseUrl: string): Promise<void> {
  const client = new pg.Client({
    ...reach(databaseUrl),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('SELECT 1')
  } catch (error) {
    const at = place(databaseUrl)
    throw new SetupProblem(
      `Postgres at ${at} does not answer (${reasonOf(error)}): check DATABASE_URL.`,
    )
  } finally {
    await client.end().catch(() => {})
  }
}
