// Tests between streams of nearly equal seeds, on anything opened by a seed. Tests within a stream
// are in chance-tests.ts.

import { SEED_BYTES } from '../../src/games/engine/contract.ts'
import type { Source } from './chance-tests.ts'
import { normalBelow, poissonBelow, type Result } from './statistics.ts'

/** The interface that `Draws` has for a round. */
export interface Stream extends Source {
  word(): number
}
export type OpenStream = (seed: Uint8Array) => Stream

/** Numbers correlated, words compared, of each pair of streams. */
const CORRELATED = 2_048
const RANGE = 1_000
const COMPARED = 256
const COUNTING_PAIRS = 512
/** 2^18 words in all: of 32-bit words 8 pairs are equal by chance. */
const OPENED = 4_096
const WORDS_EACH = 64

/** Writes a number into the last four bytes of a seed. */
export function setCount(seed: Uint8Array, number: number): void {
  for (let i = 1; i <= 4; i++) seed[SEED_BYTES - i] = number >>> (8 * (i - 1))
}

function countingSeed(base: Uint8Array, number: number): Uint8Array {
  const seed = Uint8Array.from(base)
  setCount(seed, number)
  return seed
}

function flipBit(base: Uint8Array, bit: number): Uint8Array {
  const seed = Uint8Array.from(base)
  seed[bit >> 3]! ^= 1 << (bit & 7)
  return seed
}

export function testStreams(open: OpenStream, base: Uint8Array): Result[] {
  const results: Result[] = []
  for (let bit = 0; bit < 8 * SEED_BYTES; bit++) {
    const of = `bit ${bit} of the seed`
    const pair = () => [open(base), open(flipBit(base, bit))] as const
    results.push({ kind: 'changed bits, one bit of the seed', of, p: countChanges(...pair()) })
    results.push({ kind: 'correlation, one bit of the seed', of, p: correlate(...pair()) })
  }
  for (let i = 0; i < COUNTING_PAIRS; i++) {
    const of = `seeds ${i} and ${i + 1}`
    const pair = () => [open(countingSeed(base, i)), open(countingSeed(base, i + 1))] as const
    results.push({ kind: 'changed bits, counting seeds', of, p: countChanges(...pair()) })
    results.push({ kind: 'correlation, counting seeds', of, p: correlate(...pair()) })
  }
  results.push({ kind: 'repeated words', of: 'counting seeds', p: countRepeats(open, base) })
  return results
}

/** Half of the bits differ between independent streams. */
function countChanges(one: Stream, other: Stream): number {
  let changed = 0
  for (let i = 0; i < COMPARED; i++) {
    for (let bits = one.word() ^ other.word(); bits !== 0; bits &= bits - 1) changed++
  }
  const mean = COMPARED * 16
  return normalBelow((changed - mean) / Math.sqrt(mean / 2))
}

function correlate(one: Stream, other: Stream): number {
  const mean = (RANGE - 1) / 2
  const variance = (RANGE * RANGE - 1) / 12
  let sum = 0
  for (let i = 0; i < CORRELATED; i++)
    sum += (one.below(RANGE) - mean) * (other.below(RANGE) - mean)
  return normalBelow(sum / variance / Math.sqrt(CORRELATED))
}

/** Overlapping streams, shifted or not, have many words in common. */
function countRepeats(open: OpenStream, base: Uint8Array): number {
  const words = new Uint32Array(OPENED * WORDS_EACH)
  for (let i = 0; i < words.length; ) {
    const stream = open(countingSeed(base, i / WORDS_EACH))
    for (let k = 0; k < WORDS_EACH; k++) words[i++] = stream.word()
  }
  words.sort()
  let repeats = 0
  for (let i = 1; i < words.length; i++) if (words[i] === words[i - 1]) repeats++
  return poissonBelow(repeats, words.length ** 2 / 2 ** 33)
}
