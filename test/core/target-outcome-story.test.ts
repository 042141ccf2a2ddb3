// Target outcomes under any sequence of moves, against an oracle that computes every count from the
// whole history.

import fc from 'fast-check'
import t from 'tap'
import {
  cancelTarget,
  countSpin,
  endSearch,
  giveBackTargets,
  type PaidSpin,
  type TargetKind,
  type TargetOutcome,
  targetAt,
} from '../../src/core/target-outcome.ts'
import { ANTE, BASE, BUY, CREATED_MS, pendingTarget } from '../support/target-samples.ts'

type Step =
  | { type: 'schedule'; kind: TargetKind; spinNumber: number; lifeMs: number }
  | { type: 'found'; of: number; modes: readonly string[] }
  | { type: 'cancel'; of: number }
  | { type: 'spin'; spin: PaidSpin; paid: boolean }

const place = fc.nat({ max: 5 })
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    type: fc.constant('schedule' as const),
    kind: fc.constantFrom<TargetKind>('spin', 'bonus'),
    spinNumber: fc.integer({ min: 1, max: 4 }),
    lifeMs: fc.constantFrom(5, 20, 1_000),
  }),
  fc.record({
    type: fc.constant('found' as const),
    of: place,
    modes: fc.constantFrom([], ['base'], ['base'], ['buy'], ['base', 'buy']),
  }),
  fc.record({ type: fc.constant('cancel' as const), of: place }),
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('spin' as const),
      spin: fc.constantFrom(BASE, BASE, ANTE, BUY),
      paid: fc.constantFrom(true, true, true, false),
    }),
  },
)
const anyStory = fc.array(anyStep, { maxLength: 40 })

/** One millisecond a step. A spin that is not paid is given back before the next step. */
function tellStory(story: Step[]): TargetOutcome[][] {
  const way: TargetOutcome[][] = [[]]
  for (const [number, step] of story.entries()) way.push(takeStep(way.at(-1)!, step, number))
  return way
}

function takeStep(targets: TargetOutcome[], step: Step, number: number): TargetOutcome[] {
  const nowMs = CREATED_MS + number
  const change = (of: number, move: (target: TargetOutcome) => TargetOutcome) =>
    targets.map((target, index) => (index === of ? move(target) : target))
  switch (step.type) {
    case 'schedule': {
      const { kind, spinNumber, lifeMs } = step
      const targetOutcomeId = String(number).padStart(3, '0')
      const times = { createdAtMs: nowMs, expiresAtMs: nowMs + lifeMs }
      return [...targets, pendingTarget({ targetOutcomeId, kind, spinNumber, ...times })]
    }
    case 'found':
      return change(step.of, target => endSearch(target, step.modes, nowMs))
    case 'cancel':
      return change(step.of, target => cancelTarget(target, nowMs))
    case 'spin': {
      const counted = countSpin(targets, step.spin, `r${number}`, nowMs)
      return step.paid ? counted : giveBackTargets(counted, `r${number}`, nowMs)
    }
  }
}

/**
 * The rule of the specification in another form: at every paid spin, each target's count is
 * computed from the whole history. By index of the target, the step that applied it.
 */
function expectApplied(story: Step[]): (number | null)[] {
  const targets = story.flatMap((step, at) => (step.type === 'schedule' ? [{ ...step, at }] : []))
  const applied: (number | null)[] = targets.map(() => null)
  const firstOf = (type: 'found' | 'cancel', index: number) => {
    const { at } = targets[index]!
    const found = story.findIndex((s, now) => now > at && s.type === type && s.of === index)
    return found < 0 ? Number.POSITIVE_INFINITY : found
  }
  for (const [now, step] of story.entries()) {
    if (step.type !== 'spin' || !step.paid) continue
    const winner = targets.findIndex(({ kind, spinNumber, lifeMs, at }, index) => {
      const search = firstOf('found', index)
      const alive = now < at + lifeMs && now < firstOf('cancel', index) && applied[index] === null
      if (!alive || now < search) return false
      const paidSince = story.slice(search, now + 1).filter(s => s.type === 'spin' && s.paid)
      const { modes } = story[search] as Extract<Step, { type: 'found' }>
      const allowed = kind === 'bonus' ? ['base', 'buy'] : ['base']
      return (
        paidSince.length >= spinNumber &&
        allowed.includes(step.spin.modeId) &&
        modes.includes(step.spin.modeId)
      )
    })
    if (winner >= 0) applied[winner] = now
  }
  return applied
}

t.test('property: targets are applied by exactly the spins that the counts require', async t => {
  fc.assert(
    fc.property(anyStory, story => {
      const rounds = tellStory(story)
        .at(-1)!
        .map(({ roundId }) => (roundId === null ? null : Number(roundId.slice(1))))
      t.same(rounds, expectApplied(story))
    }),
    { numRuns: 1_000 },
  )
})

t.test(
  'property: at most one a spin, on the numbered spin or later, and final stays final',
  async t => {
    fc.assert(
      fc.property(anyStory, story => {
        const way = tellStory(story)
        return way.slice(1).every((targets, step) => {
          const before = way[step]!
          const fresh = targets.filter(
            ({ status }, index) => status === 'applied' && before[index]?.status !== 'applied',
          )
          const kept = before.every(
            ({ status }, index) =>
              !['applied', 'expired', 'cancelled'].includes(status) ||
              JSON.stringify(before[index]) === JSON.stringify(targets[index]),
          )
          const late = fresh.every(({ paidSpinsSince, spinNumber }) => paidSpinsSince >= spinNumber)
          return fresh.length <= 1 && late && kept
        })
      }),
      { numRuns: 1_000 },
    )
    t.pass()
  },
)

t.test('property: a spin that was not paid leaves no trace', async t => {
  const fact = ({ countedBy: _, ...target }: TargetOutcome) => target
  fc.assert(
    fc.property(anyStory, story => {
      const way = tellStory(story)
      story.forEach((step, number) => {
        if (step.type !== 'spin' || step.paid) return
        const nowMs = CREATED_MS + number
        const before = way[number]!.map(target => fact(targetAt(target, nowMs)))
        t.same(way[number + 1]!.map(fact), before)
      })
    }),
    { numRuns: 300 },
  )
})
