// Bodies that never end, from one address: they take no slot of the requests under way, so health and the
// calls of operators go on.

import t from 'tap'
import { request } from 'undici'
import { UNFINISHED_BODIES_PER_CALLER } from '../../src/limits.ts'
import { openSetup } from '../support/operator-setup.ts'
import { openRawSocket } from '../support/raw-socket.ts'

const setup = await openSetup(t)
const node = await setup.startNode()
const HEAD = 'POST /playGame.do HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\n{'

t.test('a caller has so many unfinished bodies, and the next is told to come back', async t => {
  const held = Array.from({ length: UNFINISHED_BODIES_PER_CALLER }, () => {
    const socket = openRawSocket(t, node.baseUrl, '127.0.0.2')
    socket.send(HEAD)
    return socket
  })
  // Each is at the node once a later one on the same loop was answered.
  let refused = ''
  while (!refused.includes('503')) {
    const socket = openRawSocket(t, node.baseUrl, '127.0.0.2')
    socket.send(HEAD)
    refused = await Promise.race([socket.closed, request(`${node.baseUrl}/health`).then(() => '')])
  }
  t.match(refused, /^HTTP\/1\.1 503 [\s\S]*retry-after: 1[\s\S]*connection: close/i)
  t.ok(held.every(socket => socket.received() === ''))
  for (let probe = 0; probe < 20; probe++) {
    const { statusCode, body } = await request(`${node.baseUrl}/health`)
    t.equal(statusCode, 200)
    await body.dump()
  }
  t.match(await setup.launch(node, { player_id: 'launched' }), { link: /^http/ })
})
