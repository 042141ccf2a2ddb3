// When something has expired.

import t from 'tap'
import { isPast } from '../../src/core/expiry.ts'

const NOW_MS = Date.parse('2026-05-01T12:00:00Z')

t.test('the instant itself is already past', async t => {
  t.equal(isPast(NOW_MS, NOW_MS - 1), false)
  t.equal(isPast(NOW_MS, NOW_MS), true)
  t.equal(isPast(NOW_MS, NOW_MS + 1), true)
})
