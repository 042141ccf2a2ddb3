// Finding a round for a target among numbered seeds: the sources that are searched, the rounds that
// fit, and that the first one is taken.

import t from 'tap'
import { GAMES } from '../../src/games/catalogue/games.ts'
import {
  listSources,
  numberedSeed,
  playTarget,
  searchTarget,
  type TargetKind,
  type TargetSource,
  type TargetWindow,
  windowOf,
} from '../../src/games/targets/target-outcomes.ts'
import { isFeatured, playEveryOption, seedOf } from '../support/outcomes.ts'
import { gameOf, type WrittenRound } from './written-rounds.ts'

const ROOT = seedOf(7)
const SOURCE: TargetSource = { mode: 'base', reelSet: 'high' }
const WINDOW: TargetWindow = { fromUnits: 98, toUnits: 102 }

/** The number of the seed that is found among `count` from `from` on, and its wins. */
function find(
  rounds: readonly WrittenRound[],
  { kind = 'spin' as TargetKind, from = 0, count = rounds.length } = {},
): readonly [number: number, minUnits: number, maxUnits: number] | null {
  const game = gameOf(SOURCE, ROOT, rounds)
  const found = searchTarget(game, SOURCE, kind, WINDOW, ROOT, from, count)
  if (found === null) return null
  return [new DataView(found.seed.buffer).getUint32(28), found.minUnits, found.maxUnits]
}

const wins = (...units: number[]): WrittenRound => ({ wins: units })

t.test('a spin is searched in the base mode, a bonus in the bought modes too', async t => {
  const mode = (id: string, kind: 'base' | 'ante' | 'buy') => ({ ...GAMES[0]!.modes[0]!, id, kind })
  const modes = [mode('plain', 'base'), mode('more', 'ante'), mode('paid', 'buy')]
  const game = { ...GAMES[0]!, modes, hasFeature: true }
  const ofPlain = [
    { mode: 'plain', reelSet: 'natural' },
    { mode: 'plain', reelSet: 'high' },
  ]
  const ofPaid = [
    { mode: 'paid', reelSet: 'natural' },
    { mode: 'paid', reelSet: 'high' },
  ]
  t.strictSame(listSources(game, 'spin'), ofPlain)
  t.strictSame(listSources(game, 'bonus'), [...ofPlain, ...ofPaid])
  t.strictSame(listSources({ ...game, hasFeature: false }, 'spin'), ofPlain)
  t.strictSame(listSources({ ...game, hasFeature: false }, 'bonus'), [])
})

t.test('numbered seeds differ in their last four bytes, the highest first', async t => {
  const root = Uint8Array.from({ length: 32 }, (_, at) => at + 1)
  const seed = numberedSeed(root, 0x0a_0b_0c_0d)
  t.strictSame([...seed], [...root.subarray(0, 28), 0x0a, 0x0b, 0x0c, 0x0d])
  t.equal(root[31], 32, 'the root stays as it is')
})

t.test('a window is 2 % of the win to either side, in whole units', async t => {
  t.strictSame(windowOf({ unitsPerBet: 20 }, 500), WINDOW)
  t.strictSame(windowOf({ unitsPerBet: 20 }, 250), { fromUnits: 49, toUnits: 51 })
  t.strictSame(windowOf({ unitsPerBet: 20 }, 200), { fromUnits: 40, toUnits: 40 })
})

t.test('both ends of a window belong to it', async t => {
  t.strictSame(find([wins(97), wins(98)]), [1, 98, 98])
  t.strictSame(find([wins(103), wins(102)]), [1, 102, 102])
  t.equal(find([wins(0), wins(97), wins(103)]), null)
})

t.test('the first round that fits is taken, with its source and its own seed', async t => {
  const game = gameOf(SOURCE, ROOT, [wins(5), wins(101), wins(100)])
  const seed = numberedSeed(ROOT, 1)
  t.strictSame(searchTarget(game, SOURCE, 'spin', WINDOW, ROOT, 0, 3), {
    ...SOURCE,
    seed,
    minUnits: 101,
    maxUnits: 101,
  })
})

t.test('only the requested numbers are played', async t => {
  const rounds = [wins(100), wins(99), wins(5), wins(98), wins(102)]
  t.strictSame(find(rounds, { from: 1, count: 1 }), [1, 99, 99])
  t.equal(find(rounds, { from: 2, count: 1 }), null)
  t.strictSame(find(rounds, { from: 2, count: 2 }), [3, 98, 98])
  t.equal(find(rounds, { from: 0, count: 0 }), null)
})

t.test('a bonus has the feature and a spin has not', async t => {
  const rounds = [{ wins: [100], featured: true }, wins(101)]
  t.strictSame(find(rounds, { kind: 'spin' }), [1, 101, 101])
  t.strictSame(find(rounds.toReversed(), { kind: 'bonus' }), [1, 100, 100])
  t.equal(find([wins(100)], { kind: 'bonus' }), null)
})

t.test('a round with a choice fits when each of its options does', async t => {
  t.strictSame(find([wins(100, 98, 102)]), [0, 98, 102])
  t.strictSame(find([wins(98, 102, 100)]), [0, 98, 102])
  t.strictSame(find([wins(102, 100, 98)]), [0, 98, 102])
  for (const missed of [97, 103]) {
    t.equal(find([wins(missed, 100, 100)]), null)
    t.equal(find([wins(100, missed, 100)]), null)
    t.equal(find([wins(100, 100, missed)]), null)
  }
})

t.test('a target is played from its seed and reel set, at any level', async t => {
  const round = { mode: 'buy', reelSet: 'high', seed: ROOT, minUnits: 1, maxUnits: 2 } as const
  t.strictSame(playTarget(round, ['many']), {
    mode: 'buy',
    reelSet: 'high',
    seed: ROOT,
    levelBps: null,
    choices: ['many'],
  })
})

for (const game of GAMES.filter(({ targetOutcomes }) => targetOutcomes)) {
  t.test(`${game.id}: what a search finds is the first number whose round fits`, async t => {
    const source = { mode: 'base', reelSet: 'natural' } as const
    const window = { fromUnits: game.unitsPerBet, toUnits: 3 * game.unitsPerBet }
    const found = searchTarget(game, source, 'spin', window, ROOT, 0, 1_000)
    const fits = (number: number) => {
      const seed = numberedSeed(ROOT, number)
      const target = { ...source, seed, minUnits: 0, maxUnits: 0 }
      const outcomes = playEveryOption(game, playTarget(target, []))
      const isInside = outcomes.every(
        ({ winUnits }) => winUnits >= window.fromUnits && winUnits <= window.toUnits,
      )
      return isInside && !isFeatured(outcomes[0]!)
    }
    let first = 0
    while (first < 1_000 && !fits(first)) first++
    t.strictSame(found?.seed, numberedSeed(ROOT, first))
  })
}
