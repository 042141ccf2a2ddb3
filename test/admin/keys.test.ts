// The keys of projects in the admin API: revealed and audited, regenerated on every node at once,
// wallet callbacks signed step by step. Every code has its row; a refusal leaves no trace.

import { createHash, randomBytes } from 'node:crypto'
import t from 'tap'
import { KEY_ROUTES, regenerate, reveal, sign } from '../../src/admin/keys/routes.ts'
import { createProject } from '../../src/admin/projects/save.ts'
import { readAudit } from '../../src/ledger/audit/audit-reader.ts'
import { checkCertificate } from '../../src/ledger/projects/client-certificate.ts'
import { findProject } from '../../src/ledger/projects/projects.ts'
import { resolveWithDns } from '../../src/wallet/address-guard.ts'
import { callAdmin, confirming, createCaller, PASSWORD, signInBoth } from '../support/admin.ts'
import { codeOf } from '../support/admin-codes.ts'
import { CERTIFICATE, OTHER_CERTIFICATE, OTHER_KEY, PRIVATE_KEY } from '../support/certificate.ts'
import { act, codeOf as operatorCodeOf } from '../support/game-actions.ts'
import { LOOPBACK } from '../support/operator-setup.ts'
import { openShared } from '../support/shared-node.ts'

const { setup, ...both } = await openShared(t)
const { pool, wallet, suffix } = setup
const nodes = [both.node, both.other] as const
const { internalUrl } = nodes[0]
const { owner: signedIn, viewer, signedOut } = await signInBoth(pool, internalUrl, suffix)
const owner = confirming(signedIn)
const actor = `owner:olga${suffix}`

/** Of the platform itself. */
const INTERNAL = 'demo'
const idOf = (name: string) => (name === INTERNAL ? name : `${name}${suffix}`)

async function create(name: string): Promise<string> {
  const fields = { projectId: idOf(name), callbackUrl: wallet.url, allowedNetworks: LOOPBACK }
  return (await owner.call('POST', '/projects', fields)).body.apiKey
}

const get = async (name: string) => (await owner.call('GET', `/projects/${idOf(name)}`)).body
const ASKS_AGAIN: ReadonlySet<string> = new Set([
  'key/reveal',
  'key/regenerate',
  'signing',
  'client-certificate',
  'client-certificate/remove',
])
/** Each request has its own address: password confirmations are counted by address. */
const ask = (name: string, path: string, body: object = {}) =>
  createCaller(internalUrl, owner.cookie).call('POST', `/projects/${idOf(name)}/${path}`, {
    ...(ASKS_AGAIN.has(path) ? { password: PASSWORD } : {}),
    ...body,
  })

/** The node records calls with a wrong key at any time; they are not changes made by the panel. */
async function stored(): Promise<string> {
  const { rows } = await pool.query(
    `SELECT (SELECT json_agg(p::text ORDER BY project_id) FROM project p
             WHERE project_id = ANY (array_append(ids, $2)))::text AS projects,
            (SELECT json_agg(action ORDER BY sequence) FROM audit
             WHERE (action LIKE 'project.%' OR action LIKE '%key%') AND action <> 'key.failed'
               AND subject = ANY (array_append(ids, $2))) AS audited
     FROM (SELECT array_agg(project_id) AS ids FROM project WHERE project_id LIKE $1) files`,
    [`%${suffix}`, INTERNAL],
  )
  return JSON.stringify(rows)
}

t.test('a reveal answers the key, and the audit log names who asked', async t => {
  const apiKey = await create('revealed')
  t.strictSame((await ask('revealed', 'key/reveal')).body, { apiKey })
  const [record] = await readAudit(pool, { limit: 1, subject: idOf('revealed') })
  t.match(record, { action: 'key.revealed', actor, origin: /^admin panel, / })
  t.notOk(JSON.stringify(record, (_, value) => String(value)).includes(apiKey))
  const { keySha256 } = await get('revealed')
  t.equal(keySha256, createHash('sha256').update(apiKey).digest('hex'))
})

t.test('on both nodes the new key works at once and the old one is refused', async t => {
  const old = await create('renewed')
  const call = async (apiKey: string) =>
    Promise.all(
      nodes.map(async node =>
        operatorCodeOf(await act(node, { projectId: idOf('renewed'), apiKey }, 'freespins_list')),
      ),
    )
  t.strictSame(await call(old), ['200 ok', '200 ok'])
  const { keySha256 } = await get('renewed')
  const { body } = await ask('renewed', 'key/regenerate', { keySha256, confirm: idOf('renewed') })
  t.strictSame(await call(old), ['401 UNAUTHORIZED', '401 UNAUTHORIZED'])
  t.strictSame(await call(body.apiKey), ['200 ok', '200 ok'])
  t.match(await get('renewed'), { keySha256: body.keySha256, revision: 2 })
  const [record] = await readAudit(pool, { limit: 1, subject: idOf('renewed') })
  t.match(record, {
    action: 'key.rotated',
    actor,
    before: { keySha256 },
    after: { keySha256: body.keySha256 },
  })
})

t.test('a regeneration without the typed id, or of another key, changes nothing', async t => {
  await create('kept')
  const { keySha256 } = await get('kept')
  const before = await stored()
  const cases: [body: object, code: string][] = [
    [{ keySha256 }, '400 CONFIRMATION_REQUIRED'],
    [{ keySha256, confirm: '' }, '400 CONFIRMATION_REQUIRED'],
    [{ keySha256, confirm: idOf('Kept') }, '400 CONFIRMATION_REQUIRED'],
    [{ keySha256, confirm: `${idOf('kept')} ` }, '400 CONFIRMATION_REQUIRED'],
    [{ keySha256: '0'.repeat(64), confirm: idOf('kept') }, '409 CREDENTIALS_CHANGED'],
    [{ confirm: idOf('kept') }, '400 INVALID_REQUEST'],
    [{ keySha256: 'ab', confirm: idOf('kept') }, '400 INVALID_REQUEST'],
  ]
  for (const [body, code] of cases) {
    t.equal(codeOf(await ask('kept', 'key/regenerate', body)), code, JSON.stringify(body))
  }
  t.equal(await stored(), before)
})

t.test('of two regenerations at once one returns a key and the other is refused', async t => {
  await create('raced')
  const { keySha256 } = await get('raced')
  const body = { keySha256, confirm: idOf('raced') }
  const answers = await Promise.all([1, 2].map(() => ask('raced', 'key/regenerate', body)))
  t.strictSame(answers.map(codeOf).sort(), ['200 ok', '409 CREDENTIALS_CHANGED'])
})

t.test('callbacks are signed step by step; a new signing key is shown once', async t => {
  await create('signed')
  const step = async (name: string) =>
    ask('signed', 'signing', { step: name, revision: (await get('signed')).revision })
  const started = await step('start')
  t.match(started.body, { signingKey: /^rs_/, keys: 1 })
  t.match(await get('signed'), { signingKeys: 1 })
  t.notOk(
    (await owner.call('GET', `/projects/${idOf('signed')}`)).text.includes(started.body.signingKey),
  )
  const before = await stored()
  t.match(await step('start'), { status: 400, body: { field: 'step' } })
  t.match(await step('finish'), { status: 400, body: { field: 'step' } })
  const late = await ask('signed', 'signing', { step: 'rotate', revision: 1 })
  t.equal(codeOf(late), '409 PROJECT_SETTINGS_CONFLICT')
  t.match(late.body.details.changes, [{ action: 'signing-key.changed', after: { step: 'start' } }])
  t.equal(await stored(), before)
  t.match((await step('rotate')).body, { signingKey: /^rs_/, keys: 2 })
  t.match((await step('finish')).body, { signingKey: null, keys: 1 })
  t.match((await step('stop')).body, { signingKey: null, keys: 0 })
})

t.test('a client certificate is set, shown without its key, rotated and removed', async t => {
  await create('certified')
  const revision = async () => (await get('certified')).revision
  const give = async (certificate: string, key: string) =>
    ask('certified', 'client-certificate', { certificate, key, revision: await revision() })
  const remove = async () =>
    ask('certified', 'client-certificate/remove', { revision: await revision() })
  const before = await stored()
  const wrong: [certificate: string, key: string, field: string][] = [
    [OTHER_CERTIFICATE, PRIVATE_KEY, 'key'],
    [OTHER_CERTIFICATE, 'no key', 'key'],
    ['no certificate', OTHER_KEY, 'certificate'],
    [`${OTHER_CERTIFICATE}${OTHER_KEY}`, OTHER_KEY, 'certificate'],
  ]
  for (const [certificate, key, field] of wrong) {
    const refused = await give(certificate, key)
    t.match(refused, { status: 400, body: { message: 'INVALID_REQUEST', field } })
    t.notMatch(refused.text, /BEGIN/)
  }
  t.match(await remove(), { status: 400 }, 'there is none')
  t.equal(await stored(), before)

  const shown = { subject: 'CN=reelhouse client, O=Test operator', sha256: /^[0-9a-f]{64}$/ }
  const given = await give(OTHER_CERTIFICATE, OTHER_KEY)
  t.match(given.body.clientCertificate, { ...shown, expiresAt: /^2126-/ })
  const tested = await ask('certified', 'connection-test', { currency: 'EUR' })
  t.match(tested.body.clientCertificate, shown, 'the connection test shows it')
  const { clientCertificate } = (await findProject(pool, setup.masterKey, idOf('certified')))!
  t.match(clientCertificate, { certificate: OTHER_CERTIFICATE, key: OTHER_KEY })
  const rotated = await give(CERTIFICATE, PRIVATE_KEY)
  t.match(rotated.body.clientCertificate, { subject: 'CN=Reelhouse test wallet' })
  const late = { certificate: CERTIFICATE, key: PRIVATE_KEY, revision: 1 }
  const conflict = await ask('certified', 'client-certificate', late)
  t.equal(codeOf(conflict), '409 PROJECT_SETTINGS_CONFLICT')
  t.match((await remove()).body, { clientCertificate: null })
  const changes = { action: 'client-certificate.changed', subject: idOf('certified') }
  const records = await readAudit(pool, { limit: 9, ...changes })
  t.match(records, [
    { before: { certificate: { subject: 'CN=Reelhouse test wallet' } } },
    { before: { certificate: shown }, after: { certificate: { sha256: shown.sha256 } } },
    { actor, before: { certificate: null } },
  ])
  const texts = [given, tested, rotated, await get('certified'), records].map(each =>
    JSON.stringify(each, (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
  )
  t.notMatch(texts.join(), 'PRIVATE KEY')
})

t.test('a certificate that has expired is refused', async t => {
  const pair = { certificate: OTHER_CERTIFICATE, key: OTHER_KEY }
  t.strictSame(checkCertificate(pair, Date.now()), { ok: true })
  const later = Date.parse('2200-01-01T00:00:00Z')
  t.match(checkCertificate(pair, later), { field: 'certificate', reason: 'it has expired' })
})

t.test('the key of an internal project cannot be changed, but can be revealed', async t => {
  const { keySha256, revision } = await get(INTERNAL)
  const before = await stored()
  const confirmed = { keySha256, confirm: INTERNAL }
  t.equal(codeOf(await ask(INTERNAL, 'key/regenerate', confirmed)), '403 PARTNER_LOCKED')
  t.equal(codeOf(await ask(INTERNAL, 'signing', { step: 'start', revision })), '403 PARTNER_LOCKED')
  t.equal(await stored(), before)
  t.match((await ask(INTERNAL, 'key/reveal')).body, { apiKey: /^rk_/ })
})

t.test('with another master key no key is opened, made or changed', async t => {
  await create('sealed')
  const { keySha256, revision } = await get('sealed')
  const unopened = { pool, masterKey: randomBytes(32), allowLoopback: true }
  const deps = { ...unopened, networks: [], resolve: resolveWithDns }
  const by = { actor, origin: 'a test' }
  const before = await stored()
  const wanted = { projectId: idOf('unmade'), callbackUrl: wallet.url, allowedNetworks: [] }
  const refused = [
    await reveal(deps, idOf('sealed'), by),
    await regenerate(deps, idOf('sealed'), { keySha256, confirm: idOf('sealed') }, by),
    await sign(deps, idOf('sealed'), { step: 'start', revision }, by),
    await createProject(deps, wanted, by),
  ]
  for (const result of refused) t.match(result, { ok: false, code: 'CREDENTIALS_NOT_ENABLED' })
  t.equal(await stored(), before)
})

t.test('a single key that cannot be opened can be replaced', async t => {
  await create('damaged')
  await pool.query(
    `UPDATE project SET api_key_sealed = (SELECT api_key_sealed FROM project
      WHERE project_id = $1)
     WHERE project_id = $2`,
    [idOf('kept'), idOf('damaged')],
  )
  t.equal(codeOf(await ask('damaged', 'key/reveal')), '503 CREDENTIALS_NOT_ENABLED')
  const test = await ask('damaged', 'connection-test', { currency: 'EUR' })
  t.equal(codeOf(test), '503 CREDENTIALS_NOT_ENABLED')
  const { keySha256 } = await get('damaged')
  const { body } = await ask('damaged', 'key/regenerate', { keySha256, confirm: idOf('damaged') })
  t.strictSame((await ask('damaged', 'key/reveal')).body, { apiKey: body.apiKey })
})

const BODIES: Readonly<Record<string, object>> = {
  'key/reveal': {},
  'key/regenerate': { keySha256: '0'.repeat(64), confirm: idOf('kept') },
  signing: { step: 'start', revision: 1 },
  'client-certificate': { certificate: CERTIFICATE, key: PRIVATE_KEY, revision: 1 },
  'client-certificate/remove': { revision: 1 },
}

t.test('roles: only owners handle keys, and only from the panel’s own page', async t => {
  const before = await stored()
  for (const { method, path, action } of KEY_ROUTES) {
    t.equal(action, 'key.change', path)
    const name = path.replace('/projects/:projectId/', '')
    const address = path.replace(':projectId', idOf('kept'))
    const body = BODIES[name]!
    t.equal(codeOf(await signedOut.call(method, address, body)), '401 UNAUTHENTICATED', name)
    t.equal(codeOf(await viewer.call(method, address, body)), '403 FORBIDDEN', name)
    for (const headers of [{}, { origin: 'https://evil.example', 'x-admin-request': '1' }]) {
      const sent = { cookie: owner.cookie, ...headers }
      const answer = await callAdmin(internalUrl, method, address, body, sent)
      t.equal(codeOf(answer), '403 INVALID_ADMIN_ORIGIN', name)
    }
    t.equal(codeOf(await ask('nobody', name, body)), '404 UNKNOWN_PROJECT', name)
  }
  t.equal(await stored(), before)
})
