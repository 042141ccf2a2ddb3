// The mathematics threads: the same simulation on any number of threads, and rounds for target
// outcomes that hit. Real threads, the built worker, the indexes shipped with the games.

import path from 'node:path'
import t from 'tap'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { findGame, GAMES } from '../../src/games/catalogue/games.ts'
import { CHUNK_ROUNDS, simulate } from '../../src/games/rtp/simulate.ts'
import { scanTargets } from '../../src/games/targets/target-index.ts'
import { playTarget, searchTarget, windowOf } from '../../src/games/targets/target-outcomes.ts'
import { findTarget } from '../../src/mathematics/find-target.ts'
import {
  MATHEMATICS_WORKS,
  type MathematicsPool,
  openMathematicsPool,
} from '../../src/mathematics/pool.ts'
import { readIndexes, targetIndexFile } from '../../src/mathematics/target-index-files.ts'
import { isFeatured, playEveryOption, seedOf } from '../support/outcomes.ts'
import { sized } from '../support/size.ts'

const WORKER = path.join(PROJECT_ROOT, 'dist', 'threads', 'mathematics.js')

function openPool(threads: number) {
  const pool = openMathematicsPool(WORKER, threads)
  t.teardown(() => pool.close())
  return pool
}

/** For tests that leave them as they are: a thread starts in a third of a second of a core. */
const [single, shared] = [openPool(1), openPool(2)]

/** Random numbers that repeat in every run, so that a failing target can be examined. */
function fixedChance() {
  let roots = 0
  return { newRoot: () => seedOf(++roots), pick: () => 0.5 }
}

t.test('a simulation is the same here and on two threads, with levels', async t => {
  const simulated = { mode: 'base', set: { levelBps: 9_450 } }
  const request = { ...simulated, gameId: 'cherry-classic', seed: seedOf(7) }
  const rounds = 3 * CHUNK_ROUNDS + 17
  const one = simulate({ ...simulated, game: findGame(request.gameId)! }, request.seed, rounds)
  t.same(await shared.simulate({ ...request, rounds }), one)
  t.equal(one.rounds, rounds)
  const hits = one.buckets.reduce((sum, rounds) => sum + rounds, 0) - one.buckets[0]!
  t.equal(hits, one.hits, 'every win is in a bucket')
  const units = one.bucketUnits.reduce((sum, units) => sum + units, 0)
  t.equal(units, one.winUnits, 'and every unit won')
})

t.test('progress is reported up to the end', async t => {
  const reported: number[] = []
  const rounds = 2 * CHUNK_ROUNDS
  await shared.simulate(
    { gameId: 'cherry-classic', mode: 'base', set: 'natural', seed: seedOf(1), rounds },
    (done, of) => {
      t.equal(of, rounds)
      reported.push(done)
    },
  )
  t.same(reported, [CHUNK_ROUNDS, rounds])
})

/** A larger one is rare, and found by a search where the index does not have it. */
const LARGER = sized([1_000], [1_000, 5_000])

for (const game of GAMES.filter(({ targetOutcomes }) => targetOutcomes)) {
  t.test(`${game.id}: a ready target is hit within 2 %, by every option`, async t => {
    for (const kind of game.hasFeature ? (['spin', 'bonus'] as const) : (['spin'] as const)) {
      // Six cash symbols, the least that start respins, pay more than five bets.
      for (const multiplierHundredths of kind === 'spin' ? [500, ...LARGER] : LARGER) {
        const target = { gameId: game.id, kind, multiplierHundredths }
        const answer = await findTarget(shared, target, fixedChance())
        const name = `${kind} x${multiplierHundredths / 100}`
        if (answer.status !== 'ready') {
          t.fail(`${name} is ${answer.status}`)
          continue
        }
        const { fromUnits, toUnits } = windowOf(game, multiplierHundredths)
        for (const round of answer.rounds) {
          for (const outcome of playEveryOption(game, playTarget(round, []))) {
            const { winUnits } = outcome
            t.ok(winUnits >= fromUnits && winUnits <= toUnits, `${name} ${round.mode}: ${winUnits}`)
            t.equal(isFeatured(outcome), kind === 'bonus', `${name} ${round.mode}: its kind`)
          }
        }
        t.equal(answer.gameVersion, game.version)
      }
    }
  })
}

t.test('a search finds natural rounds without an index', async t => {
  const game = findGame('lucky-lanterns')!
  const window = windowOf(game, 2_000)
  const source = { mode: 'base', reelSet: 'natural' as const }
  const found = await shared.search(
    { ...source, gameId: game.id, kind: 'bonus', root: seedOf(5), rounds: 1e6, taskRounds: 5e4 },
    window,
  )
  if (found === null) return t.fail('nothing found')
  const { winUnits } = game.play(playTarget(found, []))
  t.ok(winUnits >= window.fromUnits && winUnits <= window.toUnits)
})

t.test('a multiplier that no round can win is unreachable', async t => {
  const target = { gameId: 'cherry-classic', kind: 'spin' as const, multiplierHundredths: 50 }
  t.same(await findTarget(shared, target, fixedChance()), { status: 'unreachable' }, 'half a unit')
  const bonus = { gameId: 'crystal-cluster', kind: 'bonus' as const, multiplierHundredths: 1_000 }
  t.same(await findTarget(shared, bonus, fixedChance()), { status: 'unreachable' }, 'no feature')
  const impossible = { mode: 'base', reelSet: 'natural' as const, gameId: 'cherry-classic' }
  const found = await shared.search(
    { ...impossible, kind: 'spin', root: seedOf(1), rounds: 200_000, taskRounds: 50_000 },
    { fromUnits: 1, toUnits: 3 },
  )
  t.equal(found, null, 'the budget ends')
})

t.test('a search accepts a round only when every option of its choice hits', async t => {
  const game = findGame('river-of-ways')!
  const window = windowOf(game, 3_000)
  const source = { mode: 'buy', reelSet: 'natural' as const }
  for (let root = 1; root <= 3; root++) {
    const found = searchTarget(game, source, 'bonus', window, seedOf(root), 0, 200_000)
    if (found === null) return t.fail('nothing found')
    const wins = playEveryOption(game, playTarget(found, [])).map(({ winUnits }) => winUnits)
    t.equal(wins.length, game.options.length)
    t.ok(Math.min(...wins) >= window.fromUnits && Math.max(...wins) <= window.toUnits, `${wins}`)
  }
})

t.test('an index of rounds whose options lie too far apart for any target is not kept', async t => {
  const game = findGame('river-of-ways')!
  const scan = scanTargets(game, { mode: 'buy', reelSet: 'natural' }, 'bonus', seedOf(1), 0, 20_000)
  t.ok(scan.length > 0)
  for (let at = 0; at < scan.length; at += 3) {
    if (scan[at + 1]! * 98 > scan[at]! * 102) t.fail(`${scan[at]} to ${scan[at + 1]}`)
  }
})

t.test('a failure in one piece ends the whole, and nothing runs on', async t => {
  let reported = 0
  const request = { gameId: 'cherry-classic', mode: 'base', set: 'natural' as const }
  const failing = shared.simulate(
    { ...request, seed: seedOf(1), rounds: 40 * CHUNK_ROUNDS },
    () => {
      reported++
      throw new Error('enough of it')
    },
  )
  await t.rejects(failing, { message: 'enough of it' })
  const after = reported
  await shared.simulate({ ...request, seed: seedOf(1), rounds: 4 * CHUNK_ROUNDS })
  t.ok(reported <= after + 1, 'at most the piece that was in flight')
})

t.test('one task too many is refused at once, and no part of it was started', async t => {
  const seeds = { mode: 'base', reelSet: 'natural' as const, gameId: 'cherry-classic' }
  const search = (onProgress?: () => void) =>
    single.search(
      { ...seeds, kind: 'spin', root: seedOf(1), rounds: 2_000, taskRounds: 1_000 },
      { fromUnits: 1, toUnits: 3 },
      onProgress,
    )
  const running = Array.from({ length: MATHEMATICS_WORKS }, () => search())
  await t.rejects(
    search(() => t.fail('it was started')),
    { name: 'MathematicsFull' },
  )
  t.same(await Promise.all(running), new Array(MATHEMATICS_WORKS).fill(null))
  t.equal(await search(), null, 'there is room again')
})

t.test('projects take turns at the threads, however much each has in flight', async t => {
  const played: string[] = []
  const search = (projectId: string) =>
    single.search(
      {
        mode: 'base',
        reelSet: 'natural',
        gameId: 'cherry-classic',
        kind: 'spin',
        root: seedOf(1),
        rounds: 2_000,
        taskRounds: 1_000,
        owner: projectId,
      },
      { fromUnits: 1, toUnits: 3 },
      () => played.push(projectId),
    )
  await Promise.all(['one', 'one', 'one', 'one', 'two'].map(search))
  t.strictSame(played.slice(0, 5), ['one', 'one', 'two', 'one', 'two'])
  const owners: unknown[] = []
  const noted: MathematicsPool = {
    ...single,
    async search({ owner }) {
      owners.push(owner)
      return null
    },
  }
  const target = { gameId: 'cherry-classic', kind: 'spin' as const, multiplierHundredths: 100 }
  await findTarget(noted, { ...target, projectId: 'one' }, fixedChance())
  t.strictSame(new Set(owners), new Set(['one']))
})

t.test('after the end nothing starts any more', async t => {
  await single.close()
  const request = { gameId: 'cherry-classic', mode: 'base', set: 'natural' as const }
  await t.rejects(single.simulate({ ...request, seed: seedOf(1), rounds: 1_000 }), /closed/)
})

t.test('without a complete index of this version targets are searched', async t => {
  const folder = t.testdir({ 'cut.bin': '{"game":"x","version":"1.0.0","indexes":[' })
  t.same(readIndexes(path.join(folder, 'missing.bin'), '1.0.0'), [])
  t.same(readIndexes(path.join(folder, 'cut.bin'), '1.0.0'), [])
  const file = targetIndexFile('cherry-classic')
  t.not(readIndexes(file, findGame('cherry-classic')!.version).length, 0)
  t.same(readIndexes(file, '9.9.9'), [], 'made by another version')
})

t.test('an unknown game is refused', async t => {
  const target = { gameId: 'nobody', kind: 'spin' as const, multiplierHundredths: 100 }
  await t.rejects(findTarget(shared, target, fixedChance()), RangeError)
})
