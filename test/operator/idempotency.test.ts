// Idempotent calls against Postgres: one run a key, its answer for every duplicate, nothing kept of a
// run that failed.

import { createHash } from 'node:crypto'
import t from 'tap'
import { type IdempotentCall, runOnce } from '../../src/ledger/projects/idempotency.ts'
import { openStores } from '../support/real-stores.ts'

const { pool } = await openStores(t)
for (const projectId of ['casino', 'other']) {
  await pool.query(
    `INSERT INTO project (project_id, callback_url, api_key_sealed, api_key_sha256)
     VALUES ($1, 'https://wallet.example', '', sha256(''))`,
    [projectId],
  )
}

const sha = (text: string) => createHash('sha256').update(text).digest()
let keys = 0
const newCall = (change: Partial<IdempotentCall> = {}): IdempotentCall => ({
  projectId: 'casino',
  method: 'playGame',
  key: `key-${++keys}`,
  bodySha256: sha('body'),
  ...change,
})

t.test('the second call gets the first answer and runs nothing', async t => {
  const call = newCall()
  const first = await runOnce(pool, call, async () => ({ ok: true, n: 1 }))
  const second = await runOnce(pool, call, async () => t.fail('ran twice'))
  t.strictSame(first, { kind: 'answer', result: { ok: true, n: 1 } })
  t.strictSame(second, first)
})

t.test('duplicates at one instant wait for the first and get its answer', async t => {
  const call = newCall()
  let runs = 0
  const work = async () => ({ run: ++runs })
  const answers = await Promise.all(Array.from({ length: 8 }, () => runOnce(pool, call, work)))
  t.equal(runs, 1)
  for (const answer of answers) t.strictSame(answer, { kind: 'answer', result: { run: 1 } })
})

/** A run under way until `finish` is called. */
function heldRun() {
  let finish = () => {}
  const held = new Promise<void>(resolve => {
    finish = resolve
  })
  let begin = () => {}
  const begun = new Promise<void>(resolve => {
    begin = resolve
  })
  const work = async () => {
    begin()
    await held
    return { n: 1 }
  }
  return { work, begun, finish }
}

t.test('another body under the same key is a conflict, also while the first runs', async t => {
  const call = newCall()
  const { work, begun, finish } = heldRun()
  const running = runOnce(pool, call, work)
  await begun
  const other = { ...call, bodySha256: sha('other') }
  t.strictSame(await runOnce(pool, other, async () => t.fail('ran')), { kind: 'conflict' })
  finish()
  t.match(await running, { kind: 'answer' })
})

t.test('more runs than connections go on at once: none holds one while it runs', async t => {
  const runs = Array.from({ length: 3 * (pool.options.max ?? 10) }, heldRun)
  const running = runs.map(({ work }) => runOnce(pool, newCall(), work))
  await Promise.all(runs.map(({ begun }) => begun))
  for (const { finish } of runs) finish()
  for (const answer of await Promise.all(running)) t.match(answer, { kind: 'answer' })
})

t.test('the claim of a run that was lost is taken over', async t => {
  const call = newCall()
  await pool.query(
    `INSERT INTO idempotency (project_id, method, key, body_sha256, claimed_until)
     VALUES ($1, $2, $3, $4, now() - interval '1 second')`,
    [call.projectId, call.method, call.key, call.bodySha256],
  )
  t.strictSame(await runOnce(pool, call, async () => 2), { kind: 'answer', result: 2 })
})

t.test('a run that throws keeps nothing: the next call runs', async t => {
  const call = newCall()
  const failing = runOnce(pool, call, async () => {
    throw new Error('storage away')
  })
  await t.rejects(failing, { message: 'storage away' })
  t.strictSame(await runOnce(pool, call, async () => 2), { kind: 'answer', result: 2 })
})

t.test('a refusal is an answer too: it is kept', async t => {
  const call = newCall()
  const refusal = { ok: false, code: 'BALANCE_UNAVAILABLE' }
  await runOnce(pool, call, async () => refusal)
  const again = await runOnce(pool, call, async () => t.fail('ran'))
  t.strictSame(again, { kind: 'answer', result: refusal })
})

t.test('the scope of a key is the project and the method', async t => {
  const call = newCall()
  const calls = [call, { ...call, projectId: 'other' }, { ...call, method: 'round_cancel' }]
  let runs = 0
  for (const one of calls) await runOnce(pool, one, async () => ++runs)
  t.equal(runs, 3)
})

t.test('an answer is forgotten after 24 hours, not before', async t => {
  const call = newCall()
  const age = (hours: number) =>
    pool.query(
      `UPDATE idempotency SET created_at = now() - $2 * interval '1 hour' WHERE key = $1`,
      [call.key, hours],
    )
  await runOnce(pool, call, async () => 1)
  await age(23.9)
  t.match(await runOnce(pool, call, async () => 2), { result: 1 })
  await age(24.1)
  t.match(await runOnce(pool, call, async () => 3), { result: 3 })
})
