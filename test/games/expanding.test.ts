// The special symbol on a small machine: every draw played, against a plain reading of every board.

import t from 'tap'
import { EventRecorder } from '../../src/games/engine/recorder.ts'
import { readReels } from '../../src/games/engine/reels.ts'
import type { Draws } from '../../src/games/engine/rng.ts'
import {
  buildExpanding,
  drawSpecial,
  type Expanding,
  expandSpecial,
} from '../../src/games/lines/expanding.ts'
import { listExpandingSpins } from '../../src/games/lines/expanding-par.ts'
import { buildLineSpin, spinLines } from '../../src/games/lines/line-spin.ts'
import { buildLineTable } from '../../src/games/lines/lines.ts'
import { average, type Spins } from '../../src/games/rtp/free-games-par.ts'
import { everyStops, forEveryDraw } from './every-draw.ts'
import { checkExpansions } from './expanding-checks.ts'
import { bestOfLine } from './round-checks.ts'

const columns = 4
const rows = 2
const SCATTER_PAYS = [0, 0, 3, 40, 500]
const AWARDED = [0, 0, 2, 2, 2]
const SYMBOLS = [
  { id: 'book', role: 'wildScatter', pays: [[2, 3] as const, [3, 40] as const, [4, 500] as const] },
  { id: 'high', role: 'regular', pays: [[2, 2] as const, [3, 30] as const, [4, 90] as const] },
  { id: 'low', role: 'regular', pays: [[3, 5] as const, [4, 7] as const] },
  { id: 'nothing', role: 'regular', pays: [] },
] as const
const LINES = [
  [0, 0, 0, 0],
  [1, 1, 1, 1],
  [0, 1, 0, 1],
]
const STRIPS = ['BHLXLX', 'HXLB', 'LHXX', 'BHLLX']
const WEIGHTS = [0, 1, 3, 0]
const SPECIALS = [1, 2]

const REELS = readReels(STRIPS, 'BHLX', rows)
const TABLE = buildLineTable({ rows, lines: LINES, symbols: SYMBOLS })

/** The wins and awards of a board with a special symbol, read without tables. */
function readBoard(stops: readonly number[], special: number): { win: number; awarded: number } {
  const board = STRIPS.map((strip, column) =>
    [0, 1].map(row => 'BHLX'.indexOf(strip[(stops[column]! + row) % strip.length]!)),
  )
  const lineUnits = LINES.reduce((sum, line) => {
    const shown = line.map((row, column) => board[column]![row]!)
    return sum + bestOfLine({ symbols: SYMBOLS }, shown).winUnits
  }, 0)
  const books = board.flat().filter(symbol => symbol === 0).length
  const reels = board.filter(shown => shown.includes(special)).length
  const pay = SYMBOLS[special]!.pays.find(([count]) => count === reels)?.[1] ?? 0
  return { win: lineUnits + SCATTER_PAYS[books]! + pay * LINES.length, awarded: AWARDED[books]! }
}

function meansOf(spins: Spins): number[] {
  return [
    average(spins, () => 1),
    average(spins, win => win),
    average(spins, win => win ** 2),
    average(spins, (_, awarded) => awarded),
    average(spins, (win, awarded) => win * awarded),
    average(spins, win => (win === 0 ? 1 : 0)),
  ]
}

const near = (one: readonly number[], other: readonly number[]) =>
  one.every((value, at) => Math.abs(value - other[at]!) < 1e-9)

t.test('the exact distribution is that of a plain reading of every board', async t => {
  const listed = listExpandingSpins({
    reels: REELS,
    table: TABLE,
    scatter: 0,
    scatterPays: SCATTER_PAYS,
    awarded: AWARDED,
    specials: SPECIALS,
  })
  const boards = everyStops(STRIPS)
  SPECIALS.forEach((special, index) => {
    const plain = boards.map(stops => {
      const { win, awarded } = readBoard(stops, special)
      return [win, awarded, 1 / boards.length] as const
    })
    t.ok(near(meansOf(listed[index]!), meansOf(plain)), SYMBOLS[special]!.id)
  })
})

function play(expanding: Expanding, draws: Draws, recorder: EventRecorder | null): number {
  const lineUnits = spinLines(expanding.spin, 'freeGame', 1, draws, recorder)
  return lineUnits + expandSpecial(expanding, recorder)
}

t.test('every draw wins what its board shows, recorded or not, and its events agree', async t => {
  const expanding = buildExpanding(buildLineSpin(REELS, TABLE, 0), WEIGHTS)
  let wrong = 0
  let expanded = 0
  for (const special of SPECIALS) {
    expanding.special = special
    for (const stops of everyStops(STRIPS)) {
      const draws = () => {
        let column = 0
        return { below: () => stops[column++] } as unknown as Draws
      }
      const recorder = new EventRecorder({ layout: { columns, rows }, lines: LINES })
      recorder.freeGamesAwarded(1, 1, false, 0, new Uint8Array(columns * rows))
      recorder.specialSymbol(special)
      const reported = play(expanding, draws(), recorder)
      const silent = play(expanding, draws(), null)
      const books = SCATTER_PAYS[expanding.spin.scatters]!
      if (reported !== silent || reported + books !== readBoard(stops, special).win) wrong++
      if (recorder.events.some(({ type }) => type === 'expandedWin')) expanded++
      checkExpansions({ symbols: SYMBOLS, lines: LINES }, recorder.events)
    }
  }
  t.equal(wrong, 0)
  t.ok(expanded > 50, `${expanded} boards expand`)
})

t.test('a symbol is drawn to be special as often as its weight says', async t => {
  const expanding = buildExpanding(buildLineSpin(REELS, TABLE, 0), WEIGHTS)
  const chances = new Map<number, number>()
  forEveryDraw(
    draws => drawSpecial(expanding, draws, null),
    chance => chances.set(expanding.special, (chances.get(expanding.special) ?? 0) + chance),
  )
  t.same([...chances].sort(), [
    [1, 0.25],
    [2, 0.75],
  ])
})
