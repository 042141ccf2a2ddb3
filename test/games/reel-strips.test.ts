// Strips as text, their windows on a board, and the refusals of strips that cannot be played.

import t from 'tap'
import { countSymbol, drawStops, readReels, showStop } from '../../src/games/engine/reels.ts'
import type { Draws } from '../../src/games/engine/rng.ts'

const REELS = readReels(['abc', 'ccab'], 'abc', 3)

t.test('a strip is followed by its first symbols, so that every window is contiguous', async t => {
  t.strictSame(REELS, {
    columns: 2,
    rows: 3,
    lengths: Int32Array.of(3, 4),
    starts: Int32Array.of(0, 5),
    symbols: Uint8Array.of(0, 1, 2, 0, 1, 2, 2, 0, 1, 2, 2),
  })
  t.doesNotThrow(() => readReels(['a'], 'a', 1))
})

t.test('a strip that is too short, or has an unknown letter, is refused', async t => {
  const short = new RangeError('reel 1 is shorter than its window')
  t.throws(() => readReels(['abc', 'ab'], 'abc', 3), short)
  t.throws(() => readReels(['abd'], 'abc', 3), new RangeError('no symbol is written "d"'))
})

t.test('every reel draws a stop of its own strip, left to right', async t => {
  const ranges: number[] = []
  const below = (range: number) => ranges.push(range)
  const stops = new Int32Array(2)
  drawStops(REELS, { below } as unknown as Draws, stops)
  t.same(ranges, [3, 4])
  t.same([...stops], [1, 2])
})

t.test('a window is shown in its own column', async t => {
  const board = new Uint8Array(6).fill(9)
  showStop(REELS, 1, 3, board)
  t.same([...board], [9, 9, 9, 1, 2, 2])
  showStop(REELS, 0, 1, board)
  t.same([...board], [1, 2, 0, 1, 2, 2], 'in no other column')
  t.equal(countSymbol(board, 2), 3)
  t.equal(countSymbol(board, 9), 0)
})
