// Idempotent calls against Postgres: one run a key, its answer for every duplicate, and nothing
// kept of a failed run.

import t from 'tap'
import {
  IDEMPOTENCY_WAITERS_PER_PROJECT,
  type Once,
} from '../../src/ledger/projects/idempotency.ts'
import type { IdempotentCall } from '../../src/ledger/projects/idempotency-rows.ts'
import { deleteOldAnswers } from '../../src/ledger/retention/old-rows.ts'
import { IDEMPOTENCY_KEPT_MS } from '../../src/limits.ts'
import { openGate } from '../support/gate.ts'
import { openStores } from '../support/real-stores.ts'
import { insertProject } from '../support/rows.ts'
import { beginDuplicate, beginRun, newCall, openNode, sha } from './idempotent-calls.ts'

const { pool, databaseUrl } = await openStores(t)
const newNode = (url = databaseUrl) => openNode(t, pool, url)
const [node, otherNode] = [newNode(), newNode()]
for (const projectId of ['casino', 'other']) await insertProject(pool, projectId)

const answered = (result: unknown) => ({ kind: 'answer', result })

t.test('the second call gets the first answer and runs nothing', async t => {
  const call = newCall()
  const first = await node.runOnce(call, async () => ({ ok: true, n: 1 }))
  const second = await node.runOnce(call, async () => t.fail('ran twice'))
  t.strictSame(first, answered({ ok: true, n: 1 }))
  t.strictSame(second, first)
})

t.test('simultaneous duplicates wait for the first call and get its answer', async t => {
  const call = newCall()
  let runs = 0
  const work = async () => ({ run: ++runs })
  const answers = await Promise.all(Array.from({ length: 8 }, () => node.runOnce(call, work)))
  t.equal(runs, 1)
  for (const answer of answers) t.strictSame(answer, answered({ run: 1 }))
})

t.test('a duplicate on another node waits for the first and gets its answer', async t => {
  const call = newCall()
  const first = await beginRun(node, call)
  const second = await beginDuplicate(otherNode, call, async () => t.fail('ran twice'))
  first.finish()
  t.strictSame(await second.answer, answered({ n: 1 }))
  t.strictSame(await first.answer, await second.answer)
})

t.test('a duplicate on another node runs a call that failed on the first', async t => {
  const call = newCall()
  const first = await beginRun(node, call, () => Promise.reject(new Error('storage away')))
  const second = await beginDuplicate(otherNode, call, async () => 2)
  first.finish()
  await t.rejects(first.answer, { message: 'storage away' })
  t.strictSame(await second.answer, answered(2))
})

t.test('a call that waits on a node that cannot listen looks once afterwards', async t => {
  const gate = await openGate(t, databaseUrl)
  const deaf = newNode(gate.url)
  gate.close()
  const call = newCall()
  const first = await beginRun(node, call)
  const second = await beginDuplicate(deaf, call, async () => t.fail('ran twice'))
  first.finish()
  await first.answer
  gate.open()
  t.strictSame(await second.answer, answered({ n: 1 }))
})

/** Resolves once ends of other nodes' calls arrive: one of them did. */
async function hears(there: typeof node): Promise<void> {
  const call = newCall()
  const first = await beginRun(node, call)
  const second = await beginDuplicate(there, call, async () => 2)
  first.finish()
  await Promise.all([first.answer, second.answer])
}

t.test('any number of waiting duplicates send no statement', async t => {
  const [here, there] = [newNode(), newNode()]
  await hears(there)
  const before = there.statements.length
  const call = newCall()
  const ran = async () => t.fail('ran')
  const { answer, finish } = await beginRun(here, call)
  const noted = await beginDuplicate(there, call, ran)
  const running: Promise<unknown>[] = [answer, noted.answer]
  for (let time = 0; time < 20; time++)
    running.push(here.runOnce(call, ran), there.runOnce(call, ran))
  finish()
  for (const each of await Promise.all(running)) t.match(each, { kind: 'answer' })
  const kinds = (statements: readonly string[]) => statements.map(text => text.trim().slice(0, 6))
  t.strictSame(kinds(here.statements), ['INSERT', 'UPDATE'], 'a claim and an answer')
  t.strictSame(
    kinds(there.statements.slice(before)),
    ['INSERT', 'SELECT', 'UPDATE', 'INSERT', 'SELECT'],
    'one look before it waits and one after',
  )
})

t.test(`past ${IDEMPOTENCY_WAITERS_PER_PROJECT} of one project no more calls wait`, async t => {
  const call = newCall()
  const { answer, finish } = await beginRun(node, call)
  const running: Promise<unknown>[] = [answer]
  const duplicate = () => node.runOnce(call, async () => t.fail('ran'))
  for (let time = 0; time < IDEMPOTENCY_WAITERS_PER_PROJECT; time++) running.push(duplicate())
  t.strictSame(await duplicate(), { kind: 'crowded' })
  const others = newCall({ projectId: 'other', key: call.key })
  t.match(await node.runOnce(others, async () => 1), { kind: 'answer' }, 'another project has room')
  finish()
  for (const answer of await Promise.all(running)) t.match(answer, { kind: 'answer' })
  t.match(await duplicate(), { kind: 'answer' }, 'there is room again')
})

t.test('another body under the same key is a conflict, also while the first runs', async t => {
  const call = newCall()
  const { answer, finish } = await beginRun(node, call)
  const other = { ...call, bodySha256: sha('other') }
  t.strictSame(await node.runOnce(other, async () => t.fail('ran')), { kind: 'conflict' })
  finish()
  t.match(await answer, { kind: 'answer' })
})

t.test('more runs than connections proceed at once, because a run holds no connection', async t => {
  const count = 3 * (pool.options.max ?? 10)
  const runs = await Promise.all(Array.from({ length: count }, () => beginRun(node, newCall())))
  for (const { finish } of runs) finish()
  for (const { answer } of runs) t.match(await answer, { kind: 'answer' })
})

t.test('the claim of a run that was lost is taken over', async t => {
  const call = newCall()
  await pool.query(
    `INSERT INTO idempotency (project_id, method, key, body_sha256, claimed_until)
     VALUES ($1, $2, $3, $4, now() - interval '1 second')`,
    [call.projectId, call.method, call.key, call.bodySha256],
  )
  t.strictSame(await node.runOnce(call, async () => 2), answered(2))
})

t.test('a run that throws keeps nothing: the next call runs', async t => {
  const call = newCall()
  const failing = node.runOnce(call, () => Promise.reject(new Error('storage away')))
  await t.rejects(failing, { message: 'storage away' })
  t.strictSame(await node.runOnce(call, async () => 2), answered(2))
})

t.test('a refusal is an answer too: it is kept', async t => {
  const call = newCall()
  const refusal = { ok: false, code: 'BALANCE_UNAVAILABLE' }
  await node.runOnce(call, async () => refusal)
  const again = await node.runOnce(call, async () => t.fail('ran'))
  t.strictSame(again, answered(refusal))
})

t.test('the scope of a key is the project and the method', async t => {
  const call = newCall()
  const calls = [call, { ...call, projectId: 'other' }, { ...call, method: 'round_cancel' }]
  let runs = 0
  for (const one of calls) await node.runOnce(one, async () => ++runs)
  t.equal(runs, 3)
})

const MOST_BYTES = 100_000
const LARGE = 'x'.repeat(10_000)
/** Of a project that has no other answers. */
async function newProject(projectId: string) {
  await insertProject(pool, projectId)
  const call = (change: Partial<IdempotentCall>) =>
    newCall({ projectId, mostBytes: MOST_BYTES, ...change })
  const keptBytes = async () => {
    const { rows } = await pool.query<{ bytes: string }>(
      `SELECT coalesce(sum(octet_length(answer::text)), 0) AS bytes FROM idempotency
        WHERE project_id = $1`,
      [projectId],
    )
    return Number(rows[0]!.bytes)
  }
  return { call, keptBytes }
}

t.test('a bounded amount of answers to reading calls is kept, for any keys', async t => {
  const { call, keptBytes } = await newProject('reads')
  const calls = Array.from({ length: 30 }, () => call({ isReading: true }))
  for (const [place, each] of calls.entries()) {
    t.strictSame(await node.runOnce(each, async () => place + LARGE), answered(place + LARGE))
  }
  const kept = await keptBytes()
  t.ok(kept > 0 && kept <= MOST_BYTES, `${kept}`)
  const [first, last] = [calls[0]!, calls.at(-1)!]
  t.strictSame(await node.runOnce(first, async () => 'again'), answered(0 + LARGE))
  t.strictSame(await node.runOnce(last, async () => LARGE), answered(LARGE))
  for (const each of [first, last]) {
    const other = { ...each, bodySha256: sha('other') }
    t.strictSame(await node.runOnce(other, async () => t.fail('ran')), { kind: 'conflict' })
  }
})

t.test('duplicates of a reading call whose answer is not kept share one run', async t => {
  const { call } = await newProject('reads-at-once')
  const one = call({ isReading: true, mostBytes: 0 })
  const first = await beginRun(node, one)
  const here = node.runOnce(one, async () => t.fail('ran twice'))
  const there = await beginDuplicate(otherNode, one, async () => ({ n: 2 }))
  first.finish()
  t.strictSame(await here, await first.answer)
  t.strictSame(await there.answer, answered({ n: 2 }), 'its answer was not kept')
})

t.test('past the bound no changing call is started, and earlier answers are kept', async t => {
  const { call, keptBytes } = await newProject('changes')
  const calls: IdempotentCall[] = []
  let once: Once<unknown>
  do {
    calls.push(call({}))
    once = await node.runOnce(calls.at(-1)!, async () => LARGE)
  } while (once.kind === 'answer' && calls.length < 30)
  t.strictSame(once, { kind: 'full' })
  t.ok(
    (await keptBytes()) < MOST_BYTES + LARGE.length + 2,
    'the one that crossed the bound was started',
  )
  t.strictSame(await node.runOnce(calls.at(-1)!, async () => t.fail('ran')), { kind: 'full' })
  const repeated = await node.runOnce(calls[0]!, async () => t.fail('ran twice'))
  t.match(repeated, { kind: 'answer' })
  const reading = await node.runOnce(call({ isReading: true }), async () => 1)
  t.match(reading, { kind: 'answer' }, 'reading calls have separate room')
  const others = newCall({ projectId: 'other', mostBytes: MOST_BYTES })
  t.match(await node.runOnce(others, async () => 1), { kind: 'answer' }, 'so has another project')
})

t.test('deleted answers make room', async t => {
  const { call } = await newProject('forgets')
  const first = call({ mostBytes: 10 })
  await node.runOnce(first, async () => LARGE)
  t.strictSame(await node.runOnce(call({ mostBytes: 10 }), async () => 1), { kind: 'full' })
  const age = () =>
    pool.query(`UPDATE idempotency SET created_at = now() - interval '25 hours' WHERE key = $1`, [
      first.key,
    ])
  await age()
  const again = await node.runOnce({ ...first, mostBytes: 100_000 }, async () => LARGE)
  t.match(again, { kind: 'answer' })
  t.strictSame(await node.runOnce(call({ mostBytes: 10 }), async () => 1), { kind: 'full' })
  await age()
  await deleteOldAnswers(pool, IDEMPOTENCY_KEPT_MS)
  t.match(await node.runOnce(call({ mostBytes: 10 }), async () => 1), { kind: 'answer' })
})
