// The generator under the classic tests at 99 %, on the games' ranges and from neighbouring seeds;
// and proof that these tests catch bad generators. Seeds are fixed: the results are the same every
// time.

import { createHash } from 'node:crypto'
import t from 'tap'
import { SEED_BYTES } from '../../src/games/engine/contract.ts'
import { Draws } from '../../src/games/engine/rng.ts'
import { onlyFullSize, sized } from '../support/size.ts'
import { type Source, TESTS } from './chance-tests.ts'
import {
  binomialTails,
  chiSquareBelow,
  judge,
  kolmogorovSmirnov,
  normalBelow,
  poissonBelow,
  type Result,
  twoSided,
} from './statistics.ts'
import { type Stream, setCount, testStreams } from './stream-tests.ts'

/** A coin, small weights, lengths of strips, a deck, lots, a whole half word. */
const RANGES = [2, 3, 5, 25, 32, 52, 82, 100, 1_000, 65_536]
const REPEATS = sized(1, 8)

const seedFrom = (text: string): Uint8Array => createHash('sha256').update(text).digest()

function runTests(open: (name: string) => Source, ranges: readonly number[], repeats: number) {
  const results: Result[] = []
  for (const [kind, test] of Object.entries(TESTS)) {
    for (const range of ranges) {
      for (let i = 0; i < repeats; i++) {
        const of = `range ${range}, sample ${i}`
        for (const p of test(open(`${kind}, ${of}`), range)) results.push({ kind, of, p })
      }
    }
  }
  return results
}

/** A line for each kind, as in the table of docs/games.md, and one for all. */
function describe(results: readonly Result[]): string[] {
  const line = (name: string, of: readonly Result[]) => {
    const outliers = of.filter(({ p }) => twoSided(p) < 0.01).length
    const uniform = 1 - kolmogorovSmirnov(of.map(({ p }) => p))
    return `${name}: ${of.length} results, ${outliers} outside 99 %, uniform ${uniform.toFixed(2)}`
  }
  const kinds = [...new Set(results.map(({ kind }) => kind))]
  const ofKind = (kind: string) => results.filter(result => result.kind === kind)
  return [...kinds.map(kind => line(kind, ofKind(kind))), line('all', results)]
}

/** The kinds of which a result is beyond one in a million. */
function kindsThatCatch(results: readonly Result[]): string[] {
  const caught = results.filter(({ p }) => twoSided(p) < 1e-6)
  return [...new Set(caught.map(({ kind }) => kind))]
}

t.test('the probabilities agree with the published tables', async t => {
  const near = (value: number, wanted: number, of: string) =>
    t.ok(Math.abs(value - wanted) < 2e-6, `${of}: ${value} is ${wanted}`)
  near(normalBelow(-2.575829), 0.005, 'normal')
  near(normalBelow(1.644854), 0.95, 'normal')
  near(chiSquareBelow(6.634897, 1), 0.99, 'chi-square of 1')
  near(chiSquareBelow(2.558212, 10), 0.01, 'chi-square of 10')
  near(chiSquareBelow(135.80672, 100), 0.99, 'chi-square of 100')
  near(binomialTails(3, 10, 0.5)[0], 0.171875, 'binomial')
  near(binomialTails(3, 10, 0.5)[1], 0.9453125, 'binomial')
  near(poissonBelow(0, 2), Math.exp(-2) / 2, 'Poisson')
  near(poissonBelow(2, 2), 4 * Math.exp(-2), 'Poisson')
  const even = Array.from({ length: 10_000 }, (_, i) => (i + 0.5) / 10_000)
  t.ok(kolmogorovSmirnov(even) < 1e-6, 'an even row has the smallest distance')
  const squeezed = even.map(p => p * (1 - 0.016276 + 0.00005))
  t.ok(Math.abs(kolmogorovSmirnov(squeezed) - 0.99) < 5e-4, 'its 99 % point is 1.6276 / sqrt(n)')
})

t.test("the games' ranges pass every test", async t => {
  const results = runTests(name => new Draws(seedFrom(name)), RANGES, REPEATS)
  for (const line of describe(results)) t.comment(line)
  t.same(judge(results).objections, [])
})

/** The first word of consecutive seeds, which a level uses to choose the reel set. */
function firstWords(base: Uint8Array): Source {
  const draws = new Draws(base)
  const seed = Uint8Array.from(base)
  let number = 0
  return {
    below(range) {
      setCount(seed, number++)
      draws.reseed(seed)
      return Math.floor((draws.word() * range) / 2 ** 32)
    },
  }
}

t.test('the first words of consecutive seeds pass every test', async t => {
  const results = runTests(name => firstWords(seedFrom(name)), [2, 100], 1)
  for (const line of describe(results)) t.comment(line)
  t.same(judge(results).objections, [])
})

t.test('streams of neighbouring seeds are independent', async t => {
  const bases = [new Uint8Array(SEED_BYTES), seedFrom('neighbours')]
  const results = bases.flatMap(base => testStreams(seed => new Draws(seed), base))
  for (const line of describe(results)) t.comment(line)
  t.same(judge(results).objections, [])
})

const BAD: readonly [name: string, range: number, open: () => Source][] = [
  ['a bare modulo of 16 bits', 1_000, bareModulo],
  ['multiplication without rejection', 3_000, () => changedHalves(half => half)],
  ['the low bits of a linear congruential generator', 32, lowBits],
  ['a counter', 52, counter],
  ['a stuck lowest bit', 65_536, () => changedHalves(half => half | 1)],
  ['a stuck bit in the middle', 65_536, () => changedHalves(half => half | 0x100)],
  ['a stuck highest bit', 65_536, () => changedHalves(half => half & 0x7fff)],
  ['a hot number in one draw of a hundred', 52, hotNumber],
  ['one draw in fifty that repeats the last', 52, repeater],
  ['a deck that is used up before it is shuffled again', 52, deck],
]

function good(): Draws {
  return new Draws(seedFrom('beneath a bad generator'))
}

function bareModulo(): Source {
  const draws = good()
  return { below: range => draws.below(65_536) % range }
}

/** Halves of a word, changed, and mapped to the range by their upper end. */
function changedHalves(change: (half: number) => number): Source {
  const draws = good()
  return { below: range => (change(draws.below(65_536)) * range) >>> 16 }
}

function lowBits(): Source {
  let state = 1
  return {
    below(range) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
      return state % range
    },
  }
}

function counter(): Source {
  let number = 0
  return { below: range => number++ % range }
}

function hotNumber(): Source {
  const draws = good()
  return { below: range => (draws.below(100) === 0 ? 7 : draws.below(range)) }
}

function repeater(): Source {
  const draws = good()
  let last = 0
  return {
    below(range) {
      if (draws.below(50) > 0) last = draws.below(range)
      return last
    },
  }
}

function deck(): Source {
  const draws = good()
  let cards: number[] = []
  return {
    below(range) {
      if (cards.length === 0) cards = Array.from({ length: range }, (_, card) => card)
      return cards.splice(draws.below(cards.length), 1)[0]!
    },
  }
}

t.test('bad generators are caught, and each kind of test catches one', onlyFullSize, async t => {
  const caughtBy = BAD.map(([name, range, open]) => {
    const kinds = kindsThatCatch(runTests(open, [range], 1))
    t.ok(kinds.length > 0, `${name} is caught by: ${kinds.join(', ')}`)
    return kinds
  })
  t.same(new Set(caughtBy.flat()), new Set(Object.keys(TESTS)))
})

t.test('dependent streams are caught, by every kind of test', onlyFullSize, async t => {
  const caughtBy = Object.entries({ deaf, shifted, alike }).map(([name, open]) => {
    const kinds = kindsThatCatch(testStreams(open, seedFrom('neighbours')))
    t.ok(kinds.length > 0, `${name} streams are caught by: ${kinds.join(', ')}`)
    return kinds
  })
  t.equal(new Set(caughtBy.flat()).size, 5)
})

/** Ignores one bit of the seed. */
function deaf(seed: Uint8Array): Draws {
  return new Draws(seed.map((byte, i) => (i === 9 ? byte & 0xfe : byte)))
}

/** The next seed starts one word later in the same stream. */
function shifted(seed: Uint8Array): Draws {
  const draws = new Draws(new Uint8Array(SEED_BYTES))
  const words = new DataView(seed.buffer).getUint32(SEED_BYTES - 4) % 5_000
  for (let i = 0; i < words; i++) draws.word()
  return draws
}

/** Every other number is that of a stream all seeds share. */
function alike(seed: Uint8Array): Stream {
  const own = new Draws(seed)
  const shared = new Draws(new Uint8Array(SEED_BYTES))
  const pick = (one: number, other: number) => (own.below(2) === 0 ? one : other)
  return {
    word: () => pick(own.word(), shared.word()),
    below: range => pick(own.below(range), shared.below(range)),
  }
}
