// The script that opens a round counts and picks target outcomes by core/target-outcome: the two
// are compared on random targets and spins, with losses and undone rounds between.

import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import t from 'tap'
import {
  type CountedTarget,
  type PaidSpin,
  pickDue,
  type TargetKind,
} from '../../src/core/target-outcome.ts'
import { createRedisState } from '../../src/redis/player-state.ts'
import { loadPlayer, openRedisState } from '../support/redis-players.ts'
import { ANTE, BASE, BUY } from '../support/target-samples.ts'

const { redis, connect, redisState } = await openRedisState(t)

const GAMES = ['river', 'lanterns']
/** Long past and far in the future, so that the time of the test does not matter. */
const PAST_MS = 1_000_000
const FUTURE_MS = 4_000_000_000_000
/** Of the same kind as a game's own extra modes: a name may be the beginning of another. */
const LONG_BUY: PaidSpin = { modeKind: 'buy', modeId: 'buy-more' }

const anyEntry: fc.Arbitrary<CountedTarget> = fc
  .record({
    gameId: fc.constantFrom('river', 'river', 'river', 'lanterns'),
    kind: fc.constantFrom<TargetKind>('spin', 'bonus'),
    spinNumber: fc.oneof(fc.integer({ min: 1, max: 6 }), fc.constant(100_000)),
    paidSpinsSince: fc.oneof(fc.integer({ min: 0, max: 6 }), fc.constantFrom(99_998, 99_999)),
    expiresAtMs: fc.constantFrom(PAST_MS, FUTURE_MS, FUTURE_MS, FUTURE_MS),
    modes: fc.subarray(['base', 'buy', 'buy-more']),
  })
  .map(target => ({ ...target, targetOutcomeId: randomUUID() }))

type Step =
  | { type: 'spin'; gameId: string; spin: PaidSpin | 'free'; ends: 'over' | 'undone' }
  | { type: 'lose' }

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant('spin' as const),
      gameId: fc.constantFrom('river', 'river', 'river', 'lanterns'),
      spin: fc.constantFrom<PaidSpin | 'free'>(BASE, BASE, BASE, ANTE, BUY, LONG_BUY, 'free'),
      ends: fc.constantFrom('over' as const, 'over' as const, 'over' as const, 'undone' as const),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ type: 'lose' as const }) },
)

/** The ledger's view: targets with their counts, without applied ones. */
function createLedger(targets: readonly CountedTarget[]) {
  let known = targets
  return {
    targets: () => known,
    /** The rule of core; `ends` undone: the round was not a paid spin after all. */
    count(gameId: string, spin: PaidSpin, ends: 'over' | 'undone'): string | null {
      const here = known.filter(target => target.gameId === gameId)
      const ready = here.map(target => ({ ...target, status: 'ready' as const }))
      const { applied, counts } = pickDue(ready, spin, Date.now())
      const targetOutcomeId = applied === null ? null : here[applied]!.targetOutcomeId
      if (ends === 'undone') return targetOutcomeId
      const counted = new Map(here.map((target, index) => [target.targetOutcomeId, counts[index]!]))
      known = known
        .filter(target => target.targetOutcomeId !== targetOutcomeId)
        .map(target => ({
          ...target,
          paidSpinsSince: counted.get(target.targetOutcomeId) ?? target.paidSpinsSince,
        }))
      return targetOutcomeId
    },
  }
}

async function playStory(targets: readonly CountedTarget[], story: readonly Step[]) {
  const ledger = createLedger(targets)
  let sequence = 0n
  const known = await loadPlayer(redisState, { entitlementsRevision: 5n, targets })
  const { player, key } = known
  const load = async () => {
    await known.load({ sequence, targets: ledger.targets() })
    await known.putSession()
  }
  const picks: { redisState: string | null; core: string | null }[] = []
  for (const step of story) {
    if (step.type === 'lose') {
      await redis.del(key)
      continue
    }
    const { gameId, spin, ends } = step
    const roundId = randomUUID()
    const mode =
      spin === 'free'
        ? ({ spin, modeId: 'base' } as const)
        : { spin: spin.modeKind, modeId: spin.modeId }
    const open = () => known.open(roundId, { gameId, ...mode })
    let opening = await open()
    if (opening.kind === 'not-loaded' || opening.kind === 'outdated') {
      await load()
      opening = await open()
    }
    if (opening.kind !== 'opened') throw new Error(`opened ${opening.kind}`)
    t.strictSame(await open(), opening, 'a repeat counts nothing')
    await redisState.closeRound(player, gameId, roundId, ends)
    if (ends === 'over') sequence = opening.sequence
    const core = spin === 'free' ? null : ledger.count(gameId, spin, ends)
    picks.push({ redisState: opening.targetOutcomeId, core })
  }
  const isFresh = (await redis.hget(key, 'rev')) !== null
  return { picks, counted: isFresh ? await readCounts(key) : null, ledger }
}

/** The counts in the player state, by outcome. */
async function readCounts(key: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const gameId of GAMES) {
    for (const words of ((await redis.hget(key, `t:${gameId}`)) ?? '').split(';')) {
      const [targetOutcomeId, , , counted] = words.split(',')
      if (targetOutcomeId !== '') counts.set(targetOutcomeId!, Number(counted))
    }
  }
  return counts
}

t.test('property: round-open applies the targets of pickDue, by the same spins', async t => {
  let applied = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyEntry, { maxLength: 6 }),
      fc.array(anyStep, { minLength: 1, maxLength: 25 }),
      async (targets, story) => {
        const { picks, counted, ledger } = await playStory(targets, story)
        for (const { redisState, core } of picks) {
          if (redisState !== core)
            throw new Error(`the script picks ${redisState}, the rule ${core}`)
        }
        applied += picks.filter(pick => pick.core !== null).length
        if (counted === null) return
        for (const { targetOutcomeId, paidSpinsSince, expiresAtMs } of ledger.targets()) {
          const inRedis = counted.get(targetOutcomeId)
          // An expired one is of no more use there.
          if (expiresAtMs === PAST_MS && inRedis === undefined) continue
          if (inRedis !== paidSpinsSince)
            throw new Error(`counted ${inRedis}, not ${paidSpinsSince}`)
        }
      },
    ),
    { numRuns: 250 },
  )
  t.ok(applied > 100, `${applied} targets were applied`)
})

/** Due on the second base spin. */
const target: CountedTarget = {
  targetOutcomeId: 'one',
  gameId: 'river',
  kind: 'spin',
  spinNumber: 2,
  paidSpinsSince: 0,
  expiresAtMs: FUTURE_MS,
  modes: ['base'],
}

/** A player whose targets are in the ledger, and who opens base spins in the game. */
async function playerWith(targets: readonly CountedTarget[]) {
  const known = await loadPlayer(redisState, { targets })
  const open = (roundId: string, spin: 'base' | 'free' = 'base', on?: typeof redisState) =>
    known.open(roundId, { gameId: 'river', spin }, known.session, on)
  const read = async () => [...(await readCounts(known.key))]
  return { ...known, open, read }
}

t.test(
  'a rebuild counts a round that is open and not written yet, and takes its target',
  async t => {
    const targets = [
      { ...target, targetOutcomeId: 'due', spinNumber: 1 },
      { ...target, targetOutcomeId: 'next', spinNumber: 3 },
    ]
    const { player, load, open, read } = await playerWith(targets)
    t.match(await open('r1'), { targetOutcomeId: 'due' })
    await load()
    t.strictSame(await read(), [['next', 1]], 'the round in flight is counted')
    await redisState.closeRound(player, 'river', 'r1', 'over')
    t.match(await open('r2'), { targetOutcomeId: null })
    await redisState.closeRound(player, 'river', 'r2', 'over')
    t.match(await open('r3'), { targetOutcomeId: 'next' })
  },
)

t.test('of two simultaneous writers one applies the target, and one spin counts', async t => {
  const others = createRedisState(await connect())
  const { player, open } = await playerWith([target])
  const race = async () => {
    const [a, b] = [randomUUID(), randomUUID()]
    const openings = await Promise.all([open(a), open(b, 'base', others)])
    for (const roundId of [a, b]) await redisState.closeRound(player, 'river', roundId, 'over')
    return openings.flatMap(opening => (opening.kind === 'opened' ? [opening.targetOutcomeId] : []))
  }
  t.strictSame(await race(), [null])
  t.strictSame(await race(), ['one'])
  t.strictSame(await race(), [null])
})

t.test('a read of the ledger that is older than a closed round is repeated', async t => {
  const { player, load, open } = await playerWith([target])
  t.match(await open('r1'), { sequence: 1n })
  await redisState.closeRound(player, 'river', 'r1', 'over')
  await load()
  t.strictSame(await open('r2'), { kind: 'outdated' })
  await load({ sequence: 1n, targets: [{ ...target, paidSpinsSince: 1 }] })
  t.match(await open('r2'), { targetOutcomeId: 'one' })
})

const openOf = (roundId: string, sequence: bigint, freeSpin: object | null = null) => ({
  gameId: 'river',
  roundId,
  sequence,
  freeSpin,
  appliedTarget: null,
})

t.test('a rebuild counts only paid spins that are open here and newer than the ledger', async t => {
  const far = { ...target, spinNumber: 9 }
  const paid = await playerWith([far])
  await paid.open('r1')
  await paid.load()
  t.strictSame(await paid.read(), [['one', 1]], 'a round that may be written at this moment')
  await paid.load({ sequence: 1n, targets: [{ ...far, paidSpinsSince: 1 }] })
  t.strictSame(await paid.read(), [['one', 1]], 'one that the ledger has counted')
  const open = await playerWith([far])
  await open.open('r1')
  await open.load({
    sequence: 0n,
    openRounds: [openOf('r1', 1n)],
    targets: [{ ...far, paidSpinsSince: 1 }],
  })
  t.strictSame(await open.read(), [['one', 1]], 'one that is also open in the ledger')
  const free = await playerWith([far])
  await free.open('r1', 'free')
  await free.load()
  t.strictSame(await free.read(), [['one', 0]], 'a free spin')
})

t.test('a target that the ledger has no more is gone with the next reading', async t => {
  const { load, read } = await playerWith([target])
  t.strictSame(await read(), [['one', 0]])
  await load({ targets: [] })
  t.strictSame(await read(), [])
})

t.test('when the ledger has more targets, those here apply to one paid spin', async t => {
  const { player, load, open } = await playerWith([{ ...target, spinNumber: 9 }])
  await load({ hasMoreTargets: true })
  t.match(await open('r1', 'free'), { kind: 'opened' })
  await redisState.closeRound(player, 'river', 'r1', 'over')
  t.match(await open('r2'), { kind: 'opened' }, 'a free spin uses none of them up')
  await redisState.closeRound(player, 'river', 'r2', 'over')
  t.strictSame(await open('r3'), { kind: 'outdated' })
  await load({ sequence: 2n })
  for (const roundId of ['r3', 'r4']) {
    t.match(await open(roundId), { kind: 'opened' }, 'all are here now')
    await redisState.closeRound(player, 'river', roundId, 'over')
  }
})

t.test('after an undone spin that took its target the target is read again', async t => {
  const { player, open } = await playerWith([{ ...target, spinNumber: 1 }])
  t.match(await open('r1'), { targetOutcomeId: 'one' })
  await redisState.closeRound(player, 'river', 'r1', 'undone')
  t.strictSame(await open('r2'), { kind: 'outdated' })
})

t.test('a read that is older than a settled and counted round is repeated', async t => {
  const { player, load, open } = await playerWith([{ ...target, spinNumber: 9 }])
  await open('r1')
  const round = { gameId: 'river', roundId: 'r1', sequence: 1n, stakeMinor: 1n, winMinor: 0n }
  const ref = { provider: 'provider_a', currency: 'EUR' } as const
  await redisState.settleRound(player, ref, round, { windowRounds: 10, revision: 1 })
  await load()
  t.strictSame(await open('r2'), { kind: 'outdated' })
})
