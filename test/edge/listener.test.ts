// A route or an upgrade that throws: its request is answered, the fault is reported, and the
// process serves on.

import uWS from 'uWebSockets.js'
import t from 'tap'
import { request } from 'undici'
import { sendJson } from '../../src/edge/http.ts'
import { createListener, ownRoutes, type Routes } from '../../src/edge/listener.ts'
import { startApp } from '../support/edge-server.ts'
import { openRawSocket } from '../support/raw-socket.ts'

function register(routes: Routes): void {
  const fail = () => {
    throw new Error('on purpose')
  }
  routes.get('/fails', fail)
  routes.post('/fails', fail)
  routes.any('/any', fail)
  routes.get('/answers-and-fails', res => {
    sendJson(res, 200, '{}')
    fail()
  })
  routes.ws('/socket', { upgrade: fail })
  routes.get('/sound', res => sendJson(res, 200, '{}'))
}

const UPGRADE =
  'GET /socket HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n'

for (const name of ['public', 'own']) {
  t.test(`the ${name} listener survives a route that throws`, async t => {
    const faults: unknown[] = []
    const onFault = (error: unknown) => void faults.push(error)
    const app = uWS.App()
    const listener =
      name === 'own'
        ? { app, routes: ownRoutes(app, onFault) }
        : createListener({
            headers: {},
            connections: null,
            isProxyProtocolAllowed: () => false,
            onRefused: () => t.fail('valid requests are not refused'),
            onFault,
          })
    register(listener.routes)
    const url = await startApp(t, listener.app)
    const ask = async (path: string, method: 'GET' | 'POST' = 'GET') => {
      const { statusCode, body } = await request(`${url}${path}`, { method })
      return [statusCode, await body.json()]
    }
    const failed = [400, { status: 'error', message: 'REQUEST_FAILED' }]
    t.strictSame(await ask('/fails'), failed)
    t.strictSame(await ask('/fails', 'POST'), failed)
    t.strictSame(await ask('/any'), failed)
    t.strictSame(await ask('/answers-and-fails'), [200, {}])
    const socket = openRawSocket(t, url)
    socket.send(UPGRADE)
    await socket.seen(/REQUEST_FAILED/)
    t.equal(faults.length, 5)
    t.strictSame(await ask('/sound'), [200, {}])
  })
}
