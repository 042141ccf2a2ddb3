// The file of a game's outcome indexes: its bytes are a stored form, and an incomplete file is
// refused.

import t from 'tap'
import type { TargetIndex } from '../../src/games/targets/target-index.ts'
import {
  decodeIndexes,
  encodeIndexes,
  type TargetIndexes,
} from '../../src/games/targets/target-index-file.ts'

const INDEX: TargetIndex = {
  mode: 'base',
  reelSet: 'high',
  kind: 'spin',
  root: Uint8Array.from({ length: 32 }, (_, at) => at * 8),
  scanned: 900,
  minUnits: Uint32Array.of(0x01_02_03_04, 20),
  maxUnits: Uint32Array.of(0x01_02_03_09, 20),
  numbers: Uint32Array.of(0xff_ff_ff_ff, 3),
}
const NONE = new Uint32Array(0)
const EMPTY = { ...INDEX, mode: 'buy', minUnits: NONE, maxUnits: NONE, numbers: NONE }
const INDEXES: TargetIndexes = {
  gameId: 'some-game',
  version: '1.0.0',
  indexes: [INDEX, EMPTY, { ...INDEX, kind: 'bonus', scanned: 7 }],
}
const FILE = encodeIndexes(INDEXES)
const HEAD = FILE.indexOf(0x0a) + 1

t.test('a file returns what was put in', async t => {
  t.strictSame(decodeIndexes(FILE), INDEXES)
})

t.test('a file that is part of a larger buffer is read from its own bytes', async t => {
  const buffer = new Uint8Array(FILE.length + 20).fill(0x7f)
  buffer.set(FILE, 5)
  t.strictSame(decodeIndexes(buffer.subarray(5, 5 + FILE.length)), INDEXES)
})

t.test('a file begins with one line of JSON that describes its indexes', async t => {
  const header = JSON.parse(new TextDecoder().decode(FILE.subarray(0, HEAD)))
  t.strictSame([header.game, header.version, header.indexes.length], ['some-game', '1.0.0', 3])
  t.strictSame(header.indexes[0], {
    mode: 'base',
    weighting: 'high',
    kind: 'spin',
    root: '0008101820283038404850586068707880889098a0a8b0b8c0c8d0d8e0e8f0f8',
    scanned: 900,
    entries: 2,
  })
})

t.test(
  'an entry is three little-endian integers: win, difference of the largest, number',
  async t => {
    t.equal(FILE.length, HEAD + 4 * 12)
    const first = [4, 3, 2, 1, 5, 0, 0, 0, 255, 255, 255, 255]
    const second = [20, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0]
    t.strictSame([...FILE.subarray(HEAD, HEAD + 24)], [...first, ...second])
  },
)

t.test('a file that is cut anywhere is refused', async t => {
  for (let length = 0; length < FILE.length; length++) {
    t.throws(() => decodeIndexes(FILE.subarray(0, length)), `${length} bytes`)
  }
})

t.test('a file with more than its entries is refused', async t => {
  const longer = new Uint8Array(FILE.length + 1)
  longer.set(FILE)
  t.throws(() => decodeIndexes(longer), /some-game is not whole/)
})
