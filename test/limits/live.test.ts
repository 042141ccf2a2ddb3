// Settings that a running node accepts: their ranges, and their defaults.

import t from 'tap'
import { DAY_MS } from '../../src/core/time.ts'
import {
  createLiveBounds,
  describeSetting,
  isLiveSetting,
  isSettingValue,
  LIVE_BOUNDS,
  LIVE_SETTINGS,
  type LiveBound,
} from '../../src/limits/live.ts'

t.test('every setting has a range, and its default is in it', async t => {
  for (const name of LIVE_SETTINGS) t.match(describeSetting(name), /whole number|one of/)
  for (const [name, { least, most, usual }] of Object.entries(LIVE_BOUNDS)) {
    const bound = name as LiveBound
    for (const value of [least, most, usual]) t.ok(isSettingValue(bound, String(value)), name)
    for (const value of [least - 1, most + 1, 1.5, '', ' 1', '1e3', '0x10', '٣']) {
      t.notOk(isSettingValue(bound, String(value)), `${name} ${value}`)
    }
  }
  t.ok(isSettingValue('log-level', 'debug'))
  t.notOk(isSettingValue('log-level', 'DEBUG'))
  for (const name of ['', 'toString', '__proto__', 'Lanes']) t.notOk(isLiveSetting(name))
})

t.test('a setting applies until it is removed', async t => {
  const bounds = createLiveBounds()
  const { usual } = LIVE_BOUNDS['spins-per-project']
  t.equal(bounds.of('spins-per-project'), usual)
  t.equal(bounds.keptMs('guests-kept-days', 5), 5)
  bounds.replace({ 'spins-per-project': '100', 'guests-kept-days': '2' })
  t.equal(bounds.of('spins-per-project'), 100)
  t.equal(bounds.keptMs('guests-kept-days', 5), 2 * DAY_MS)
  bounds.replace({})
  t.equal(bounds.of('spins-per-project'), usual)
})
