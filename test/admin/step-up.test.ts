// What a stranger at an open browser must not do asks for the password again, and for a code where the account has a
// second step; who is refused has changed nothing, is counted with the sign-ins and is in the audit log.

import * as OTPAuth from 'otpauth'
import t from 'tap'
import type { AdminRoute } from '../../src/admin/route.ts'
import { ADMIN_ROUTES } from '../../src/admin/routes.ts'
import { readAudit } from '../../src/ledger/audit/audit-reader.ts'
import {
  type AdminAnswer,
  createCaller,
  makeAccount,
  PASSWORD,
  signIn,
  signInBoth,
} from '../support/admin.ts'
import { LOOPBACK, openSetup } from '../support/operator-setup.ts'

const { pool, wallet, startNode } = await openSetup(t)
const { internalUrl } = await startNode({ trustedProxies: LOOPBACK })
const { owner, viewer } = await signInBoth(pool, internalUrl)
const project = { projectId: 'acme', callbackUrl: wallet.url, allowedNetworks: LOOPBACK }
const { apiKey } = (await owner.call('POST', '/projects', project)).body
const { keySha256, revision } = (await owner.call('GET', '/projects/acme')).body
const viewerId = await makeAccount(pool, 'vira', 'viewer')
const ownerId = await makeAccount(pool, 'oksana', 'owner')

interface Asked {
  path: string
  body: object
}

/** Every request that asks again: by route, what it is made with. */
const ASKED: Readonly<Record<string, readonly Asked[]>> = {
  'POST /projects/:projectId/key/reveal': [{ path: '/projects/acme/key/reveal', body: {} }],
  'POST /projects/:projectId/key/regenerate': [
    { path: '/projects/acme/key/regenerate', body: { keySha256, confirm: 'acme' } },
  ],
  'POST /projects/:projectId/signing': [
    { path: '/projects/acme/signing', body: { step: 'start', revision } },
    { path: '/projects/acme/signing', body: { step: 'stop', revision } },
  ],
  'POST /people': [{ path: '/people', body: { name: 'mallory', role: 'owner' } }],
  'PUT /people/:accountId': [
    { path: `/people/${viewerId}`, body: { role: 'owner', isDisabled: false } },
  ],
  'POST /people/:accountId/reset': [
    { path: `/people/${viewerId}/reset`, body: {} },
    { path: `/people/${ownerId}/reset`, body: {} },
  ],
  'POST /account/password': [{ path: '/account/password', body: { next: 'another long one' } }],
  'POST /account/totp/confirm': [{ path: '/account/totp/confirm', body: { newCode: '000000' } }],
  'POST /account/totp/remove': [{ path: '/account/totp/remove', body: {} }],
}

const nameOf = ({ method, path }: AdminRoute) => `${method} ${path}`
const codeOf = ({ status, body }: AdminAnswer) => `${status} ${body?.message ?? 'ok'}`
/** From an address of its own: tries are counted by address. */
const elsewhere = (cookie: string) => createCaller(internalUrl, cookie)

async function stored(): Promise<string> {
  const { rows } = await pool.query(
    `SELECT (SELECT json_agg(p::text ORDER BY project_id) FROM project p)::text AS projects,
            (SELECT json_agg(a::text ORDER BY name) FROM admin_account a)::text AS accounts,
            (SELECT count(*) FROM admin_link) AS links,
            (SELECT count(*) FROM audit WHERE action <> 'account.step-up-refused') AS audited`,
  )
  return JSON.stringify(rows)
}

t.test('without the password, or with another one, nothing is shown or changed', async t => {
  const asking = ADMIN_ROUTES.filter(({ asksAgain }) => asksAgain !== null)
  t.strictSame(asking.map(nameOf).sort(), Object.keys(ASKED).sort(), 'every such route is tried')
  const before = await stored()
  for (const { method, path: route } of asking) {
    for (const { path, body } of ASKED[`${method} ${route}`]!) {
      const none = await elsewhere(owner.cookie).call(method, path, body)
      t.equal(codeOf(none), '400 CONFIRMATION_REQUIRED', path)
      t.equal(none.body.field, 'password')
      const given = { ...body, password: 'not the password' }
      const wrong = await elsewhere(owner.cookie).call(method, path, given)
      t.equal(codeOf(wrong), '400 WRONG_PASSWORD', path)
      t.notMatch(wrong.text, apiKey)
      const [record] = await readAudit(pool, { limit: 1 })
      t.match(record, { action: 'account.step-up-refused', actor: 'owner:olga' })
      t.strictSame(record!.after, { path: route, code: 'WRONG_PASSWORD' })
    }
  }
  t.equal(await stored(), before)
})

t.test('a viewer confirms the own account alone, by the own password', async t => {
  for (const [name, asked] of Object.entries(ASKED)) {
    const [method = ''] = name.split(' ')
    for (const { path, body } of asked) {
      const given = { ...body, password: path.startsWith('/account') ? 'not it' : PASSWORD }
      const code = path.startsWith('/account') ? '400 WRONG_PASSWORD' : '403 FORBIDDEN'
      t.equal(codeOf(await elsewhere(viewer.cookie).call(method, path, given)), code, name)
    }
  }
})

t.test('what makes nobody an owner asks for no password', async t => {
  const made = await owner.call('POST', '/people', { name: 'victor', role: 'viewer' })
  t.equal(made.status, 200)
  const path = `/people/${ownerId}`
  const off = { role: 'owner', isDisabled: true }
  t.equal((await owner.call('PUT', path, off)).status, 200)
  const on = { role: 'owner', isDisabled: false }
  t.equal(codeOf(await owner.call('PUT', path, on)), '400 CONFIRMATION_REQUIRED')
  t.equal((await owner.call('PUT', path, { ...on, password: PASSWORD })).status, 200)
})

t.test('the password goes no further than its check', async t => {
  const made = { name: 'third', role: 'owner', password: PASSWORD }
  t.match((await elsewhere(owner.cookie).call('POST', '/people', made)).body, { link: /#/ })
  const { rows } = await pool.query<{ text: string }>('SELECT audit::text AS text FROM audit')
  t.ok(rows.every(({ text }) => !text.includes(PASSWORD)))
})

t.test('an account with a second step gives a code too, and none twice', async t => {
  await makeAccount(pool, 'careful', 'owner')
  const { cookie } = await signIn(internalUrl, 'careful')
  const ask = (path: string, body: object) =>
    elsewhere(cookie).call('POST', path, { password: PASSWORD, ...body })
  const reveal = (fields: object) => ask('/projects/acme/key/reveal', fields)
  const begun = await elsewhere(cookie).call('POST', '/account/totp/begin', {})
  const totp = new OTPAuth.TOTP({ secret: OTPAuth.Secret.fromBase32(begun.body.secret) })
  const codeIn = (steps: number) => totp.generate({ timestamp: Date.now() + steps * 30_000 })
  t.equal((await ask('/account/totp/confirm', { newCode: codeIn(0) })).status, 200)
  t.equal((await elsewhere(cookie).call('GET', '/session')).body.account.hasTotp, true)
  t.equal(codeOf(await reveal({})), '401 CODE_REQUIRED')
  t.equal(codeOf(await reveal({ code: 'abcdef' })), '400 INVALID_CODE')
  const [record] = await readAudit(pool, { limit: 1 })
  t.match(record, { action: 'account.step-up-refused', after: { code: 'INVALID_CODE' } })
  const code = codeIn(1)
  t.strictSame((await reveal({ code })).body, { apiKey })
  const again = await reveal({ code })
  t.equal(codeOf(again), '400 CODE_USED', 'it was taken')
  t.match(again.body, { field: 'code', reason: /Wait until .* the next/ })
  const [used] = await readAudit(pool, { limit: 1 })
  t.match(used, { action: 'account.step-up-refused', after: { code: 'CODE_USED' } })
  t.equal(codeOf(await reveal({ code: codeIn(1) })), '429 TOO_MANY_ATTEMPTS', 'codes are counted')
  t.equal(codeOf(await ask('/account/totp/remove', {})), '401 CODE_REQUIRED')
})

t.test('tries are bounded, those of sign-in among them, also with the right password', async t => {
  await makeAccount(pool, 'tired', 'owner')
  const { cookie } = await signIn(internalUrl, 'tired')
  const caller = elsewhere(cookie)
  const codes: string[] = []
  for (let i = 0; i < 7; i++) {
    codes.push(codeOf(await caller.call('POST', '/projects/acme/key/reveal', { password: 'no' })))
  }
  t.equal(codes[0], '400 WRONG_PASSWORD')
  const right = await caller.call('POST', '/projects/acme/key/reveal', { password: PASSWORD })
  t.equal(codeOf(right), '429 TOO_MANY_ATTEMPTS')
  t.ok(Number(right.headers['retry-after']) >= 1)
  const signedIn = await caller.call('POST', '/sign-in', { name: 'tired', password: PASSWORD })
  t.equal(codeOf(signedIn), '429 TOO_MANY_ATTEMPTS')
  t.equal((await caller.call('GET', '/session')).status, 200, 'who is signed in stays so')
})
