// The table of roles and actions, walked: every action with every role, of the platform and of an
// operator; and its print in the documents.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { request } from 'undici'
import { ACTIONS, ADMIN_ACTIONS, mayDo, printActions } from '../../src/admin/access/actions.ts'
import type { AdminRoute } from '../../src/admin/route.ts'
import { ADMIN_ROUTES } from '../../src/admin/routes.ts'
import { ACCOUNT_ROLES } from '../../src/core/account-role.ts'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { confirming, makeAccount, nextAddress, signIn } from '../support/admin.ts'
import { codeOf } from '../support/admin-codes.ts'
import { holdPort } from '../support/held-port.ts'
import { LOOPBACK, openSetup } from '../support/operator-setup.ts'
import { pluck } from '../support/results.ts'
import { isFullSize } from '../support/size.ts'

const setup = await openSetup(t)
const { pool, project } = setup
const { projectId } = project
const port = await holdPort()
const url = `http://127.0.0.1:${port}`
const operatorPanel = { url, host: '127.0.0.1', port, networks: ['10.0.0.0/8'] }
const node = await setup.startNode({ trustedProxies: LOOPBACK, operatorPanel })

/** The status and code of a request whose ids name nothing; what goes on is not read to its end. */
async function ask(at: string, cookie: string, method: string, route: string): Promise<string> {
  const answer = await request(`${at}/admin/api${route.replaceAll(/:\w+/g, 'x')}`, {
    method: method as 'GET',
    headers: {
      cookie,
      'x-forwarded-for': nextAddress(),
      ...(method === 'GET' ? {} : { origin: at, 'x-admin-request': '1' }),
    },
  })
  const isJson = String(answer.headers['content-type']).startsWith('application/json')
  if (isJson) {
    const { message = 'ok' } = (await answer.body.json()) as { message?: string }
    return `${answer.statusCode} ${message}`
  }
  answer.body.on('error', () => {}).destroy()
  return `${answer.statusCode} ok`
}

const SIDES = [
  ['of the platform', node.internalUrl, null],
  ['of an operator', url, projectId],
] as const

/** At each change one route of each action, which the answer depends on. */
function routesFor(of: string | null): readonly AdminRoute[] {
  const routes = ADMIN_ROUTES.filter(route => of === null || route.isForOperators)
  return isFullSize ? routes : [...new Map(routes.map(route => [route.action, route])).values()]
}

t.test('each role may make the requests of its actions, and no others', async t => {
  for (const [side, at, of] of SIDES) {
    for (const role of ACCOUNT_ROLES) {
      const name = `${role}-walks`
      await makeAccount(pool, name, role, undefined, of)
      const { cookie } = await signIn(at, of === null ? name : `${name}@${of}`)
      for (const { method, path: route, action } of routesFor(of)) {
        if (action === null) continue
        const code = await ask(at, cookie, method, route)
        const may = mayDo({ role, projectId: of }, action)
        const what = `${role} ${side}: ${method} ${route}`
        if (may) t.not(code, '403 FORBIDDEN', what)
        else t.equal(code, '403 FORBIDDEN', what)
      }
    }
  }
})

t.test('every action is needed by a request', t => {
  const needed = new Set(ADMIN_ROUTES.flatMap(({ action }) => action ?? []))
  // A second action of a body.
  needed.add('project.address')
  t.strictSame([...needed].sort(), [...ADMIN_ACTIONS].sort())
  t.end()
})

t.test('an owner may do everything, and a viewer changes nothing but their own account', t => {
  for (const [action, { roles }] of Object.entries(ACTIONS)) {
    t.ok((roles as readonly string[]).includes('owner'), action)
  }
  const viewers = ADMIN_ACTIONS.filter(each => mayDo({ role: 'viewer', projectId: null }, each))
  const changing = viewers.filter(each => !/\.(read|verify|driver)$/.test(each))
  t.strictSame(changing, ['account.own'])
  t.end()
})

t.test('keys, addresses, settings and other projects’ things stay the platform’s', t => {
  const owner = { role: 'owner', projectId } as const
  const kept = ADMIN_ACTIONS.filter(action => !mayDo(owner, action))
  t.strictSame(kept, [
    'audit.verify',
    'overview.read',
    'project.create',
    'project.change',
    'project.address',
    'key.change',
    'round.driver',
    'round.put-back',
  ])
  t.end()
})

t.test(
  'the release role changes settings of a project, but neither address nor networks',
  async t => {
    await makeAccount(pool, 'rita', 'release')
    const rita = confirming(await signIn(node.internalUrl, 'rita'))
    const at = `/projects/${projectId}`
    const { revision } = (await rita.call('GET', at)).body
    for (const address of [{ callbackUrl: 'https://other.example' }, { allowedNetworks: [] }]) {
      const refused = await rita.call('PUT', at, { revision, ...address, defaultLanguage: 'de' })
      t.equal(codeOf(refused), '403 FORBIDDEN', JSON.stringify(address))
    }
    t.equal((await rita.call('GET', at)).body.revision, revision)
    t.equal(codeOf(await rita.call('PUT', at, { revision, defaultLanguage: 'de' })), '200 ok')
  },
)

t.test('a session names the actions of its account', async t => {
  for (const [, at, of] of SIDES) {
    await makeAccount(pool, 'sam', 'support', undefined, of)
    const sam = await signIn(at, of === null ? 'sam' : `sam@${of}`)
    const { body } = await sam.call('GET', '/session')
    const account = { role: 'support', projectId: of } as const
    t.strictSame(
      body.actions,
      ADMIN_ACTIONS.filter(action => mayDo(account, action)),
    )
    t.match(body.account, account)
    t.equal(body.node, of === null ? node.config.nodeName : null)
  }
})

t.test('owners make accounts of their side, each with its link', async t => {
  await makeAccount(pool, 'olga', 'owner')
  await makeAccount(pool, 'oksana', 'owner', undefined, projectId)
  const [olga, oksana] = [
    confirming(await signIn(node.internalUrl, 'olga')),
    confirming(await signIn(url, `oksana@${projectId}`)),
  ]
  const ann = { name: 'ann', role: 'finance' }
  const made = await olga.call('POST', '/people', { ...ann, projectId })
  t.match(made.body, { name: `ann@${projectId}` })
  t.ok(made.body.link.startsWith(`${url}/admin/link#`), 'at the operators’ panel')
  const own = await olga.call('POST', '/people', ann)
  t.ok(own.body.link.startsWith(`${node.internalUrl}/admin/link#`))
  const bob = await oksana.call('POST', '/people', { name: 'bob', role: 'support', projectId })
  t.match(bob.body, { name: `bob@${projectId}` })
  const odd = await olga.call('POST', '/people', { ...ann, name: 'a@b', projectId })
  t.strictSame([codeOf(odd), odd.body.field], ['400 INVALID_REQUEST', 'name'])
  const nowhere = await olga.call('POST', '/people', { ...ann, projectId: 'nowhere' })
  t.equal(codeOf(nowhere), '404 UNKNOWN_PROJECT')
  const like = await olga.call('POST', '/people', { ...ann, name: `x@${projectId}` })
  t.equal(codeOf(like), '409 NAME_TAKEN', 'it would pass for one of the operator’s people')
  const namesFor = async (caller: typeof olga, query = '') =>
    pluck((await caller.call('GET', `/people${query}`)).body.people as { name: string }[], 'name')
  const ofProject = await namesFor(olga, `?projectId=${projectId}`)
  t.ok(ofProject.includes(`bob@${projectId}`))
  t.strictSame(ofProject, await namesFor(oksana))
  const platform = (await olga.call('GET', '/people')).body.people
  t.ok(platform.every((each: { projectId: string | null }) => each.projectId === null))
  const { rows } = await pool.query(
    `SELECT actor, subject FROM audit WHERE action = 'account.created' AND subject = $1`,
    [`account bob@${projectId}`],
  )
  t.strictSame(rows, [{ actor: `owner:oksana@${projectId}`, subject: `account bob@${projectId}` }])
})

t.test('the last owner of a project is kept by its own people, not by the platform', async t => {
  const { projectId: other } = await setup.newProject('other')
  const accountId = await makeAccount(pool, 'only', 'owner', undefined, other)
  const only = confirming(await signIn(url, `only@${other}`))
  const viewer = { role: 'viewer', isDisabled: false }
  const refused = await only.call('PUT', `/people/${accountId}`, viewer)
  t.equal(codeOf(refused), '409 LAST_OWNER')
  await makeAccount(pool, 'otto', 'owner')
  const otto = confirming(await signIn(node.internalUrl, 'otto'))
  t.equal(codeOf(await otto.call('PUT', `/people/${accountId}`, viewer)), '200 ok')
  t.match((await only.call('GET', '/session')).body, { account: { role: 'viewer' } })
})

t.test('an address outside the operators’ networks is answered with its code', async t => {
  const headers = { 'x-forwarded-for': '192.0.2.1' }
  const { statusCode, body } = await request(`${url}/admin/api/sign-in`, { headers })
  t.equal(statusCode, 403)
  t.match(await body.json(), { message: 'ADDRESS_NOT_ALLOWED' })
})

t.test('the documents print the table', t => {
  const page = readFileSync(path.join(PROJECT_ROOT, 'docs', 'admin.md'), 'utf8')
  t.ok(page.includes(printActions()), 'npm run write:api writes it')
  t.end()
})
