import { mkdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { openDataFolder, readRuntime } from '../../src/embedded/data-folder.ts'
import { startMark } from '../../src/embedded/running-program.ts'

/** No system assigns ids this high. */
const NOBODY = 2 ** 30

t.test('a folder has one owner at a time', async t => {
  const place = t.testdir()
  const first = openDataFolder(place, 'up')
  const second = openDataFolder(place, 'migrate')
  t.match(second, { taken: true, owner: { pid: process.pid, purpose: 'up' }, runtime: null })
  if (first.taken) throw new Error('the first one gets it')
  first.folder.release()
  const third = openDataFolder(place, 'migrate')
  t.equal(third.taken, false)
  if (!third.taken) third.folder.release()
})

for (const [name, lock] of Object.entries({
  'the lock of a process that is gone': { pid: NOBODY, startMark: 'x', purpose: 'up' },
  'the lock of an earlier process with a living id': {
    pid: process.ppid,
    startMark: 'another start',
    purpose: 'up',
  },
  'an unreadable lock': '{"pid":',
})) {
  t.test(`${name} is taken over`, async t => {
    const content = typeof lock === 'string' ? lock : JSON.stringify(lock)
    const opened = openDataFolder(t.testdir({ 'lock.json': content }), 'up')
    t.equal(opened.taken, false)
    if (!opened.taken) opened.folder.release()
  })
}

t.test('the lock of a living process is respected', async t => {
  const owner = { pid: process.ppid, startMark: startMark(process.ppid), purpose: 'up' }
  const place = t.testdir({ 'lock.json': JSON.stringify(owner) })
  t.match(openDataFolder(place, 'up'), { taken: true, owner: { pid: process.ppid } })
})

t.test('the published file of a running up is private and ends with it', async t => {
  const place = t.testdir()
  const opened = openDataFolder(place, 'up')
  if (opened.taken) throw new Error('it is free')
  const urls = {
    baseUrl: 'http://127.0.0.1:1',
    adminUrl: 'http://127.0.0.1:2',
    redisUrl: 'r',
    databaseUrl: 'd',
    masterKey: 'k',
  }
  opened.folder.publishRuntime(urls)
  t.match(readRuntime(place), { ...urls, pid: process.pid })
  t.equal(statSync(path.join(place, 'runtime.json')).mode & 0o777, 0o600)
  opened.folder.release()
  t.equal(readRuntime(place), null)
})

t.test('the master key is created once and private', async t => {
  const place = t.testdir()
  const opened = openDataFolder(place, 'up')
  if (opened.taken) throw new Error('it is free')
  const key = opened.folder.masterKey()
  t.match(key, /^[0-9a-f]{64}$/)
  t.equal(opened.folder.masterKey(), key)
  t.equal(readFileSync(path.join(place, 'master.key'), 'utf8').trim(), key)
  t.equal(statSync(path.join(place, 'master.key')).mode & 0o777, 0o600)
  opened.folder.release()
})

t.test('a lost or broken master key is not replaced', async t => {
  for (const content of [{ postgres: {} }, { 'master.key': 'zz' }]) {
    const opened = openDataFolder(t.testdir(content), 'up')
    if (opened.taken) throw new Error('it is free')
    t.throws(() => opened.folder.masterKey(), /master\.key .*restore it/)
    opened.folder.release()
  }
})

t.test('a folder that cannot be created is reported in one clear line', async t => {
  const place = t.testdir({ file: 'not a folder' })
  mkdirSync(path.join(place, 'other'))
  t.throws(() => openDataFolder(path.join(place, 'file'), 'up'), /can't be used.*--data-dir/)
  t.throws(() => openDataFolder(path.join(place, 'file', 'below'), 'up'), /--data-dir/)
})
