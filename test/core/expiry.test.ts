// Until when a grant or a target outcome lives: both bounds are legal, and nothing past them.

import t from 'tap'
import { isPast, readExpiry } from '../../src/core/expiry.ts'

const NOW_MS = Date.parse('2026-05-01T12:00:00Z')
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
const LONGEST_MS = 30 * DAY_MS
const read = (value: unknown) => readExpiry(value, NOW_MS, LONGEST_MS)
const inMs = (ms: number) => new Date(NOW_MS + ms).toISOString()

t.test('without expires_at it is a week', async t => {
  t.equal(read(undefined), NOW_MS + 7 * DAY_MS)
})

t.test('from one hour to the longest there is, bounds included', async t => {
  for (const ms of [HOUR_MS, HOUR_MS + 1, DAY_MS, LONGEST_MS - 1, LONGEST_MS]) {
    t.equal(read(inMs(ms)), NOW_MS + ms, `${ms} ms`)
  }
  for (const ms of [HOUR_MS - 1, 0, -DAY_MS, LONGEST_MS + 1, 2 * LONGEST_MS]) {
    t.equal(read(inMs(ms)), null, `${ms} ms`)
  }
})

t.test('what is no instant is no expiry', async t => {
  const values = [null, '', 'tomorrow', NOW_MS + DAY_MS, new Date(NOW_MS + DAY_MS), [inMs(DAY_MS)]]
  for (const value of values) t.equal(read(value), null, String(value))
})

t.test('the instant itself is already past', async t => {
  t.equal(isPast(NOW_MS, NOW_MS - 1), false)
  t.equal(isPast(NOW_MS, NOW_MS), true)
  t.equal(isPast(NOW_MS, NOW_MS + 1), true)
})
