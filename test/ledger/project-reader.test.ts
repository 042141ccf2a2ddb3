// Projects in running threads: cached while notifications arrive, read from the ledger while they
// do not.

import { randomBytes } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { type Listen, type Listener, openListener } from '../../src/ledger/database/listener.ts'
import { ensureInternalProjects } from '../../src/ledger/projects/internal-projects.ts'
import { changeProject, rotateKey } from '../../src/ledger/projects/project-changes.ts'
import { openProjectReader, type ProjectReader } from '../../src/ledger/projects/project-reader.ts'
import { findProject, PROJECT_CHANGED_CHANNEL } from '../../src/ledger/projects/projects.ts'
import { forwardChannel, joinForwarding } from '../../src/server/lanes/forwarded-channel.ts'
import { openGate } from '../support/gate.ts'
import { addProject } from '../support/ledger-projects.ts'
import { openStores } from '../support/real-stores.ts'
import { expectOk } from '../support/results.ts'

const { pool, databaseUrl } = await openStores(t)
const masterKey = randomBytes(32)
await addProject(pool, masterKey, 'casino')

const FOREVER = Number.POSITIVE_INFINITY
const find = (reader: ProjectReader) => reader.find('casino')

/** Of the thread that listens, and of a thread that it forwards to. */
function open(t: Test, url = databaseUrl, keptMs = FOREVER) {
  const faults: unknown[] = []
  const listener = openListener(url, [PROJECT_CHANGED_CHANNEL], error => void faults.push(error))
  t.teardown(listener.close)
  const forwarding = forwardChannel(listener.listen, PROJECT_CHANGED_CHANNEL)
  t.teardown(forwarding.close)
  const openOn = (listen: Listen) => openProjectReader({ pool, listen, masterKey }, keptMs)
  let joined: Listener | null = null
  t.teardown(() => joined?.close())
  const lane = openOn((channel, on) => {
    joined = joinForwarding(forwarding.name)(channel, on)
    return joined
  })
  return { reader: openOn(listener.listen), lane, faults }
}

async function change(actions: number) {
  const read = (await findProject(pool, masterKey, 'casino'))!
  const edit = { settings: { ...read.settings, callsPerMinute: { actions } } }
  const options = { allowLoopback: false }
  return expectOk(await changeProject(pool, masterKey, read, edit, options)).project
}

/** Lets the event loop run until the condition is true; a test that waits in vain fails here. */
async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 20_000; turn++) {
    if (await isSo()) return
    await nextTurn()
  }
  throw new Error(`never: ${what}`)
}

/** Two readings return one object only when it is cached. */
async function isKept(reader: ProjectReader): Promise<boolean> {
  const first = await find(reader)
  return first === (await find(reader))
}

t.test('a change reaches every reader that had cached the project', async t => {
  const { reader, lane } = open(t)
  const readers = [reader, lane, open(t).reader]
  for (const reader of readers) await until('kept', () => isKept(reader))
  const changed = await change(11)
  for (const reader of readers) {
    await until('heard', async () => (await find(reader)).revision === changed.revision)
    t.strictSame(await find(reader), changed)
    t.ok(await isKept(reader))
  }
  const rotated = expectOk(await rotateKey(pool, masterKey, changed))
  for (const reader of readers) {
    await until('heard', async () => (await find(reader)).apiKey === rotated.project.apiKey)
  }
})

t.test('without notifications every reading is the ledger’s; then it is cached again', async t => {
  const gate = await openGate(t, databaseUrl)
  const { faults, ...opened } = open(t, gate.url)
  const readers = [opened.reader, opened.lane]
  for (const reader of readers) await until('kept', () => isKept(reader))
  gate.close()
  for (const reader of readers) await until('lost', async () => !(await isKept(reader)))
  for (const actions of [21, 22, 23]) {
    const changed = await change(actions)
    for (const reader of readers) t.strictSame(changed, await find(reader))
  }
  t.equal(faults.length, 1)
  gate.open()
  for (const reader of readers) await until('kept again', () => isKept(reader))
  for (const reader of readers) {
    t.equal((await find(reader)).settings.callsPerMinute.actions, 23, 'not the earlier cached one')
  }
  const changed = await change(24)
  for (const reader of readers) {
    await until('heard', async () => (await find(reader)).revision === changed.revision)
  }
})

t.test('a change without a notification is seen by a reader that has its revision', async t => {
  const { reader } = open(t)
  await until('kept', () => isKept(reader))
  const { revision } = await find(reader)
  await pool.query(
    `UPDATE project SET default_language = 'de', revision = revision + 1
     WHERE project_id = 'casino'`,
  )
  t.equal((await find(reader)).defaultLanguage, 'en', 'kept')
  t.equal((await reader.findAt('casino', revision)).defaultLanguage, 'en')
  t.match(await reader.findCredentials('casino'), { revision: revision + 1 })
  t.equal((await reader.findAt('casino', revision + 1)).defaultLanguage, 'de')
  t.equal((await find(reader)).defaultLanguage, 'de')
})

t.test('a cached project is used for a limited time', async t => {
  const { reader } = open(t, databaseUrl, 0)
  const listening = open(t).reader
  await until('listening', () => isKept(listening))
  t.notOk(await isKept(reader))
})

t.test('an unknown project is refused, and found once it exists', async t => {
  const { reader } = open(t)
  await until('kept', () => isKept(reader))
  await t.rejects(reader.find('demo'), /unknown project demo/)
  await t.rejects(reader.findAt('demo', 1), /unknown project demo/)
  t.equal(await reader.findCredentials('demo'), null)
  await ensureInternalProjects(pool, masterKey)
  t.match(await reader.find('demo'), { projectId: 'demo' })
})
