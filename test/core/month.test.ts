// A calendar month in UTC: its text, its first moment, and the month of a round's id.

import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { isMonth, monthOf, monthOfRound, startOfMonth } from '../../src/core/month.ts'

const at = (text: string) => Date.parse(text)

t.test('a month is a year from 2000 to 2099 and one of twelve numbers', async t => {
  for (const text of ['2000-01', '2026-09', '2026-10', '2099-12']) t.ok(isMonth(text), text)
  const wrong = ['2026-00', '2026-13', '2026-1', '1999-12', '2100-01', '20x6-01', '2026-0x', '']
  for (const text of [...wrong, '2026-1x', '12026-01', '2026-011', '2026-01-01', ' 2026-01']) {
    t.notOk(isMonth(text), text)
    t.throws(() => startOfMonth(text), RangeError, text)
  }
})

t.test('a month begins at midnight of its first day in UTC', async t => {
  t.equal(startOfMonth('2026-01'), at('2026-01-01T00:00:00Z'))
  t.equal(startOfMonth('2026-12'), at('2026-12-01T00:00:00Z'))
  t.equal(startOfMonth('2026-12', 1), at('2027-01-01T00:00:00Z'))
  t.equal(startOfMonth('2026-01', -2), at('2025-11-01T00:00:00Z'))
})

t.test('a moment is in the month that has begun', async t => {
  t.equal(monthOf(at('2026-01-31T23:59:59.999Z')), '2026-01')
  t.equal(monthOf(at('2026-02-01T00:00:00Z')), '2026-02')
})

t.test('a round is in the month with which its id begins', async t => {
  t.equal(monthOfRound(uuidv7({ msecs: at('2026-10-31T23:59:59.999Z') })), '2026-10')
  t.equal(monthOfRound(uuidv7({ msecs: at('2026-11-01T00:00:00Z') })), '2026-11')
  t.throws(() => monthOfRound('no id'), RangeError)
})
