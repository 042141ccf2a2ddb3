// Group commit: rows added together are written together, in bounded batches, each row with its own
// answer.

import type { Pool } from 'pg'
import t from 'tap'
import {
  BatchFull,
  createBatch,
  createTurns,
  groupReading,
} from '../../src/ledger/database/batch.ts'
import { pluck } from '../support/results.ts'
import { until } from '../support/until.ts'

/** A writer whose statements end on command. */
function heldWriter() {
  const writes: { rows: number[]; end: () => void; fail: (error: Error) => void }[] = []
  const write = (rows: number[]) =>
    new Promise<string[]>((resolve, reject) => {
      writes.push({ rows, end: () => resolve(rows.map(row => `row ${row}`)), fail: reject })
    })
  return { writes, write }
}

/** A batch of ten rows, unless another is asked for. */
const openBatch = <Answer>(
  write: (rows: number[]) => Promise<Answer[]>,
  options: Partial<Parameters<typeof createBatch<number, Answer>>[0]> = {},
) =>
  createBatch<number, Answer>({
    write,
    limits: { rows: 10, queue: 100 },
    isOneRows: () => false,
    onWrite() {},
    ...options,
  })
const turn = () => new Promise<void>(resolve => setImmediate(resolve))

t.test('rows of one turn share a batch; rows added meanwhile wait for the next', async t => {
  const { writes, write } = heldWriter()
  const sizes: number[] = []
  const batch = openBatch(write, { onWrite: rows => sizes.push(rows) })
  const first = [1, 2, 3].map(batch.add)
  await turn()
  t.strictSame(pluck(writes, 'rows'), [[1, 2, 3]])
  const later = [4, 5].map(batch.add)
  await turn()
  t.equal(writes.length, 1, 'one statement at a time')
  t.equal(batch.depth(), 2)
  writes[0]!.end()
  t.strictSame(await Promise.all(first), ['row 1', 'row 2', 'row 3'])
  await turn()
  writes[1]!.end()
  t.strictSame(await Promise.all(later), ['row 4', 'row 5'])
  t.strictSame(sizes, [3, 2])
})

t.test('batches that share turns write one after another, with all rows so far', async t => {
  const { writes, write } = heldWriter()
  const turns = createTurns()
  const [one, other] = [openBatch(write, { turns }), openBatch(write, { turns })]
  const first = one.add(1)
  await turn()
  const second = other.add(2)
  await turn()
  const third = other.add(3)
  t.equal(writes.length, 1, 'the other batch waits')
  writes[0]!.fail(new Error('no connection'))
  await t.rejects(first, { message: 'no connection' })
  await turn()
  t.strictSame(writes[1]!.rows, [2, 3], 'a failure ends the turn too')
  writes[1]!.end()
  t.strictSame(await Promise.all([second, third]), ['row 2', 'row 3'])
})

t.test('with a pace, statements wait for each other, and a full one for nothing', async t => {
  const { writes, write } = heldWriter()
  const HOUR_MS = 3_600_000
  const batch = openBatch(write, { limits: { rows: 3, queue: 100 }, paceMs: HOUR_MS })
  const first = batch.add(1)
  await turn()
  t.strictSame(pluck(writes, 'rows'), [[1]], 'the first row after a pause waits for nothing')
  writes[0]!.end()
  await first
  const later = [2, 3].map(batch.add)
  await turn()
  t.equal(writes.length, 1, 'the next statement is not due')
  t.equal(batch.depth(), 2)
  const last = batch.add(4)
  t.strictSame(writes[1]!.rows, [2, 3, 4])
  writes[1]!.end()
  t.strictSame(await Promise.all([...later, last]), ['row 2', 'row 3', 'row 4'])
})

t.test('a slow statement ends its turn for the other batches', async t => {
  const { writes, write } = heldWriter()
  const turns = createTurns(1)
  const [held, other] = [openBatch(write, { turns }), openBatch(write, { turns })]
  const first = held.add(1)
  await turn()
  const second = other.add(2)
  await until('the other batch writes', () => writes.length === 2)
  writes[1]!.end()
  t.equal(await second, 'row 2')
  writes[0]!.end()
  t.equal(await first, 'row 1')
})

t.test('a group of questions that gets no answer delays the next one only for a time', async t => {
  const answers: ((rows: object[]) => void)[] = []
  const query = () =>
    new Promise<{ rows: object[] }>(resolve => answers.push(rows => resolve({ rows })))
  const silent = { query } as unknown as Pool
  const ask = groupReading<string, { name: string }>(silent, { name: 'n', text: '' }, all => [all])
  const first = ask('one')
  await turn()
  const second = ask('two')
  await until('the next group is asked', () => answers.length === 2)
  answers[1]!([{ at: 0, name: 'two' }])
  t.strictSame(await second, { name: 'two' })
  answers[0]!([])
  t.equal(await first, null)
})

t.test('a batch is bounded, and the remaining rows go into the next', async t => {
  const batch = openBatch(async rows => rows, { limits: { rows: 2, queue: 100 } })
  t.strictSame(await Promise.all([1, 2, 3, 4, 5].map(batch.add)), [1, 2, 3, 4, 5])
})

t.test('a full queue refuses with BatchFull and keeps its rows', async t => {
  const { writes, write } = heldWriter()
  const batch = openBatch(write, { limits: { rows: 1, queue: 2 } })
  const kept = [1, 2].map(batch.add)
  await t.rejects(batch.add(3), BatchFull)
  await turn()
  writes[0]!.end()
  await kept[0]
  await turn()
  writes[1]!.end()
  t.equal(await kept[1], 'row 2')
  t.equal(writes.length, 2, 'the refused row was never written')
})

t.test('a failed statement fails its own rows only', async t => {
  const { writes, write } = heldWriter()
  const batch = openBatch(write, { limits: { rows: 2, queue: 100 } })
  const [one, two, three] = [1, 2, 3].map(batch.add)
  const noConnection = { message: 'no connection' }
  const failed = Promise.all([t.rejects(one!, noConnection), t.rejects(two!, noConnection)])
  await turn()
  writes[0]!.fail(new Error('no connection'))
  await failed
  await turn()
  writes[1]!.end()
  t.equal(await three, 'row 3')
})

t.test('a row that makes its statement fail is found by bisection and fails alone', async t => {
  const sizes: number[] = []
  const write = async (rows: number[]) => {
    if (rows.includes(37)) throw new Error('refused')
    return rows.map(row => `row ${row}`)
  }
  const batch = openBatch(write, {
    limits: { rows: 100, queue: 100 },
    isOneRows: () => true,
    onWrite: rows => sizes.push(rows),
  })
  const answers = await Promise.allSettled(Array.from({ length: 100 }, (_, row) => batch.add(row)))
  for (const [row, answer] of answers.entries()) {
    if (row === 37) t.match(answer, { status: 'rejected', reason: { message: 'refused' } })
    else t.strictSame(answer, { status: 'fulfilled', value: `row ${row}` })
  }
  t.ok(sizes.length <= 15, `${sizes.length} statements`)
})
