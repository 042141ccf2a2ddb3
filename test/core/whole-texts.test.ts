// A text is read from its first character to its last: one that only begins or ends like a time, an
// amount, an address or a seed is refused, and every valid form is accepted.

import t from 'tap'
import { checkCallbackUrl, classifyAddress } from '../../src/core/callback-address.ts'
import { parsePeriodEnd } from '../../src/core/iso-time.ts'
import { parseMoney } from '../../src/core/money.ts'
import { parseNetwork, readAddress } from '../../src/core/network.ts'
import { parseFound } from '../../src/core/target-found.ts'
import { DAY_MS, HOUR_MS } from '../../src/core/time.ts'

t.test('a date has nothing before it', async t => {
  t.equal(parsePeriodEnd('2026-05-01'), Date.parse('2026-05-01'))
  for (const text of ['x2026-05-01', '12026-05-01', '2026-05-01x']) {
    t.equal(parsePeriodEnd(text), null, text)
  }
})

t.test('a win or a balance needs no decimals', async t => {
  t.equal(parseMoney('12'), 1_200n)
  t.equal(parseMoney('12.3'), 1_230n)
})

t.test(
  'an address of digits only is not a compatible one, and a mapped network may be all of IPv4',
  async t => {
    t.equal(readAddress('::12'), '::12')
    t.equal(readAddress('::12:13'), '::12:13')
    t.equal(parseNetwork('::ffff:0:0/96'), '0.0.0.0/0')
  },
)

t.test('an address contains IPv4 only with both of its marks', async t => {
  t.equal(classifyAddress('2606:4700::5efe:a00:1'), 'isatap')
  t.equal(classifyAddress('2606:4700::1:5efe:a00:1'), 'public')
  t.equal(classifyAddress('2606:4700::1:a00:1'), 'public')
})

t.test('a callback address begins with its scheme and host', async t => {
  const policy = { allowLoopback: false }
  for (const text of ['https:///wallet.example.com/a://b', '//a://b', '-https://a.example']) {
    t.match(checkCallbackUrl(text, policy), { ok: false, reason: /absolute/ }, text)
  }
})

t.test('a seed in a list of one text is not a seed', async t => {
  const stored = { mode: 'base', seed: ['a0'.repeat(32)], weighting: 'natural' }
  t.throws(() => parseFound(JSON.stringify([stored])))
})

t.test('an hour and a day have their lengths', async t => {
  t.equal(HOUR_MS, 3_600_000)
  t.equal(DAY_MS, 86_400_000)
})
