// The suite's figures: medians of slices, ratios of consecutive slices, and changes between
// results.

import t from 'tap'
import { changeOf, lineOf, type MeasuredRow, type SuiteResult } from '../../bench/suite/result.ts'
import type { Row, Running, Setting } from '../../bench/suite/row.ts'
import { runCase } from '../../bench/suite/runner.ts'
import { isMoved, spreadOf } from '../../bench/suite/statistics.ts'

const ROW: Row = {
  number: 1,
  name: 'a row',
  unit: 'a second',
  better: 'more',
  abouts: { ours: 'ours', floor: 'the floor' },
  cases: () => [],
}

/** Returns these values in turn; the first one warms up. */
function returning(values: readonly number[], order: string[], name: string): Running {
  let slices = 0
  return {
    async slice() {
      order.push(name)
      return { value: values[slices++]!, operations: 10 }
    },
    cpu: () => ({ generator: slices, server: slices * 2e-5 }),
  }
}

async function measure(row: Row, ours: readonly number[], floor: readonly number[]) {
  const order: string[] = []
  const closed: string[] = []
  const measured = await runCase(
    {} as Setting,
    row,
    {
      name: '',
      async open(scope) {
        scope.defer(() => closed.push('first'))
        scope.defer(() => closed.push('last'))
        return { ours: returning(ours, order, 'ours'), floor: returning(floor, order, 'floor') }
      },
    },
    { sliceMs: 1, repeats: 3, warmUps: 1 },
    () => {},
  )
  return { measured, order, closed }
}

t.test('contestants take turns, and the first slice of each is not counted', async t => {
  const { measured, order, closed } = await measure(ROW, [9, 10, 20, 30], [9, 20, 20, 20])
  t.strictSame(
    order,
    Array.from({ length: 8 }, (_, i) => (i % 2 === 0 ? 'ours' : 'floor')),
  )
  t.match(measured.ours, { median: 20, low: 15, high: 25 })
  t.strictSame(closed, ['last', 'first'])
})

t.test('a ratio is the median of the ratios of neighbouring slices', async t => {
  // A machine that was twice as slow for one repeat moves no ratio.
  const { measured } = await measure(ROW, [0, 50, 25, 50], [0, 100, 50, 100])
  t.strictSame(measured.ratioToFloor, { median: 0.5, low: 0.5, high: 0.5 })
})

t.test('where less is better, a figure twice that of the floor is half as good', async t => {
  const { measured } = await measure({ ...ROW, better: 'less' }, [0, 20, 20, 20], [0, 10, 10, 10])
  t.equal(measured.ratioToFloor?.median, 0.5)
})

t.test('the generator is shown, and is not part of the CPU of an operation', async t => {
  const { measured } = await measure(ROW, [1, 1, 1, 1], [1, 1, 1, 1])
  t.equal(measured.ours.cpuUs.server, 2)
  t.equal(measured.ours.cpuUs.generator, 100_000)
  t.equal(measured.ours.cpuUsInAll, 2)
})

const refusing = (operations: number, refused: Record<string, number>): Running => ({
  slice: async () => ({ value: operations, operations, refused }),
})

async function measureRefusals(row: Row, ours: Running) {
  const open = async () => ({ ours })
  const options = { sliceMs: 1, repeats: 2, warmUps: 1 }
  return runCase({} as Setting, row, { name: '', open }, options, () => {})
}

t.test('a contestant with more than one refusal in a hundred was not measured', async t => {
  const one = await measureRefusals(ROW, refusing(99, { closed: 1 }))
  t.strictSame(one.ours.refused, { closed: 2 })
  const measuring = measureRefusals(ROW, refusing(98, { closed: 1, BUSY: 1 }))
  await t.rejects(measuring, { message: /ours did 196 .* refused 4 {"closed":2,"BUSY":2}/ })
  await t.rejects(measureRefusals(ROW, refusing(0, {})), { message: /ours did 0 operations/ })
})

t.test('where more is sent than can be done, refusals are part of the figure', async t => {
  const measured = await measureRefusals({ ...ROW, isOverloaded: true }, refusing(5, { BUSY: 5 }))
  t.equal(measured.ours.median, 5)
})

t.test(
  'a difference counts when the quartiles do not overlap and it is more than a twentieth',
  async t => {
    const around = (middle: number, half: number) =>
      spreadOf([middle - half, middle, middle + half])
    t.equal(isMoved(around(100, 2), around(110, 2)), true)
    t.equal(isMoved(around(100, 20), around(110, 20)), false, 'noise')
    t.equal(isMoved(around(100, 0), around(104, 0)), false, 'too little')
  },
)

t.test('an earlier result is compared case by case, by the ratio to the floor', async t => {
  const { measured: before } = await measure(ROW, [0, 50, 50, 50], [0, 100, 100, 100])
  const { measured: now } = await measure(ROW, [0, 30, 30, 30], [0, 40, 40, 40])
  const row: MeasuredRow = { row: 1, name: '', unit: '', better: 'more', cases: [before] }
  const former = { rows: [row] } as unknown as SuiteResult
  t.match(changeOf(former, row, now), { ours: 0.6, ratioToFloor: 1.5, isMoved: true })
  t.equal(changeOf(former, { ...row, row: 2 }, now), null)
  t.match(lineOf(row), { ours: 50, floor: 100, peer: null, ratio_to_floor: 0.5 })
})
