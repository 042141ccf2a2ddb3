// The expiry of a grant or a target outcome: both bounds are legal, and nothing past them.

import t from 'tap'
import { DAY_MS, HOUR_MS } from '../../src/core/time.ts'
import { readExpiry, resolveExpiry } from '../../src/operator/expiry.ts'

const NOW_MS = Date.parse('2026-05-01T12:00:00Z')
const LONGEST_MS = 30 * DAY_MS
const inMs = (ms: number) => new Date(NOW_MS + ms).toISOString()
const REFUSED = { ok: false, code: 'INVALID_EXPIRY' }

/** The text is read, then checked against the present time. */
function resolve(text: string | undefined) {
  const asked = readExpiry(text)
  return asked.ok ? resolveExpiry(asked.value, NOW_MS, LONGEST_MS) : asked
}

t.test('without expires_at the expiry is a week', async t => {
  t.strictSame(resolve(undefined), { ok: true, value: NOW_MS + 7 * DAY_MS })
})

t.test('an expiry is from one hour to the maximum, bounds included', async t => {
  for (const ms of [HOUR_MS, HOUR_MS + 1, DAY_MS, LONGEST_MS - 1, LONGEST_MS]) {
    t.strictSame(resolve(inMs(ms)), { ok: true, value: NOW_MS + ms }, `${ms} ms`)
  }
  for (const ms of [HOUR_MS - 1, 0, -DAY_MS, LONGEST_MS + 1, 2 * LONGEST_MS]) {
    t.strictSame(resolve(inMs(ms)), REFUSED, `${ms} ms`)
  }
})

t.test('a text that is not an instant is no expiry; an instant in any zone is read', async t => {
  for (const text of ['', 'tomorrow', '2026-05-03']) t.strictSame(readExpiry(text), REFUSED, text)
  t.strictSame(readExpiry(inMs(-DAY_MS)), { ok: true, value: NOW_MS - DAY_MS })
})
