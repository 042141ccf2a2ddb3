// The ways evaluator against a plain walk along every way, over boards that no game would have, and
// the exact distribution of a spin against all boards of small machines.

import fc from 'fast-check'
import t from 'tap'
import { EventRecorder, NO_CELL } from '../../src/games/engine/recorder.ts'
import { drawStops, readReels } from '../../src/games/engine/reels.ts'
import { Draws } from '../../src/games/engine/rng.ts'
import { buildWaysTable, countColumn, payWays } from '../../src/games/ways/ways.ts'
import { distributeWays, meanOfWays } from '../../src/games/ways/ways-par.ts'
import { buildWaysSpin, playStops } from '../../src/games/ways/ways-spin.ts'
import { seedOf } from '../support/outcomes.ts'
import { sized } from '../support/size.ts'
import { addUpEvents } from './round-checks.ts'
import { checkWays } from './ways-checks.ts'

const LETTERS = 'WSHML'
const SCATTER = 1
const SYMBOLS = [
  { id: 'wild', role: 'wild', pays: [] },
  { id: 'scatter', role: 'scatter', pays: [[3, 1_000]] },
  {
    id: 'high',
    role: 'regular',
    pays: [
      [2, 3],
      [3, 40],
      [4, 90],
      [5, 200],
    ],
  },
  {
    id: 'middle',
    role: 'regular',
    pays: [
      [3, 7],
      [5, 31],
    ],
  },
  {
    id: 'low',
    role: 'regular',
    pays: [
      [3, 1],
      [4, 2],
      [5, 5],
    ],
  },
] as const

type Rules = readonly { role: string; pays: readonly (readonly [number, number])[] }[]

/** Their rules on so many reels, with or without the run of two. */
function rulesOf(columns: number, shortestRun: number): Rules {
  const kept = (count: number) => count >= shortestRun && count <= columns
  return SYMBOLS.map(({ role, pays }) => ({ role, pays: pays.filter(([count]) => kept(count)) }))
}

/** Walks along every way: one cell a column, as long as they are one symbol or wilds. */
function walkWays(symbols: Rules, grid: readonly (readonly number[])[]): number {
  const waysOf = (symbol: number, column: number): number[] => {
    const through = grid[column]?.filter(
      found => found === symbol || symbols[found]!.role === 'wild',
    )
    if (through === undefined || through.length === 0) return [column]
    return through.flatMap(() => waysOf(symbol, column + 1))
  }
  let units = 0
  symbols.forEach(({ role, pays }, symbol) => {
    if (role !== 'regular') return
    for (const length of waysOf(symbol, 0)) {
      units += pays.find(([count]) => count === length)?.[1] ?? 0
    }
  })
  return units
}

const symbol = fc.nat({ max: SYMBOLS.length - 1 })

t.test('any board, its columns of any length, pays what a walk along every way pays', async t => {
  const board = fc
    .record({ columns: fc.integer({ min: 1, max: 5 }), rows: fc.integer({ min: 1, max: 4 }) })
    .chain(({ columns, rows }) =>
      fc.record({
        rows: fc.constant(rows),
        grid: fc.array(fc.array(symbol, { minLength: 1, maxLength: rows }), {
          minLength: columns,
          maxLength: columns,
        }),
      }),
    )
  fc.assert(
    fc.property(
      board,
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 2, max: 3 }),
      ({ rows, grid }, multiplier, shortestRun) => {
        const columns = grid.length
        const symbols = rulesOf(columns, shortestRun)
        const table = buildWaysTable({ columns, rows, symbols })
        const cells = new Uint8Array(columns * rows).fill(NO_CELL)
        grid.forEach((shown, column) => {
          cells.set(shown, column * rows)
        })
        const counts = new Uint8Array(columns * table.symbols)
        const at = Int32Array.from(grid, (_, column) => column * table.symbols)
        let live = -1
        grid.forEach((_, column) => {
          const shown = countColumn(table, cells, column, counts, at[column]!)
          if (column < table.shortestRun) live &= shown
        })
        const recorder = new EventRecorder({ layout: { columns, rows }, lines: [] })
        recorder.reels('spin', cells)
        recorder.multiplierGrew(multiplier)
        const counted = { board: cells, counts, at }
        const reported = payWays(table, counted, live, multiplier, recorder)
        checkWays({ symbols } as never, recorder.events, 0)
        return (
          reported === walkWays(symbols, grid) * multiplier &&
          reported === payWays(table, counted, live, multiplier, null) &&
          reported === addUpEvents(recorder.events)
        )
      },
    ),
    { seed: 243, numRuns: sized(750, 3_000) },
  )
  t.pass()
})

const machine = fc.record({
  strips: fc.array(fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 3, maxLength: 6 }), {
    minLength: 3,
    maxLength: 5,
  }),
  rows: fc.integer({ min: 1, max: 3 }),
  shortestRun: fc.integer({ min: 2, max: 3 }),
})

type Machine = { strips: string[]; rows: number; shortestRun: number }

function spinOf({ strips, rows, shortestRun }: Machine) {
  const symbols = rulesOf(strips.length, shortestRun)
  const table = buildWaysTable({ columns: strips.length, rows, symbols })
  return buildWaysSpin(readReels(strips, LETTERS, rows), table, SCATTER)
}

t.test('a spin without a recorder wins and counts the same as one with it', async t => {
  fc.assert(
    fc.property(machine, fc.nat({ max: 1_000 }), (parts, number) => {
      const { strips, rows, shortestRun } = parts
      const spin = spinOf(parts)
      const recorder = new EventRecorder({ layout: { columns: strips.length, rows }, lines: [] })
      drawStops(spin.reels, new Draws(seedOf(number)), spin.stops)
      const silent = playStops(spin, 'spin', 3, null)
      const { scatters } = spin
      const reported = playStops(spin, 'spin', 3, recorder)
      const landed = recorder.events[0]!
      if (landed.type !== 'reels') return false
      const shown = landed.grid.flat().filter(found => found === SCATTER).length
      return (
        reported === walkWays(rulesOf(strips.length, shortestRun), landed.grid) * 3 &&
        silent === reported &&
        scatters === shown &&
        spin.scatters === shown
      )
    }),
    { seed: 31, numRuns: 1_000 },
  )
  t.pass()
})

/** All boards of a machine, one after another. */
function listGrids(strips: readonly string[], rows: number): number[][][] {
  const [first, ...rest] = strips
  if (first === undefined) return [[]]
  const grids = listGrids(rest, rows)
  return Array.from(first, (_, stop) =>
    Array.from({ length: rows }, (_, row) => LETTERS.indexOf(first[(stop + row) % first.length]!)),
  ).flatMap(column => grids.map(grid => [column, ...grid]))
}

t.test('the exact distribution of a spin is that of all its boards', async t => {
  fc.assert(
    fc.property(machine, parts => {
      const { rows, shortestRun } = parts
      const strips = parts.strips.slice(0, 4)
      const spin = spinOf({ ...parts, strips })
      const symbols = rulesOf(strips.length, shortestRun)
      const grids = listGrids(strips, rows)
      const expected = new Map<string, number>()
      for (const grid of grids) {
        const scatters = grid.flat().filter(found => found === SCATTER).length
        const name = `${scatters} scatters, ${walkWays(symbols, grid)} units`
        expected.set(name, (expected.get(name) ?? 0) + 1)
      }
      const { combinations, boards } = distributeWays(spin, SCATTER)
      let units = 0
      let kinds = 0
      boards.forEach((counted, scatters) => {
        counted.forEach((times, win) => {
          if (times === 0) return
          kinds++
          units += times * win
          if (expected.get(`${scatters} scatters, ${win} units`) !== times) {
            throw new Error(`${times} boards with ${scatters} scatters win ${win}`)
          }
        })
      })
      const mean = units / combinations
      return (
        kinds === expected.size &&
        combinations === grids.length &&
        Math.abs(meanOfWays(spin) - mean) <= 1e-9 * Math.max(1, mean)
      )
    }),
    { seed: 5, numRuns: 150 },
  )
  t.pass()
})

t.test('more symbols than an integer has bits and runs past the last reel are refused', async t => {
  const many = Array.from({ length: 32 }, () => ({ role: 'regular', pays: [] }))
  t.throws(() => buildWaysTable({ columns: 5, rows: 3, symbols: many }), RangeError)
  t.throws(() => buildWaysTable({ columns: 4, rows: 3, symbols: SYMBOLS }), RangeError)
  const most = buildWaysTable({ columns: 5, rows: 3, symbols: many.slice(1) })
  t.equal(most.symbols, 31, 'as many symbols as a positive integer has bits')
})

t.test('a wild substitutes wherever it is listed, and no symbol does without one', async t => {
  const [wild, , high] = SYMBOLS
  const board = Uint8Array.of(0, 1, 1)
  const win = (symbols: Rules) => {
    const table = buildWaysTable({ columns: 3, rows: 1, symbols })
    const counts = new Uint8Array(3 * table.symbols)
    const at = Int32Array.from([0, 1, 2], column => column * table.symbols)
    const shown = [...at].map((from, column) => countColumn(table, board, column, counts, from))
    return payWays(table, { board, counts, at }, shown[0]! & shown[1]!, 1, null)
  }
  const ofThree = { role: 'regular', pays: high.pays.slice(0, 2) }
  t.equal(win([ofThree, wild]), 40, 'wild last')
  t.equal(win([wild, ofThree]), 40, 'wild first')
  t.equal(win([ofThree, { role: 'regular', pays: [] }]), 0, 'no wild')
})

t.test('a column is counted again in its own place, without missing cells', async t => {
  const table = buildWaysTable({ columns: 5, rows: 3, symbols: SYMBOLS })
  const counts = new Uint8Array(2 * NO_CELL).fill(9)
  const before = counts.slice()
  const board = Uint8Array.of(2, 0, NO_CELL)
  const shown = countColumn(table, board, 0, counts, table.symbols)
  t.equal(shown, 0b11100, 'the wild shows every symbol that pays')
  before.set([0, 0, 2, 1, 1], table.symbols)
  t.same(counts, before)
  t.equal(countColumn(table, Uint8Array.of(1, 3, 1), 0, counts, 0), 0b01000)
})
