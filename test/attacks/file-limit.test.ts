// More connections than the operating system gives the node files: the node logs its bound at
// start, closes connections past it, and answers all others.

import t from 'tap'
import { request } from 'undici'
import { openSetup } from '../support/operator-setup.ts'
import { openRawSocket } from '../support/raw-socket.ts'
import { ATTACKER } from './attack.ts'

const OPEN_FILES = 700
const SOCKETS = 900

const setup = await openSetup(t)
const node = await setup.startProcess({ LOG_LEVEL: 'info' }, OPEN_FILES)

t.test('the node logs at start how many connections there may be', async t => {
  const line = node
    .output()
    .split('\n')
    .find(one => one.includes('connection limits'))
  t.match(JSON.parse(line!), { fileLimit: OPEN_FILES, connections: 525, byAddress: 262 })
})

t.test('half-open sockets past the limit do no harm', async t => {
  const sockets = Array.from({ length: SOCKETS }, () => {
    const socket = openRawSocket(t, node.baseUrl, ATTACKER)
    socket.send('GET /health HTTP/1.1\r\nHost: a\r\n')
    return socket
  })
  let closed = 0
  await new Promise<void>(resolve => {
    for (const socket of sockets) {
      void socket.closed.then(() => {
        if (++closed === SOCKETS - 262) resolve()
      })
    }
  })
  for (let probe = 0; probe < 20; probe++) {
    const { statusCode, body } = await request(`${node.baseUrl}/health`)
    await body.dump()
    t.equal(statusCode, 200)
  }
  t.match(await setup.launch(node), { link: /^http/ })
  const metrics = await (await request(`${node.internalUrl}/metrics`)).body.text()
  t.match(node.output(), /raise \\"ulimit -n\\"/)
  t.match(metrics, /reelhouse_connections_refused_total\{cause="address"\} [1-9]/)
})
