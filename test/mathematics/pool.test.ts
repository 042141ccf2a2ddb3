// The mathematics threads: the same simulation whoever plays it, and rounds for target outcomes that
// hit. Real threads, the built worker, the indexes that come with the games.

import path from 'node:path'
import t, { type Test } from 'tap'
import { PROJECT_ROOT } from '../../src/config.ts'
import { findGame, GAMES } from '../../src/games/catalogue.ts'
import type { Outcome } from '../../src/games/contract.ts'
import type { Game } from '../../src/games/mathematics.ts'
import { CHUNK_ROUNDS } from '../../src/games/simulate.ts'
import { playTarget, type TargetRound, windowOf } from '../../src/games/target-outcomes.ts'
import { findTarget } from '../../src/mathematics/find-target.ts'
import { openMathematicsPool } from '../../src/mathematics/pool.ts'
import { seedOf } from '../games/round-checks.ts'

const WORKER = path.join(PROJECT_ROOT, 'dist', 'workers', 'mathematics.js')

function openPool(t: Test, threads: number) {
  const pool = openMathematicsPool(WORKER, threads)
  t.teardown(() => pool.close())
  return pool
}

/** Chance that always takes the same turn, so that a failing target can be looked at again. */
function fixedChance() {
  let roots = 0
  return { newRoot: () => seedOf(++roots), pick: () => 0.5 }
}

t.test('a simulation is the same on one thread and on three, level and all', async t => {
  const request = {
    gameId: 'cherry-classic',
    mode: 'base',
    set: { levelBps: 9_450 },
    seed: seedOf(7),
    rounds: 3 * CHUNK_ROUNDS + 17,
  }
  const one = await openPool(t, 1).simulate(request)
  const three = await openPool(t, 3).simulate(request)
  t.same(three, one)
  t.equal(one.rounds, request.rounds)
  const hits = one.buckets.reduce((sum, rounds) => sum + rounds, 0) - one.buckets[0]!
  t.equal(hits, one.hits, 'every win is in a bucket')
  const units = one.bucketUnits.reduce((sum, units) => sum + units, 0)
  t.equal(units, one.winUnits, 'and every unit won')
})

t.test('progress is told up to the end', async t => {
  const told: number[] = []
  const rounds = 2 * CHUNK_ROUNDS
  await openPool(t, 1).simulate(
    { gameId: 'cherry-classic', mode: 'base', set: 'natural', seed: seedOf(1), rounds },
    (done, of) => {
      t.equal(of, rounds)
      told.push(done)
    },
  )
  t.same(told, [CHUNK_ROUNDS, rounds])
})

/** Every way the round of a target can be played to its end without a gamble. */
function playEveryOption(game: Game, round: TargetRound): Outcome[] {
  const first = game.play(playTarget(round, []))
  if (first.awaiting?.kind !== 'choice') return [first]
  return first.awaiting.options.map(option => game.play(playTarget(round, [option])))
}

const FEATURE_EVENTS = new Set(['freeGamesAwarded', 'respinsAwarded'])

for (const game of GAMES.filter(({ targetOutcomes }) => targetOutcomes)) {
  t.test(`${game.id}: what is ready hits its target within 2 %, every option of it`, async t => {
    const pool = openPool(t, 2)
    for (const kind of game.hasFeature ? (['spin', 'bonus'] as const) : (['spin'] as const)) {
      // Six cash symbols, the least that start respins, pay more than five bets.
      for (const multiplierHundredths of kind === 'spin' ? [500, 1_000, 5_000] : [1_000, 5_000]) {
        const target = { gameId: game.id, kind, multiplierHundredths }
        const answer = await findTarget(pool, target, fixedChance())
        const name = `${kind} x${multiplierHundredths / 100}`
        if (answer.status !== 'ready') {
          t.fail(`${name} is ${answer.status}`)
          continue
        }
        const { fromUnits, toUnits } = windowOf(game, multiplierHundredths)
        for (const round of answer.rounds) {
          for (const { winUnits, events } of playEveryOption(game, round)) {
            t.ok(winUnits >= fromUnits && winUnits <= toUnits, `${name} ${round.mode}: ${winUnits}`)
            const hasFeature = events.some(({ type }) => FEATURE_EVENTS.has(type))
            t.equal(hasFeature, kind === 'bonus', `${name} ${round.mode}: its kind`)
          }
        }
        t.equal(answer.gameVersion, game.version)
      }
    }
  })
}

t.test('a search finds natural rounds where no index was asked', async t => {
  const pool = openPool(t, 2)
  const game = findGame('lucky-lanterns')!
  const window = windowOf(game, 2_000)
  const source = { mode: 'base', weighting: 'natural' as const }
  const found = await pool.search(
    { ...source, gameId: game.id, kind: 'bonus', root: seedOf(5), rounds: 1e6, taskRounds: 5e4 },
    window,
  )
  if (found === null) return t.fail('nothing found')
  const { winUnits } = game.play(playTarget(found, []))
  t.ok(winUnits >= window.fromUnits && winUnits <= window.toUnits)
})

t.test('a multiplier that no round can win is unreachable', async t => {
  const pool = openPool(t, 2)
  const target = { gameId: 'cherry-classic', kind: 'spin' as const, multiplierHundredths: 50 }
  t.same(await findTarget(pool, target, fixedChance()), { status: 'unreachable' }, 'half a unit')
  const bonus = { gameId: 'cherry-classic', kind: 'bonus' as const, multiplierHundredths: 1_000 }
  t.same(await findTarget(pool, bonus, fixedChance()), { status: 'unreachable' }, 'no feature')
  const impossible = { mode: 'base', weighting: 'natural' as const, gameId: 'cherry-classic' }
  const found = await pool.search(
    { ...impossible, kind: 'spin', root: seedOf(1), rounds: 200_000, taskRounds: 50_000 },
    { fromUnits: 1, toUnits: 3 },
  )
  t.equal(found, null, 'the budget ends')
})

t.test('an unknown game is refused', async t => {
  const pool = openPool(t, 1)
  const target = { gameId: 'nobody', kind: 'spin' as const, multiplierHundredths: 100 }
  await t.rejects(findTarget(pool, target, fixedChance()), RangeError)
})
