// The load of the suite: an open load counts the requests that a stall delayed, a closed one
// continues as fast as it is answered.

import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { openHttpChannel } from '../../bench/suite/http-channel.ts'
import { runLoad } from '../../bench/suite/load.ts'
import { until } from '../support/until.ts'

/** Answers at once, except the first request, which takes so long. */
function stallingOnce(stallMs: number) {
  let requests = 0
  return async () => {
    if (requests++ === 0) await sleep(stallMs)
    return null
  }
}

t.test('a stall is in the latency of every request that was due meanwhile', async t => {
  const stallMs = 400
  const slice = await runLoad([stallingOnce(stallMs)], { forMs: 500, aSecond: 100 })
  // Those due a tenth of a second after the beginning waited for the rest of it.
  t.ok(slice.latencyMs!.p99 > stallMs / 2, `${slice.latencyMs!.p99} ms`)
})

t.test('requests that were not accepted are counted with the time they have waited', async t => {
  const forMs = 100
  const stuck = stallingOnce(forMs * 4)
  const slice = await runLoad([stuck], { forMs, aSecond: 100 })
  t.equal(slice.value, 0, 'none was answered in time')
  t.ok(slice.latencyMs!.p50 > forMs)
})

t.test('a closed load ends with an answer on every channel, however slow they are', async t => {
  const slow = async () => {
    await sleep(30)
    return null
  }
  const slice = await runLoad([slow, slow], { forMs: 1, aSecond: null })
  t.equal(slice.operations, 2)
  t.ok(slice.value > 0)
})

t.test('a refused request is not an operation, and is reported by its cause', async t => {
  const answers = ['BUSY', null, 'HTTP 503', null]
  const slice = await runLoad([async () => answers.shift() ?? null], { forMs: 500, aSecond: null })
  t.match(slice.refused, { BUSY: 1, 'HTTP 503': 1 })
})

t.test('a connection that its server closed while it was idle is opened again', async t => {
  const server = http.createServer((_req, res) => res.setHeader('content-length', 0).end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => void server.close().closeAllConnections())
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const channel = await openHttpChannel(url, { path: '/', body: '{}', status: 200 })
  t.equal(await channel(), null)
  server.closeIdleConnections()
  await until('it is answered again', async () => (await channel()) === null)
  server.close().closeAllConnections()
  await until('without a server it says so', async () => (await channel()) === 'no connection')
})
