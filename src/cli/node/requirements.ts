// What must be true before a node starts: its native library loads, its port is free, given stores
// answer. Every problem is one line that says what to do, without a password in it.

import { createRequire } from 'node:module'
import { Redis } from 'ioredis'
import pg from 'pg'
import { checkPort } from '../../embedded/free-port.ts'
import { SetupProblem } from '../../embedded/setup-problem.ts'

const CONNECT_TIMEOUT_MS = 5_000

function systemGlibc(): string {
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } }
  return report.header?.glibcVersionRuntime ?? 'none'
}

/** uWebSockets.js brings a compiled file for each Node version, and some need a newer glibc. */
export function checkNativeLibrary(): void {
  try {
    createRequire(import.meta.url)('uWebSockets.js')
  } catch (error) {
    throw new SetupProblem(explainNativeFailure((error as Error).message, systemGlibc()))
  }
}

export function explainNativeFailure(message: string, glibc: string): string {
  const node = process.version
  if (message.includes('GLIBC_') || message.includes('libc.musl')) {
    return `uWebSockets.js for Node ${node} needs glibc 2.38 and this system has ${glibc}: run Node 20.`
  }
  return `uWebSockets.js can't be loaded with Node ${node} on ${process.platform} ${process.arch}: run Node 20 on Linux or macOS (${message.trim().split('\n').at(-1)}).`
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

export async function requireRedis(redisUrl: string): Promise<void> {
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    retryStrategy: () => null,
    connectTimeout: CONNECT_TIMEOUT_MS,
    maxRetriesPerRequest: 0,
  })
  let reason: unknown
  redis.on('error', error => {
    reason = error
  })
  try {
    await redis.connect()
    await redis.ping()
  } catch (error) {
    const why = reasonOf(reason ?? error)
    throw new SetupProblem(`Redis at ${place(redisUrl)} does not answer (${why}): check REDIS_URL.`)
  } finally {
    redis.disconnect()
  }
}

export async function requirePostgres(databaseUrl: string): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
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
