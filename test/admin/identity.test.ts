// Sign-in through an OpenID provider, on both panels: a real provider over HTTP, an account linked
// by its one-time link, and every way in which the provider's answer can be wrong.

import t from 'tap'
import { createAccount, findAccount, resetAccount } from '../../src/ledger/admin/accounts.ts'
import {
  type AdminAnswer,
  callAdmin,
  createCaller,
  nextAddress,
  PASSWORD,
} from '../support/admin.ts'
import { codeOf } from '../support/admin-codes.ts'
import { holdPort } from '../support/held-port.ts'
import { CLIENT, startIdentityProvider } from '../support/identity-provider.ts'
import { LOOPBACK, openSetup } from '../support/operator-setup.ts'

const setup = await openSetup(t)
const { pool, project } = setup
const { projectId } = project
const provider = await startIdentityProvider(t)
const { mood } = provider
const port = await holdPort()
const url = `http://127.0.0.1:${port}`
const operatorPanel = { url, host: '127.0.0.1', port, networks: ['10.0.0.0/8'] }
const oidc = { issuer: provider.issuer, ...CLIENT, name: 'Example' }
const node = await setup.startNode({ trustedProxies: LOOPBACK, operatorPanel, oidc })
const BY = { actor: 'owner:test', origin: 'a test' }

const post = (at: string, path: string, body: object, cookie = '') =>
  callAdmin(at, 'POST', path, body, {
    origin: at,
    'x-admin-request': '1',
    'x-forwarded-for': nextAddress(),
    ...(cookie === '' ? {} : { cookie }),
  })

const cookiesOf = ({ headers }: AdminAnswer) =>
  [headers['set-cookie'] ?? []].flat().map(line => line.split(';')[0]!)

/** Begins at the panel and comes back from the provider. */
async function goThrough(at: string, path: string, body: object) {
  const begun = await post(at, path, body)
  if (begun.status !== 200) return { begun, query: '', cookie: '' }
  const query = await provider.visit(begun.body.url)
  return { begun, query, cookie: cookiesOf(begun).join('; ') }
}

async function signIn(at: string): Promise<AdminAnswer> {
  const { query, cookie } = await goThrough(at, '/sign-in/provider', {})
  return post(at, '/sign-in/provider/end', { query }, cookie)
}

async function link(at: string, token: string): Promise<AdminAnswer> {
  const body = { token, password: PASSWORD }
  const { begun, query, cookie } = await goThrough(at, '/link/provider', body)
  return begun.status === 200 ? post(at, '/sign-in/provider/end', { query }, cookie) : begun
}

async function invite(name: string, of: string | null): Promise<string> {
  const created = await createAccount(pool, { name, role: 'support', projectId: of }, BY)
  if (created.kind === 'refused') throw new Error(created.cause)
  return created.link
}

const SIDES = [
  [node.internalUrl, null, 'ann', 'platform'],
  [url, projectId, 'bob', 'operators'],
] as const

for (const [at, of, name, side] of SIDES) {
  t.test(`an account of the ${side} is linked once and then signs in there`, async t => {
    mood.subject = `person of ${side}`
    const ways = await createCaller(at).call('GET', '/sign-in')
    t.strictSame(ways.body, { side, provider: 'Example' })
    t.equal(codeOf(await signIn(at)), '401 SIGN_IN_FAILED', 'no account is linked yet')
    const token = await invite(name, of)
    const linked = await link(at, token)
    const wholeName = of === null ? name : `${name}@${of}`
    t.match(linked.body, { name: wholeName, role: 'support', projectId: of })
    const session = cookiesOf(linked).find(each =>
      /^reelhouse-(admin|operator)-local=./.test(each),
    )!
    const me = await createCaller(at, session).call('GET', '/session')
    t.match(me.body.account, { name: wholeName, projectId: of })
    t.equal(codeOf(await link(at, token)), '404 UNKNOWN_LINK', 'the link is used up')
    t.equal(codeOf(await signIn(at)), '200 ok', 'again')
    const byPassword = await post(at, '/sign-in', { name: wholeName, password: PASSWORD })
    t.equal(codeOf(byPassword), '401 SIGN_IN_FAILED', 'the provider decides who signs in')
    const [other] = SIDES.find(([, , , each]) => each !== side)!
    t.equal(codeOf(await signIn(other)), '401 SIGN_IN_FAILED', 'not on the other side')
  })
}

t.test('its password confirms changes', async t => {
  mood.subject = 'person of platform'
  const [cookie] = cookiesOf(await signIn(node.internalUrl))
  const change = { next: 'another long password' }
  const at = node.internalUrl
  const wrong = await post(at, '/account/password', { ...change, password: 'x' }, cookie)
  t.equal(codeOf(wrong), '400 WRONG_PASSWORD')
  const right = await post(at, '/account/password', { ...change, password: PASSWORD }, cookie)
  t.equal(codeOf(right), '200 ok')
})

t.test('a person of the provider has one account; the second link stays valid', async t => {
  mood.subject = 'person of platform'
  const token = await invite('second', null)
  t.equal(codeOf(await link(node.internalUrl, token)), '409 IDENTITY_TAKEN')
  t.match(await findAccount(pool, { name: 'second' }), { passwordHash: null, hasIdentity: false })
  mood.subject = 'another person'
  t.equal(codeOf(await link(node.internalUrl, token)), '200 ok')
})

t.test('a reset takes the identity away', async t => {
  mood.subject = 'another person'
  const { accountId } = (await findAccount(pool, { name: 'second' }))!
  await resetAccount(pool, accountId, BY)
  t.equal(codeOf(await signIn(node.internalUrl)), '401 SIGN_IN_FAILED')
})

t.test('a disabled account does not sign in through the provider', async t => {
  mood.subject = 'person of operators'
  await pool.query('UPDATE admin_account SET disabled_at = now() WHERE name LIKE $1', ['bob@%'])
  t.equal(codeOf(await signIn(url)), '401 SIGN_IN_FAILED')
  await pool.query('UPDATE admin_account SET disabled_at = NULL')
  t.equal(codeOf(await signIn(url)), '200 ok')
})

t.test('an answer of the provider that is not right signs no one in', async t => {
  mood.subject = 'person of platform'
  const at = node.internalUrl
  const past = Math.floor(Date.now() / 1000) - 3_600
  const WRONG: [what: string, mood: Partial<typeof mood>][] = [
    ['for another client', { claims: { aud: 'another' } }],
    ['of another issuer', { claims: { iss: 'https://evil.example' } }],
    ['for another sign-in', { claims: { nonce: 'another' } }],
    ['too old', { claims: { iat: past, exp: past + 60 } }],
    ['with another key', { isForged: true }],
    ['without a person', { claims: { sub: undefined } }],
    ['with a name that is too long', { claims: { sub: 'x'.repeat(256) } }],
    ['the person refused', { subject: null }],
  ]
  const right = { ...mood }
  for (const [what, wrong] of WRONG) {
    Object.assign(mood, right, wrong)
    t.equal(codeOf(await signIn(at)), '401 SIGN_IN_FAILED', what)
  }
  Object.assign(mood, right)
  t.equal(codeOf(await signIn(at)), '200 ok')
})

t.test('what comes back is for the browser that began, once', async t => {
  mood.subject = 'person of platform'
  const at = node.internalUrl
  const [one, other] = [
    await goThrough(at, '/sign-in/provider', {}),
    await goThrough(at, '/sign-in/provider', {}),
  ]
  const TRIED: [what: string, query: string, cookie: string][] = [
    ['without the cookie', one.query, ''],
    ['in another browser', one.query, other.cookie],
    ['with a changed cookie', one.query, one.cookie.replace(/.{4}$/, 'AAAA')],
    ['with another state', one.query.replace(/state=[^&]+/, 'state=x'), one.cookie],
  ]
  for (const [what, query, cookie] of TRIED) {
    const answer = await post(at, '/sign-in/provider/end', { query }, cookie)
    t.equal(codeOf(answer), '401 SIGN_IN_FAILED', what)
  }
  const { query, cookie } = await goThrough(at, '/sign-in/provider', {})
  t.equal(codeOf(await post(at, '/sign-in/provider/end', { query }, cookie)), '200 ok')
  const again = await post(at, '/sign-in/provider/end', { query }, cookie)
  t.equal(codeOf(again), '401 SIGN_IN_FAILED', 'a code works once')
})

t.test('a provider that is away is said to be, and passwords still work', async t => {
  const gone = { ...oidc, issuer: `http://127.0.0.1:${await holdPort()}` }
  const lonely = await setup.startNode({ trustedProxies: LOOPBACK, oidc: gone })
  const answer = await post(lonely.internalUrl, '/sign-in/provider', {})
  t.equal(codeOf(answer), '503 UNAVAILABLE')
  const token = await invite('carl', null)
  const used = await post(lonely.internalUrl, '/link/use', { token, password: PASSWORD })
  t.equal(codeOf(used), '200 ok')
})
