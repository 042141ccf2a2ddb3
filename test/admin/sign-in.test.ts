// Who may use the admin API: sign-in, sessions, one-time links, roles, and requests of other sites.

import t from 'tap'
import { ADMIN_ROUTES } from '../../src/admin/routes.ts'
import {
  createAccount,
  findAccount,
  findLink,
  makeFirstLink,
} from '../../src/ledger/admin/accounts.ts'
import { changePassword, changeTotp } from '../../src/ledger/admin/credentials.ts'
import { beginSession } from '../../src/ledger/admin/sessions.ts'
import { readAudit } from '../../src/ledger/audit/audit-reader.ts'
import {
  callAdmin,
  confirming,
  createCaller,
  isRefusedTo,
  makeAccount,
  PASSWORD,
  signIn,
  signInBoth,
} from '../support/admin.ts'
import { beginTotp, codeOf } from '../support/admin-codes.ts'
import { LOOPBACK, openSetup } from '../support/operator-setup.ts'
import { pluck } from '../support/results.ts'

const BY = { actor: 'owner:test', origin: 'a test' }
const { pool, startNode } = await openSetup(t)
const node = await startNode({ trustedProxies: LOOPBACK })
const { internalUrl } = node
const { owner: signedIn, viewer, signedOut } = await signInBoth(pool, internalUrl)
const owner = confirming(signedIn)
const post = (path: string, body: object = {}) => owner.call('POST', path, body)

/** A new account without a password, and its link. */
async function invite(name: string) {
  const created = await createAccount(pool, { name, role: 'viewer', projectId: null }, BY)
  if (created.kind === 'refused') throw new Error(created.cause)
  return { token: created.link, accountId: created.account.accountId }
}

t.test('the cookie identifies a signed-in account', async t => {
  const { status, body } = await owner.call('GET', '/session')
  t.equal(status, 200)
  t.match(body, { account: { name: 'olga', role: 'owner' }, node: node.config.nodeName })
})

t.test('the cookie is hidden from scripts, other sites and the public listener', async t => {
  const { headers } = await signedOut.call('POST', '/sign-in', { name: 'olga', password: PASSWORD })
  t.match(String(headers['set-cookie']), /; HttpOnly/)
  t.match(String(headers['set-cookie']), /; SameSite=Strict/)
  t.match(String(headers['set-cookie']), /; Path=\/admin;/)
})

t.test('an unknown name, a wrong password and a disabled account get the same refusal', async t => {
  const accountId = await makeAccount(pool, 'gone', 'viewer')
  const disable = 'UPDATE admin_account SET disabled_at = now() WHERE account_id = $1'
  await pool.query(disable, [accountId])
  const tries = [
    { name: 'nobody', password: PASSWORD },
    { name: 'olga', password: 'wrong password here' },
    { name: 'gone', password: PASSWORD },
  ]
  const answers = await Promise.all(tries.map(each => signedOut.call('POST', '/sign-in', each)))
  for (const { status, body } of answers) t.strictSame([status, body], [401, answers[0]!.body])
  t.equal(answers[0]!.body.message, 'SIGN_IN_FAILED')
})

t.test('tries for one name are bounded, also those with the right password', async t => {
  await makeAccount(pool, 'tired', 'viewer')
  const codes: string[] = []
  const stranger = createCaller(internalUrl)
  const wrong = { name: 'tired', password: 'wrong one' }
  for (let time = 0; time < 7; time++)
    codes.push(codeOf(await stranger.call('POST', '/sign-in', wrong)))
  t.ok(codes.includes('401 SIGN_IN_FAILED'))
  t.equal(codes.at(-1), '429 TOO_MANY_ATTEMPTS')
  const last = await stranger.call('POST', '/sign-in', { name: 'tired', password: PASSWORD })
  t.equal(last.status, 429)
  t.ok(Number(last.headers['retry-after']) >= 1)
})

t.test('any number of tries from one address keeps no one else from signing in', async t => {
  await makeAccount(pool, 'wanted', 'viewer')
  const stranger = createCaller(internalUrl)
  const wrong = { name: 'wanted', password: 'wrong one' }
  const tries = Array.from({ length: 60 }, () => stranger.call('POST', '/sign-in', wrong))
  const answers = await Promise.all(tries)
  t.ok(answers.some(({ status }) => status === 429))
  t.equal((await (await signIn(internalUrl, 'wanted')).call('GET', '/session')).status, 200)
})

t.test('a sign-in begun with a password cannot be finished after an owner reset it', async t => {
  const accountId = await makeAccount(pool, 'raced', 'viewer')
  const read = (await findAccount(pool, { accountId }))!
  const session = (await (await signIn(internalUrl, 'raced')).call('GET', '/session')).body
  const { sessionId } = session.account
  await post(`/people/${accountId}/reset`, { password: PASSWORD })
  const from = { address: '10.0.0.1', origin: 'a test', userAgent: 'a test', device: null }
  t.equal(await beginSession(pool, read, from, Date.now()), null)
  t.equal(await changePassword(pool, read, 'a hash', sessionId, BY, Date.now()), null)
  t.equal(await changeTotp(pool, read, { sealed: Buffer.alloc(1), step: 1n }, BY), false)
  const after = (await findAccount(pool, { accountId }))!
  t.match(after, { passwordHash: null, totpSealed: null })
  const { rows } = await pool.query('SELECT FROM admin_session WHERE account_id = $1', [accountId])
  t.equal(rows.length, 0)
})

t.test('no one resets their own account: that needs the password', async t => {
  const { accountId } = (await owner.call('GET', '/session')).body.account
  const again = { password: PASSWORD }
  t.equal(codeOf(await post(`/people/${accountId}/reset`, again)), '403 FORBIDDEN')
  t.equal((await owner.call('GET', '/session')).status, 200)
})

t.test('a text that no store accepts is refused with its field, in every position', async t => {
  for (const odd of ['\0', '\ud800']) {
    const password = `${PASSWORD}${odd}`
    const signedIn = await signedOut.call('POST', '/sign-in', { name: 'olga', password })
    t.strictSame([signedIn.status, signedIn.body.field], [400, 'password'])
  }
  const found = await viewer.call('GET', '/audit?subject=%00')
  t.strictSame([found.status, found.body.field], [400, 'subject'])
  t.equal((await viewer.call('GET', '/projects/%00')).status, 404)
})

t.test('a session ends by sign-out, by idleness and by age', async t => {
  await makeAccount(pool, 'sleepy', 'viewer')
  const ended = {
    signedOut: (cookie: string) => createCaller(internalUrl, cookie).call('POST', '/sign-out', {}),
    idle: () => pool.query(`UPDATE admin_session SET seen_at = now() - interval '31 minutes'`),
    old: () => pool.query(`UPDATE admin_session SET created_at = now() - interval '13 hours'`),
  }
  for (const [how, end] of Object.entries(ended)) {
    const times = 'SELECT session_id, seen_at, created_at FROM admin_session'
    const { rows: kept } = await pool.query(times)
    const sleepy = await signIn(internalUrl, 'sleepy')
    t.equal((await sleepy.call('GET', '/session')).status, 200)
    await end(sleepy.cookie)
    t.equal(codeOf(await sleepy.call('GET', '/session')), '401 UNAUTHENTICATED', how)
    const restored = 'UPDATE admin_session SET seen_at = $2, created_at = $3 WHERE session_id = $1'
    for (const { session_id, seen_at, created_at } of kept) {
      await pool.query(restored, [session_id, seen_at, created_at])
    }
  }
})

t.test('every route except sign-in requires a session', async t => {
  for (const { method, path, action } of ADMIN_ROUTES) {
    if (action === null) continue
    const refused = await signedOut.call(method, path.replaceAll(/:\w+/g, 'x'), {})
    t.equal(codeOf(refused), '401 UNAUTHENTICATED', `${method} ${path}`)
  }
})

t.test('a viewer changes nothing of the platform', async t => {
  const changes = ADMIN_ROUTES.filter(route => isRefusedTo('viewer', route))
  t.ok(changes.length > 0)
  for (const { method, path } of changes) {
    const refused = await viewer.call(method, path.replaceAll(/:\w+/g, 'x'), {})
    t.equal(codeOf(refused), '403 FORBIDDEN', `${method} ${path}`)
  }
})

t.test('a viewer changes only their own account; other POSTs of viewers read', t => {
  const changes = ADMIN_ROUTES.filter(
    route => route.action !== null && !isRefusedTo('viewer', route) && route.method !== 'GET',
  )
  const others = pluck(changes, 'path').filter(path => !path.startsWith('/account'))
  const reading = ['/audit/verify', '/rounds/:roundId/driver', '/rounds/:roundId/dispute-pack']
  t.strictSame(others, reading)
  t.end()
})

t.test('a page of another site can change nothing', async t => {
  const { cookie } = owner
  const own = { origin: internalUrl, 'x-admin-request': '1', cookie }
  const { origin: _, ...withoutOrigin } = own
  const { 'x-admin-request': __, ...withoutMark } = own
  const foreign = [
    ['no Origin', withoutOrigin],
    ['no X-Admin-Request', withoutMark],
    ['another Origin', { ...own, origin: 'https://evil.example' }],
    ['an Origin of another port', { ...own, origin: node.baseUrl }],
    ['Origin null', { ...own, origin: 'null' }],
    ['another value', { ...own, 'x-admin-request': 'true' }],
    ['another Host', { ...own, host: 'evil.example' }],
  ] as const
  for (const [what, headers] of foreign) {
    const body = { name: 'mallory', role: 'owner' }
    const answer = await callAdmin(internalUrl, 'POST', '/people', body, headers)
    t.equal(codeOf(answer), '403 INVALID_ADMIN_ORIGIN', what)
  }
  const { rows } = await pool.query(`SELECT FROM admin_account WHERE name = 'mallory'`)
  t.equal(rows.length, 0)
})

t.test('a request under another site’s name for this address reads nothing', async t => {
  const headers = { cookie: owner.cookie, host: 'rebound.example' }
  const answer = await callAdmin(internalUrl, 'GET', '/session', undefined, headers)
  t.equal(codeOf(answer), '403 INVALID_ADMIN_ORIGIN')
})

t.test('the public listener answers nothing of the panel', async t => {
  const paths = ['/', '', '/api/session', '/assets/x.js', '/link', '/projects', '/api/openapi.json']
  for (const path of paths) {
    const headers = { cookie: owner.cookie }
    const answer = await fetch(`${node.baseUrl}/admin${path}`, { headers })
    t.equal(answer.status, 404, path)
  }
})

t.test('a one-time link sets a password once and signs in', async t => {
  const { token } = await invite('new')
  t.match((await signedOut.call('POST', '/link', { token })).body, { name: 'new', role: 'viewer' })
  const short = await signedOut.call('POST', '/link/use', { token, password: 'too short' })
  t.equal(codeOf(short), '400 INVALID_PASSWORD')
  const [first, second] = await Promise.all([
    signedOut.call('POST', '/link/use', { token, password: PASSWORD }),
    signedOut.call('POST', '/link/use', { token, password: `${PASSWORD}!` }),
  ])
  t.strictSame([first.status, second.status].sort(), [200, 404], 'one of two sets it')
  const used = await signedOut.call('POST', '/link/use', { token, password: PASSWORD })
  t.equal(codeOf(used), '404 UNKNOWN_LINK')
})

t.test('a link ends after a day, when it is replaced, and with its account', async t => {
  const ends: Record<string, (accountId: string) => Promise<unknown>> = {
    old: id => pool.query('UPDATE admin_link SET expires_at = now() WHERE account_id = $1', [id]),
    replaced: id => post(`/people/${id}/reset`, { password: PASSWORD }),
    disabled: id => owner.call('PUT', `/people/${id}`, { role: 'viewer', isDisabled: true }),
  }
  for (const [how, end] of Object.entries(ends)) {
    const made = await invite(`link-${how}`)
    await end(made.accountId)
    t.equal(await findLink(pool, made.token), null, how)
  }
})

t.test('a second step is required once it is set up, and takes no code twice', async t => {
  await makeAccount(pool, 'careful', 'owner')
  const careful = await signIn(internalUrl, 'careful')
  const { codeIn, confirm } = await beginTotp(careful)
  const code = codeIn(0)
  const wrong = await confirm(code === '000000' ? '000001' : '000000')
  t.equal(wrong.body.message, 'INVALID_CODE')
  t.equal((await confirm(code)).status, 200)
  const signInWith = (fields: object) => {
    const asked = { name: 'careful', password: PASSWORD, ...fields }
    return createCaller(internalUrl).call('POST', '/sign-in', asked)
  }
  t.equal((await signInWith({})).body.message, 'CODE_REQUIRED')
  t.equal((await signInWith({ code })).body.message, 'SIGN_IN_FAILED', 'the code was used')
  t.equal((await signInWith({ code: codeIn(1) })).status, 200)
})

t.test('a changed password ends the other sessions and needs the current one', async t => {
  await makeAccount(pool, 'mover', 'viewer')
  const here = await signIn(internalUrl, 'mover')
  const there = await signIn(internalUrl, 'mover')
  const next = 'another good password'
  const wrong = await here.call('POST', '/account/password', { password: 'not it at all', next })
  t.equal(wrong.body.message, 'WRONG_PASSWORD')
  t.equal((await there.call('GET', '/session')).status, 200)
  const changed = await here.call('POST', '/account/password', { password: PASSWORD, next })
  t.equal(changed.status, 200)
  t.equal((await there.call('GET', '/session')).status, 401)
  t.equal((await here.call('GET', '/session')).status, 200)
})

t.test('the last owner keeps the role', async t => {
  const { rows } = await pool.query<{ account_id: string; name: string }>(
    `SELECT account_id, name FROM admin_account WHERE role = 'owner' AND password_hash IS NOT NULL`,
  )
  const olga = rows.find(({ name }) => name === 'olga')!
  for (const { account_id, name } of rows) {
    if (name === 'olga') continue
    await owner.call('PUT', `/people/${account_id}`, { role: 'viewer', isDisabled: false })
  }
  for (const change of [
    { role: 'viewer', isDisabled: false },
    { role: 'owner', isDisabled: true },
  ]) {
    const refused = await owner.call('PUT', `/people/${olga.account_id}`, change)
    t.equal(codeOf(refused), '409 LAST_OWNER')
  }
})

t.test('a disabled account is signed out at once', async t => {
  const accountId = await makeAccount(pool, 'leaver', 'viewer')
  const leaver = await signIn(internalUrl, 'leaver')
  const path = `/people/${accountId}`
  t.equal((await owner.call('PUT', path, { role: 'viewer', isDisabled: true })).status, 200)
  t.equal((await leaver.call('GET', '/session')).status, 401)
})

t.test('an owner sees and ends the sessions of others', async t => {
  const accountId = await makeAccount(pool, 'watched', 'viewer')
  const watched = await signIn(internalUrl, 'watched')
  await signIn(internalUrl, 'watched')
  const { body } = await owner.call('GET', `/people/${accountId}/sessions`)
  t.equal(body.sessions.length, 2)
  const { account } = (await watched.call('GET', '/session')).body
  const one = `/people/${accountId}/sessions/${account.sessionId}/end`
  t.strictSame((await post(one)).body, { ended: 1 })
  t.equal((await watched.call('GET', '/session')).status, 401)
  t.equal((await post(one)).body.message, 'UNKNOWN_SESSION')
  t.strictSame((await post(`/people/${accountId}/sessions/end`)).body, { ended: 1 })
})

t.test('an account with a used name, or without a name, is refused', async t => {
  const taken = await post('/people', { name: 'olga', role: 'viewer' })
  t.equal(codeOf(taken), '409 NAME_TAKEN')
  const wrong = await post('/people', { name: 'No Name', role: 'viewer' })
  t.strictSame([codeOf(wrong), wrong.body.field], ['400 INVALID_REQUEST', 'name'])
  const more = await post('/people', { name: 'x', role: 'viewer', isAdmin: true })
  t.strictSame([more.status, more.body.field], [400, 'isAdmin'])
})

t.test('there is no first link once an account has a password', async t => {
  t.equal(await makeFirstLink(pool, BY, true), null)
})

t.test('the audit log names the actor and holds no secret', async t => {
  const [record] = await readAudit(pool, { limit: 1, action: 'account.changed' })
  t.equal(record!.actor, 'owner:olga')
  t.match(record!.origin, /^admin panel, 10\.\d+\.\d+\.\d+$/)
  const { rows } = await pool.query<{ text: string }>('SELECT audit::text AS text FROM audit')
  const { rows: accounts } = await pool.query<{ password_hash: string }>(
    'SELECT password_hash FROM admin_account WHERE password_hash IS NOT NULL',
  )
  for (const { text } of rows) {
    t.notMatch(text, PASSWORD)
    for (const { password_hash } of accounts) t.notOk(text.includes(password_hash))
  }
})

t.test('the audit log is read by filter, page by page, and verified', async t => {
  const first = await viewer.call('GET', '/audit?limit=2&action=account.signed-in')
  t.equal(first.body.rows.length, 2)
  const next = `/audit?limit=2&action=account.signed-in&cursor=${first.body.nextCursor}`
  const second = await viewer.call('GET', next)
  t.ok(BigInt(second.body.rows[0].sequence) < BigInt(first.body.rows[1].sequence))
  const foreign = await viewer.call('GET', `/audit?limit=2&cursor=${first.body.nextCursor}`)
  t.equal(codeOf(foreign), '400 INVALID_CURSOR')
  const verified = await viewer.call('POST', '/audit/verify', {})
  t.equal(verified.body.whole, true)
  const again = await viewer.call('POST', '/audit/verify', { head: verified.body.head })
  t.equal(again.body.whole, true)
})

t.test('codes are tried three times a minute from any number of addresses', async t => {
  await makeAccount(pool, 'guessed', 'viewer')
  const guessed = await signIn(internalUrl, 'guessed')
  const { codeIn, confirm } = await beginTotp(guessed)
  t.equal((await confirm(codeIn(0))).status, 200)
  const codes: string[] = []
  const guess = { name: 'guessed', password: PASSWORD, code: '000000' }
  for (let time = 0; time < 4; time++) {
    codes.push(codeOf(await createCaller(internalUrl).call('POST', '/sign-in', guess)))
  }
  t.strictSame(codes, [...Array(3).fill('401 SIGN_IN_FAILED'), '429 TOO_MANY_ATTEMPTS'])
})
