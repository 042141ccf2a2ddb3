// The line evaluator against a plain reading of every line, over boards no game would show.

import fc from 'fast-check'
import t from 'tap'
import { luckyLanterns } from '../../src/games/catalogue/lucky-lanterns/game.ts'
import { EventRecorder } from '../../src/games/engine/recorder.ts'
import { countSymbol, readReels } from '../../src/games/engine/reels.ts'
import { Draws } from '../../src/games/engine/rng.ts'
import { buildLineSpin, spinLines } from '../../src/games/lines/line-spin.ts'
import { buildLineTable, evaluateLines } from '../../src/games/lines/lines.ts'
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

t.test('a spin left alone without a recorder is one that pays nothing', async t => {
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
      const told = spinLines(spin, 'spin', 2, new Draws(seedOf(number)), recorder)
      const scatters = countSymbol(spin.board, 1)
      const silent = spinLines(spin, 'spin', 2, new Draws(seedOf(number)), null)
      return told === silent && spin.scatters === scatters
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
  'a wild that is the scatter too leads lines, and is paid for what it stands for',
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
  lines[32] = [1, 0, 0, 0, 0]
  t.equal(buildLineTable({ rows, lines, symbols }).through.length, 2 * columns * rows)
})
