// Played by npm run prove: it runs a Redis and a Postgres with certificates.
//
// TLS to Postgres and Redis, on real servers with a certificate of a private authority: a node
// plays over TLS alone, and no driver accepts a wrong name, an unknown authority or no TLS.

import { execFileSync } from 'node:child_process'
import { chownSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import t, { type Test } from 'tap'
import { startChild } from '../../src/embedded/child.ts'
import { startPostgres } from '../../src/embedded/postgres.ts'
import { reach, withAuthority } from '../../src/ledger/database/address.ts'
import { withClient } from '../../src/ledger/database/client.ts'
import { migrate } from '../../src/ledger/database/migrations.ts'
import { openPool } from '../../src/ledger/database/pool.ts'
import { connectRedis, type RedisAddress } from '../../src/redis/connection.ts'
import { CERTIFICATE, OTHER_CERTIFICATE, PRIVATE_KEY } from '../support/certificate.ts'
import { holdPort } from '../support/held-port.ts'
import { BET, openSetup } from '../support/operator-setup.ts'
import { roundOf } from '../support/play-client.ts'
import { ask } from '../support/postgres-copy.ts'
import { until } from '../support/until.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'reelhouse-tls-'))
t.teardown(() => rm(folder, { recursive: true, force: true }))

function write(name: string, text: string, owner: string | null = null): string {
  const file = path.join(owner ?? folder, name)
  writeFileSync(file, text, { mode: 0o600 })
  if (owner !== null) {
    const { uid, gid } = statSync(owner)
    chownSync(file, uid, gid)
  }
  return file
}

const authority = write('authority.pem', CERTIFICATE)
const stranger = write('stranger.pem', OTHER_CERTIFICATE)

/** Before the server has TLS. */
let reachedWithout = true

async function startTlsPostgres(t: Test): Promise<string> {
  const files = path.join(folder, 'postgres')
  execFileSync('chmod', ['755', folder])
  const server = await startPostgres({ folder: files })
  t.teardown(server.stop)
  write('server.crt', CERTIFICATE, files)
  write('server.key', PRIVATE_KEY, files)
  reachedWithout = await reachable(`${server.url}?sslmode=require`)
  await ask(server.url, "ALTER SYSTEM SET ssl = 'on'")
  await ask(server.url, 'SELECT pg_reload_conf()')
  await until('it speaks TLS', async () => {
    return (await ask(server.url, 'SHOW ssl')).rows[0]?.ssl === 'on'
  })
  return server.url
}

const reachable = (url: string) =>
  withClient(url, 'test', client => client.query('SELECT 1')).then(
    () => true,
    () => false,
  )

async function startTlsRedis(t: Test): Promise<number> {
  const port = await holdPort()
  const key = write('redis.key', PRIVATE_KEY)
  const files = ['--tls-cert-file', authority, '--tls-key-file', key]
  const own = [
    '--bind',
    '127.0.0.1',
    '--port',
    '0',
    '--tls-port',
    `${port}`,
    '--tls-auth-clients',
    'no',
    '--save',
    '',
  ]
  const args = [...own, ...files, '--tls-ca-cert-file', authority, '--dir', folder]
  const logFile = path.join(folder, 'redis.log')
  const command = 'redis-server'
  const child = await startChild({ command, args, folder, logFile, stopSignal: 'SIGKILL' })
  t.teardown(child.stop)
  const address = redisAt('127.0.0.1', port)
  await until('Redis answers', () => connects(address))
  return port
}

const redisAt = (host: string, port: number, certificateAuthority = CERTIFICATE): RedisAddress => ({
  kind: 'server',
  url: `rediss://${host}:${port}`,
  certificateAuthority,
})

const connects = (address: RedisAddress) =>
  connectRedis(address, '').then(
    redis => {
      redis.disconnect()
      return true
    },
    () => false,
  )

const [plainUrl, redisPort] = [await startTlsPostgres(t), await startTlsRedis(t)]
const tlsUrl = withAuthority(plainUrl, authority)

t.test('a node plays over TLS alone', async t => {
  await migrate(tlsUrl)
  const pool = openPool(tlsUrl, 4, () => {})
  t.teardown(() => pool.end())
  const stores = { databaseUrl: tlsUrl, redisUrl: '', redisPrefix: 'tls:', pool }
  const setup = await openSetup(t, stores)
  const node = await setup.startNode({ redis: redisAt('127.0.0.1', redisPort) })
  const { client } = await setup.openGame(node, 'ann')
  const round = roundOf(await client.spin(BET))
  // A win that may be gambled waits for a decision.
  if (round.status === 'awaiting') roundOf(await client.collect(round.roundId))
  await until('the round is settled', async () => {
    return (await setup.rowOf(round.roundId)).state === 'settled'
  })
  const { rows } = await pool.query(
    `SELECT ssl, application_name AS name FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
     WHERE application_name LIKE 'reelhouse%'`,
  )
  for (const name of ['reelhouse', 'reelhouse-lane', 'reelhouse listener']) {
    t.ok(
      rows.some(row => row.name === name && row.ssl),
      name,
    )
  }
  t.ok(rows.every(row => row.ssl))
})

t.test('neither driver accepts a wrong name, an unknown authority or no TLS', async t => {
  t.notOk(reachedWithout, 'TLS is never given up')
  /** As the lanes write their rounds. */
  const writes = async (url: string) => {
    const { connectionString, ssl } = reach(url)
    const sql = postgres(connectionString, { ssl, max: 1, connect_timeout: 5 })
    const isReached = await sql`SELECT 1`.then(
      () => true,
      () => false,
    )
    await sql.end({ timeout: 0 })
    return isReached
  }
  t.strictSame([await reachable(tlsUrl), await writes(tlsUrl)], [true, true])
  const wrong = {
    'a wrong name': tlsUrl.replace('127.0.0.1', 'localhost'),
    'an unknown authority': withAuthority(plainUrl, stranger),
    'no authority': `${plainUrl}?sslmode=require`,
  }
  for (const [what, url] of Object.entries(wrong)) {
    t.strictSame([await reachable(url), await writes(url)], [false, false], what)
  }
})

t.test('Redis: a wrong name and an unknown authority are refused', async t => {
  t.ok(await connects(redisAt('127.0.0.1', redisPort)))
  t.notOk(await connects(redisAt('localhost', redisPort)), 'a wrong name')
  t.notOk(await connects(redisAt('127.0.0.1', redisPort, OTHER_CERTIFICATE)), 'an authority')
  t.notOk(await connects(`rediss://127.0.0.1:${redisPort}`), 'without one')
  t.notOk(await connects(`redis://127.0.0.1:${redisPort}`), 'no TLS')
})
