// What the thread of the probes answers when the main thread reports late: busy, then not ready and
// not live. The thread itself is in readiness.

import t from 'tap'
import { followReports } from '../../src/server/listeners/probes-thread.ts'
import { BUSY_AFTER_MS, FAILED_AFTER_MS } from '../../src/server/readiness-bounds.ts'

t.test('a report that is late is busy first, and then an obstacle', async t => {
  let nowMs = 0
  const reports = followReports(() => nowMs)
  t.match(reports.now(), { obstacles: ['front end'] }, 'nothing was reported yet')
  const ready = { obstacles: [], away: ['redis 10.0.0.7:6379'], busy: [] }
  reports.take(ready)
  nowMs = BUSY_AFTER_MS
  t.strictSame(reports.now(), ready)
  nowMs++
  t.strictSame(reports.now(), { ...ready, busy: ['front end'] })
  t.equal(reports.isLive(), true)
  nowMs = FAILED_AFTER_MS + 1
  t.strictSame(reports.now(), { ...ready, obstacles: ['front end'] })
  t.equal(reports.isLive(), false)
  reports.take(ready)
  t.strictSame(reports.now(), ready)
  t.equal(reports.isLive(), true)
})
