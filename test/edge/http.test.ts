// Bodies and failures over real HTTP, with routes made for the test: a body is complete in any
// number of pieces, its bound is exact, and a request that fails is answered and no longer counted.

import uWS from 'uWebSockets.js'
import { createHash, randomBytes } from 'node:crypto'
import t, { type Test } from 'tap'
import { request } from 'undici'
import { answerBody, UNFINISHED_BODIES_PER_CALLER } from '../../src/edge/body.ts'
import { answer, requestsInFlight, sendJson } from '../../src/edge/http.ts'
import { startApp } from '../support/edge-server.ts'
import { openRawSocket } from '../support/raw-socket.ts'

const MAX_BYTES = 1_000
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Routes that answer with the hash of the body, and one that fails; its faults are recorded. */
async function serve(t: Test) {
  const faults: unknown[] = []
  const onFault = (error: unknown) => void faults.push(error)
  const app = uWS.App()
  let bodies = 0
  let notify = () => {}
  app.post('/hash', res => {
    bodies++
    notify()
    const work = async (body: Buffer | null) =>
      sendJson(res, 200, JSON.stringify(body === null ? 'too large' : sha256(body)))
    answerBody(res, 'caller', MAX_BYTES, work, onFault)
  })
  const fail = async () => {
    throw new Error('on purpose')
  }
  app.post('/fails', res => answer(res, fail, onFault))
  app.post('/silent', res => answer(res, () => {}, onFault))
  const url = await startApp(t, app)
  async function post(path: string, body: Uint8Array | string) {
    const { statusCode, body: said } = await request(`${url}${path}`, { method: 'POST', body })
    return { status: statusCode, body: await said.json() }
  }
  /** Resolves once so many bodies have begun to arrive. */
  const begun = (count: number) =>
    new Promise<void>(resolve => {
      notify = () => {
        if (bodies >= count) resolve()
      }
      notify()
    })
  return { url, post, faults, begun }
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
  const { url, post } = await serve(t)
  const pieces = [randomBytes(300), randomBytes(300), randomBytes(300)]
  const socket = openRawSocket(t, url)
  socket.send('POST /hash HTTP/1.1\r\nhost: x\r\ncontent-length: 900\r\n\r\n')
  for (const piece of pieces) {
    await socket.sendAndDrain(piece)
    const other = randomBytes(MAX_BYTES)
    t.strictSame(await post('/hash', other), { status: 200, body: sha256(other) })
  }
  const said = await socket.seen(/["}]$/)
  t.ok(said.endsWith(JSON.stringify(sha256(Buffer.concat(pieces)))))
})

/** A caller who sends all but the end of its body. */
function beginBody(t: Test, url: string) {
  const socket = openRawSocket(t, url)
  socket.send('POST /hash HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{')
  return socket
}

t.test(
  'past its unfinished bodies a caller loses the oldest, and complete ones are answered',
  async t => {
    const { url, post, begun } = await serve(t)
    const sockets: ReturnType<typeof beginBody>[] = []
    for (let n = 1; n <= UNFINISHED_BODIES_PER_CALLER; n++) {
      sockets.push(beginBody(t, url))
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
