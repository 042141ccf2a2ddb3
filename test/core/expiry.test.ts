// When the platform makes an open decision. test/ledger/expiry.test.ts compares the rule with SQL
// and Lua.

import t from 'tap'
import { isDecisionOverdue } from '../../src/core/expiry.ts'

const NOW_MS = Date.parse('2026-05-01T12:00:00Z')

t.test('a decision is overdue so many minutes after it became open', async t => {
  const SINCE_MS = NOW_MS - 5 * 60_000
  t.equal(isDecisionOverdue(SINCE_MS, 5, NOW_MS), true)
  t.equal(isDecisionOverdue(SINCE_MS, 5, NOW_MS - 1), false)
  t.equal(isDecisionOverdue(SINCE_MS, 6, NOW_MS), false)
  t.equal(isDecisionOverdue(SINCE_MS, null, NOW_MS), false, 'no deadline')
  t.equal(isDecisionOverdue(null, 5, NOW_MS), false, 'no decision is open')
})
