// An account that loses its role, is disabled or loses its session between the head of a request
// and its body changes nothing, and a file that it reads is broken off; a viewer's changes are
// limited by the minute. Through the real sessions of the ledger.

import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import http from 'node:http'
import { json } from 'node:stream/consumers'
import t from 'tap'
import { request } from 'undici'
import type { AdminDeps } from '../../src/admin/deps.ts'
import { refuse } from '../../src/admin/errors.ts'
import { answered, defineRoute, streamed } from '../../src/admin/route.ts'
import { ADMIN_STREAM_LOOK_MS } from '../../src/limits/admin.ts'
import { headersOf, startPanel } from '../support/panel-server.ts'
import { openStores } from '../support/real-stores.ts'
import { signInAs } from './ledger-session.ts'

const { pool } = await openStores(t)
const clock = { nowMs: Date.now() }
let onQuery = () => {}
const deps = {
  pool: {
    async query(text: string, values: unknown[]) {
      const result = await pool.query(text, values)
      onQuery()
      return result
    },
  },
  nowMs: () => clock.nowMs,
} as unknown as Partial<AdminDeps>
const onFault = (error: unknown) => t.fail(String(error))

/**
 * Sends a change; its body only after `meanwhile`, which begins when the session has been looked
 * up.
 */
async function send(
  url: string,
  method: 'POST' | 'PUT',
  cookie: string,
  meanwhile: () => Promise<unknown> = async () => {},
): Promise<[status: number, message: unknown]> {
  const asked = http.request(url, { method, headers: headersOf(cookie) })
  const answered = once(asked, 'response') as Promise<[IncomingMessage]>
  const isKnown = new Promise<void>(resolve => {
    onQuery = resolve
  })
  asked.flushHeaders()
  await isKnown
  await meanwhile()
  asked.end('{}')
  const [answer] = await answered
  return [answer.statusCode!, ((await json(answer)) as { message?: string }).message]
}

const DISABLE = 'UPDATE admin_account SET disabled_at = now() WHERE account_id = $1'
const LOSSES = [
  [`UPDATE admin_account SET role = 'viewer' WHERE account_id = $1`, 403, 'FORBIDDEN'],
  [DISABLE, 401, 'UNAUTHENTICATED'],
  ['DELETE FROM admin_session WHERE account_id = $1', 401, 'UNAUTHENTICATED'],
] as const

t.test('a body that arrives after its sender has lost the right changes nothing', async t => {
  let runs = 0
  // A kill switch does not ask for the password.
  const route = defineRoute('POST /pauses', ['people.change', 'own'], {
    summary: 'Counts',
    run: async () => {
      runs++
      return answered({})
    },
  })
  const url = await startPanel(t, { ...deps, onFault }, [route])
  for (const [loss, status, code] of LOSSES) {
    const { cookie, change: lose } = await signInAs(pool, 'owner', clock.nowMs)
    t.strictSame(await send(`${url}/pauses`, 'POST', cookie), [200, undefined])
    runs = 0
    const late = await send(`${url}/pauses`, 'POST', cookie, () => lose(loss))
    t.strictSame(late, [status, code], loss)
    t.equal(runs, 0, loss)
  }
})

t.test('a file whose reader lost the right is broken off, and events end', async t => {
  for (const fileName of ['rows.csv', undefined]) {
    const live = defineRoute('GET /rows', ['people.change', 'own'], {
      summary: 'Goes on',
      streams: 'text/csv',
      run: async () =>
        streamed({
          contentType: 'text/csv',
          ...(fileName === undefined ? {} : { fileName }),
          chunks: (async function* () {
            for (;;) yield 'row\n'
          })(),
        }),
    })
    const faults: unknown[] = []
    const url = await startPanel(t, { ...deps, onFault: error => faults.push(error) }, [live])
    const { cookie, change: lose } = await signInAs(pool, 'owner', clock.nowMs)
    const { body } = await request(`${url}/rows`, { headers: headersOf(cookie) })
    let isLost = false
    const readAll = async () => {
      for await (const _ of body) {
        if (isLost) continue
        isLost = true
        await lose('DELETE FROM admin_session WHERE account_id = $1')
        clock.nowMs += ADMIN_STREAM_LOOK_MS
      }
    }
    if (fileName === undefined) await readAll()
    else await t.rejects(readAll())
    t.match(faults, fileName === undefined ? [] : [{ message: /may not read on/ }])
  }
})

t.test('past its bound a viewer changes nothing, while an owner does', async t => {
  const held = refuse('TOO_MANY_ATTEMPTS', 'Too many attempts: wait 9 seconds.')
  const runs: string[] = []
  const own = defineRoute('PUT /account/time-zone', ['account.own', 'own'], {
    summary: 'Own',
    run: async (_, { account }) => {
      runs.push(account!.role)
      return answered({})
    },
  })
  const signInLimits = { takeChange: async () => held } as unknown as AdminDeps['signInLimits']
  const url = await startPanel(t, { ...deps, onFault, signInLimits }, [own])
  for (const [role, answer] of [
    ['viewer', [429, 'TOO_MANY_ATTEMPTS']],
    ['owner', [200, undefined]],
  ] as const) {
    const { cookie } = await signInAs(pool, role, clock.nowMs)
    t.strictSame(await send(`${url}/account/time-zone`, 'PUT', cookie), answer, role)
  }
  t.strictSame(runs, ['owner'])
})
