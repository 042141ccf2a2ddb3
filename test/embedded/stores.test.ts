import { statSync } from 'node:fs'
import path from 'node:path'
import { Redis } from 'ioredis'
import t from 'tap'
import { startRedis } from '../../src/embedded/redis.ts'
import { isRunning, readPid } from '../../src/embedded/running-program.ts'
import { startStores } from '../../src/embedded/stores.ts'
import { untilFound } from '../support/until.ts'

/** Given addresses are not connected to. */
const ELSEWHERE = 'postgres://elsewhere/reelhouse'

t.test('a store that is killed is started again at its address with its data', async t => {
  const folder = t.testdir()
  const said: string[] = []
  const stores = await startStores({ folder, databaseUrl: ELSEWHERE, say: line => said.push(line) })
  t.teardown(() => stores.stop())
  t.equal(stores.databaseUrl, ELSEWHERE)
  const redis = new Redis(stores.redisUrl)
  redis.on('error', () => {})
  t.teardown(() => redis.disconnect())
  await redis.set('kept', 'yes')

  const lost = new Promise(resolve => redis.once('close', resolve))
  process.kill(readPid(path.join(folder, 'redis', 'redis.pid'))!, 'SIGKILL')
  await lost
  // Waits in the client until Redis is back.
  t.equal(await redis.get('kept'), 'yes')
  t.same(said, ['Redis ended unexpectedly; starting it again.'])
})

t.test('a store that is stopped while it is started again is gone', async t => {
  const folder = t.testdir()
  const pidFile = path.join(folder, 'redis', 'redis.pid')
  const stores = await startStores({ folder, databaseUrl: ELSEWHERE, say: () => {} })
  const killed = readPid(pidFile)!
  process.kill(killed, 'SIGKILL')
  const readNew = async () => {
    const pid = readPid(pidFile)
    return pid === killed ? null : pid
  }
  const started = await untilFound('a new Redis', readNew)
  await stores.stop()
  t.notOk(isRunning(started))
})

t.test('an embedded store asks for a password and keeps it private', async t => {
  const folder = path.join(t.testdir(), 'redis')
  const store = await startRedis({ folder })
  t.teardown(() => store.stop())
  const stranger = new Redis(store.url.replace(/:[^:@]+@/, ':wrong@'), {
    retryStrategy: () => null,
  })
  stranger.on('error', () => {})
  await t.rejects(stranger.ping())
  stranger.disconnect()
  t.equal(statSync(`${folder}.password`).mode & 0o777, 0o600)
})

t.test('stopped stores are gone, and can be started again later', async t => {
  const folder = t.testdir()
  for (const _ of [1, 2]) {
    const stores = await startStores({ folder, databaseUrl: ELSEWHERE, say: () => {} })
    await stores.stop()
    t.equal(readPid(path.join(folder, 'redis', 'redis.pid')), null)
  }
})

t.test('a Redis that cannot read its folder is reported in one clear line', async t => {
  const folder = t.testdir({ redis: { appendonlydir: 'not a folder' } })
  const start = startStores({ folder, databaseUrl: ELSEWHERE, say: () => {} })
  await t.rejects(start, /^Redis can't start in .*player state is rebuilt.*start again\.$/)
})
