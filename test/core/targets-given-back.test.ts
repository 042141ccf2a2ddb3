// A round that was undone gives back what it counted, except for targets that have ended since;
// targets of one moment keep the order of their ids.

import t from 'tap'
import {
  cancelTarget,
  compareAge,
  countSpin,
  giveBackTargets,
} from '../../src/core/target-outcome.ts'
import { BASE, CREATED_MS, pendingTarget, readyTarget, TERMS } from '../support/target-samples.ts'

const NOW_MS = CREATED_MS + 5

t.test('a target that was cancelled after the round counted it stays cancelled', async t => {
  const [counted] = countSpin([readyTarget({ spinNumber: 2 })], BASE, 'r1', NOW_MS)
  t.match(counted, { status: 'ready', paidSpinsSince: 1, countedBy: 'r1' })
  const cancelled = cancelTarget(counted!, NOW_MS)
  t.strictSame(giveBackTargets([cancelled], 'r1', NOW_MS), [cancelled])
  t.match(giveBackTargets([counted!], 'r1', NOW_MS), [{ status: 'ready', paidSpinsSince: 0 }])
  t.strictSame(giveBackTargets([counted!], 'r2', NOW_MS), [counted])
})

t.test('of two targets scheduled in one millisecond the lower id is older', async t => {
  const [first, second] = ['a', 'b'].map(targetOutcomeId => pendingTarget({ targetOutcomeId }))
  t.equal(Math.sign(compareAge(first!, second!)), -1)
  t.equal(Math.sign(compareAge(second!, first!)), 1)
  const older = { ...TERMS, targetOutcomeId: 'c', createdAtMs: CREATED_MS - 1 }
  t.same([second!, first!, older].sort(compareAge), [older, first, second])
})
