// The line evaluator against a plain reading of every line, over boards that no game would have.

import fc from 'fast-check'
import t from 'tap'
import { luckyLanterns } from '../../src/games/catalogue/lucky-lanterns/game.ts'
import { EventRecorder } from '../../src/games/engine/recorder.ts'
import { countSymbol, readReels } from '../../src/games/engine/reels.ts'
import { Draws } from '../../src/games/engine/rng.ts'
import { beginningsOf, buildLineSpin, spinLines } from '../../src/games/lines/line-spin.ts'
import {
  buildLineTable,
  evaluateAtLeast,
  evaluateAtMost,
  evaluateLines,
} from '../../src/games/lines/lines.ts'
import { seedOf } from '../support/outcomes.ts'
import { addUpEvents, bestOfLine } from './round-checks.ts'

const WILD = { role: 'wild', pays: [[2, 3] as const, [3, 40] as const, [5, 500] as const] }
const SCATTER = { role: 'scatter', pays: [[3, 100] as const] }
const HIGH = {
  role: 'regular',
  pays: [[2, 2] as const, [3, 30] as const, [4, 90] as const, [5, 200] as const],
}
const LOW = { role: 'regular', pays: [[3, 5] as const, [4, 6] as const, [5, 7] as const] }
const SYMBOLS = [WILD, SCATTER, HIGH, LOW, LOW]

const columns = 5
const rows = 3
const cell = (id: string) => ({ id, role: 'regular' as const, pays: [] })

const beginIn = (lines: readonly (readonly number[])[], row: number) =>
  lines.filter(line => line[0] === row).length

t.test('any board pays what a plain reading of its lines pays', async t => {
  const line = fc.array(fc.integer({ min: 0, max: rows - 1 }), {
    minLength: columns,
    maxLength: columns,
  })
  const board = fc.array(fc.integer({ min: 0, max: SYMBOLS.length - 1 }), {
    minLength: columns * rows,
    maxLength: columns * rows,
  })
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 80 }),
      board,
      fc.integer({ min: 1, max: 5 }),
      (drawn, cells, multiplier) => {
        const lines = drawn.filter(([row], at) => beginIn(drawn.slice(0, at), row!) < 32)
        const table = buildLineTable({ rows, lines, symbols: SYMBOLS })
        const recorder = new EventRecorder({ layout: { columns, rows }, lines })
        const won = evaluateLines(table, Uint8Array.from(cells), multiplier, recorder)
        const plain = lines.reduce((sum, path) => {
          const shown = path.map((row, column) => cells[column * rows + row]!)
          const symbols = SYMBOLS.map((symbol, id) => ({ ...cell(`${id}`), ...symbol }))
          return sum + bestOfLine({ symbols: symbols as never }, shown).winUnits * multiplier
        }, 0)
        return won === plain && addUpEvents(recorder.events) === won
      },
    ),
    { seed: 7, numRuns: 2_000 },
  )
  t.pass()
})

t.test('a spin that is skipped without a recorder is one that pays nothing', async t => {
  const strip = fc.string({ unit: fc.constantFrom(...'WSHLM'), minLength: 3, maxLength: 20 })
  const strips = fc.array(strip, { minLength: columns, maxLength: columns })
  const lines = [
    [0, 0, 0, 0, 0],
    [1, 1, 1, 1, 1],
    [0, 1, 2, 1, 0],
  ]
  const table = buildLineTable({ rows, lines, symbols: SYMBOLS })
  fc.assert(
    fc.property(strips, fc.nat({ max: 1_000 }), (strips, number) => {
      const spin = buildLineSpin(readReels(strips, 'WSHLM', rows), table, 1)
      const recorder = new EventRecorder({ layout: { columns, rows }, lines })
      const reported = spinLines(spin, 'spin', 2, new Draws(seedOf(number)), recorder)
      const scatters = countSymbol(spin.board, 1)
      const silent = spinLines(spin, 'spin', 2, new Draws(seedOf(number)), null)
      return reported === silent && spin.scatters === scatters
    }),
    { seed: 13, numRuns: 2_000 },
  )
  t.pass()
})

t.test('all wilds pay as wilds on every line', async t => {
  const lines = [
    [0, 0, 0, 0, 0],
    [1, 1, 1, 1, 1],
  ]
  const table = buildLineTable({ rows, lines, symbols: SYMBOLS })
  t.equal(evaluateLines(table, new Uint8Array(15), 2, null), 2 * 500 * 2)
})

t.test(
  'a wild that is also the scatter leads lines, and is paid for the symbol it replaces',
  async t => {
    const symbols = [{ ...WILD, role: 'wildScatter' }, SCATTER, HIGH, LOW, LOW]
    const table = buildLineTable({ rows, lines: [[0, 0, 0, 0, 0]], symbols })
    const board = new Uint8Array(columns * rows)
    t.equal(evaluateLines(table, board, 1, null), 200, 'five of them are five of the best')
    board[3 * rows] = 3
    board[4 * rows] = 1
    t.equal(evaluateLines(table, board, 1, null), 30, 'three of the best beat four of the other')
  },
)

t.test('no lines and more than 32 lines that begin in one row are refused', async t => {
  const symbols = luckyLanterns.symbols
  t.throws(() => buildLineTable({ rows, lines: [], symbols }), RangeError)
  const lines = Array.from({ length: 33 }, () => [0, 0, 0, 0, 0])
  t.throws(() => buildLineTable({ rows, lines, symbols }), RangeError)
  t.doesNotThrow(() => buildLineTable({ rows, lines: lines.slice(1), symbols }))
  lines[32] = [1, 0, 0, 0, 0]
  t.equal(buildLineTable({ rows, lines, symbols }).through.length, 2 * columns * rows)
})

/** The reported wins of one line of five wilds. */
function tellWilds(
  symbols: readonly { role: string; pays: readonly (readonly [number, number])[] }[],
) {
  const wild = symbols.findIndex(({ role }) => role === 'wild')
  const path = [[0, 0, 0, 0, 0]]
  const table = buildLineTable({ rows: 1, lines: path, symbols })
  const recorder = new EventRecorder({ layout: { columns, rows: 1 }, lines: path })
  const won = evaluateLines(table, new Uint8Array(columns).fill(wild), 1, recorder)
  const reported = recorder.events.map(
    event => event.type === 'lineWin' && [event.symbol, event.count],
  )
  return { won, reported }
}

t.test('a line of wilds is reported as wilds, or as the first symbol that pays more', async t => {
  const pays = (units: number) => ({ role: 'regular', pays: [[5, units] as const] })
  const wild = (units: number) => ({ ...pays(units), role: 'wild' })
  t.same(tellWilds([pays(9), wild(9)]), { won: 9, reported: [[1, 5]] })
  t.same(tellWilds([wild(9), pays(9)]), { won: 9, reported: [[0, 5]] })
  t.same(tellWilds([wild(8), pays(7), pays(9), pays(9)]), { won: 9, reported: [[2, 5]] })
})

t.test('a line of wilds that pays nothing is not reported', async t => {
  const three = { role: 'regular', pays: [[3, 4] as const] }
  t.same(tellWilds([{ role: 'wild', pays: [] }, three]), { won: 0, reported: [] })
})

const LINES = [
  [0, 0, 0, 0, 0],
  [1, 1, 1, 1, 1],
  [0, 1, 2, 1, 0],
]
const BLANK = SYMBOLS.length
const WITH_BLANK = [...SYMBOLS, { role: 'regular', pays: [] }].map((symbol, id) => ({
  ...cell(`${id}`),
  ...symbol,
}))

/** The pay of a line whose columns from `known` on show one symbol. */
function payFilled(line: readonly number[], board: readonly number[], known: number, rest: number) {
  const shown = line.map((row, column) => (column < known ? board[column * rows + row]! : rest))
  return bestOfLine({ symbols: WITH_BLANK as never }, shown).winUnits
}

t.test('the lower bound has nothing in the unknown columns, the upper one has wilds', async t => {
  const table = buildLineTable({ rows, lines: LINES, symbols: SYMBOLS })
  const cells = fc.array(fc.integer({ min: 0, max: SYMBOLS.length - 1 }), {
    minLength: columns * rows,
    maxLength: columns * rows,
  })
  fc.assert(
    fc.property(cells, fc.integer({ min: 0, max: columns }), (board, known) => {
      const sum = (rest: number) =>
        LINES.reduce((units, line) => units + payFilled(line, board, known, rest), 0)
      const least = evaluateAtLeast(table, Uint8Array.from(board), known)
      const most = evaluateAtMost(table, Uint8Array.from(board), known)
      return least === sum(BLANK) && most === sum(0)
    }),
    { seed: 17, numRuns: 1_000 },
  )
  t.pass()
})

t.test('the followed rows are those with lines that can still win', async t => {
  const strips = ['WSHLM', 'SHLM', 'LMHS', 'HLS', 'MLS']
  const table = buildLineTable({ rows, lines: LINES, symbols: SYMBOLS })
  const spin = buildLineSpin(readReels(strips, 'WSHLM', rows), table, 1)
  let none = 0
  for (let number = 0; number < 80; number++) {
    const stops = [number % 5, Math.floor(number / 5) % 4, Math.floor(number / 20)]
    spin.stops.set([...stops, 2, 1])
    const board = stops.flatMap((stop, column) =>
      [0, 1, 2].map(row =>
        'WSHLM'.indexOf(strips[column]![(stop + row) % strips[column]!.length]!),
      ),
    )
    let expected = 0
    for (let row = 0; row < rows; row++) {
      // A stack of one symbol is followed as one.
      let last = row
      while (last + 1 < rows && board[last + 1] === board[row]) last++
      const through = LINES.filter(([first]) => first! >= row && first! <= last)
      if (through.some(line => payFilled(line, board, 3, 0) > 0)) expected |= 1 << row
    }
    if (beginningsOf(spin) !== expected) t.fail(`stops ${stops}`)
    if (expected === 0) none++
  }
  t.ok(none > 10, `${none} of 80 cannot win`)
})

t.test('a game without a wild skips no row that wins, with and without a recorder', async t => {
  const late = { role: 'regular', pays: [[4, 9] as const, [5, 20] as const] }
  const plain = [late, LOW, SCATTER]
  const table = buildLineTable({ rows, lines: LINES, symbols: plain })
  const spin = buildLineSpin(readReels(['HLS', 'HHL', 'LHS', 'HLL', 'HSL'], 'HLS', rows), table, 2)
  let wins = 0
  for (let number = 0; number < 300; number++) {
    const recorder = new EventRecorder({ layout: { columns, rows }, lines: LINES })
    const reported = spinLines(spin, 'spin', 1, new Draws(seedOf(number)), recorder)
    t.equal(reported, evaluateLines(table, spin.board, 1, null), 'no row is skipped')
    t.equal(spinLines(spin, 'spin', 1, new Draws(seedOf(number)), null), reported)
    if (reported > 0) wins++
  }
  t.ok(wins > 20, `${wins} of 300 win`)
})
