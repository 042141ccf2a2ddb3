// A stream of the admin API continues as long as its reader has the right to read it: through the
// real sessions of the ledger, with the test's clock.

import t from 'tap'
import { whileSignedIn } from '../../src/admin/call.ts'
import type { AdminDeps } from '../../src/admin/deps.ts'
import { ADMIN_SESSION_IDLE_MS, ADMIN_STREAM_LOOK_MS } from '../../src/limits/admin.ts'
import { ORIGIN } from '../support/panel-server.ts'
import { openStores } from '../support/real-stores.ts'
import { signInAs } from './ledger-session.ts'

const { pool } = await openStores(t)

/** A reader who takes chunks of a viewers' stream, one at a time, after the given time. */
async function read(role: 'owner' | 'viewer') {
  const clock = { nowMs: Date.now() }
  const { cookie, change } = await signInAs(pool, role, clock.nowMs)
  const faults: unknown[] = []
  const store = { isAway: false }
  const deps = {
    pool: {
      query: (text: string, values: unknown[]) =>
        store.isAway ? Promise.reject(new Error('the ledger is away')) : pool.query(text, values),
    },
    origin: ORIGIN,
    side: 'platform',
    nowMs: () => clock.nowMs,
    onFault: (error: unknown) => faults.push(error),
  }
  async function* numbers() {
    for (let number = 1; ; number++) yield `${number}`
  }
  const stream = { contentType: 'text/event-stream', chunks: numbers() }
  const read = whileSignedIn(deps as unknown as AdminDeps, cookie, role, stream)
  const chunks = read[Symbol.asyncIterator]()
  const next = async (afterMs: number) => {
    clock.nowMs += afterMs
    return (await chunks.next()).done === true ? 'ended' : 'goes on'
  }
  // The first chunk comes without a check, right after the reader was let in.
  t.equal(await next(0), 'goes on')
  return { next, change, faults, store }
}

t.test('a reader whose role changes reads no further', async t => {
  for (const [role, other] of [
    ['owner', 'viewer'],
    ['viewer', 'owner'],
  ] as const) {
    const { next, change } = await read(role)
    t.equal(await next(ADMIN_STREAM_LOOK_MS), 'goes on', 'the role is the same')
    await change(`UPDATE admin_account SET role = '${other}' WHERE account_id = $1`)
    t.equal(await next(ADMIN_STREAM_LOOK_MS - 1), 'goes on', 'until the next check')
    t.equal(await next(1), 'ended', `${role} to ${other}`)
  }
})

const DISABLE = 'UPDATE admin_account SET disabled_at = now() WHERE account_id = $1'

t.test('a reader who is disabled or signed out reads no further', async t => {
  const disabled = await read('viewer')
  await disabled.change(DISABLE)
  t.equal(await disabled.next(ADMIN_STREAM_LOOK_MS), 'ended')
  const out = await read('viewer')
  await out.change('DELETE FROM admin_session WHERE account_id = $1')
  t.equal(await out.next(ADMIN_STREAM_LOOK_MS), 'ended')
})

t.test('a reader stays while the ledger is down, and is checked again afterwards', async t => {
  const { next, change, faults, store } = await read('viewer')
  await change(DISABLE)
  store.isAway = true
  t.equal(await next(ADMIN_STREAM_LOOK_MS), 'goes on')
  t.equal(faults.length, 1)
  store.isAway = false
  t.equal(await next(ADMIN_STREAM_LOOK_MS - 1), 'goes on')
  t.equal(await next(1), 'ended')
})

t.test('an open stream does not keep an idle session alive', async t => {
  const { next } = await read('viewer')
  const looks = ADMIN_SESSION_IDLE_MS / ADMIN_STREAM_LOOK_MS
  for (let look = 1; look < looks; look++) {
    const said = await next(ADMIN_STREAM_LOOK_MS)
    if (said !== 'goes on') t.fail(`ended after ${look} looks`)
  }
  t.equal(await next(ADMIN_STREAM_LOOK_MS), 'ended')
})
