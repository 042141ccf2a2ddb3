// Making the index of natural rounds, and looking a round up in it.

import t from 'tap'
import {
  buildIndex,
  lookUp,
  scanTargets,
  type TargetIndex,
} from '../../src/games/targets/target-index.ts'
import { numberedSeed, type TargetKind } from '../../src/games/targets/target-outcomes.ts'
import { seedOf } from '../support/outcomes.ts'
import { gameOf, type WrittenRound } from './written-rounds.ts'

const ROOT = seedOf(9)
const SOURCE = { mode: 'buy', reelSet: 'natural' } as const

/** The rows of a scan: smallest win, largest win, number. */
function scan(
  rounds: readonly WrittenRound[],
  { kind = 'spin' as TargetKind, from = 0, count = rounds.length } = {},
): number[][] {
  const game = gameOf(SOURCE, ROOT, rounds)
  return rowsOf(scanTargets(game, SOURCE, kind, ROOT, from, count))
}

function rowsOf(values: Uint32Array): number[][] {
  const rows = []
  for (let at = 0; at < values.length; at += 3) rows.push([...values.subarray(at, at + 3)])
  return rows
}

function indexOf(...scans: number[][][]): TargetIndex {
  const values = scans.map(rows => Uint32Array.from(rows.flat()))
  return buildIndex(SOURCE, 'bonus', ROOT, 500, values)
}

function entriesOf({ minUnits, maxUnits, numbers }: TargetIndex): number[][] {
  return [...numbers].map((number, at) => [minUnits[at]!, maxUnits[at]!, number])
}

const wins = (...units: number[]): WrittenRound => ({ wins: units })

t.test('a scan keeps every win of its kind, sorted by win, and no round without one', async t => {
  const rounds = [wins(300), wins(0), wins(1), { wins: [50], featured: true }, wins(20)]
  t.strictSame(scan(rounds), [
    [1, 1, 2],
    [20, 20, 4],
    [300, 300, 0],
  ])
  t.strictSame(scan(rounds, { kind: 'bonus' }), [[50, 50, 3]])
})

t.test('a scan plays exactly its numbers', async t => {
  const rounds = [wins(10), wins(20), wins(30), wins(40)]
  t.strictSame(scan(rounds, { from: 1, count: 2 }), [
    [20, 20, 1],
    [30, 30, 2],
  ])
})

t.test('options of a choice that no multiplier covers within 2 % are left out', async t => {
  t.strictSame(scan([wins(98, 102, 100)]), [[98, 102, 0]], '2 % either side of 100')
  t.strictSame(scan([wins(100, 102, 98)]), [[98, 102, 0]])
  t.strictSame(scan([wins(98, 103, 100)]), [])
  t.strictSame(scan([wins(100, 98, 103)]), [])
  t.strictSame(scan([wins(102, 97, 100)]), [])
  t.strictSame(scan([wins(50, 50, 0)]), [])
})

t.test('of wins of the same size the first five are kept', async t => {
  const same = Array.from({ length: 7 }, () => wins(40))
  t.strictSame(
    scan([...same, wins(41)]).map(([, , number]) => number),
    [0, 1, 2, 3, 4, 7],
    '41 is more than 1 % above 40: another size',
  )
  const close = Array.from({ length: 7 }, (_, at) => wins(100_006 - at))
  t.equal(scan(close).length, 5, 'wins that differ by less than 1 % count together')
})

t.test('an index combines scans and names the mathematics it was made of', async t => {
  const index = indexOf([[30, 31, 2]], [[20, 20, 100]])
  t.strictSame(index, {
    ...SOURCE,
    kind: 'bonus',
    root: ROOT,
    scanned: 500,
    minUnits: Uint32Array.of(20, 30),
    maxUnits: Uint32Array.of(20, 31),
    numbers: Uint32Array.of(100, 2),
  })
})

t.test('an index is sorted by smallest win and then by number, in any order of scans', async t => {
  t.strictSame(entriesOf(indexOf([[20, 20, 8]], [[20, 20, 3]], [[10, 10, 9]], [[20, 20, 5]])), [
    [10, 10, 9],
    [20, 20, 3],
    [20, 20, 5],
    [20, 20, 8],
  ])
})

t.test('an index keeps five rounds a size of all scans together, the earlier ones', async t => {
  const rows = (from: number) => [0, 1, 2].map(at => [40, 40, from + at])
  const numbers = entriesOf(indexOf(rows(0), rows(10))).map(([, , number]) => number)
  t.strictSame(numbers, [0, 1, 2, 10, 11])
})

const INDEX = indexOf([
  [10, 10, 7],
  [20, 20, 1],
  [20, 23, 2],
  [30, 30, 4],
  [40, 40, 9],
])

t.test('a look-up gives the source, the seed and the wins of a round in the window', async t => {
  t.strictSame(lookUp(INDEX, { fromUnits: 19, toUnits: 23 }, 0.5), {
    ...SOURCE,
    seed: numberedSeed(ROOT, 2),
    minUnits: 20,
    maxUnits: 23,
  })
})

t.test('a look-up finds the rounds of every window and no other', async t => {
  const entries = entriesOf(INDEX)
  for (let fromUnits = 0; fromUnits <= 45; fromUnits++) {
    for (let toUnits = fromUnits; toUnits <= 45; toUnits++) {
      const inside = entries.filter(([min, max]) => min! >= fromUnits && max! <= toUnits)
      for (const pick of [0, 0.25, 0.5, 0.75, 0.99]) {
        const wanted = inside[Math.floor(pick * inside.length)]?.[2]
        const seed = lookUp(INDEX, { fromUnits, toUnits }, pick)?.seed
        if (seed?.at(-1) !== wanted) t.fail(`${fromUnits} to ${toUnits}, ${pick}`)
      }
    }
  }
  t.pass()
})

t.test('an empty index has no round', async t => {
  t.equal(lookUp(indexOf(), { fromUnits: 1, toUnits: 100 }, 0), null)
})
