// Projects in the admin API: listed, created, changed, switched off, tested. Every code has its
// row, a refusal leaves no trace, and each role is checked.

import t from 'tap'
import { PROJECT_ROUTES } from '../../src/admin/projects/routes.ts'
import { checkCallback } from '../../src/admin/projects/save.ts'
import type { ProjectDetail } from '../../src/admin/projects/schema.ts'
import { findGame } from '../../src/games/catalogue/games.ts'
import { readAudit } from '../../src/ledger/audit/audit-reader.ts'
import { callAdmin, confirming, isRefusedTo, signInBoth } from '../support/admin.ts'
import { codeOf } from '../support/admin-codes.ts'
import { act, codeOf as operatorCodeOf } from '../support/game-actions.ts'
import { LOOPBACK, post } from '../support/operator-setup.ts'
import { pluck } from '../support/results.ts'
import { openShared } from '../support/shared-node.ts'

const { setup, node, other } = await openShared(t)
const { pool, wallet, project, suffix } = setup
const { internalUrl } = node
const { owner: signedIn, viewer, signedOut } = await signInBoth(pool, internalUrl, suffix)
const owner = confirming(signedIn)
const actor = `owner:olga${suffix}`

/** A project of the platform itself, which no other file of tests changes. */
const INTERNAL = 'site'
const idOf = (name: string) => (name === INTERNAL ? name : `${name}${suffix}`)
const get = async (name: string): Promise<ProjectDetail> =>
  (await owner.call('GET', `/projects/${idOf(name)}`)).body
const save = async (name: string, values: object) => {
  const { revision } = await get(name)
  return owner.call('PUT', `/projects/${idOf(name)}`, { revision, ...values })
}
const create = (name: string, fields: object = {}) => {
  const wanted = { callbackUrl: wallet.url, allowedNetworks: ['127.0.0.0/8'] }
  return owner.call('POST', '/projects', { projectId: idOf(name), ...wanted, ...fields })
}
/** The answer of another node to a call of the project. */
const tryKey = async (name: string, apiKey: string) =>
  operatorCodeOf(await act(other, { projectId: idOf(name), apiKey }, 'freespins_list'))

/** Everything that a refusal must not change. */
async function stored(): Promise<string> {
  const { rows } = await pool.query(
    `SELECT (SELECT json_agg(p::text ORDER BY project_id) FROM project p
              WHERE project_id = ANY (array_append(ids, $2)))::text AS projects,
            (SELECT count(*) FROM audit WHERE (action LIKE 'project.%' OR action LIKE '%key%')
              AND subject = ANY (array_append(ids, $2))) AS audited
     FROM (SELECT array_agg(project_id) AS ids FROM project WHERE project_id LIKE $1) files`,
    [`%${suffix}`, INTERNAL],
  )
  return JSON.stringify(rows)
}

t.test('a created project and its key are shown once, and the key works at once', async t => {
  const { status, body } = await create('acme')
  t.equal(status, 200)
  t.match(body.apiKey, /^rk_/)
  t.match(body.project, { projectId: idOf('acme'), internal: false, enabled: true, revision: 1 })
  const shown = await viewer.call('GET', `/projects/${idOf('acme')}`)
  t.strictSame(shown.body, body.project)
  t.notOk(shown.text.includes(body.apiKey))
  t.equal(await tryKey('acme', body.apiKey), '200 ok')
  const [record] = await readAudit(pool, { limit: 1, subject: idOf('acme') })
  t.match(record, { action: 'project.created', actor, origin: /^admin panel, / })
})

t.test('the list is paged in the order of ids, and searched', async t => {
  for (let number = 10; number < 17; number++) await create(`house-${number}`)
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const query: string = cursor === null ? '' : `&cursor=${cursor}`
    const { body } = await viewer.call('GET', `/projects?search=house&limit=3${query}`)
    seen.push(...pluck(body.rows as { projectId: string }[], 'projectId'))
    cursor = body.nextCursor
  } while (cursor !== null)
  const all = [10, 11, 12, 13, 14, 15, 16].map(number => idOf(`house-${number}`))
  t.strictSame(seen, all)
  const { body: first } = await viewer.call('GET', '/projects?search=house&limit=3')
  const foreign = await viewer.call('GET', `/projects?search=acme&cursor=${first.nextCursor}`)
  t.equal(codeOf(foreign), '400 INVALID_CURSOR')
  t.match((await viewer.call('GET', '/projects?search=demo')).body.rows, [{ internal: true }])
})

t.test('a project that is switched off is refused on another node at once', async t => {
  const { body } = await create('switched')
  t.match((await save('switched', { disabled: ['project'] })).body, { enabled: false })
  t.equal(await tryKey('switched', body.apiKey), '403 FORBIDDEN')
  const { body: off } = await viewer.call('GET', '/projects?state=off&search=switched')
  t.match(off.rows, [{ projectId: idOf('switched'), enabled: false }])
  t.match((await save('switched', { disabled: [] })).body, { enabled: true })
  t.equal(await tryKey('switched', body.apiKey), '200 ok')
})

const VALUES = {
  callbackUrl: 'https://9.9.9.9/wallet',
  allowedNetworks: ['203.0.113.0/24', '2001:db8::/32'],
  defaultLanguage: 'uk',
  rtp: {
    provider_a: {
      level: '94.50',
      personal: true,
      adaptive: {
        windowRounds: 500,
        lowerAbove: '150.00',
        restoreBelow: '90.00',
        step: '2.00',
        floorBelowStart: '6.00',
        minTurnover: { EUR: '100000' },
      },
    },
  },
  projectLimits: [
    { scope: 'default', currency: 'EUR', min: '10', max: '50000' },
    { scope: 'provider:provider_a', currency: 'EUR', min: null, max: '40000' },
  ],
  gameLimits: [{ game: 'lucky-lanterns', currency: 'EUR', min: null, max: '30000' }],
  disabled: ['provider:provider_c', 'game:forty-suns', 'mode:buy'],
  callsPerMinute: { launch: 2400 },
  spinPaceMs: 2500,
  playProfile: { preset: 'uk', autoplay: true, realityCheckMinutes: 30 },
  walletConnections: 128,
  betCancel: { afterS: 300, attempts: 250 },
  finalRefusals: true,
  decisionDeadlineMinutes: null,
  frameAncestors: ['https://casino.example.com'],
  lobbyUrl: 'https://casino.example.com/games',
}

t.test('every value is saved as it was sent, audited with before and after', async t => {
  await create('full')
  const { body } = await save('full', VALUES)
  t.strictSame(body.values, VALUES)
  t.equal(body.revision, 2)
  t.strictSame(await get('full'), body)
  const { body: changes } = await viewer.call('GET', `/projects/${idOf('full')}/changes`)
  t.match(changes.rows, [
    {
      revision: 2,
      actor,
      action: 'project.changed',
      before: { callbackUrl: wallet.url, defaultLanguage: 'en', betCancel: null },
      after: VALUES,
    },
    { revision: 1, action: 'project.created' },
  ])
  const later = await save('full', { spinPaceMs: 0 })
  t.strictSame(later.body.values.betCancel, VALUES.betCancel)
  const before = await stored()
  t.match(await save('full', { spinPaceMs: 0 }), { status: 200, body: { revision: 3 } })
  t.equal(await stored(), before, 'an unchanged value is not a change')
})

t.test('of two who save the second sees what the first changed, and loses nothing', async t => {
  await create('contested')
  const read = await get('contested')
  await save('contested', { spinPaceMs: 1000, disabled: ['mode:buy'] })
  await save('contested', { spinPaceMs: 2000 })
  const before = await stored()
  const edit = { spinPaceMs: 3000, walletConnections: 8 }
  const put = (revision: number) =>
    owner.call('PUT', `/projects/${idOf('contested')}`, { revision, ...edit })
  const late = await put(read.revision)
  t.equal(codeOf(late), '409 PROJECT_SETTINGS_CONFLICT')
  t.equal(await stored(), before)
  const { project: now, changes } = late.body.details
  t.strictSame(now, await get('contested'))
  t.match(changes, [
    { revision: 3, actor, before: { spinPaceMs: 1000 }, after: { spinPaceMs: 2000 } },
    { revision: 2, after: { spinPaceMs: 1000, disabled: ['mode:buy'] } },
  ])
  t.match(changes[0].at, /Z$/)
  const again = await put(now.revision)
  t.match(again.body.values, { ...edit, disabled: ['mode:buy'] })
})

t.test('of two saves at once one is saved', async t => {
  await create('raced')
  const { revision } = await get('raced')
  const put = (walletConnections: number) =>
    owner.call('PUT', `/projects/${idOf('raced')}`, { revision, walletConnections })
  const answers = await Promise.all([1, 2, 3].map(put))
  const conflict = '409 PROJECT_SETTINGS_CONFLICT'
  t.strictSame(answers.map(codeOf).sort(), ['200 ok', conflict, conflict])
  const saved = answers.find(({ status }) => status === 200)!
  t.strictSame(await get('raced'), saved.body)
})

const limitOf = (max: string) => ({ scope: 'default', currency: 'EUR', min: null, max })
const rtpOf = (provider: string, level: string) => ({
  rtp: { [provider]: { level, personal: false, adaptive: null } },
})
const gameLimits = [{ game: 'gone', currency: 'EUR', min: null, max: '5' }]
const NO_CALLBACKS = [
  'http://wallet.example.com',
  'https://10.0.0.1/w',
  'https://9.9.9.9/w/',
  'https://9.9.9.9:444/w',
  `https://9.9.9.9/${'w'.repeat(512)}`,
]
/** Values that are refused, and their fields, by the code. */
const REFUSED_VALUES: Record<string, [values: object, field: string][]> = {
  '400 INVALID_CALLBACK_URL': NO_CALLBACKS.map(callbackUrl => [{ callbackUrl }, 'callbackUrl']),
  '400 UNSUPPORTED_BY_RUNTIME': [
    [{ disabled: ['game:no-such-game'] }, 'disabled[0]'],
    [{ disabled: ['mode:gamble'] }, 'disabled[0]'],
    [rtpOf('provider_z', '90'), 'rtp'],
    [{ gameLimits }, 'gameLimits[0].game'],
  ],
  '400 INVALID_REQUEST': [
    [{ allowedNetworks: ['10.0.0.0/8', '10.0.0.1'] }, 'allowedNetworks[1]'],
    [{ defaultLanguage: 'xx' }, 'defaultLanguage'],
    [rtpOf('provider_a', '59.99'), 'rtp.provider_a.level'],
    [{ projectLimits: [limitOf('5'), limitOf('6')] }, 'projectLimits[1]'],
    [{ callsPerMinute: { launch: 0 } }, 'callsPerMinute.launch'],
    [{ spinPaceMs: 60_001 }, 'spinPaceMs'],
    [{ spinPaceMs: '5' }, 'spinPaceMs'],
    [{ playProfile: { preset: 'mars' } }, 'playProfile.preset'],
    [{ playProfile: { preset: 'uk', turbo: 1 } }, 'playProfile.turbo'],
    [{ walletConnections: 0 }, 'walletConnections'],
    [{ betCancel: { afterS: 0, attempts: 1 } }, 'betCancel.afterS'],
    [{ frameAncestors: ['http://a.example'] }, 'frameAncestors[0]'],
    [{ lobbyUrl: 'http://a.example' }, 'lobbyUrl'],
    [{ colour: 'red' }, 'colour'],
  ],
}

t.test('a value that is refused names its field and changes nothing', async t => {
  await create('strict')
  const before = await stored()
  for (const [code, refused] of Object.entries(REFUSED_VALUES)) {
    for (const [values, field] of refused) {
      // A good value sent with it is not saved either.
      const answer = await save('strict', { defaultLanguage: 'de', ...values })
      t.strictSame([codeOf(answer), answer.body.field], [code, field], JSON.stringify(values))
      t.match(answer.body.reason, /[.]$/)
    }
  }
  t.equal(await stored(), before)
})

t.test('a new project is checked the same way', async t => {
  await create('taken')
  const before = await stored()
  const cases: [projectId: string, fields: object, code: string, field: string][] = [
    ['taken', {}, '409 PROJECT_EXISTS', 'projectId'],
    ['Taken', {}, '400 INVALID_REQUEST', 'projectId'],
    ['fresh', { callbackUrl: 'https://a@9.9.9.9' }, '400 INVALID_CALLBACK_URL', 'callbackUrl'],
    ['fresh', { allowedNetworks: ['x'] }, '400 INVALID_REQUEST', 'allowedNetworks[0]'],
    ['fresh', { apiKey: 'mine' }, '400 INVALID_REQUEST', 'apiKey'],
  ]
  for (const [projectId, fields, code, field] of cases) {
    const answer = await create(projectId, fields)
    t.strictSame([codeOf(answer), answer.body.field], [code, field], projectId)
  }
  t.equal(await stored(), before)
})

t.test('a name that resolves to a private address is refused, an unknown one is not', async t => {
  const ask = (resolve: () => Promise<string[]>) =>
    checkCallback({ allowLoopback: false, networks: [], resolve }, 'https://wallet.example.com')
  const refused = { code: 'INVALID_CALLBACK_URL', field: 'callbackUrl' }
  t.match(await ask(async () => ['203.0.113.5', '10.0.0.7']), refused)
  t.equal(await ask(async () => ['9.9.9.9']), null)
  t.equal(await ask(() => Promise.reject(new Error('ENOTFOUND'))), null)
})

t.test('an internal project keeps its callback; its other settings can change', async t => {
  const before = await stored()
  const locked = await save(INTERNAL, { callbackUrl: 'https://9.9.9.9/w' })
  t.equal(codeOf(locked), '403 PARTNER_LOCKED')
  t.equal(await stored(), before)
  const { values } = await get(INTERNAL)
  const kept = await save(INTERNAL, { callbackUrl: values.callbackUrl, spinPaceMs: 1000 })
  const expected = { values: { ...values, spinPaceMs: 1000 } }
  t.match(kept.body, expected, 'the same callback is not a change')
})

t.test('the effective limit names each layer that sets it', async t => {
  await create('limited')
  await save('limited', { projectLimits: VALUES.projectLimits, gameLimits: VALUES.gameLimits })
  const ask = async (query: string) =>
    (await viewer.call('GET', `/projects/${idOf('limited')}/effective-limit?${query}`)).body
  t.match(await ask('gameId=lucky-lanterns&currency=EUR'), {
    minMinor: null,
    maxMinor: '30000',
    minFrom: null,
    maxFrom: 1,
    isPlayable: true,
    nativeMinMinor: '20',
    nativeMaxMinor: '5000',
    layers: [
      { kind: 'project', scope: 'provider:provider_a', min: null, max: '40000' },
      { kind: 'game', scope: null, min: null, max: '30000' },
    ],
  })
  const { extendedToMinor } = await ask('gameId=lucky-lanterns&currency=EUR')
  t.ok(Number(extendedToMinor) > 5_000 && Number(extendedToMinor) <= 30_000, 'the part that fits')
  t.match(await ask('gameId=cherry-classic&currency=EUR'), {
    minMinor: '10',
    maxMinor: '50000',
    minFrom: 0,
    maxFrom: 0,
    layers: [{ kind: 'project', scope: 'default' }],
  })
  t.match(await ask('gameId=lucky-lanterns&currency=USD'), { maxMinor: null, layers: [] })
  const { body } = await create('with-player', { allowedNetworks: LOOPBACK })
  const limit = { player_id: 'ann', currency: 'EUR', min_minor: '1', max_minor: '5' }
  const call = { partner: idOf('with-player'), api_key: body.apiKey, action: 'bet-limit', ...limit }
  t.match(await post(node, '/playerRtp.do', { ...call, provider: 'provider_a' }), { status: 200 })
  const path = `/projects/${idOf('with-player')}/effective-limit?gameId=lucky-lanterns&currency=EUR`
  t.match((await viewer.call('GET', `${path}&playerId=ann`)).body, {
    minMinor: '1',
    maxMinor: '5',
    maxFrom: 0,
    isPlayable: false,
    layers: [{ kind: 'player', scope: 'provider_a' }],
  })
  t.match((await viewer.call('GET', `${path}&playerId=bob`)).body, { layers: [] })
  const unknown = await viewer.call(
    'GET',
    `/projects/${idOf('limited')}/effective-limit?gameId=x&currency=EUR`,
  )
  t.equal(codeOf(unknown), '400 UNSUPPORTED_BY_RUNTIME')
})

t.test('the connection test shows the wallet’s answer, and never the key', async t => {
  const { body: made } = await create('tested')
  const ask = async (playerId: string) => {
    const path = `/projects/${idOf('tested')}/connection-test`
    const answer = await owner.call('POST', path, { currency: 'EUR', playerId })
    t.notOk(answer.text.includes(made.apiKey))
    return answer.body
  }
  t.match(await ask('fine'), {
    ok: true,
    httpStatus: 200,
    code: null,
    balanceMinor: '1000000',
    currency: 'EUR',
    url: `${wallet.url}/EUR`,
    latencyMs: Number,
  })
  const problems = [
    ['down', 'http-500-before-apply', { httpStatus: 500, code: 'CALLBACK_HTTP_ERROR' }],
    ['odd', 'invalid-json', { httpStatus: 200, code: 'INVALID_CALLBACK_RESPONSE' }],
    ['echo', 'echo', { httpStatus: 200, code: 'WALLET_ERROR' }],
    ['cut', 'drop-before-apply', { httpStatus: null, code: 'NETWORK_ERROR' }],
  ] as const
  for (const [playerId, act, expected] of problems) {
    wallet.rule({ method: 'session_info', playerId, act })
    t.match(await ask(playerId), { ok: false, balanceMinor: null, detail: /\w/, ...expected }, act)
  }
  const inDemo = await owner.call('POST', '/projects/demo/connection-test', { currency: 'EUR' })
  t.match(inDemo.body, { ok: true, url: /built-in/ })
})

t.test('the connection test calls no address that was saved without the password', async t => {
  await create('unconfirmed')
  const path = `/projects/${idOf('unconfirmed')}`
  const test = (playerId: string) =>
    owner.call('POST', `${path}/connection-test`, { currency: 'EUR', playerId })
  t.equal((await get('unconfirmed')).isCallbackConfirmed, true, 'creating the project asked for it')
  const unconfirmed = [
    // One address was saved before saving asked for the password, one by an old node.
    `UPDATE project SET callback_confirmed = NULL WHERE project_id = $1`,
    `UPDATE project SET callback_url = callback_url || '/other' WHERE project_id = $1`,
  ]
  for (const [at, sql] of unconfirmed.entries()) {
    await pool.query(sql, [idOf('unconfirmed')])
    const refused = await test(`leak-${at}`)
    t.equal(codeOf(refused), '409 CALLBACK_NOT_CONFIRMED')
    t.equal(refused.body.field, 'callbackUrl')
    t.equal(wallet.of('session_info', `leak-${at}`).length, 0, 'the key was not sent')
    const { revision, values } = await get('unconfirmed')
    const same = { revision, callbackUrl: values.callbackUrl }
    t.equal(codeOf(await signedIn.call('PUT', path, same)), '400 CONFIRMATION_REQUIRED')
    t.equal(codeOf(await test(`leak-${at}`)), '409 CALLBACK_NOT_CONFIRMED')
    const saved = await owner.call('PUT', path, same)
    t.match(saved.body, { revision: revision + 1, isCallbackConfirmed: true }, saved.text)
    const { rows } = (await viewer.call('GET', `${path}/changes`)).body
    t.match(rows[0], { actor, after: { isCallbackConfirmed: true } })
    await pool.query(
      `UPDATE project SET callback_url = $1, callback_confirmed = $1
        WHERE project_id = $2`,
      [wallet.url, idOf('unconfirmed')],
    )
    t.match((await test(`fine-${at}`)).body, { ok: true })
  }
})

t.test('without an operators’ panel no account of an operator is made', async t => {
  const { projectId } = project
  const wanted = { name: 'eve', role: 'viewer', projectId }
  t.equal(codeOf(await owner.call('POST', '/people', wanted)), '409 OPERATOR_PANEL_OFF')
  const { rows } = await pool.query('SELECT FROM admin_account WHERE name = $1', [
    `eve@${projectId}`,
  ])
  t.equal(rows.length, 0)
})

t.test('the possible settings of a project are listed', async t => {
  const { body } = await viewer.call('GET', '/project-choices')
  t.match(body, { providers: ['provider_a', 'provider_b', 'provider_c'], allowsLoopback: true })
  t.equal(body.games.length > 5 && findGame(body.games[0].gameId) !== undefined, true)
})

/** A request that an owner may make; the records that it names exist. */
const BODIES: Readonly<Record<string, object>> = {
  'POST /projects': { projectId: 'by-role', callbackUrl: wallet.url, allowedNetworks: [] },
  'PUT /projects/:projectId': { revision: 1, spinPaceMs: 7 },
  'POST /projects/:projectId/connection-test': { currency: 'EUR' },
}
const QUERIES: Readonly<Record<string, string>> = {
  '/projects/:projectId/effective-limit': '?gameId=lucky-lanterns&currency=EUR',
}

t.test('roles: a viewer reads everything and changes nothing; strangers are refused', async t => {
  const before = await stored()
  for (const route of PROJECT_ROUTES) {
    const { method, path } = route
    const name = `${method} ${path}`
    const address = `${path.replace(':projectId', project.projectId)}${QUERIES[path] ?? ''}`
    const body = method === 'GET' ? undefined : BODIES[name]
    t.equal(codeOf(await signedOut.call(method, address, body)), '401 UNAUTHENTICATED', name)
    const asViewer = codeOf(await viewer.call(method, address, body))
    t.equal(asViewer, method === 'GET' ? '200 ok' : '403 FORBIDDEN', name)
    t.equal(isRefusedTo('viewer', route), method !== 'GET', name)
    if (method === 'GET') continue
    const headers = { cookie: owner.cookie }
    const foreign = { ...headers, origin: 'https://evil.example', 'x-admin-request': '1' }
    for (const sent of [headers, foreign, { ...headers, origin: internalUrl }]) {
      const answer = await callAdmin(internalUrl, method, address, body, sent)
      t.equal(codeOf(answer), '403 INVALID_ADMIN_ORIGIN', name)
    }
  }
  t.equal(await stored(), before)
})

t.test('an unknown project is UNKNOWN_PROJECT', async t => {
  for (const { method, path } of PROJECT_ROUTES) {
    if (!path.includes(':projectId')) continue
    const address = `${path.replace(':projectId', 'nobody')}${QUERIES[path] ?? ''}`
    const body = method === 'GET' ? undefined : BODIES[`${method} ${path}`]
    t.equal(codeOf(await owner.call(method, address, body)), '404 UNKNOWN_PROJECT', path)
  }
})
