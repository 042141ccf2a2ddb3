// The host names under which the metrics are read: a page of another site may point a name of its
// site at a node's address, and has no token.

import http from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { request } from 'undici'
import { createProbes } from '../../src/edge/probes.ts'

/** Returns the status of a path under a host. */
async function startProbes(t: Test, metricsToken: string | null) {
  const server = http.createServer(
    createProbes({
      metricsToken,
      metrics: async () => 'reelhouse_up 1\n',
      readiness: async () => ({ obstacles: [], away: [] }),
      onFault: error => t.fail(String(error)),
    }),
  )
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return async (path: string, host: string, headers: Record<string, string> = {}) => {
    const { statusCode, body } = await request(`${url}${path}`, { headers: { host, ...headers } })
    await body.dump()
    return statusCode
  }
}

const OF_A_SITE = ['rebound.example.com', 'rebound.example.com:9190', '10.0.0.1.example.com', 'a.']
const INNER = ['127.0.0.1:9190', '10.1.2.3', '[::1]:9190', 'localhost', 'node-1:9190', 'a.ns.svc']

t.test('without a token the metrics are refused under every name that a site can have', async t => {
  const status = await startProbes(t, null)
  for (const host of OF_A_SITE) t.equal(await status('/metrics', host), 403, host)
  for (const host of [
    ...INNER,
    'a.ns.svc.cluster.local',
    'db.Internal',
    'db.internal.',
    'nas.lan',
    'nas.home.arpa:9190',
  ])
    t.equal(await status('/metrics', host), 200, host)
  for (const path of ['/livez', '/readyz']) t.equal(await status(path, OF_A_SITE[0]!), 200, path)
})

t.test('with the token they are read under any name', async t => {
  const status = await startProbes(t, 'a-token-of-some-length')
  const authorization = 'Bearer a-token-of-some-length'
  for (const host of [...OF_A_SITE, ...INNER]) {
    t.equal(await status('/metrics', host, { authorization }), 200, host)
    t.equal(await status('/metrics', host), 401, host)
  }
})
