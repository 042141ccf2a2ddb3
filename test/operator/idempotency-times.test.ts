// How long an idempotency key is valid: a run in flight holds it for its claim, an answer for a
// day. The test moves the stored times in its own database instead of waiting.

import { createHash } from 'node:crypto'
import t from 'tap'
import { openListener } from '../../src/ledger/database/listener.ts'
import { type Once, openIdempotentCalls } from '../../src/ledger/projects/idempotency.ts'
import {
  CALL_ENDED_CHANNEL,
  type IdempotentCall,
} from '../../src/ledger/projects/idempotency-rows.ts'
import { deleteOldAnswers } from '../../src/ledger/retention/old-rows.ts'
import { IDEMPOTENCY_KEPT_MS } from '../../src/limits.ts'
import { openStores } from '../support/real-stores.ts'
import { insertProject } from '../support/rows.ts'
import { watchStatements } from '../support/watched-pool.ts'

const { pool, databaseUrl } = await openStores(t)

/** Each call comes to another node: they share nothing but the ledger. */
function openNode() {
  const watched = watchStatements(pool)
  const { listen, close } = openListener(databaseUrl, [CALL_ENDED_CHANNEL], () => {})
  t.teardown(close)
  const calls = openIdempotentCalls(watched.pool, listen)
  return { runOnce: calls.runOnce, sent: watched.sent }
}
await insertProject(pool, 'casino')

let keys = 0
const newCall = (): IdempotentCall => ({
  projectId: 'casino',
  method: 'playGame',
  key: `key-${++keys}`,
  bodySha256: createHash('sha256').update('body').digest(),
  isReading: false,
  mostBytes: 1_000_000,
})

/** Makes all stored times of the call so much older. */
const age = ({ key }: IdempotentCall, text: string) =>
  pool.query(
    `UPDATE idempotency SET created_at = created_at - $2::interval,
       claimed_until = claimed_until - $2::interval WHERE key = $1`,
    [key, text],
  )

const answerOf = (once: Once<unknown>) => (once.kind === 'answer' ? once.result : once.kind)
const run = async (call: IdempotentCall, result: string) =>
  answerOf(await openNode().runOnce(call, async () => result))

function signal() {
  let give = () => {}
  const given = new Promise<void>(resolve => {
    give = resolve
  })
  return { give, given }
}

/** A run in flight that ends with `result` when `finish` is called. */
async function beginRun(call: IdempotentCall, result: string) {
  const [begun, end] = [signal(), signal()]
  const once = openNode().runOnce(call, async () => {
    begun.give()
    await end.given
    return result
  })
  await begun.given
  return { finish: end.give, answer: once.then(answerOf) }
}

/**
 * A call with the same key; resolves once it has looked for the answer of the run before it, or has
 * run.
 */
async function beginDuplicate(call: IdempotentCall, result: string) {
  const node = openNode()
  const looked = node.sent(text => text.startsWith('SELECT'))
  const once = node.runOnce(call, async () => result)
  await Promise.race([looked, once])
  return { answer: once.then(answerOf) }
}

t.test('an answer is valid long after the claim of its run has ended', async t => {
  const call = newCall()
  t.equal(await run(call, 'first'), 'first')
  for (const later of ['1 minute', '1 hour', '22 hours 50 minutes']) {
    await age(call, later)
    t.equal(await run(call, 'second'), 'first', later)
  }
  await age(call, '10 minutes')
  t.equal(await run(call, 'second'), 'second', 'more than a day in all')
})

t.test('a key that is used again after a day is valid for another day', async t => {
  const call = newCall()
  await run(call, 'first')
  await age(call, '24 hours 1 minute')
  t.equal(await run(call, 'second'), 'second')
  await age(call, '23 hours 59 minutes')
  await deleteOldAnswers(pool, IDEMPOTENCY_KEPT_MS)
  t.equal(await run(call, 'third'), 'second')
})

t.test('the retention job forgets answers of more than a day, and no others', async t => {
  const [old, young] = [newCall(), newCall()]
  for (const call of [old, young]) await run(call, 'first')
  await age(old, '24 hours 1 minute')
  await age(young, '23 hours 59 minutes')
  await deleteOldAnswers(pool, IDEMPOTENCY_KEPT_MS)
  const { rows } = await pool.query('SELECT key FROM idempotency WHERE key = ANY ($1)', [
    [old.key, young.key],
  ])
  t.strictSame(rows, [{ key: young.key }])
})

t.test('a run in flight holds its key for 30 seconds', async t => {
  const call = newCall()
  const first = await beginRun(call, 'first')
  await age(call, '28 seconds')
  const second = await beginDuplicate(call, 'second')
  first.finish()
  t.equal(await first.answer, 'first')
  t.equal(await second.answer, 'first', 'the duplicate waited')
})

t.test('a run without an answer after 30 seconds counts as lost', async t => {
  const call = newCall()
  const lost = await beginRun(call, 'lost')
  await age(call, '31 seconds')
  const second = await beginRun(call, 'second')
  const third = await beginDuplicate(call, 'third')
  second.finish()
  t.equal(await third.answer, 'second', 'the next run holds the key for its own 30 seconds')
  lost.finish()
  t.equal(await lost.answer, 'lost')
  t.equal(await run(call, 'fourth'), 'second', 'the late answer replaces nothing')
})
