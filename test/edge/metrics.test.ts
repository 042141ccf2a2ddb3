// Who reads the metrics: a caller on this machine, and nobody through a proxy on it, however the proxy says
// that it is one.

import uWS from 'uWebSockets.js'
import t from 'tap'
import { request } from 'undici'
import { registerPublic } from '../../src/edge/public.ts'
import { findFreePort } from '../../src/embedded/free-port.ts'

const app = uWS.App()
registerPublic(app, {
  games: [],
  capabilities: {} as never,
  catalog: {} as never,
  releaseId: 'test',
  checkStorage: async () => {},
  metrics: async () => 'reelhouse_rounds_total 7\n',
  mayReadMetrics: address => address === '127.0.0.1',
  onFault: error => t.fail(String(error)),
})
const port = await findFreePort()
await new Promise(resolve => app.listen('127.0.0.1', port, resolve))
t.teardown(() => app.close())

async function read(headers: Record<string, string>) {
  const { statusCode, body } = await request(`http://127.0.0.1:${port}/metrics`, { headers })
  return [statusCode, await body.text()]
}

t.test('a caller on this machine reads the metrics', async t => {
  t.strictSame(await read({}), [200, 'reelhouse_rounds_total 7\n'])
})

t.test('nobody reads them through a proxy', async t => {
  const headers = { 'x-forwarded-for': '127.0.0.1', forwarded: 'for=127.0.0.1', via: '1.1 proxy' }
  for (const [name, value] of Object.entries({ ...headers, 'x-real-ip': '127.0.0.1' })) {
    const [status, text] = await read({ [name]: value })
    t.equal(status, 403, name)
    t.notMatch(text, /rounds_total/, name)
  }
})
