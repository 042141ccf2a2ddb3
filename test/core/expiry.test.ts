// When something has expired.

import t from 'tap'
import { isDecisionOverdue, isPast } from '../../src/core/expiry.ts'

const NOW_MS = Date.parse('2026-05-01T12:00:00Z')

t.test('the instant itself is already past', async t => {
  t.equal(isPast(NOW_MS, NOW_MS - 1), false)
  t.equal(isPast(NOW_MS, NOW_MS), true)
  t.equal(isPast(NOW_MS, NOW_MS + 1), true)
})

t.test('a decision is overdue so many minutes after it became open', async t => {
  const SINCE_MS = NOW_MS - 5 * 60_000
  t.equal(isDecisionOverdue(SINCE_MS, 5, NOW_MS), true)
  t.equal(isDecisionOverdue(SINCE_MS, 5, NOW_MS - 1), false)
  t.equal(isDecisionOverdue(SINCE_MS, 6, NOW_MS), false)
  t.equal(isDecisionOverdue(SINCE_MS, null, NOW_MS), false, 'no deadline')
  t.equal(isDecisionOverdue(null, 5, NOW_MS), false, 'no decision is open')
})
