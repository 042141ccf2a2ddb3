// The account's time zone: a browser field's value is a moment in that zone, whatever the browser's
// zone is.

import t from 'tap'
import { printTime } from '../../web/admin/parts/print.ts'
import { chooseZone, chosenZone, fieldOf, momentOf } from '../../web/admin/time-zone.ts'

t.test('a field and its moment are in the zone', async t => {
  for (const [zone, field, moment] of [
    ['UTC', '2026-01-31T13:05', '2026-01-31T13:05:00.000Z'],
    ['Europe/Kiev', '2026-01-31T13:05', '2026-01-31T11:05:00.000Z'],
    ['Europe/Kiev', '2026-07-31T13:05', '2026-07-31T10:05:00.000Z'],
    ['Asia/Kathmandu', '2026-01-01T00:00', '2025-12-31T18:15:00.000Z'],
    ['America/New_York', '2026-03-08T03:30', '2026-03-08T07:30:00.000Z'],
    ['America/New_York', '2026-11-01T12:00', '2026-11-01T17:00:00.000Z'],
  ] as const) {
    chooseZone(zone)
    t.equal(momentOf(field), moment, `${zone} ${field}`)
    t.equal(fieldOf(moment), field)
  }
})

t.test('an empty field is no moment', async t => {
  t.equal(momentOf(''), '')
  t.equal(fieldOf(''), '')
})

t.test('every time names its zone', async t => {
  chooseZone('UTC')
  t.match(printTime('2026-01-31T13:05:07Z', 'en'), /1:05:07.*UTC/)
  chooseZone('Asia/Kathmandu')
  t.match(printTime('2026-01-31T13:05:07Z', 'en'), /6:50:07.*GMT\+5:45/)
})

t.test('a zone that this browser does not have is UTC', async t => {
  chooseZone('Mars/Olympus')
  t.equal(chosenZone(), 'UTC')
})
