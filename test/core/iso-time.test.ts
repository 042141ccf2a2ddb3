// Times as text: valid and invalid forms, and that reading and printing are inverse.

import fc from 'fast-check'
import t from 'tap'
import { parseInstant, parsePeriodEnd, printInstant, printSecond } from '../../src/core/iso-time.ts'

const YEAR_0_MS = Date.parse('0000-01-01T00:00:00.000Z')
const YEAR_9999_END_MS = Date.parse('9999-12-31T23:59:59.999Z')

t.test('a date-time with a zone is one instant, to the millisecond', async t => {
  const instants: [text: string, printed: string][] = [
    ['2026-05-01T12:34:56Z', '2026-05-01T12:34:56.000Z'],
    ['2026-05-01T12:34Z', '2026-05-01T12:34:00.000Z'],
    ['2026-05-01T12:34:56.7Z', '2026-05-01T12:34:56.700Z'],
    ['2026-05-01T12:34:56,78Z', '2026-05-01T12:34:56.780Z'],
    ['2026-05-01T12:34:56.789999999Z', '2026-05-01T12:34:56.789Z'],
    ['2026-05-01T12:34:56+02:00', '2026-05-01T10:34:56.000Z'],
    ['2026-05-01T12:34-05:30', '2026-05-01T18:04:00.000Z'],
    ['2026-01-01T00:30:00+01:00', '2025-12-31T23:30:00.000Z'],
    ['2025-12-31T23:30:00-01:00', '2026-01-01T00:30:00.000Z'],
    ['2026-05-01T12:00:00-00:00', '2026-05-01T12:00:00.000Z'],
    ['2026-05-01T12:00:00+23:59', '2026-04-30T12:01:00.000Z'],
    ['2026-12-31T23:59:59.999Z', '2026-12-31T23:59:59.999Z'],
    ['1969-12-31T23:59:59.999Z', '1969-12-31T23:59:59.999Z'],
    ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
    ['0099-03-01T00:00:00Z', '0099-03-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ]
  for (const [text, printed] of instants) {
    const atMs = parseInstant(text)
    t.equal(atMs === null ? null : printInstant(atMs), printed, text)
  }
})

t.test('only days of the calendar are read', async t => {
  const days = ['2024-02-29', '2000-02-29', '2026-02-28', '2026-04-30', '2026-12-31']
  const noDays = ['2026-02-29', '2026-02-30', '1900-02-29', '2100-02-29', '2026-04-31']
  noDays.push('2026-00-01', '2026-13-01', '2026-01-00', '2026-01-32', '2026-99-99')
  for (const day of days) {
    t.equal(parseInstant(`${day}T00:00:00Z`), Date.parse(day), day)
    t.equal(parsePeriodEnd(day), Date.parse(day), day)
  }
  for (const day of noDays) {
    t.equal(parseInstant(`${day}T00:00:00Z`), null, day)
    t.equal(parsePeriodEnd(day), null, day)
  }
})

t.test('what is not a date-time with a zone is refused', async t => {
  const texts = [
    '',
    'now',
    '2026',
    '2026-05',
    '2026-05-01',
    '2026-W18-5T12:00Z',
    '20260501T120000Z',
  ]
  // No zone, half a zone, an invalid zone.
  texts.push('2026-05-01T12:00:00', '2026-05-01T12:00:00+02', '2026-05-01T12:00:00+0200')
  texts.push('2026-05-01T12:00:00+24:00', '2026-05-01T12:00:00+01:60', '2026-05-01T12:00:00 CET')
  // Times that no clock shows; epoch time has no leap second.
  texts.push('2026-05-01T24:00:00Z', '2026-05-01T12:60:00Z', '2016-12-31T23:59:60Z')
  texts.push('2026-05-01T12Z', '2026-05-01T12:00:00.Z', '2026-05-01T12:00.5Z', '2026-05-01T1:00Z')
  texts.push('2026-05-01 12:00:00Z', '2026-05-01t12:00:00Z', '2026-05-01T12:00:00z')
  texts.push(' 2026-05-01T12:00:00Z', '2026-05-01T12:00:00Z\n', '2026-05-01T12:00:00ZZ')
  texts.push('+002026-05-01T12:00:00Z', '-2026-05-01T12:00:00Z', '２026-05-01T12:00:00Z')
  // Instants whose year in UTC has not four digits.
  texts.push('0000-01-01T00:00:00+00:01', '9999-12-31T23:59:00-00:01')
  for (const text of texts) t.equal(parseInstant(text), null, JSON.stringify(text))
})

t.test('an end of a period may be a date or lack a zone, and is then in UTC', async t => {
  const ends: [string, string | null][] = [
    ['2026-05-01', '2026-05-01T00:00:00.000Z'],
    ['2026-05-01T12:00', '2026-05-01T12:00:00.000Z'],
    ['2026-05-01T12:00:00.5', '2026-05-01T12:00:00.500Z'],
    ['2026-05-01T12:00:00Z', '2026-05-01T12:00:00.000Z'],
    ['2026-05-01T12:00:00+02:00', '2026-05-01T10:00:00.000Z'],
    ['2026-05-01Z', null],
    ['2026-05-01T', null],
    ['2026-05', null],
    ['1777593600000', null],
    ['', null],
  ]
  for (const [text, printed] of ends) {
    const atMs = parsePeriodEnd(text)
    t.equal(atMs === null ? null : printInstant(atMs), printed, JSON.stringify(text))
  }
})

t.test('a time is printed in the second that contains the instant, before 1970 too', async t => {
  t.equal(printSecond(Date.parse('2026-05-01T12:34:56.999Z')), '2026-05-01T12:34:56Z')
  t.equal(printSecond(Date.parse('2026-05-01T12:34:56.000Z')), '2026-05-01T12:34:56Z')
  t.equal(printSecond(-1), '1969-12-31T23:59:59Z')
})

const anyInstant = fc.integer({ min: YEAR_0_MS, max: YEAR_9999_END_MS })

t.test('property: reading what was printed gives the instant back', async t => {
  fc.assert(
    fc.property(anyInstant, atMs => {
      const seconds = Math.floor(atMs / 1_000) * 1_000
      return (
        parseInstant(printInstant(atMs)) === atMs &&
        parsePeriodEnd(printInstant(atMs)) === atMs &&
        parseInstant(printSecond(atMs)) === seconds
      )
    }),
  )
  t.pass()
})

t.test('property: one instant read in any zone is the same', async t => {
  const two = (value: number) => String(value).padStart(2, '0')
  const offset = fc.integer({ min: -(24 * 60 - 1), max: 24 * 60 - 1 })
  const inside = fc.integer({ min: YEAR_0_MS + 864e5, max: YEAR_9999_END_MS - 864e5 })
  fc.assert(
    fc.property(inside, offset, (atMs, eastMinutes) => {
      const local = new Date(atMs + eastMinutes * 60_000).toISOString().slice(0, -1)
      const [hours, minutes] = [Math.trunc(Math.abs(eastMinutes) / 60), Math.abs(eastMinutes) % 60]
      const zone = `${eastMinutes < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`
      return parseInstant(local + zone) === atMs
    }),
  )
  t.pass()
})

t.test('property: every day of every year is read as the calendar has it', async t => {
  const part = fc.integer({ min: 0, max: 40 })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9999 }), part, part, (year, month, day) => {
      const digits = [String(year).padStart(4, '0'), ...[month, day].map(n => `0${n}`.slice(-2))]
      const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
      const lengths = [0, 31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      const exists = day >= 1 && day <= (lengths[month] ?? 0)
      const atMs = parsePeriodEnd(digits.join('-'))
      if (!exists) return atMs === null
      return atMs !== null && printInstant(atMs) === `${digits.join('-')}T00:00:00.000Z`
    }),
    { numRuns: 2_000 },
  )
  t.pass()
})
