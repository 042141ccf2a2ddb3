// What the thread of the probes answers when the main thread reports late: busy, then not ready and
// not live. And the thread itself, while the main thread is at work in one piece.

import t from 'tap'
import { followReports } from '../../src/server/listeners/probes-thread.ts'
import { BUSY_AFTER_MS, FAILED_AFTER_MS } from '../../src/server/readiness-bounds.ts'
import { openSetup } from '../support/operator-setup.ts'
import { until } from '../support/until.ts'

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

t.test('a node whose main thread is stopped answers its probes, and is busy', async t => {
  const setup = await openSetup(t)
  const node = await setup.startProcess({ STOPS_ON_SIGUSR2_MS: `${BUSY_AFTER_MS * 2}` })
  const readyz = async () => {
    const answer = await fetch(`${node.probesUrl}/readyz`)
    return { status: answer.status, body: (await answer.json()) as { status: string } }
  }
  await until('it is ready', async () => (await readyz()).status === 200)
  node.child.kill('SIGUSR2')
  await until('it is busy', async () => {
    const { status, body } = await readyz()
    t.equal(status, 200)
    return body.status === 'busy'
  })
  t.match(await readyz(), { status: 200, body: { busy: ['front end'] } })
  await until('it is not busy', async () => (await readyz()).body.status === 'ok')
})
