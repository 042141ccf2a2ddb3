import { createHash, randomBytes } from 'node:crypto'
import t from 'tap'
import { DEFAULT_SETTINGS, parseSettings } from '../../src/core/project-settings.ts'
import { openApiKey, sealApiKey } from '../../src/ledger/projects/api-key.ts'
import { ensureInternalProjects } from '../../src/ledger/projects/internal-projects.ts'
import { changeProject, rotateKey } from '../../src/ledger/projects/project-changes.ts'
import {
  createProject,
  findProject,
  loadProjects,
  type Project,
} from '../../src/ledger/projects/projects.ts'
import { openStores } from '../support/real-stores.ts'
import { expectOk, pluck } from '../support/results.ts'

const masterKey = randomBytes(32)
const PUBLIC = { allowLoopback: false }
const acme = {
  projectId: 'acme',
  callbackUrl: 'https://wallet.acme.example/api',
  allowedNetworks: ['203.0.113.7/24', '203.0.113.0/24', '2001:db8::1/32'],
}

t.test('projects are stored in the ledger', async t => {
  const { pool } = await openStores(t)

  t.test('a created project is found with its key and its networks in canonical form', async t => {
    const { project } = expectOk(await createProject(pool, masterKey, acme, PUBLIC))
    t.match(project.apiKey, /^rk_[A-Za-z0-9_-]{43}$/)
    t.same(project.allowedNetworks, ['203.0.113.0/24', '2001:db8::/32'])
    t.same(await findProject(pool, masterKey, 'acme'), project)
    t.same(project.apiKeySha256, createHash('sha256').update(project.apiKey).digest())
    t.match(project, { internal: false, revision: 1, defaultLanguage: 'en' })
  })

  t.test('the key is nowhere in clear text', async t => {
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

  t.test('internal projects call the built-in wallet, and keep their keys', async t => {
    await ensureInternalProjects(pool, masterKey)
    const first = await findProject(pool, masterKey, 'demo')
    await ensureInternalProjects(pool, masterKey)
    t.same(await findProject(pool, masterKey, 'demo'), first)
    t.match(first, { internal: true, callbackUrl: 'http://built-in.invalid/wallet/demo' })
  })

  const load = async (projectId: string): Promise<Project> => {
    const project = await findProject(pool, masterKey, projectId)
    if (project === null) throw new Error(`no project ${projectId}`)
    return project
  }

  t.test('a change is kept, raises the revision and leaves the rest alone', async t => {
    const before = await load('acme')
    t.strictSame(before.settings, DEFAULT_SETTINGS)
    const json = { rtp: { provider_a: { level: '94.5' } }, disabled: ['mode:buy'] }
    const { settings } = expectOk(parseSettings(json))
    const changed = await changeProject(pool, masterKey, before, { settings }, PUBLIC)
    const expected = { ...before, settings, revision: before.revision + 1 }
    t.strictSame(changed, { ok: true, project: expected })
    t.strictSame(await load('acme'), expected)

    const edit = {
      callbackUrl: 'https://wallet2.acme.example',
      allowedNetworks: ['10.0.0.1/8', '10.0.0.0/8'],
      defaultLanguage: 'pt_br',
    }
    t.match(await changeProject(pool, masterKey, expected, edit, PUBLIC), { ok: true })
    t.strictSame(await load('acme'), {
      ...expected,
      callbackUrl: 'https://wallet2.acme.example',
      allowedNetworks: ['10.0.0.0/8'],
      defaultLanguage: 'pt-BR',
      revision: expected.revision + 1,
    })
  })

  t.test('of two changes of the same revision one is saved, the other refused', async t => {
    const read = await load('acme')
    const save = (actions: number) => {
      const settings = { ...read.settings, callsPerMinute: { actions } }
      return changeProject(pool, masterKey, read, { settings }, PUBLIC)
    }
    const results = await Promise.all([save(1), save(2)])
    t.same(pluck(results, 'ok').sort(), [false, true])
    const refused = results.find(result => !result.ok)
    t.match(refused, { code: 'PROJECT_SETTINGS_CONFLICT' })
    const saved = results.find(result => result.ok)
    t.match(saved, { project: await load('acme') })
  })

  t.test('a bad change is refused by field and changes nothing', async t => {
    const read = await load('acme')
    const fields = []
    for (const edit of [
      { callbackUrl: 'http://127.0.0.1:9000/wallet' },
      { allowedNetworks: ['10.0.0.1'] },
      { defaultLanguage: 'ja' },
    ]) {
      const result = await changeProject(pool, masterKey, read, edit, PUBLIC)
      fields.push('field' in result ? result.field : result)
    }
    t.same(fields, ['callbackUrl', 'allowedNetworks', 'defaultLanguage'])
    t.strictSame(await load('acme'), read)
  })

  t.test('a new key replaces the old one; of two simultaneous ones one is refused', async t => {
    const read = await load('acme')
    const results = await Promise.all([1, 2].map(() => rotateKey(pool, masterKey, read)))
    t.same(pluck(results, 'ok').sort(), [false, true])
    const refused = results.find(result => !result.ok)
    t.match(refused, { code: 'CREDENTIALS_CHANGED' })
    const now = await load('acme')
    t.not(now.apiKey, read.apiKey)
    t.same(now.apiKeySha256, createHash('sha256').update(now.apiKey).digest())
    const { apiKey, apiKeySha256 } = now
    t.strictSame(now, { ...read, apiKey, apiKeySha256, revision: read.revision + 1 })
  })

  t.test('an internal project keeps its key and callback; its settings may change', async t => {
    const demo = await load('demo')
    const locked = { ok: false, code: 'PARTNER_LOCKED' }
    t.match(await rotateKey(pool, masterKey, demo), locked)
    t.match(await rotateKey(pool, masterKey, { ...demo, internal: false }), { ok: false })
    const edit = { callbackUrl: 'https://wallet.acme.example' }
    t.match(await changeProject(pool, masterKey, demo, edit, PUBLIC), locked)
    t.strictSame(await load('demo'), demo)
    const settings = { ...demo.settings, disabledGames: ['vault-keeper'] }
    t.match(await changeProject(pool, masterKey, demo, { settings }, PUBLIC), { ok: true })
  })

  t.test('settings that can’t be read stop the project, not its limits', async t => {
    const set = (settings: string) =>
      pool.query(`UPDATE project SET settings = $1 WHERE project_id = 'local'`, [settings])
    await set('{"rtp":{"provider_a":{"level":"200"}}}')
    await t.rejects(load('local'), /settings of project local can't be read: rtp.provider_a.level/)
    await set('{}')
  })

  t.test('all projects are loaded in order', async t => {
    const ids = pluck(await loadProjects(pool, masterKey), 'projectId')
    t.same(ids, ['acme', 'demo', 'local', 'site'])
  })

  t.test('another master key opens nothing and is reported', async t => {
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
