// Projects for their owner: pages and search, one without its keys, and the changes since a
// revision.

import { randomBytes } from 'node:crypto'
import t from 'tap'
import { DEFAULT_SETTINGS } from '../../src/core/project-settings.ts'
import { ensureInternalProjects } from '../../src/ledger/projects/internal-projects.ts'
import { changeFields, rotateKey } from '../../src/ledger/projects/project-changes.ts'
import { changeSigning } from '../../src/ledger/projects/project-keys.ts'
import {
  findProjectRecord,
  listChangesSince,
  listProjects,
  type ProjectQuestion,
} from '../../src/ledger/projects/project-list.ts'
import { createProject, findProject } from '../../src/ledger/projects/projects.ts'
import { openStores } from '../support/real-stores.ts'
import { expectOk, pluck } from '../support/results.ts'

const { pool } = await openStores(t)
const masterKey = randomBytes(32)
const ann = { actor: 'owner:ann', origin: 'admin panel, 127.0.0.1' }
const bob = { ...ann, actor: 'owner:bob' }
const options = { allowLoopback: false, by: ann }

async function create(projectId: string): Promise<void> {
  const callbackUrl = `https://wallet.${projectId}.example/api`
  const wanted = { projectId, callbackUrl, allowedNetworks: ['10.0.0.0/8'] }
  expectOk(await createProject(pool, masterKey, wanted, options))
}

await ensureInternalProjects(pool, masterKey)
for (let number = 10; number < 35; number++) await create(`casino-${number}`)
await create('north_star')

const ALL = { search: null, within: null, enabled: null, after: null, limit: 100 }
const ids = async (question: Partial<ProjectQuestion>) =>
  pluck(await listProjects(pool, { ...ALL, ...question }), 'projectId')
const record = async (projectId: string) => (await findProjectRecord(pool, projectId))!

t.test('pages join to the whole list, in the order of the ids', async t => {
  const all = await ids({})
  t.equal(all.length, 28)
  t.strictSame(all, all.toSorted())
  const paged: string[] = []
  for (;;) {
    const page = await listProjects(pool, { ...ALL, after: paged.at(-1) ?? null, limit: 5 })
    paged.push(...pluck(page, 'projectId'))
    if (page.length < 5) break
  }
  t.strictSame(paged, all)
})

t.test('a search finds a part of an id or of a callback, in any case', async t => {
  t.strictSame(await ids({ search: 'ORTH_s' }), ['north_star'])
  const teens = Array.from({ length: 10 }, (_, number) => `casino-1${number}`)
  t.strictSame(await ids({ search: 'wallet.casino-1' }), teens)
  t.strictSame(await ids({ search: '%' }), [], 'not a pattern')
  t.strictSame(await ids({ search: 'built-in' }), [], 'internal projects have our own callback')
})

t.test('projects that are switched off are marked', async t => {
  const read = await record('casino-12')
  const settings = { ...DEFAULT_SETTINGS, enabled: false }
  t.match(await changeFields(pool, read, { settings }, options), { ok: true })
  t.strictSame(await ids({ enabled: false }), ['casino-12'])
  t.equal((await ids({ enabled: true })).length, 27)
  const [row] = await listProjects(pool, { ...ALL, search: 'casino-12' })
  t.match(row, { projectId: 'casino-12', enabled: false, internal: false, revision: 2 })
})

t.test('a record holds no key, and can be read when no key opens', async t => {
  const text = JSON.stringify(await record('casino-10'))
  const { apiKey } = (await findProject(pool, masterKey, 'casino-10'))!
  t.notOk(text.includes(apiKey))
  t.match(await record('casino-10'), { signingKeyCount: 0, revision: 1, createdAt: Date })
  t.equal(await findProjectRecord(pool, 'nobody'), null)
})

t.test('changes since a revision have their author, newest first', async t => {
  const id = 'casino-20'
  const first = await record(id)
  const edit = { callbackUrl: 'https://new.example', defaultLanguage: 'de' }
  t.match(await changeFields(pool, first, edit, { ...options, by: bob }), { ok: true })
  t.match(await rotateKey(pool, masterKey, first, ann), { ok: true })
  const read = (await findProject(pool, masterKey, id))!
  t.match(await changeSigning(pool, masterKey, read, 'start', bob), { kind: 'changed', keys: 1 })
  t.equal((await record(id)).signingKeyCount, 1)
  const changes = await listChangesSince(pool, id, first.revision, 10)
  t.match(changes, [
    { revision: 4, actor: 'owner:bob', action: 'signing-key.changed', after: { step: 'start' } },
    { revision: 3, actor: 'owner:ann', action: 'key.rotated' },
    {
      revision: 2,
      actor: 'owner:bob',
      action: 'project.changed',
      before: { callbackUrl: 'https://wallet.casino-20.example/api', defaultLanguage: 'en' },
      after: { callbackUrl: 'https://new.example', defaultLanguage: 'de' },
    },
  ])
  t.strictSame(Object.keys(changes[2]!.after), ['callbackUrl', 'defaultLanguage'])
  t.equal((await listChangesSince(pool, id, 3, 10)).length, 1)
  t.equal((await listChangesSince(pool, id, 0, 2)).length, 2, 'as many as requested')
  t.strictSame(await listChangesSince(pool, 'north_star', 1, 10), [])
})
