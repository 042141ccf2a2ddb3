import { createHash, randomBytes } from 'node:crypto'
import t from 'tap'
import { openApiKey, sealApiKey } from '../../src/ledger/api-key.ts'
import {
  createProject,
  ensureInternalProjects,
  findProject,
  loadProjects,
} from '../../src/ledger/projects.ts'
import { openStores } from '../world.ts'

const masterKey = randomBytes(32)
const PUBLIC = { allowLoopback: false }
const acme = {
  projectId: 'acme',
  callbackUrl: 'https://wallet.acme.example/api',
  allowedNetworks: ['203.0.113.7/24', '203.0.113.0/24', '2001:db8::1/32'],
}

t.test('projects of the ledger', async t => {
  const { pool } = await openStores(t)

  t.test('a created project is found with its key and its networks in canonical form', async t => {
    const created = await createProject(pool, masterKey, acme, PUBLIC)
    if (!created.ok) throw new Error(created.reason)
    t.match(created.project.apiKey, /^rk_[A-Za-z0-9_-]{43}$/)
    t.same(created.project.allowedNetworks, ['203.0.113.0/24', '2001:db8::/32'])
    t.same(await findProject(pool, masterKey, 'acme'), created.project)
    const hash = createHash('sha256').update(created.project.apiKey).digest()
    t.same(created.project.apiKeySha256, hash)
    t.match(created.project, { internal: false, revision: 1, defaultLanguage: 'en' })
  })

  t.test('the key is nowhere in clear', async t => {
    const project = await findProject(pool, masterKey, 'acme')
    const { rows } = await pool.query('SELECT project::text AS row, * FROM project')
    t.notOk(rows[0].row.includes(project?.apiKey))
    t.notOk(rows[0].api_key_sealed.includes(project?.apiKey))
  })

  t.test('a second project with the same id is refused and changes nothing', async t => {
    const before = await findProject(pool, masterKey, 'acme')
    const again = await createProject(pool, masterKey, acme, PUBLIC)
    t.match(again, { ok: false, field: 'projectId' })
    t.same(await findProject(pool, masterKey, 'acme'), before)
  })

  t.test('bad fields are refused by name', async t => {
    const attempts = [
      { ...acme, projectId: 'Acme' },
      { ...acme, callbackUrl: 'http://127.0.0.1:9000/wallet' },
      { ...acme, allowedNetworks: ['10.0.0.1'] },
    ]
    const fields = []
    for (const attempt of attempts) {
      const result = await createProject(pool, masterKey, attempt, PUBLIC)
      fields.push(result.ok ? 'created' : result.field)
    }
    t.same(fields, ['projectId', 'callbackUrl', 'allowedNetworks'])
  })

  t.test('a wallet on loopback needs the development switch', async t => {
    const local = { ...acme, projectId: 'local', callbackUrl: 'http://127.0.0.1:9000/wallet' }
    t.match(await createProject(pool, masterKey, local, { allowLoopback: true }), { ok: true })
  })

  t.test('internal projects follow the built-in wallet and keep their keys', async t => {
    await ensureInternalProjects(pool, masterKey, 'http://127.0.0.1:8080')
    const first = await findProject(pool, masterKey, 'demo')
    await ensureInternalProjects(pool, masterKey, 'http://127.0.0.1:8080')
    t.same(await findProject(pool, masterKey, 'demo'), first)
    t.match(first, { internal: true, callbackUrl: 'http://127.0.0.1:8080/wallet/demo' })

    await ensureInternalProjects(pool, masterKey, 'http://127.0.0.1:8081')
    const moved = await findProject(pool, masterKey, 'demo')
    t.equal(moved?.apiKey, first?.apiKey)
    t.match(moved, { callbackUrl: 'http://127.0.0.1:8081/wallet/demo', revision: 2 })
  })

  t.test('all projects are loaded in order', async t => {
    const ids = (await loadProjects(pool, masterKey)).map(project => project.projectId)
    t.same(ids, ['acme', 'demo', 'local', 'site'])
  })

  t.test('another master key opens nothing and says so', async t => {
    await t.rejects(loadProjects(pool, randomBytes(32)), /can't be opened/)
  })
})

t.test('a sealed key belongs to its project', async t => {
  const sealed = sealApiKey(masterKey, 'acme', 'rk_secret')
  t.equal(openApiKey(masterKey, 'acme', sealed), 'rk_secret')
  t.throws(() => openApiKey(masterKey, 'other', sealed), /can't be opened/)
  t.throws(() => openApiKey(masterKey, 'acme', sealed.subarray(0, 20)), /can't be opened/)
  t.notSame(sealApiKey(masterKey, 'acme', 'rk_secret'), sealed)
})
