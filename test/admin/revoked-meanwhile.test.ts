// An account that loses its role, is disabled or loses its session between the head of a request
// and its body changes nothing, and a file that it reads is broken off; a viewer's changes are
// limited by the minute. Through the real sessions of the ledger.

import t from 'tap'
import { createAdminApi } from '../../src/admin/call.ts'
import type { AdminDeps } from '../../src/admin/deps.ts'
import { refuse } from '../../src/admin/errors.ts'
import { answered, defineRoute, streamed } from '../../src/admin/route.ts'
import { sessionCookie } from '../../src/admin/sign-in/cookie.ts'
import { findAccount } from '../../src/ledger/admin/accounts.ts'
import { beginSession } from '../../src/ledger/admin/sessions.ts'
import { ADMIN_STREAM_LOOK_MS } from '../../src/limits/admin.ts'
import { makeAccount } from '../support/admin.ts'
import { openStores } from '../support/real-stores.ts'

const { pool } = await openStores(t)
const ORIGIN = 'https://panel.test'
const clock = { nowMs: Date.now() }
const deps = {
  pool,
  origin: ORIGIN,
  nowMs: () => clock.nowMs,
  onFault: (error: unknown) => t.fail(String(error)),
} as unknown as AdminDeps

let people = 0
async function signInAs(role: 'owner' | 'viewer') {
  const name = `${role}-${++people}`
  await makeAccount(pool, name, role)
  const account = (await findAccount(pool, { name }))!
  const from = { address: '10.0.0.1', userAgent: 'a test', device: null }
  const { session } = (await beginSession(pool, account, from, clock.nowMs))!
  const change = (text: string) => pool.query(text, [account.accountId])
  return { cookie: sessionCookie(session, ORIGIN).split(';')[0]!, change }
}

const request = (cookie: string, method: string, path: string) => ({
  ...{ method, path, query: '', address: '10.0.0.1', admit: () => true },
  headers: {
    ...{ host: 'panel.test', origin: ORIGIN, cookie },
    ...{ 'x-admin-request': '1', 'content-type': 'application/json' },
  },
  signal: new AbortController().signal,
  readBody: async () => Buffer.from('{}'),
})

const LOSSES = [
  ['another role', `UPDATE admin_account SET role = 'viewer' WHERE account_id = $1`, 'FORBIDDEN'],
  [
    'no account',
    'UPDATE admin_account SET disabled_at = now() WHERE account_id = $1',
    'UNAUTHENTICATED',
  ],
  ['no session', 'DELETE FROM admin_session WHERE account_id = $1', 'UNAUTHENTICATED'],
] as const

t.test('a body that arrives after its sender has lost the right changes nothing', async t => {
  let runs = 0
  // A kill switch does not ask for the password.
  const route = defineRoute({
    ...{ method: 'POST', path: '/pauses', role: 'owner', summary: 'Counts', errors: [] },
    run: async () => {
      runs++
      return answered({})
    },
  })
  const answer = createAdminApi(deps, [route])
  for (const [name, loss, code] of LOSSES) {
    const { cookie, change } = await signInAs('owner')
    const asked = request(cookie, 'POST', '/pauses')
    t.match(await answer(asked), { ok: true })
    const readBody = async () => {
      await change(loss)
      return Buffer.from('{}')
    }
    runs = 0
    t.match(await answer({ ...asked, readBody }), { ok: false, code }, name)
    t.equal(runs, 0, name)
  }
})

t.test('a file whose reader lost the right is broken off, and events end', async t => {
  for (const fileName of ['rows.csv', undefined]) {
    const live = defineRoute({
      ...{ method: 'GET', path: '/rows', role: 'owner', summary: 'Goes on', errors: [] },
      streams: 'text/csv',
      run: async () =>
        streamed({
          ...{ contentType: 'text/csv', ...(fileName === undefined ? {} : { fileName }) },
          chunks: (async function* () {
            for (;;) yield 'row\n'
          })(),
        }),
    })
    const { cookie, change } = await signInAs('owner')
    const answer = await createAdminApi(deps, [live])(request(cookie, 'GET', '/rows'))
    if (!answer.ok || !('stream' in answer)) throw new Error(JSON.stringify(answer))
    const chunks = answer.stream.chunks[Symbol.asyncIterator]()
    t.match(await chunks.next(), { done: false })
    await change('DELETE FROM admin_session WHERE account_id = $1')
    clock.nowMs += ADMIN_STREAM_LOOK_MS
    if (fileName === undefined) t.match(await chunks.next(), { done: true })
    else await t.rejects(chunks.next(), /may not read on/)
  }
})

t.test('past its bound a viewer changes nothing, while an owner does', async t => {
  const held = refuse('TOO_MANY_ATTEMPTS', 'Too many attempts: wait 9 seconds.')
  const runs: string[] = []
  const own = defineRoute({
    ...{ method: 'PUT', path: '/account/time-zone', role: 'viewer', summary: 'Own', errors: [] },
    run: async (_, { account }) => {
      runs.push(account!.role)
      return answered({})
    },
  })
  const signInLimits = { takeChange: async () => held }
  const answer = createAdminApi({ ...deps, signInLimits } as unknown as AdminDeps, [own])
  for (const role of ['viewer', 'owner'] as const) {
    const { cookie } = await signInAs(role)
    const given = await answer(request(cookie, 'PUT', '/account/time-zone'))
    t.match(given, role === 'viewer' ? held : { ok: true }, role)
  }
  t.strictSame(runs, ['owner'])
})
