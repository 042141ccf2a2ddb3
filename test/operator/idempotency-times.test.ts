// How long an idempotency key is valid: a run in flight holds it for its claim, an answer for a
// day. The test moves the stored times in its own database instead of waiting.

import t from 'tap'
import type { IdempotentCall } from '../../src/ledger/projects/idempotency-rows.ts'
import { deleteOldAnswers } from '../../src/ledger/retention/old-rows.ts'
import { IDEMPOTENCY_KEPT_MS } from '../../src/limits.ts'
import { openStores } from '../support/real-stores.ts'
import { insertProject } from '../support/rows.ts'
import { beginDuplicate, beginRun, newCall, openNode } from './idempotent-calls.ts'

const { pool, databaseUrl } = await openStores(t)
await insertProject(pool, 'casino')
/** Each call comes to another node. */
const anyNode = () => openNode(t, pool, databaseUrl)

/** Makes all stored times of the call so much older. */
const age = ({ key }: IdempotentCall, text: string) =>
  pool.query(
    `UPDATE idempotency SET created_at = created_at - $2::interval,
       claimed_until = claimed_until - $2::interval WHERE key = $1`,
    [key, text],
  )

const answered = (result: string) => ({ kind: 'answer', result })
const run = (call: IdempotentCall, result: string) => anyNode().runOnce(call, async () => result)

t.test('an answer is valid long after the claim of its run has ended', async t => {
  const call = newCall()
  t.strictSame(await run(call, 'first'), answered('first'))
  for (const later of ['1 minute', '1 hour', '22 hours 50 minutes']) {
    await age(call, later)
    t.strictSame(await run(call, 'second'), answered('first'), later)
  }
  await age(call, '10 minutes')
  t.strictSame(await run(call, 'second'), answered('second'), 'more than a day in all')
})

t.test('a key that is used again after a day is valid for another day', async t => {
  const call = newCall()
  await run(call, 'first')
  await age(call, '24 hours 1 minute')
  t.strictSame(await run(call, 'second'), answered('second'))
  await age(call, '23 hours 59 minutes')
  await deleteOldAnswers(pool, IDEMPOTENCY_KEPT_MS)
  t.strictSame(await run(call, 'third'), answered('second'))
})

t.test('the retention job forgets answers of more than a day, and no others', async t => {
  const [old, young] = [newCall(), newCall()]
  for (const call of [old, young]) await run(call, 'first')
  await age(old, '24 hours 1 minute')
  await age(young, '23 hours 59 minutes')
  await deleteOldAnswers(pool, IDEMPOTENCY_KEPT_MS)
  const asked = 'SELECT key FROM idempotency WHERE key = ANY ($1)'
  const { rows } = await pool.query(asked, [[old.key, young.key]])
  t.strictSame(rows, [{ key: young.key }])
})

t.test('a run in flight holds its key for 30 seconds', async t => {
  const call = newCall()
  const first = await beginRun(anyNode(), call, async () => 'first')
  await age(call, '28 seconds')
  const second = await beginDuplicate(anyNode(), call, async () => 'second')
  first.finish()
  t.strictSame(await first.answer, answered('first'))
  t.strictSame(await second.answer, answered('first'), 'the duplicate waited')
})

t.test('a run without an answer after 30 seconds counts as lost', async t => {
  const call = newCall()
  const lost = await beginRun(anyNode(), call, async () => 'lost')
  await age(call, '31 seconds')
  const second = await beginRun(anyNode(), call, async () => 'second')
  const third = await beginDuplicate(anyNode(), call, async () => 'third')
  second.finish()
  const why = 'the next run holds the key for its own 30 seconds'
  t.strictSame(await third.answer, answered('second'), why)
  lost.finish()
  t.strictSame(await lost.answer, answered('lost'))
  t.strictSame(await run(call, 'fourth'), answered('second'), 'the late answer replaces nothing')
})
