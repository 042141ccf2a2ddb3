// The target outcome as a table, and the choice of a due target as rows. Any sequence of moves is
// in target-outcome-story.test.ts.

import t from 'tap'
import {
  cancelTarget,
  compareAge,
  countSpin,
  endSearch,
  giveBackTargets,
  type PaidSpin,
  pickDue,
  type TargetKind,
  type TargetOutcome,
  type TargetStatus,
  targetAt,
} from '../../src/core/target-outcome.ts'
import {
  ANTE,
  BASE,
  BUY,
  CREATED_MS,
  EXPIRES_MS,
  pendingTarget,
  readyTarget,
} from '../support/target-samples.ts'

const LIVE_MS = CREATED_MS + 1

const spun = (target: TargetOutcome, spin = BASE) => countSpin([target], spin, 'r1', LIVE_MS)[0]!

const MOVES: Record<string, (target: TargetOutcome, nowMs: number) => TargetOutcome> = {
  found: (target, nowMs) => endSearch(target, ['base'], nowMs),
  notFound: (target, nowMs) => endSearch(target, [], nowMs),
  cancel: cancelTarget,
  wait: targetAt,
  spin: (target, nowMs) => countSpin([target], BASE, 'r2', nowMs)[0]!,
  giveBack: (target, nowMs) => giveBackTargets([target], 'r1', nowMs)[0]!,
}

const SITUATIONS: Record<TargetStatus, TargetOutcome> = {
  pending: pendingTarget(),
  ready: readyTarget(),
  unreachable: endSearch(pendingTarget(), [], LIVE_MS),
  applied: spun(readyTarget()),
  expired: targetAt(readyTarget(), EXPIRES_MS),
  cancelled: cancelTarget(readyTarget(), LIVE_MS),
}

/** The status after each move, in time and then at the instant of expiry. */
const TABLE: Record<TargetStatus, Record<string, [inTime: TargetStatus, late: TargetStatus]>> = {
  pending: {
    found: ['ready', 'expired'],
    notFound: ['unreachable', 'expired'],
    cancel: ['cancelled', 'expired'],
    wait: ['pending', 'expired'],
    spin: ['pending', 'expired'],
    giveBack: ['pending', 'expired'],
  },
  ready: {
    found: ['ready', 'expired'],
    notFound: ['ready', 'expired'],
    cancel: ['cancelled', 'expired'],
    wait: ['ready', 'expired'],
    spin: ['applied', 'expired'],
    giveBack: ['ready', 'expired'],
  },
  unreachable: {
    found: ['unreachable', 'expired'],
    notFound: ['unreachable', 'expired'],
    cancel: ['cancelled', 'expired'],
    wait: ['unreachable', 'expired'],
    spin: ['unreachable', 'expired'],
    giveBack: ['unreachable', 'expired'],
  },
  applied: {
    found: ['applied', 'applied'],
    notFound: ['applied', 'applied'],
    cancel: ['applied', 'applied'],
    wait: ['applied', 'applied'],
    spin: ['applied', 'applied'],
    giveBack: ['ready', 'expired'],
  },
  expired: final('expired'),
  cancelled: final('cancelled'),
}

function final(status: TargetStatus) {
  const rows = Object.keys(MOVES).map(move => [move, [status, status]] as const)
  return Object.fromEntries(rows) as unknown as Record<string, [TargetStatus, TargetStatus]>
}

t.test('the table has every move in every state, in time and too late', async t => {
  for (const [state, target] of Object.entries(SITUATIONS)) {
    t.equal(target.status, state)
    for (const [name, move] of Object.entries(MOVES)) {
      const [inTime, late] = TABLE[state as TargetStatus][name]!
      t.equal(move(target, EXPIRES_MS - 1).status, inTime, `${state}: ${name}`)
      t.equal(move(target, EXPIRES_MS).status, late, `${state}: ${name}, late`)
    }
  }
})

t.test('cancelling a final target returns it unchanged', async t => {
  for (const state of ['applied', 'expired', 'cancelled'] as const) {
    t.equal(cancelTarget(SITUATIONS[state], EXPIRES_MS + 1), SITUATIONS[state])
  }
})

t.test('variants are the results of the search', async t => {
  t.same(SITUATIONS.pending.modes, [])
  t.same(SITUATIONS.unreachable.modes, [])
  t.same(readyTarget({}, ['base', 'buy']).modes, ['base', 'buy'])
})

t.test('an applied target has its time and round; given back it is as before', async t => {
  const ready = readyTarget()
  const applied = spun(ready)
  t.match(applied, { appliedAtMs: LIVE_MS, roundId: 'r1', paidSpinsSince: 1 })
  t.same(giveBackTargets([applied], 'other', LIVE_MS), [applied])
  t.same(giveBackTargets([applied], 'r1', LIVE_MS), [ready])
})

t.test('the count of a round is removed once, however often the round is given back', async t => {
  const waiting = [readyTarget({ spinNumber: 5 }), readyTarget({ spinNumber: 9 })]
  const once = countSpin(waiting, BASE, 'r1', LIVE_MS)
  const twice = countSpin(once, BASE, 'r2', LIVE_MS)
  const counts = (targets: TargetOutcome[]) => targets.map(({ paidSpinsSince }) => paidSpinsSince)
  t.same(counts(twice), [2, 2])
  const back = giveBackTargets(twice, 'r2', LIVE_MS)
  t.same(counts(back), [1, 1])
  t.same(counts(giveBackTargets(back, 'r2', LIVE_MS)), [1, 1])
})

t.test('a target that became ready during the round keeps its count', async t => {
  const [counted] = countSpin([readyTarget({ spinNumber: 5 })], BASE, 'r1', LIVE_MS)
  const back = giveBackTargets([counted!, readyTarget()], 'r1', LIVE_MS)
  t.same(
    back.map(({ paidSpinsSince }) => paidSpinsSince),
    [0, 0],
  )
})

t.test('age is ordered by creation, then by id', async t => {
  const first = pendingTarget({ targetOutcomeId: 'b', createdAtMs: 1 })
  const twin = pendingTarget({ targetOutcomeId: 'a', createdAtMs: 2 })
  const last = pendingTarget({ targetOutcomeId: 'b', createdAtMs: 2 })
  t.same([last, first, twin].sort(compareAge), [first, twin, last])
})

interface Row {
  kind?: TargetKind
  modes?: string[]
  number: number
  count: number
  status?: TargetStatus
  expiresAtMs?: number
}

function entryOf({ kind = 'spin', modes = ['base'], number, count, status, expiresAtMs }: Row) {
  const target = readyTarget({ kind, spinNumber: number }, modes)
  const expires = { expiresAtMs: expiresAtMs ?? EXPIRES_MS }
  return { ...target, ...expires, paidSpinsSince: count, status: status ?? ('ready' as const) }
}

const first = { number: 1, count: 0 }
const bonus = { ...first, kind: 'bonus' as const, modes: ['base', 'buy'] }

/** Targets oldest first, the spin, then the index of the applied one and the counts. */
const CHOICES: [
  name: string,
  rows: Row[],
  spin: PaidSpin,
  applied: number | null,
  counts: number[],
][] = [
  ['nothing scheduled', [], BASE, null, []],
  ['the first paid spin', [first], BASE, 0, [1]],
  ['one spin before it is due', [{ number: 3, count: 1 }], BASE, null, [2]],
  ['the third paid spin', [{ number: 3, count: 2 }], BASE, 0, [3]],
  ['postponed before, due now', [{ number: 3, count: 7 }], BASE, 0, [8]],
  ['an ante bet postpones, and counts', [first, bonus], ANTE, null, [1, 1]],
  ['even where a round was found in it', [{ ...bonus, modes: ['ante'] }], ANTE, null, [1]],
  ['a buy postpones a spin', [{ ...first, modes: ['base', 'buy'] }], BUY, null, [1]],
  ['a buy serves a bonus', [bonus], BUY, 0, [1]],
  ['a base spin serves a bonus', [bonus], BASE, 0, [1]],
  ['no round in the base game', [{ ...bonus, modes: ['buy'] }], BASE, null, [1]],
  ['no round in this buy', [{ ...bonus, modes: ['base', 'buy-2'] }], BUY, null, [1]],
  ['two are due: the older, one a spin', [first, first], BASE, 0, [1, 1]],
  ['the older is not due yet', [{ number: 2, count: 0 }, first], BASE, 1, [1, 1]],
  ['the older does not fit', [first, bonus], BUY, 1, [1, 1]],
  ['pending is not counted', [{ ...first, status: 'pending' }], BASE, null, [0]],
  ['unreachable is not counted', [{ ...first, status: 'unreachable' }], BASE, null, [0]],
  ['cancelled keeps its count', [{ number: 9, count: 4, status: 'cancelled' }], BASE, null, [4]],
  ['applied keeps its count', [{ number: 1, count: 1, status: 'applied' }, first], BASE, 1, [1, 1]],
  ['past its time', [{ ...first, expiresAtMs: LIVE_MS }, first], BASE, 1, [0, 1]],
  ['a millisecond before', [{ ...first, expiresAtMs: LIVE_MS + 1 }], BASE, 0, [1]],
]

t.test('a paid spin applies the right target, and counts the right ones', async t => {
  for (const [name, rows, spin, applied, counts] of CHOICES) {
    t.same(pickDue(rows.map(entryOf), spin, LIVE_MS), { applied, counts }, name)
  }
})
