// A soak reports "grows" only where a line through its second half rises beyond its own
// uncertainty.

import t from 'tap'
import { trendOf } from '../../bench/soak-trend.ts'

const MB = 2 ** 20

/** So many minutes of a figure; the noise is the same in every run. */
const minutes = (count: number, read: (minute: number) => number) =>
  Array.from({ length: count }, (_, i) => ({ atMinute: i + 1, value: read(i + 1) }))
const noise = (minute: number) => Math.sin(minute * 7.3) * MB

t.test('a slope is bytes a minute, exact where there is no noise', async t => {
  const { slope, uncertainty, verdict } = trendOf(minutes(30, at => 100 * MB + at * 1000))
  t.ok(Math.abs(slope - 1000) < 1e-3, `${slope}`)
  t.ok(uncertainty < 1)
  t.equal(verdict, 'flat', '1,000 bytes a minute of 100 MB are below the bound')
})

t.test('growth of half a megabyte a minute under noise is reported', async t => {
  const trend = trendOf(minutes(30, at => 100 * MB + at * 0.5 * MB + noise(at)))
  t.equal(trend.verdict, 'grows')
  t.ok(trend.uncertainty > 0)
})

t.test('noise alone is flat', async t => {
  t.equal(trendOf(minutes(30, at => 100 * MB + noise(at))).verdict, 'flat')
})

t.test('a figure that fills and then holds is flat: only the second half counts', async t => {
  const filling = (at: number) => 100 * MB + Math.min(at, 14) * 10 * MB
  t.equal(trendOf(minutes(30, filling)).verdict, 'flat')
})

t.test('a few samples give no verdict', async t => {
  t.equal(trendOf(minutes(12, at => at * MB)).verdict, 'too short to tell')
  t.equal(trendOf([]).verdict, 'too short to tell')
})
