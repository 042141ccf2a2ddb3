// Connections of the internal listeners: a reader that does not read its answer keeps no place from
// others.

import { once } from 'node:events'
import net, { type AddressInfo, type Socket } from 'node:net'
import t from 'tap'
import { request } from 'undici'
import { createNodeServer } from '../../src/edge/node-server.ts'

const PLACES = 4
/**
 * More than the buffers of two loopback sockets, so that the rest of the answer waits for its
 * reader.
 */
const LARGE = Buffer.alloc(64 * 1024 * 1024)

t.test('unread answers make room for a connection with a request', async t => {
  let asked = 0
  const server = createNodeServer(
    { connections: { inAll: PLACES, byCaller: PLACES }, countAddress: address => address },
    (req, res) => {
      asked++
      res.end(req.url === '/large' ? LARGE : 'small')
    },
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const lazy: Socket[] = []
  t.teardown(() => {
    for (const socket of lazy) socket.destroy()
    server.close()
  })
  for (let n = 1; n <= PLACES; n++) {
    const socket = net.connect(port, '127.0.0.1').pause()
    socket.on('error', () => {})
    lazy.push(socket)
    socket.write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n')
    while (asked < n) await new Promise(setImmediate)
  }
  const { statusCode, body } = await request(`http://127.0.0.1:${port}/small`)
  t.equal(statusCode, 200)
  t.equal(await body.text(), 'small')
})
