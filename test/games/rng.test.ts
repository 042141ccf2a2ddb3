// The seeded numbers: the published cipher, uniform ranges, and no input besides the seed.

import { createCipheriv, createHash } from 'node:crypto'
import t from 'tap'
import { initialiseState, nextBlock, WORDS } from '../../src/games/engine/chacha.ts'
import { Draws, deriveSeed } from '../../src/games/engine/rng.ts'
import { seedOf } from '../support/outcomes.ts'

function keystream(key: Uint8Array, rounds: number, blocks: number): Buffer {
  const state = new Uint32Array(WORDS)
  const block = new Uint32Array(WORDS)
  initialiseState(state, key)
  const bytes: Buffer[] = []
  for (let i = 0; i < blocks; i++) {
    nextBlock(state, block, rounds)
    bytes.push(Buffer.from(new Uint8Array(block.buffer.slice(0))))
  }
  return Buffer.concat(bytes)
}

t.test('20 rounds give the ChaCha20 stream of OpenSSL', async t => {
  const key = createHash('sha256').update('a key').digest()
  const cipher = createCipheriv('chacha20', key, Buffer.alloc(16))
  t.same(keystream(key, 20, 40), cipher.update(Buffer.alloc(40 * 64)))
})

t.test('the counter and the nonce go into the stream as OpenSSL reads them', async t => {
  const key = createHash('sha256').update('a key').digest()
  const state = new Uint32Array(WORDS)
  const block = new Uint32Array(WORDS)
  initialiseState(state, key)
  state.set([7, 1, 2, 3], 12)
  const iv = Buffer.from(new Uint8Array(state.slice(12).buffer))
  nextBlock(state, block, 20)
  const cipher = createCipheriv('chacha20', key, iv)
  t.same(Buffer.from(new Uint8Array(block.buffer)), cipher.update(Buffer.alloc(64)))
})

t.test('derived seeds are the same every time, and all different', async t => {
  const hex = (seed: Uint8Array) => Buffer.from(seed).toString('hex')
  const numbers = Array.from({ length: 100 }, (_, number) => number)
  const seeds = numbers.map(number => hex(deriveSeed(seedOf(1), number)))
  t.same(
    numbers.map(number => hex(deriveSeed(seedOf(1), number))),
    seeds,
  )
  const own = keystream(seedOf(1), 20, 100).toString('hex')
  t.equal(new Set([...seeds, hex(deriveSeed(seedOf(2), 0))]).size, 101)
  for (const seed of seeds) t.notOk(own.includes(seed), 'not of the stream of a round')
  t.equal(seeds[0]?.length, 64)
})

t.test('12 rounds give the published test vector of the zero key', async t => {
  const published =
    '9bf49a6a0755f953811fce125f2683d50429c3bb49e074147e0089a52eae155f' +
    '0564f879d27ae3c02ce82834acfa8c793a629f2ca0de6919610be82f411326be'
  t.equal(keystream(new Uint8Array(32), 12, 1).toString('hex'), published)
})

t.test('words are the stream, four bytes at a time', async t => {
  const draws = new Draws(seedOf(5))
  const stream = keystream(seedOf(5), 12, 3)
  for (let i = 0; i < 48; i++) t.equal(draws.word(), stream.readUInt32LE(4 * i))
})

t.test('the block counter carries into its second word', async t => {
  const state = new Uint32Array(WORDS)
  initialiseState(state, seedOf(1))
  state[12] = 0xffffffff
  state[13] = 5
  nextBlock(state, new Uint32Array(WORDS), 12)
  t.same([state[12], state[13]], [0, 6])
})

t.test('the same seed gives the same numbers, also after reseeding', async t => {
  const one = new Draws(seedOf(1))
  const other = new Draws(seedOf(2))
  const first = Array.from({ length: 100 }, () => one.below(1_000))
  other.below(7)
  other.reseed(seedOf(1))
  t.same(
    Array.from({ length: 100 }, () => other.below(1_000)),
    first,
  )
})

t.test('a seed of another length is refused', async t => {
  t.throws(() => new Draws(new Uint8Array(31)), RangeError)
  t.throws(() => new Draws(new Uint8Array(64)), RangeError)
})

/** Chi-square of equal shares; its 99.9 % point by Wilson and Hilferty. */
function chiSquare(counts: readonly number[]): { statistic: number; limit: number } {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length
  const statistic = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
  const freedom = counts.length - 1
  const limit = freedom * (1 - 2 / (9 * freedom) + 3.09 * Math.sqrt(2 / (9 * freedom))) ** 3
  return { statistic, limit }
}

t.test('ranges are uniform', async t => {
  for (const range of [2, 3, 10, 26, 32, 52, 83, 1_000]) {
    const draws = new Draws(seedOf(range))
    const counts = new Array<number>(range).fill(0)
    for (let i = 0; i < 200_000; i++) counts[draws.below(range)]!++
    const { statistic, limit } = chiSquare(counts)
    t.ok(statistic < limit, `range ${range}: ${statistic.toFixed(1)} below ${limit.toFixed(1)}`)
  }
})

t.test('only rejection makes a range uniform that does not divide 65,536', async t => {
  const range = 49_152
  const draws = new Draws(seedOf(9))
  const counts = [0, 0, 0]
  for (let i = 0; i < 90_000; i++) counts[draws.below(range) % 3]!++
  const { statistic, limit } = chiSquare(counts)
  t.ok(statistic < limit, 'without it every third number would come twice as often')
})

t.test('the largest range returns every half word unchanged', async t => {
  const draws = new Draws(seedOf(3))
  const stream = keystream(seedOf(3), 12, 1)
  for (let i = 0; i < 32; i++) t.equal(draws.below(65_536), stream.readUInt16LE(2 * i))
})

t.test('a range of one is always zero', async t => {
  const draws = new Draws(seedOf(4))
  for (let i = 0; i < 100; i++) t.equal(draws.below(1), 0)
})
