// A Redis for wallet tests: the one that the environment names, else one started here.

import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Redis } from 'ioredis'
import type { Test } from 'tap'
import { findProgram } from '../../src/embedded/install-with-apt.ts'
import { REDIS_PROGRAMS } from '../../src/embedded/redis.ts'
import { holdPort } from './held-port.ts'

/** A connection whose keys belong to this test; both end with the test. */
export async function openRedis(t: Test): Promise<Redis> {
  const url = process.env.REELHOUSE_TEST_REDIS_URL ?? (await startOwnRedis(t))
  const redis = new Redis(url, { keyPrefix: `test-${randomUUID()}:` })
  redis.on('error', () => {})
  t.teardown(() => redis.disconnect())
  await redis.ping()
  return redis
}

/** A server of the test, which may be killed. */
export async function startOwnRedis(t: Test): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'reelhouse-redis-'))
  const port = await holdPort()
  const options = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--dir', directory]
  const server = spawn(findProgram(REDIS_PROGRAMS)!, options, { stdio: 'ignore' })
  const ended = new Promise(resolve => server.once('exit', resolve))
  t.teardown(async () => {
    server.kill()
    await ended
    await rm(directory, { recursive: true, force: true })
  })
  const url = `redis://127.0.0.1:${port}`
  await waitUntilReady(url)
  return url
}

async function waitUntilReady(url: string): Promise<void> {
  const redis = new Redis(url, { retryStrategy: () => 20, maxRetriesPerRequest: null })
  // Refused until it listens; the client tries again by itself.
  redis.on('error', () => {})
  await redis.ping()
  redis.disconnect()
}

/** The first 16 digits of the run id, as scripts read it. */
export async function readRun(redis: Redis): Promise<string> {
  return /^master_replid:([0-9a-f]{16})/m.exec(await redis.info('replication'))![1]!
}
