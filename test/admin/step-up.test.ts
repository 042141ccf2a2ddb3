// Actions that a stranger at an open browser must not take ask for the password again, and for a
// code where the account has a second step. A refused request changes nothing, is counted with the
// sign-ins and is in the audit log.

import t from 'tap'
import type { AdminRoute } from '../../src/admin/route.ts'
import { ADMIN_ROUTES } from '../../src/admin/routes.ts'
import { readAudit } from '../../src/ledger/audit/audit-reader.ts'
import { createCaller, makeAccount, PASSWORD, signIn, signInBoth } from '../support/admin.ts'
import { beginTotp, codeOf } from '../support/admin-codes.ts'
import { CERTIFICATE, PRIVATE_KEY } from '../support/certificate.ts'
import { GAME, LOOPBACK, openSetup } from '../support/operator-setup.ts'
import { spinToDecision } from '../support/round-points.ts'

const PLAYER = '/projects/:projectId/players/:playerId'

const setup = await openSetup(t)
const { pool, wallet } = setup
const node = await setup.startNode({ trustedProxies: LOOPBACK })
const { internalUrl } = node
const { owner, viewer, signedOut } = await signInBoth(pool, internalUrl)
const again = { password: PASSWORD }
const { apiKey } = await setup.newProject('acme')
const { keySha256, revision, values } = (await owner.call('GET', '/projects/acme')).body
const viewerId = await makeAccount(pool, 'vira', 'viewer')
const ownerId = await makeAccount(pool, 'oksana', 'owner')
const { client } = await setup.openGame(node, 'ann')
const round = await spinToDecision(client)
const paused = { scope: 'game', subject: 'vault-keeper' }
await owner.call('POST', '/pauses', { ...paused, reason: 'a test' })

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'
const GRANT = { gameId: GAME, currency: 'EUR', count: 1, betMinor: '20' }
const TARGET = { gameId: GAME, multiplier: '2', kind: 'spin', spinNumber: 1 }
const provider = 'provider_a'

interface Asked {
  /** The values of the names in the path. */
  ids?: Readonly<Record<string, string>>
  body?: object
}

/** Values of a project that may be saved without the password, each saved alone. */
const FREE_VALUES = ['defaultLanguage', 'walletConnections']
const saved = (isFree: boolean): Asked[] =>
  Object.entries(values)
    .filter(([name]) => FREE_VALUES.includes(name) === isFree)
    .map(([name, value]) => ({ ids: { projectId: 'acme' }, body: { revision, [name]: value } }))

/** Every request that asks for the password: its route and its input. */
const ASKED: Readonly<Record<string, readonly Asked[]>> = {
  'POST /account/password': [{ body: { next: 'another long one' } }],
  'POST /account/totp/confirm': [{ body: { newCode: '000000' } }],
  'POST /account/totp/remove': [{}],
  'POST /account/sessions/:sessionId/end': [{}],
  'POST /people': [
    { body: { name: 'mallory', role: 'owner' } },
    { body: { name: 'mallory', role: 'viewer' } },
  ],
  'PUT /people/:accountId': [
    { ids: { accountId: viewerId }, body: { role: 'owner', isDisabled: false } },
    { ids: { accountId: viewerId }, body: { role: 'viewer', isDisabled: true } },
    { ids: { accountId: ownerId }, body: { role: 'viewer', isDisabled: false } },
    { ids: { accountId: ownerId }, body: { role: 'owner', isDisabled: true } },
  ],
  'POST /people/:accountId/reset': [
    { ids: { accountId: viewerId } },
    { ids: { accountId: ownerId } },
  ],
  'POST /people/:accountId/sessions/end': [{ ids: { accountId: ownerId } }],
  'POST /people/:accountId/sessions/:sessionId/end': [{}],
  'POST /projects': [
    { body: { projectId: 'mine', callbackUrl: wallet.url, allowedNetworks: LOOPBACK } },
  ],
  'PUT /projects/:projectId': [
    ...saved(false),
    { body: { revision, callbackUrl: 'https://9.9.9.9/steal' } },
    { body: { revision, defaultLanguage: 'uk', disabled: ['project'] } },
  ],
  'POST /projects/:projectId/wallet-checks': [{ body: { currency: 'EUR' } }],
  'POST /projects/:projectId/key/reveal': [{}],
  'POST /projects/:projectId/key/regenerate': [{ body: { keySha256, confirm: 'acme' } }],
  'POST /projects/:projectId/signing': [
    { body: { step: 'start', revision } },
    { body: { step: 'stop', revision } },
  ],
  'POST /projects/:projectId/client-certificate': [
    { body: { certificate: CERTIFICATE, key: PRIVATE_KEY, revision } },
  ],
  'POST /projects/:projectId/client-certificate/remove': [{ body: { revision } }],
  [`POST ${PLAYER}/rtp/level`]: [{ body: { provider, level: '90' } }],
  [`POST ${PLAYER}/rtp/auto`]: [{ body: { provider } }],
  [`POST ${PLAYER}/bet-limits`]: [
    { body: { provider, currency: 'EUR', minMinor: '1', maxMinor: '9' } },
    { body: { provider, currency: 'EUR', minMinor: null, maxMinor: null } },
  ],
  [`POST ${PLAYER}/grants`]: [{ body: GRANT }],
  [`POST ${PLAYER}/grants/:grantId/cancel`]: [{}],
  [`POST ${PLAYER}/target-outcomes`]: [{ body: TARGET }],
  [`POST ${PLAYER}/target-outcomes/:targetOutcomeId/cancel`]: [{}],
  [`POST ${PLAYER}/unblock`]: [{ body: { reason: 'a test' } }],
  'POST /pauses/lift': [{ body: paused }],
  'POST /rounds/:roundId/push': [{}],
  'POST /rounds/:roundId/put-back': [{}],
  'POST /rounds/:roundId/cancel': [{ body: { reason: 'a test' } }],
}

/**
 * Every request that asks for no password; the records that they name mostly do not exist, so that
 * little changes.
 */
const NOT_ASKED: Readonly<Record<string, readonly Asked[]>> = {
  'POST /sign-in': [{ body: { name: 'olga', password: PASSWORD } }],
  'POST /sign-out': [{}],
  'POST /link': [{ body: { token: 'none' } }],
  'POST /link/use': [{ body: { token: 'none', password: PASSWORD } }],
  'POST /sign-in/provider': [{}],
  'POST /sign-in/provider/end': [{ body: { query: '' } }],
  'POST /link/provider': [{ body: { token: 'none', password: PASSWORD } }],
  'PUT /account/time-zone': [{ body: { timeZone: 'UTC' } }],
  'POST /account/totp/begin': [{}],
  'PUT /projects/:projectId': saved(true),
  'POST /projects/:projectId/connection-test': [{ body: { currency: 'EUR' } }],
  'POST /projects/:projectId/wallet-checks/:checkId/stop': [{}],
  [`POST ${PLAYER}/notes`]: [{ body: { body: 'a test' } }],
  [`POST ${PLAYER}/notes/:noteId/delete`]: [{}],
  [`POST ${PLAYER}/tags`]: [{ body: { tag: 'a test' } }],
  [`POST ${PLAYER}/tags/remove`]: [{ body: { tag: 'a test' } }],
  [`POST ${PLAYER}/block`]: [{ body: { reason: 'a test' } }],
  [`POST ${PLAYER}/sessions/end`]: [{ ids: { playerId: 'nobody' } }],
  [`POST ${PLAYER}/sessions/:sessionId/end`]: [{}],
  'POST /pauses': [{ body: { ...paused, reason: 'again' } }],
  'POST /rounds/:roundId/driver': [{}],
  'POST /rounds/:roundId/dispute-pack': [{}],
  'POST /audit/verify': [{}],
}

const IDS: Readonly<Record<string, string>> = {
  projectId: 'acme',
  playerId: 'ann',
  roundId: round.roundId,
  accountId: UNKNOWN_ID,
  sessionId: UNKNOWN_ID,
  grantId: UNKNOWN_ID,
  targetOutcomeId: UNKNOWN_ID,
  callId: UNKNOWN_ID,
  checkId: UNKNOWN_ID,
}

function pathOf(route: string, ids: Asked['ids'] = {}): string {
  const all: Readonly<Record<string, string>> = { ...IDS, ...ids }
  const ofPlayer = route.includes('/players/') ? { projectId: 'casino', ...ids } : ids
  return route.replaceAll(/:(\w+)/g, (_, name: string) => ({ ...all, ...ofPlayer })[name]!)
}

const nameOf = ({ method, path }: AdminRoute) => `${method} ${path}`
/** From a new address: tries are counted by address. */
const elsewhere = (cookie: string) => createCaller(internalUrl, cookie)

/** Rows that are created and deleted in the background; sessions and audit records are counted. */
const BY_THEMSELVES =
  '^(admin_session|audit|callback_log|node_.*|notification|report_.*|write_check)$'
const { rows: tables } = await pool.query<{ name: string }>(
  `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace
     AND relkind IN ('r', 'p') AND NOT relispartition AND relname !~ $1 ORDER BY relname`,
  [BY_THEMSELVES],
)

/** All stored rows, and the numbers of audit records and sessions. */
async function stored(): Promise<string> {
  const parts = tables.map(
    ({ name }) =>
      `(SELECT md5(coalesce(string_agg(r::text, '' ORDER BY r::text), '')) FROM ${name} r)`,
  )
  const { rows } = await pool.query({
    rowMode: 'array',
    text: `SELECT ${parts.join(', ')}, (SELECT count(*) FROM admin_session),
      (SELECT count(*) FROM audit WHERE action <> 'account.step-up-refused')`,
  })
  return JSON.stringify([...tables.map(({ name }) => name), ...rows])
}

t.test('every route that changes something is listed as asking for the password or not', t => {
  const changing = ADMIN_ROUTES.filter(({ method }) => method !== 'GET').map(nameOf)
  const known = new Set([...Object.keys(ASKED), ...Object.keys(NOT_ASKED)])
  t.strictSame([...known].sort(), changing.sort())
  t.end()
})

t.test('without the password, or with a wrong one, nothing is shown or changed', async t => {
  const before = await stored()
  for (const [name, asked] of Object.entries(ASKED)) {
    const [method = '', route = ''] = name.split(' ')
    for (const { ids, body = {} } of asked) {
      const path = pathOf(route, ids)
      const what = `${method} ${path} ${JSON.stringify(body)}`
      const none = await elsewhere(owner.cookie).call(method, path, body)
      t.equal(codeOf(none), '400 CONFIRMATION_REQUIRED', what)
      t.equal(none.body.field, 'password')
    }
  }
  t.equal(await stored(), before)
  for (const [at, [name, [{ ids, body = {} } = {}]]] of Object.entries(ASKED).entries()) {
    const [method = '', route = ''] = name.split(' ')
    await makeAccount(pool, `asker-${at}`, 'owner')
    const asker = await signIn(internalUrl, `asker-${at}`)
    const before = await stored()
    const given = { ...body, password: 'not the password' }
    const wrong = await asker.call(method, pathOf(route, ids), given)
    t.equal(codeOf(wrong), '400 WRONG_PASSWORD', name)
    t.notMatch(wrong.text, apiKey)
    t.equal(await stored(), before, name)
    const [record] = await readAudit(pool, { limit: 1 })
    t.match(record, { action: 'account.step-up-refused', actor: `owner:asker-${at}` })
    t.strictSame(record!.after, { path: route, code: 'WRONG_PASSWORD' })
  }
})

t.test('a request that leaks nothing and moves no money asks for no password', async t => {
  for (const [name, asked] of Object.entries(NOT_ASKED)) {
    const [method = '', route = ''] = name.split(' ')
    const { action } = ADMIN_ROUTES.find(each => nameOf(each) === name)!
    for (const { ids, body = {} } of asked) {
      const caller = action === null ? signedOut : elsewhere(owner.cookie)
      const answer = await caller.call(method, pathOf(route, ids), body)
      const asks =
        codeOf(answer) === '400 CONFIRMATION_REQUIRED' && answer.body.field === 'password'
      t.notOk(asks, `${name} ${JSON.stringify(body)}: ${answer.text}`)
      t.not(answer.body?.message, 'INVALID_REQUEST', name)
    }
  }
})

t.test('no GET shows a key, a secret or a password', async t => {
  const QUERIES: Readonly<Record<string, string>> = {
    '/projects/:projectId/effective-limit': `?gameId=${GAME}&currency=EUR`,
  }
  const { rows } = await pool.query<{ text: string }>(
    `SELECT password_hash AS text FROM admin_account WHERE password_hash IS NOT NULL`,
  )
  const hashes = rows.map(({ text }) => text)
  const project = (await owner.call('GET', '/projects/acme')).body
  const start = { step: 'start', revision: project.revision, ...again }
  const { signingKey } = (await owner.call('POST', '/projects/acme/signing', start)).body
  const { secret } = (await owner.call('POST', '/account/totp/begin', {})).body
  const secrets = [apiKey, signingKey, secret, setup.project.apiKey, ...hashes]
  t.ok(secrets.every(each => each.length > 20))
  for (const { method, path, streams } of ADMIN_ROUTES) {
    if (method !== 'GET' || streams === 'text/event-stream') continue
    const { text } = await owner.call('GET', `${pathOf(path)}${QUERIES[path] ?? ''}`)
    const shown = secrets.filter(each => text.includes(each))
    t.strictSame(shown, [], path)
  }
})

t.test('a viewer confirms only their own account, with their own password', async t => {
  for (const [name, asked] of Object.entries(ASKED)) {
    const [method = '', route = ''] = name.split(' ')
    const isOwn = route.startsWith('/account')
    for (const { ids, body } of asked) {
      const given = { ...body, password: isOwn ? 'not it' : PASSWORD }
      const code = isOwn ? '400 WRONG_PASSWORD' : '403 FORBIDDEN'
      const answer = await elsewhere(viewer.cookie).call(method, pathOf(route, ids), given)
      t.equal(codeOf(answer), code, name)
    }
  }
})

t.test('with the password an account disables, re-enables and adds people', async t => {
  const path = `/people/${ownerId}`
  for (const isDisabled of [true, false]) {
    const change = { role: 'owner', isDisabled, ...again }
    t.equal((await owner.call('PUT', path, change)).status, 200)
  }
  const made = { name: 'victor', role: 'viewer', ...again }
  t.equal((await owner.call('POST', '/people', made)).status, 200)
})

t.test('the password is used for its check only', async t => {
  const made = { name: 'third', role: 'owner', password: PASSWORD }
  t.match((await elsewhere(owner.cookie).call('POST', '/people', made)).body, { link: /#/ })
  const { rows } = await pool.query<{ text: string }>('SELECT audit::text AS text FROM audit')
  t.ok(rows.every(({ text }) => !text.includes(PASSWORD)))
})

t.test('an account with a second step gives a code too, and each code once', async t => {
  await makeAccount(pool, 'careful', 'owner')
  const { cookie } = await signIn(internalUrl, 'careful')
  const ask = (path: string, body: object) =>
    elsewhere(cookie).call('POST', path, { password: PASSWORD, ...body })
  const reveal = (fields: object) => ask('/projects/acme/key/reveal', fields)
  const { codeIn, confirm } = await beginTotp(elsewhere(cookie))
  t.equal((await confirm(codeIn(0))).status, 200)
  t.equal((await elsewhere(cookie).call('GET', '/session')).body.account.hasTotp, true)
  t.equal(codeOf(await reveal({})), '401 CODE_REQUIRED')
  t.equal(codeOf(await reveal({ code: 'abcdef' })), '400 INVALID_CODE')
  const [record] = await readAudit(pool, { limit: 1 })
  t.match(record, { action: 'account.step-up-refused', after: { code: 'INVALID_CODE' } })
  const code = codeIn(1)
  t.strictSame((await reveal({ code })).body, { apiKey })
  const again = await reveal({ code })
  t.equal(codeOf(again), '400 CODE_USED', 'it was used')
  t.match(again.body, { field: 'code', reason: /Wait until .* the next/ })
  const [used] = await readAudit(pool, { limit: 1 })
  t.match(used, { action: 'account.step-up-refused', after: { code: 'CODE_USED' } })
  t.equal(codeOf(await reveal({ code: codeIn(1) })), '429 TOO_MANY_ATTEMPTS', 'codes are counted')
  t.equal(codeOf(await ask('/account/totp/remove', {})), '401 CODE_REQUIRED')
})

t.test('tries are bounded together with sign-in, also with the right password', async t => {
  await makeAccount(pool, 'tired', 'owner')
  const { cookie } = await signIn(internalUrl, 'tired')
  const caller = elsewhere(cookie)
  const codes: string[] = []
  for (let time = 0; time < 7; time++) {
    codes.push(codeOf(await caller.call('POST', '/projects/acme/key/reveal', { password: 'no' })))
  }
  t.equal(codes[0], '400 WRONG_PASSWORD')
  const right = await caller.call('POST', '/projects/acme/key/reveal', { password: PASSWORD })
  t.equal(codeOf(right), '429 TOO_MANY_ATTEMPTS')
  t.ok(Number(right.headers['retry-after']) >= 1)
  const signedIn = await caller.call('POST', '/sign-in', { name: 'tired', password: PASSWORD })
  t.equal(codeOf(signedIn), '429 TOO_MANY_ATTEMPTS')
  t.equal((await caller.call('GET', '/session')).status, 200, 'the session stays signed in')
})
