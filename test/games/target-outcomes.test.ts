// The rounds that fit a target, and the indexes shipped with the games: every entry is a round that
// its seed draws.

import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import t from 'tap'
import { GAMES } from '../../src/games/catalogue/games.ts'
import { lookUp, type TargetIndex } from '../../src/games/targets/target-index.ts'
import { decodeIndexes, encodeIndexes } from '../../src/games/targets/target-index-file.ts'
import {
  listSources,
  numberedSeed,
  playTarget,
  type TargetRound,
  windowOf,
} from '../../src/games/targets/target-outcomes.ts'
import { targetIndexFile } from '../../src/mathematics/target-index-files.ts'
import { isFeatured, playEveryOption, seedOf } from '../support/outcomes.ts'

t.test('a window holds exactly the wins within 2 % of the multiplier', async t => {
  fc.assert(
    fc.property(
      fc.constantFrom(5, 10, 20, 40),
      fc.integer({ min: 1, max: 999_999_999 }),
      (unitsPerBet, hundredths) => {
        const { fromUnits, toUnits } = windowOf({ unitsPerBet }, hundredths)
        const target = BigInt(hundredths) * BigInt(unitsPerBet)
        // units / unitsPerBet against hundredths / 100, in whole numbers.
        const fits = (units: number) => {
          const off = BigInt(units) * 100n - target
          return (off < 0n ? -off : off) * 100n <= target * 2n
        }
        const inside = fromUnits > toUnits || (fits(fromUnits) && fits(toUnits))
        return inside && !fits(fromUnits - 1) && !fits(toUnits + 1)
      },
    ),
    { seed: 20_261_121, numRuns: 2_000 },
  )
  t.pass()
})

const INDEX: TargetIndex = {
  mode: 'base',
  reelSet: 'natural',
  kind: 'bonus',
  root: seedOf(3),
  scanned: 100,
  minUnits: Uint32Array.of(10, 20, 20, 40),
  maxUnits: Uint32Array.of(10, 20, 23, 40),
  numbers: Uint32Array.of(7, 1, 2, 9),
}

t.test('a look-up finds the rounds of the window and no other', async t => {
  const numberOf = (round: TargetRound | null) => round?.seed.at(-1)
  const found = (fromUnits: number, toUnits: number, pick: number) =>
    numberOf(lookUp(INDEX, { fromUnits, toUnits }, pick))
  t.equal(found(10, 10, 0), 7)
  t.equal(found(11, 19, 0), undefined)
  t.equal(found(20, 20, 0.99), 1, 'an option that misses is left out')
  t.equal(found(20, 23, 0.99), 2)
  t.equal(found(20, 23, 0), 1)
  t.equal(found(40, 100, 0.5), 9)
  t.equal(found(41, 100, 0.5), undefined)
})

t.test('an index file returns what was put in, and a cut one is refused', async t => {
  const indexes = {
    gameId: 'some-game',
    version: '1.0.0',
    indexes: [INDEX, { ...INDEX, mode: 'buy' }],
  }
  const file = encodeIndexes(indexes)
  t.same(decodeIndexes(file), indexes)
  t.throws(() => decodeIndexes(file.subarray(0, file.length - 1)))
})

/** Entries checked in each index, evenly spread. */
const LOOKED_AT = 25

for (const game of GAMES.filter(({ targetOutcomes }) => targetOutcomes)) {
  t.test(`${game.id}: the rounds of its index are drawn by their seeds`, async t => {
    const { version, indexes } = decodeIndexes(readFileSync(targetIndexFile(game.id)))
    t.equal(version, game.version, 'made by this mathematics: reelhouse outcomes index')
    const kinds = game.hasFeature ? (['spin', 'bonus'] as const) : (['spin'] as const)
    const sources = kinds.flatMap(kind =>
      listSources(game, kind).map(source => ({ ...source, kind })),
    )
    t.same(
      indexes.map(({ mode, reelSet, kind }) => ({ mode, reelSet, kind })),
      sources,
    )
    for (const { mode, reelSet, kind, root, numbers, minUnits, maxUnits } of indexes) {
      const step = Math.max(1, Math.floor(numbers.length / LOOKED_AT))
      for (let at = 0; at < numbers.length; at += step) {
        const seed = numberedSeed(root, numbers[at]!)
        const round = { mode, reelSet, seed, minUnits: minUnits[at]!, maxUnits: maxUnits[at]! }
        const outcomes = playEveryOption(game, playTarget(round, []))
        const wins = outcomes.map(({ winUnits }) => winUnits)
        if (Math.min(...wins) !== round.minUnits || Math.max(...wins) !== round.maxUnits) {
          t.fail(`${mode} ${reelSet} ${kind} number ${numbers[at]} wins ${wins}`)
        }
        const featured = isFeatured(outcomes[0]!)
        if (featured !== (kind === 'bonus')) t.fail(`number ${numbers[at]} is no ${kind}`)
      }
    }
  })
}
