// Bodies and failures over real HTTP, with routes made for the test: a body is complete in any
// number of pieces, its bound is exact, and a request that fails is answered and no longer counted.

import uWS from 'uWebSockets.js'
import { createHash, randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import type { Test } from 'tap'
import t from 'tap'
import { request } from 'undici'
import { answerBody, UNFINISHED_BODIES_PER_CALLER } from '../../src/edge/body.ts'
import { answer, requestsInFlight, sendJson } from '../../src/edge/http.ts'
import { holdPort } from '../support/held-port.ts'
import { openRawSocket } from '../support/raw-socket.ts'

const MAX_BYTES = 1_000
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Routes that answer with the hash of the body, and one that fails; its faults are recorded. */
async function serve(t: Test) {
  const faults: unknown[] = []
  const app = uWS.App()
  let bodies = 0
  let tell = () => {}
  app.post('/hash', res => {
    bodies++
    tell()
    answerBody(
      res,
      'caller',
      MAX_BYTES,
      async body => {
        sendJson(res, 200, JSON.stringify(body === null ? 'too large' : sha256(body)))
      },
      error => faults.push(error),
    )
  })
  app.post('/fails', res => {
    answer(
      res,
      async () => {
        throw new Error('on purpose')
      },
      error => faults.push(error),
    )
  })
  app.post('/silent', res => {
    answer(
      res,
      () => {},
      error => faults.push(error),
    )
  })
  const port = await holdPort()
  const listening = await new Promise(resolve => app.listen('127.0.0.1', port, resolve))
  if (listening === false) throw new Error(`cannot listen on ${port}`)
  t.teardown(() => app.close())
  async function post(path: string, body: Uint8Array | string) {
    const { statusCode, body: said } = await request(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      body,
    })
    return { status: statusCode, body: await said.json() }
  }
  /** Resolves once so many bodies have begun to arrive. */
  const begun = (count: number) =>
    new Promise<void>(resolve => {
      tell = () => {
        if (bodies >= count) resolve()
      }
      tell()
    })
  return { port, post, faults, begun }
}

t.test('the bound of a body is exact', async t => {
  const { post } = await serve(t)
  for (const bytes of [0, 1, MAX_BYTES - 1, MAX_BYTES]) {
    const body = randomBytes(bytes)
    t.strictSame(await post('/hash', body), { status: 200, body: sha256(body) }, `${bytes}`)
  }
  t.strictSame(await post('/hash', randomBytes(MAX_BYTES + 1)), { status: 200, body: 'too large' })
})

t.test('a body in pieces is complete, though other bodies arrive between them', async t => {
  const { port, post } = await serve(t)
  const pieces = [randomBytes(300), randomBytes(300), randomBytes(300)]
  const socket = connect(port, '127.0.0.1')
  let said = ''
  const ended = new Promise(resolve => socket.on('close', resolve))
  socket.on('data', chunk => {
    said += chunk.toString()
    if (/["}]$/.test(said)) socket.end()
  })
  socket.write('POST /hash HTTP/1.1\r\nhost: x\r\ncontent-length: 900\r\n\r\n')
  for (const piece of pieces) {
    await new Promise(resolve => socket.write(piece, resolve))
    const other = randomBytes(MAX_BYTES)
    t.strictSame(await post('/hash', other), { status: 200, body: sha256(other) })
  }
  await ended
  t.ok(said.endsWith(JSON.stringify(sha256(Buffer.concat(pieces)))))
})

/** A caller who sends all but the end of its body. */
function beginBody(t: Test, port: number) {
  const socket = openRawSocket(t, `http://127.0.0.1:${port}`)
  socket.send('POST /hash HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{')
  return socket
}

t.test(
  'past its unfinished bodies a caller loses the oldest, and complete ones are answered',
  async t => {
    const { port, post, begun } = await serve(t)
    const sockets: ReturnType<typeof beginBody>[] = []
    for (let n = 1; n <= UNFINISHED_BODIES_PER_CALLER; n++) {
      sockets.push(beginBody(t, port))
      await begun(n)
    }
    t.strictSame(await post('/hash', '{}'), { status: 200, body: sha256(Buffer.from('{}')) })
    t.equal(await sockets[0]!.closed, '', 'the oldest ended without an answer')
    const [, ...younger] = sockets
    for (const socket of younger) socket.send('}')
    for (const socket of younger) t.match(await socket.seen(/"$/), sha256(Buffer.from('{}')))
  },
)

t.test('a route that fails or stays silent is answered, reported and not counted', async t => {
  const { post, faults } = await serve(t)
  for (const path of ['/fails', '/silent']) {
    t.match(await post(path, 'x'), { status: 400, body: { message: 'REQUEST_FAILED' } }, path)
  }
  t.match(faults, [{ message: 'on purpose' }, { message: /without an answer/ }])
  t.equal(requestsInFlight(), 0)
})
