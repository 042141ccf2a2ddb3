// What scatters pay, which stops show them, and with how many a bought feature begins.

import t from 'tap'
import type { Recorder } from '../../src/games/engine/recorder.ts'
import { readReels } from '../../src/games/engine/reels.ts'
import type { Draws } from '../../src/games/engine/rng.ts'
import {
  BOUGHT_WITH,
  drawBoughtScatters,
  payScatters,
  paysFrom,
  splitStops,
} from '../../src/games/engine/scatters.ts'

t.test('pays are listed from a number of symbols on', async t => {
  t.strictSame(paysFrom(3, 5, 20, 100), [
    [3, 5],
    [4, 20],
    [5, 100],
  ])
})

t.test('scatters pay by their number, multiplied, and only a win is recorded', async t => {
  const board = Uint8Array.of(7, 7, 1)
  const wins: unknown[] = []
  const scatterWin = (...win: unknown[]) => wins.push(win)
  const recorder = { scatterWin } as unknown as Recorder
  t.equal(payScatters(7, 2, board, [0, 0, 5], 3, recorder), 15)
  t.strictSame(wins, [[7, 2, board, 15]])
  t.equal(payScatters(7, 1, board, [0, 0, 5], 3, recorder), 0)
  t.equal(wins.length, 1)
  t.equal(payScatters(7, 2, board, [0, 0, 5], 3, null), 15, 'unrecorded it pays the same')
})

t.test('of all tickets as many begin with five and six scatters as the rules say', async t => {
  const numbers = new Map<number, number>()
  let tickets = 1
  for (let ticket = 0; ticket < tickets; ticket++) {
    const below = (range: number) => {
      tickets = range
      return ticket
    }
    const number = drawBoughtScatters({ below } as unknown as Draws)
    numbers.set(number, (numbers.get(number) ?? 0) + 1)
  }
  t.equal(tickets, 1_000)
  t.strictSame([...numbers].sort(), [[4, 938], ...BOUGHT_WITH])
})

t.test('the stops of a column are split by whether their window shows a scatter', async t => {
  const reels = readReels(['SABCD', 'ABCDA'], 'ABCDS', 2)
  t.strictSame(splitStops(reels, 4, 2), {
    withScatter: [Int32Array.of(0, 4), Int32Array.of()],
    without: [Int32Array.of(1, 2, 3), Int32Array.of(0, 1, 2, 3, 4)],
  })
})
