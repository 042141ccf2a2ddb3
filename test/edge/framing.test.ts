// Requests whose end or receiver is ambiguous, byte for byte on a raw socket: refused, or the last
// of their connection, so that nothing hidden behind them is ever read as a request.

import t from 'tap'
import { answerBody } from '../../src/edge/body.ts'
import { sendJson } from '../../src/edge/http.ts'
import { createListener } from '../../src/edge/listener.ts'
import { startApp } from '../support/edge-server.ts'
import { openRawSocket } from '../support/raw-socket.ts'

const refused: string[] = []
const reached: string[] = []
const { routes, app } = createListener({
  headers: {},
  connections: null,
  isProxyProtocolAllowed: () => false,
  onRefused: cause => refused.push(cause),
  onFault: error => t.fail(String(error)),
})
routes.post('/call', res => {
  const work = (body: Buffer | null) => {
    reached.push(`call ${body}`)
    sendJson(res, 200, '{}')
  }
  answerBody(res, 'caller', 100, work, error => t.fail(String(error)))
})
routes.any('/*', (res, req) => {
  reached.push(req.getUrl())
  sendJson(res, 200, '{}')
})
const url = await startApp(t, app)

const HIDDEN = 'GET /hidden HTTP/1.1\r\nHost: a\r\n\r\n'
const post = (headers: string, body: string) =>
  `POST /call HTTP/1.1\r\nHost: a\r\n${headers}\r\n\r\n${body}`

/** Ambiguous requests, which reach no route. */
const REFUSED: Record<string, string> = {
  'two equal lengths': post('Content-Length: 2\r\nContent-Length: 2', '{}'),
  'two lengths': post('Content-Length: 2\r\nContent-Length: 40', `{}${HIDDEN}`),
  'a list of lengths': post('Content-Length: 2, 2', '{}'),
  'a signed length': post('Content-Length: +2', '{}'),
  'a length and chunks': post('Content-Length: 2\r\nTransfer-Encoding: chunked', '0\r\n\r\n'),
  'an unknown coding': post('Transfer-Encoding: xchunked', '2\r\n{}\r\n0\r\n\r\n'),
  'a list of codings': post('Transfer-Encoding: gzip, chunked', '2\r\n{}\r\n0\r\n\r\n'),
  'two codings': post(
    'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity',
    '2\r\n{}\r\n0\r\n\r\n',
  ),
  'two hosts': 'GET /x HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
  'an empty host': 'GET /x HTTP/1.1\r\nHost:\r\n\r\n',
  'a GET with a body': [
    'GET /x HTTP/1.1',
    'Host: a',
    `Content-Length: ${HIDDEN.length}`,
    '',
    HIDDEN,
  ].join('\r\n'),
  'bytes above ASCII': 'GET /x HTTP/1.1\r\nHost: a\r\nX-A: a\xe9b\r\n\r\n',
  'HTTP/1.0': 'GET /x HTTP/1.0\r\nHost: a\r\n\r\n',
  'bare line feeds': 'GET /x HTTP/1.1\nHost: a\n\n',
}

for (const [name, bytes] of Object.entries(REFUSED)) {
  t.test(`${name}: refused, and the connection ends`, async t => {
    reached.length = 0
    refused.length = 0
    const socket = openRawSocket(t, url)
    socket.send(bytes)
    const said = await socket.closed
    // A second request in the same piece ends the connection before the answer.
    t.match(said, /^(HTTP\/1\.1 (400|505) [\s\S]*)?$/)
    t.ok((said.match(/HTTP\/1\.1/g) ?? []).length <= 1, 'one answer at most')
    t.strictSame(reached, [], 'no route was called')
  })
}

/** Answered or not, nothing after it on the connection is read as a request. */
const LAST: Record<string, string> = {
  'a chunked body': post('Transfer-Encoding: chunked', `2\r\n{}\r\n0\r\n\r\n${HIDDEN}`),
  'a bare line feed in a chunk': post('Transfer-Encoding: chunked', `2\n{}\r\n0\r\n\r\n${HIDDEN}`),
  'trailers after chunks': post(
    'Transfer-Encoding: chunked',
    `2\r\n{}\r\n0\r\nX: y\r\n\r\n${HIDDEN}`,
  ),
}

for (const [name, bytes] of Object.entries(LAST)) {
  t.test(`${name}: nothing after it is a request`, async t => {
    reached.length = 0
    const socket = openRawSocket(t, url)
    socket.send(bytes)
    await socket.closed
    t.notOk(reached.includes('/hidden'), reached.join(', '))
  })
}

t.test('our refusals reveal nothing of the parser', async t => {
  // Two hosts are refused by the parser itself where it runs on Node 24.
  for (const name of ['two equal lengths', 'an unknown coding', 'bytes above ASCII']) {
    const socket = openRawSocket(t, url)
    socket.send(REFUSED[name]!)
    const said = await socket.closed
    t.match(said, /^HTTP\/1\.1 400 [\s\S]*"INVALID_REQUEST"/, name)
    t.notMatch(said, /uWebSockets|<h1>/i, name)
  }
})

t.test('a chunked body alone is answered, then its connection ends', async t => {
  const socket = openRawSocket(t, url)
  socket.send(post('Transfer-Encoding: chunked', '2\r\n{}\r\n0\r\n\r\n'))
  const said = await socket.closed
  t.match(said, /^HTTP\/1\.1 200 OK[\s\S]*connection: close/i)
  t.notMatch(said, /uWebSockets/i)
  t.equal(reached.at(-1), 'call {}')
})

t.test('a valid request keeps its connection', async t => {
  const socket = openRawSocket(t, url)
  socket.send(post('Content-Length: 2', '{}'))
  await socket.seen(/200 OK[\s\S]*\{\}$/)
  socket.send('GET /second HTTP/1.1\r\nHost: a\r\n\r\n')
  await socket.seen(/(200 OK[\s\S]*){2}/)
  t.equal(reached.at(-1), '/second')
})

t.test('several requests in one piece are not all answered: the connection ends', async t => {
  const socket = openRawSocket(t, url)
  reached.length = 0
  socket.send('GET /x HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2_000))
  t.equal(await socket.closed, '')
  t.ok(reached.filter(path => path === '/x').length <= 1)
})

t.test('a PROXY protocol header of a stranger is refused', async t => {
  refused.length = 0
  const socket = openRawSocket(t, url)
  const signature = Buffer.from('0d0a0d0a000d0a515549540a', 'hex')
  const tcp4 = Buffer.from('2111000c7f0000097f00000100010050', 'hex')
  socket.send(Buffer.concat([signature, tcp4, Buffer.from('GET /x HTTP/1.1\r\nHost: a\r\n\r\n')]))
  t.match(await socket.closed, /^HTTP\/1\.1 400 /)
  t.strictSame(refused, ['proxy-protocol'])
})
