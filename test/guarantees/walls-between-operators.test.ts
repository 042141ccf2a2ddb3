// Guarantee 14 in the operators' panel: an account of one project asks every route that operators
// have with every other project's ids. What belongs to another project is answered like what does
// not exist, lists and files name nothing of it, and none of its rows changes.

import t from 'tap'
import { request } from 'undici'
import type { AdminRoute } from '../../src/admin/route.ts'
import { ADMIN_ROUTES } from '../../src/admin/routes.ts'
import type { Project } from '../../src/ledger/projects/projects.ts'
import { beginWalletCheck, saveWalletCheck } from '../../src/ledger/wallet-checks/wallet-checks.ts'
import {
  type AdminAnswer,
  type AdminCaller,
  confirming,
  createCaller,
  makeAccount,
  signIn,
} from '../support/admin.ts'
import { codeOf } from '../support/admin-codes.ts'
import { holdPort } from '../support/held-port.ts'
import { BET, GAME, LOOPBACK, launchBody, openSetup, post } from '../support/operator-setup.ts'
import { roundOf } from '../support/play-client.ts'

const setup = await openSetup(t)
const { pool } = setup
const port = await holdPort()
const url = `http://127.0.0.1:${port}`
const operatorPanel = { url, host: '127.0.0.1', port, networks: ['10.0.0.0/8'] }
const node = await setup.startNode({ trustedProxies: LOOPBACK, operatorPanel })
await makeAccount(pool, 'olga', 'owner')
const platform = confirming(await signIn(node.internalUrl, 'olga'))
const BY = { actor: 'owner:olga', origin: 'a test' }
const provider = 'provider_a'
const EUR = { currency: 'EUR' } as const

/** A project with a player of the same id, and with everything that routes name by an id. */
async function fill(project: Project, name: string) {
  const { projectId } = project
  const at = `/projects/${projectId}/players/ann`
  const launched = await post(node, '/playGame.do', launchBody(project, { player_id: 'ann' }))
  const client = await setup.connect(node, String(launched.body.link))
  await client.hello()
  const { roundId } = roundOf(await client.spin(BET))
  client.close()
  const grant = { gameId: GAME, ...EUR, count: 1, betMinor: '20', externalId: `grant-of-${name}` }
  const target = { gameId: GAME, multiplier: '2', kind: 'spin', spinNumber: 1, comment: name }
  const grantId = (await done('POST', `${at}/grants`, grant)).body.grant.grantId as string
  const scheduled = (await done('POST', `${at}/target-outcomes`, target)).body.target
  const { sessionId } = (await done('GET', at)).body.sessions[0]
  await done('POST', `${at}/tags`, { tag: name })
  const { notes } = (await done('POST', `${at}/notes`, { body: `about ${name}` })).body
  const checkId = crypto.randomUUID()
  const check = { checkId, projectId, playerId: `of ${name}`, node: 'a', planned: 1 }
  await beginWalletCheck(pool, { ...check, ...EUR, callbackUrl: `https://${name}.test` }, BY)
  await saveWalletCheck(pool, checkId, { checks: [], calls: [], outcome: 'passed' })
  const pause = { scope: 'project', subject: projectId, reason: `the reason of ${name}` }
  await done('POST', '/pauses', pause)
  const accountId = await makeAccount(pool, `boss-of-${name}`, 'owner', undefined, projectId)
  const calls = (await done('GET', `/projects/${projectId}/callback-log`)).body.rows
  return {
    projectId,
    playerId: 'ann',
    roundId,
    grantId,
    targetOutcomeId: scheduled.targetOutcomeId as string,
    sessionId: sessionId as string,
    noteId: notes[0].noteId as string,
    checkId,
    accountId,
    callId: (calls[0]?.callId ?? UNKNOWN_ID) as string,
  }
}

async function done(method: string, path: string, body?: object): Promise<AdminAnswer> {
  const answer = await platform.call(method, path, body)
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.text}`)
  return answer
}

const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000'
const theirs = await fill(await setup.newProject('zebra-club'), 'zebra-club')
const mine = await fill(setup.project, 'mine')
type Ids = typeof mine

/** No id of this project exists. */
const nowhere: Ids = {
  projectId: 'nowhere',
  playerId: 'nobody',
  roundId: UNKNOWN_ID,
  grantId: UNKNOWN_ID,
  targetOutcomeId: UNKNOWN_ID,
  sessionId: UNKNOWN_ID,
  noteId: UNKNOWN_ID,
  checkId: UNKNOWN_ID,
  accountId: UNKNOWN_ID,
  callId: UNKNOWN_ID,
}

/** What must appear in no answer. */
const { playerId: _, ...secrets } = theirs
const SECRETS = [...Object.values(secrets), 'zebra-club'].filter(text => text !== UNKNOWN_ID)

const ROUTES = ADMIN_ROUTES.filter(({ isForOperators, action }) => isForOperators && action)
const nameOf = ({ method, path }: AdminRoute) => `${method} ${path}`
const P = '/projects/:projectId/players/:playerId'

/** A good body of every route that has one, with the ids of a project. */
const BODIES: Readonly<Record<string, (ids: Ids) => object>> = {
  'PUT /account/time-zone': () => ({ timeZone: 'UTC' }),
  'POST /people': ({ projectId }) => ({ name: 'new', role: 'viewer', projectId }),
  'PUT /people/:accountId': () => ({ role: 'viewer', isDisabled: true }),
  'POST /projects/:projectId/connection-test': () => EUR,
  'POST /projects/:projectId/wallet-checks': () => EUR,
  [`POST ${P}/rtp/level`]: () => ({ provider, level: '90' }),
  [`POST ${P}/rtp/auto`]: () => ({ provider }),
  [`POST ${P}/bet-limits`]: () => ({ provider, ...EUR, minMinor: '1', maxMinor: '9' }),
  [`POST ${P}/grants`]: () => ({ gameId: GAME, ...EUR, count: 1, betMinor: '20' }),
  [`POST ${P}/target-outcomes`]: () => ({
    gameId: GAME,
    multiplier: '2',
    kind: 'spin',
    spinNumber: 1,
  }),
  [`POST ${P}/notes`]: () => ({ body: 'x' }),
  [`POST ${P}/tags`]: () => ({ tag: 'x' }),
  [`POST ${P}/tags/remove`]: () => ({ tag: 'zebra-club' }),
  [`POST ${P}/block`]: () => ({ reason: 'x' }),
  [`POST ${P}/unblock`]: () => ({ reason: 'x' }),
  'POST /pauses': ({ projectId }) => ({ scope: 'project', subject: projectId, reason: 'x' }),
  'POST /pauses/lift': ({ projectId }) => ({ scope: 'project', subject: projectId }),
  'POST /rounds/:roundId/cancel': () => ({ reason: 'x' }),
}
const QUERIES: Readonly<Record<string, string>> = {
  'GET /projects/:projectId/effective-limit': `?gameId=${GAME}&currency=EUR`,
}

const pathOf = (route: AdminRoute, ids: Ids) =>
  route.path.replaceAll(/:(\w+)/g, (_, name: keyof Ids) => ids[name]) +
  (QUERIES[nameOf(route)] ?? '')
const ask = (caller: AdminCaller, route: AdminRoute, ids: Ids) =>
  caller.call(route.method, pathOf(route, ids), BODIES[nameOf(route)]?.(ids) ?? {})

let people = 0
/** A new owner of the project: an account may make sixty changes a minute. */
async function newOwner(): Promise<AdminCaller> {
  const name = `owner-${++people}`
  await makeAccount(pool, name, 'owner', undefined, mine.projectId)
  return confirming(await signIn(url, `${name}@${mine.projectId}`))
}

/** Everything that is stored about the other project, but for what passes by itself. */
async function storedOfTheirs(): Promise<string> {
  const { rows } = await pool.query<{ texts: string[] }>(
    `SELECT ARRAY[
       (SELECT string_agg(r::text, '' ORDER BY r::text) FROM project r WHERE project_id = $1),
       (SELECT string_agg(r::text, '' ORDER BY r::text) FROM round r WHERE project_id = $1),
       (SELECT string_agg(r::text, '' ORDER BY r::text) FROM admin_account r
        WHERE project_id = $1),
       (SELECT string_agg(r::text, '' ORDER BY r::text) FROM pause r),
       (SELECT string_agg(r::text, '' ORDER BY r::text) FROM wallet_check r
        WHERE project_id = $1),
       (SELECT count(*)::text FROM audit
        WHERE subject IN ($1, 'project ' || $1, 'account boss-of-zebra-club@' || $1))
     ] AS texts`,
    [theirs.projectId],
  )
  const listed = ['grants', 'target-outcomes', 'rtp', 'notes', ''].map(async part => {
    const path = `/projects/${theirs.projectId}/players/ann/${part}`.replace(/\/$/, '')
    return (await platform.call('GET', path)).text
  })
  return JSON.stringify([rows[0]!.texts, await Promise.all(listed)])
}

const idsOf = ({ path }: AdminRoute) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)

t.test(
  'guarantee 14: an operator’s account asked for another project’s ids finds nothing',
  async t => {
    const before = await storedOfTheirs()
    const named = ROUTES.filter(route => idsOf(route).some(name => name in theirs))
    t.ok(named.length > 30)
    let caller = await newOwner()
    for (const [at, route] of named.entries()) {
      if (at % 15 === 14) caller = await newOwner()
      const what = nameOf(route)
      // All ids of the other project; then each of them alone among the own ones.
      const foreign = [
        theirs,
        ...idsOf(route).map(name => ({ ...mine, [name]: idOf(theirs, name) })),
      ]
      const unknown = [
        nowhere,
        ...idsOf(route).map(name => ({ ...mine, [name]: idOf(nowhere, name) })),
      ]
      for (const [each, ids] of foreign.entries()) {
        const own = idsOf(route).every(name => idOf(ids, name) === idOf(mine, name))
        if (own) continue
        const found = await ask(caller, route, ids)
        const missing = await ask(caller, route, unknown[each]!)
        t.ok([403, 404].includes(found.status), `${what} ${each}: ${found.text}`)
        t.strictSame(
          [found.status, withoutIds(found.text, ids)],
          [missing.status, withoutIds(missing.text, unknown[each]!)],
          `${what} ${each}`,
        )
      }
    }
    t.equal(await storedOfTheirs(), before)
  },
)

const idOf = (ids: Ids, name: string) => ids[name as keyof Ids]

/** An answer may repeat what it was asked for. */
function withoutIds(text: string, ids: Ids): string {
  return Object.values(ids).reduce((rest, id) => rest.replaceAll(id, '·'), text)
}

t.test(
  'guarantee 14: lists, files and filters of an operator’s account name no other project',
  async t => {
    const lists = ROUTES.filter(route => route.method === 'GET' && idsOf(route).length === 0)
    const caller = await newOwner()
    for (const route of lists) {
      const what = nameOf(route)
      const answer = await caller.call('GET', route.path)
      t.equal(answer.status, 200, what)
      for (const secret of SECRETS) t.notMatch(answer.text, secret, `${what} names ${secret}`)
      const filter = ['projectId', 'project'].find(name => name in route.query.properties)
      if (filter === undefined) continue
      for (const other of [theirs.projectId, 'nowhere']) {
        const asked = await caller.call('GET', `${route.path}?${filter}=${other}`)
        t.equal(codeOf(asked), '404 UNKNOWN_PROJECT', `${what} of ${other}`)
      }
      const own = await caller.call('GET', `${route.path}?${filter}=${mine.projectId}`)
      t.equal(
        withoutTimes(own.text),
        withoutTimes(answer.text),
        `${what} without a filter is that of the own project`,
      )
    }
    for (const filter of ['subject', 'actor', 'playerId']) {
      const { projectId } = theirs
      const value = { subject: projectId, actor: `owner:boss-of-zebra-club@${projectId}` }
      const query = `${filter}=${value[filter as 'subject'] ?? 'ann'}`
      const { text } = await caller.call('GET', `/audit?${query}`)
      for (const secret of SECRETS) t.notMatch(text, secret, `the audit log by ${filter}`)
    }
    const ids = ['roundId', 'grantId', 'targetOutcomeId', 'sessionId'] as const
    for (const text of [...ids.map(name => theirs[name]), 'grant-of-zebra', 'zebra-club', 'ann']) {
      for (const asked of [text, `bet-${text}`, text.slice(0, 8)]) {
        const { text: found } = await caller.call('GET', `/search?text=${asked}`)
        for (const secret of SECRETS) t.notMatch(found, secret, `the search for ${asked}`)
      }
    }
    t.match((await caller.call('GET', '/search?text=grant-of-')).body.grants, [
      { id: mine.grantId },
    ])
    t.match((await caller.call('GET', '/search?text=ann')).body.players, [
      { projectId: mine.projectId },
    ])
    const found = await caller.call('GET', `/rounds?roundId=${theirs.roundId}`)
    t.strictSame(found.body.rows, [], 'a round by its id')
    const shown = await caller.call('GET', `/rounds?roundId=${mine.roundId}`)
    t.equal(shown.body.rows.length, 1, 'the own one')
  },
)

const withoutTimes = (text: string) => text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '')

t.test(
  'guarantee 14: the own project is there: rounds, players, people, audit, pauses',
  async t => {
    const caller = await newOwner()
    const { projectId, roundId } = mine
    t.match((await caller.call('GET', '/projects')).body.rows, [{ projectId }])
    t.match((await caller.call('GET', '/rounds')).body.rows, [{ roundId, projectId }])
    t.match((await caller.call('GET', '/players')).body.rows, [{ projectId, playerId: 'ann' }])
    t.match((await caller.call('GET', '/pauses')).body, {
      pauses: [{ subject: projectId }],
      nodes: [],
    })
    const { people: names } = (await caller.call('GET', '/people')).body
    t.ok(names.every((each: { name: string }) => each.name.endsWith(`@${projectId}`)))
    const { rows } = (await caller.call('GET', `/audit?action=account.created`)).body
    t.ok(rows.length > 0, 'who made its accounts')
    const by = (await caller.call('GET', '/audit?action=grant.created')).body.rows[0]
    t.match(by, { actor: 'owner:olga', origin: 'platform' }, 'without the platform’s machines')
    await platform.call('POST', `/rounds/${roundId}/dispute-pack`, {})
    const pack = await caller.call('POST', `/rounds/${roundId}/dispute-pack`, {})
    t.match(pack.text, /owner:olga, platform/, 'an export of the platform’s people')
    t.notMatch(pack.text, /owner:olga, admin panel/)
    const { body } = await caller.call('GET', `/projects/${projectId}/overview`)
    t.match(body, { pauses: [{ reason: 'the reason of mine' }] })
  },
)

t.test('guarantee 14: bodies that name another project change nothing', async t => {
  const caller = await newOwner()
  const before = await storedOfTheirs()
  const { projectId } = theirs
  const pause = { scope: 'project', subject: projectId }
  const person = { name: 'mallory', role: 'owner' }
  const REFUSED: [path: string, body: object, code: string][] = [
    ['/pauses', { ...pause, reason: 'x' }, '404 UNKNOWN_PROJECT'],
    ['/pauses/lift', pause, '404 UNKNOWN_PROJECT'],
    ['/pauses/lift', { scope: 'project', subject: 'nowhere' }, '404 UNKNOWN_PROJECT'],
    ['/pauses', { scope: 'all', subject: '*', reason: 'x', confirmation: 'all' }, '403 FORBIDDEN'],
    ['/pauses', { scope: 'game', subject: GAME, reason: 'x' }, '403 FORBIDDEN'],
    ['/people', { ...person, projectId }, '404 UNKNOWN_PROJECT'],
    ['/people', person, '403 FORBIDDEN'],
  ]
  for (const [path, body, code] of REFUSED) {
    const answer = await caller.call('POST', path, body)
    t.equal(codeOf(answer), code, `${path} ${JSON.stringify(body)}`)
  }
  t.equal(await storedOfTheirs(), before)
  const own = { scope: 'project', subject: mine.projectId }
  const lifted = await caller.call('POST', '/pauses/lift', own)
  t.equal(codeOf(lifted), '403 FORBIDDEN', 'the platform paused it')
  await done('POST', '/pauses/lift', own)
  t.equal(codeOf(await caller.call('POST', '/pauses', { ...own, reason: 'x' })), '200 ok')
  t.equal(codeOf(await caller.call('POST', '/pauses/lift', own)), '200 ok')
})

t.test('guarantee 14: what is the platform’s is not on the operators’ listener', async t => {
  const caller = await newOwner()
  const hidden = ADMIN_ROUTES.filter(({ isForOperators }) => !isForOperators)
  t.ok(hidden.length > 10)
  for (const route of hidden) {
    // Another verb of the path may be there.
    const answer = await caller.call(route.method, pathOf(route, mine), {})
    t.match(codeOf(answer), /^40[45] (NOT_FOUND|METHOD_NOT_ALLOWED)$/, nameOf(route))
  }
  for (const path of ['/metrics', '/livez', '/']) {
    const { statusCode, body } = await request(`${url}${path}`, from('10.0.0.1'))
    await body.dump()
    t.ok([404, 405].includes(statusCode), path)
  }
})

t.test(
  'guarantee 14: each side signs in its own people, and its session is good there alone',
  async t => {
    const name = `boss-of-mine@${mine.projectId}`
    await t.rejects(signIn(node.internalUrl, name), /SIGN_IN_FAILED/)
    await t.rejects(signIn(url, 'olga'), /SIGN_IN_FAILED/)
    const tokenOf = (cookie: string) => cookie.split('=')[1]!
    const asOperator = tokenOf((await signIn(url, name)).cookie)
    const asPlatform = tokenOf(platform.cookie)
    for (const [at, cookie] of [
      [node.internalUrl, `reelhouse-admin-local=${asOperator}`],
      [url, `reelhouse-operator-local=${asPlatform}`],
    ] as const) {
      const answer = await createCaller(at, cookie).call('GET', '/session')
      t.equal(codeOf(answer), '401 UNAUTHENTICATED', at)
    }
  },
)

t.test('guarantee 14: the operators’ panel is reached from its networks only', async t => {
  for (const address of ['192.0.2.1', 'nonsense']) {
    for (const path of ['/admin/', '/admin/api/session', '/admin/api/sign-in', '/metrics']) {
      const { statusCode, body } = await request(`${url}${path}`, from(address))
      t.equal(statusCode, 403, `${path} from ${address}`)
      t.match(await body.json(), { message: 'ADDRESS_NOT_ALLOWED' })
    }
  }
  const { statusCode, body } = await request(`${url}/admin/api/session`, from('10.9.9.9'))
  await body.dump()
  t.equal(statusCode, 401)
})

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
