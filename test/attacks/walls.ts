// The walls between projects, players and requests, tested from outside: changed tokens and
// cursors, forged addresses, hostile wallets, exchanged keys, simultaneous calls. Nothing gets
// through.

import t from 'tap'
import { request } from 'undici'
import { findGame } from '../../src/games/catalogue/games.ts'
import { smallestBet } from '../../src/games/engine/bets.ts'
import { revokeSessions } from '../../src/ledger/players/session-revoke.ts'
import { rotateKey } from '../../src/ledger/projects/project-changes.ts'
import { launchBody, post } from '../support/operator-setup.ts'
import { closeCodeOf, helloFrame, openPlay, textFrame, writeUpgrade } from '../support/raw-play.ts'
import { openRawSocket } from '../support/raw-socket.ts'
import { HOSTILE_ANSWERS, startHostileWallet } from './by-wallet.ts'
import { stage } from './shared-stage.ts'

const { setup, node, target } = stage
const { pool, masterKey, project, wallet } = setup
const credentials = { partner: project.projectId, api_key: project.apiKey }
const report = (fields: object) =>
  post(node, '/gameActions.do', { ...credentials, method: 'report_rounds', ...fields })

/** Everything received until the other side closed. */
async function sayRaw(bytes: string | Buffer): Promise<string> {
  const socket = openRawSocket(t, node.baseUrl)
  socket.send(bytes)
  return socket.closed
}

const postRaw = (path: string, headers: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${headers}` +
  `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`

const HIDDEN = 'GET /games/health HTTP/1.1\r\nHost: a\r\n\r\n'
const LENGTH_AND_CHUNKS = 'Host: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked'
const UNKNOWN_CODING = 'Host: a\r\nTransfer-Encoding: xchunked'
const head = (headers: string) => `POST /playGame.do HTTP/1.1\r\n${headers}\r\n\r\n`

t.test('a request with two ends, two hosts or invalid bytes hides no other', async t => {
  const doubtful = {
    'two lengths': `${head('Host: a\r\nContent-Length: 2\r\nContent-Length: 99')}{}${HIDDEN}`,
    'length and chunks': `${head(LENGTH_AND_CHUNKS)}0\r\n\r\n${HIDDEN}`,
    'an unknown coding': `${head(UNKNOWN_CODING)}2\r\n{}\r\n0\r\n\r\n${HIDDEN}`,
    'bare line feeds': `${head('Host: a\r\nTransfer-Encoding: chunked')}2\n{}\n0\n\n${HIDDEN}`,
    'two hosts': `GET /health HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n${HIDDEN}`,
    'a folded header': `${head('Host: a\r\nX-A: b\r\n Content-Length: 2')}{}${HIDDEN}`,
    'a space before the colon': `${head('Host: a\r\nContent-Length : 2')}{}${HIDDEN}`,
    'bytes above ASCII': `${head('Host: a\r\nX-A: a\xe9b')}${HIDDEN}`,
  }
  // Those that the parser takes for unfinished end with their time: all of them at once.
  await Promise.all(
    Object.entries(doubtful).map(async ([name, bytes]) => {
      t.notMatch(await sayRaw(bytes), /"games"/, name)
    }),
  )
})

t.test('a body is read in one way, or not at all', async t => {
  const body = JSON.stringify(launchBody(project, { player_id: 'PLAYER' }))
  const odd = {
    'bytes that are not UTF-8': body.replace('PLAYER', 'a\xff'),
    'half a character': body.replace('PLAYER', '\\ud800'),
    'a NUL': body.replace('PLAYER', 'a\\u0000'),
    'a key twice': body.replace('{', '{"partner":"rogue",'),
    'a key twice, spelt otherwise': body.replace('{', '{"p\\u0061rtner":"rogue",'),
    'a prototype': body.replace('{', '{"__proto__":{"partner":"rogue"},'),
  }
  for (const [name, text] of Object.entries(odd)) {
    t.match(
      await sayRaw(postRaw('/playGame.do', '', text)),
      /^HTTP\/1\.1 400.*"INVALID_REQUEST"/s,
      name,
    )
  }
  const key = await sayRaw(postRaw('/playGame.do', 'Idempotency-Key: a\xe9b\r\n', body))
  t.match(key, /^HTTP\/1\.1 400.*"INVALID_IDEMPOTENCY_KEY"/s, 'a byte above ASCII in the key')
})

t.test('a forged signed value is refused, and ends nothing', async t => {
  const { link } = await setup.launch(node, { player_id: 'framed' })
  const page = new URL(link).pathname
  const odd = ['é'.repeat(22), '\u{1f3b0}'.repeat(11), '\0'.repeat(22), '%', '.'.repeat(22)]
  for (const signature of odd.map(encodeURIComponent).concat('%E9'.repeat(22), '%zz')) {
    const { statusCode, headers, body } = await request(
      `${node.baseUrl}${page}?frame=YQ.${signature}`,
    )
    await body.dump()
    t.equal(statusCode, 200, signature)
    t.match(headers['content-security-policy'], /frame-ancestors 'none'/)
    const home = await request(`${node.baseUrl}/play/lobby?to=YQ.${signature}`)
    await home.body.dump()
    t.equal(home.statusCode, 404, 'leads nowhere')
    const socket = openRawSocket(t, node.baseUrl)
    const cookie = `lobby_player=guest-1.${signature}`
    socket.send(`GET /lobby/games HTTP/1.1\r\nHost: a\r\nCookie: ${cookie}\r\n\r\n`)
    await socket.seen(/HTTP\/1\.1 [24]/)
  }
})

t.test('no answer of ours names the software that reads requests', async t => {
  const asked = {
    'a route': 'GET /games/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    'no route': 'GET /nothing HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    'another verb': 'BREW /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    'a wrong key': postRaw('/playGame.do', '', '{"partner":"rogue","api_key":"rogue"}'),
  }
  for (const [name, bytes] of Object.entries(asked)) {
    const answer = await sayRaw(bytes)
    t.match(answer, /^HTTP\/1\.1 [245]/, name)
    t.notMatch(answer, /uwebsockets|<html/i, name)
  }
})

t.test('an untrusted caller’s address is the one of its connection', async t => {
  const { projectId } = project
  await pool.query(
    `UPDATE project SET allowed_networks = '{203.0.113.0/24}', revision = revision + 1
     WHERE project_id = $1`,
    [projectId],
  )
  t.teardown(() =>
    pool.query(
      `UPDATE project SET allowed_networks = '{127.0.0.0/8,::1/128}', revision = revision + 1
       WHERE project_id = $1`,
      [projectId],
    ),
  )
  const body = JSON.stringify({ ...credentials, method: 'report_players' })
  const allowed = '203.0.113.7'
  for (const header of ['X-Forwarded-For', 'CF-Connecting-IP', 'X-Real-IP', 'Forwarded']) {
    const said = await sayRaw(postRaw('/gameActions.do', `${header}: ${allowed}\r\n`, body))
    t.match(said, /^HTTP\/1\.1 403.*"IP_NOT_ALLOWED"/s, header)
  }
  const signature = Buffer.from('0d0a0d0a000d0a515549540a', 'hex')
  const asked = postRaw('/gameActions.do', '', body)
  const second = Buffer.concat([
    signature,
    Buffer.from('2111000ccb0071077f00000100010050', 'hex'),
    Buffer.from(asked),
  ])
  t.match(await sayRaw(second), /^HTTP\/1\.1 400/, 'PROXY protocol 2')
  const first = await sayRaw(`PROXY TCP4 ${allowed} 127.0.0.1 1 80\r\n${asked}`)
  t.notMatch(first, /HTTP\/1\.1 200/, 'PROXY protocol 1')
})

t.test('metrics and the built-in wallet are not on the public listener', async t => {
  for (const path of ['/metrics', '/wallet/demo/EUR', '//metrics', '/./metrics', '/%6detrics']) {
    for (const host of ['127.0.0.1', 'localhost', 'a']) {
      const headers = `Host: ${host}\r\nCF-Connecting-IP: 127.0.0.1\r\nConnection: close\r\n`
      const said = await sayRaw(`GET ${path} HTTP/1.1\r\n${headers}\r\n`)
      t.match(said, /^HTTP\/1\.1 40[045]/, `${path} ${host}`)
    }
  }
  const { statusCode, body } = await request(`${node.internalUrl}/metrics`)
  t.equal(statusCode, 200, 'they are on the other one')
  t.match(await body.text(), /reelhouse_/)
})

t.test('a page of another origin opens no play socket, whatever the host says', async t => {
  const own = new URL(node.baseUrl).host
  const pages: Record<string, string>[] = [
    { Origin: 'http://evil.example', Host: 'evil.example' },
    { Origin: 'null', Host: own },
    { Origin: `http://${own}.evil.example` },
    { Origin: `http://evil.example#${own}` },
    { Origin: `${node.baseUrl}/` },
  ]
  for (const headers of pages) {
    const socket = openRawSocket(t, node.baseUrl)
    socket.send(writeUpgrade({ ...headers, Connection: 'Upgrade' }))
    t.match(await socket.seen(/^HTTP.*\r\n\r\n/s), /^HTTP\/1\.1 403/, JSON.stringify(headers))
  }
  const empty = openRawSocket(t, node.baseUrl)
  empty.send(writeUpgrade({ Origin: 'null', Host: '' }))
  t.match(await empty.closed, /^HTTP\/1\.1 400/)
})

t.test('a token with one changed bit opens no session', async t => {
  const token = new URL(target.link).hash.replace('#token=rt_', '')
  const bytes = Buffer.from(token, 'base64url')
  const socket = await openPlay(t, node.baseUrl, '127.0.0.3')
  const tried = new Set<string>()
  for (let bit = 0; bit < bytes.length * 8; bit += 4) {
    const changed = Buffer.from(bytes)
    changed[bit >> 3]! ^= 1 << (bit & 7)
    tried.add(changed.toString('base64url'))
  }
  // The last character has spare bits: another spelling of the same bytes.
  tried.add(token.replace(/.$/, last => String.fromCharCode(last.charCodeAt(0) + 1)))
  let asked = 0
  for (const changed of tried) {
    const requestId = `n-${asked++}`
    const message = { type: 'hello', requestId, token: `rt_${changed}` }
    socket.send(textFrame(JSON.stringify(message)))
    await socket.seen(new RegExp(`"${requestId}"[^}]*\\}`))
  }
  const said = socket.received()
  t.equal(said.match(/"UNAUTHORIZED"/g)?.length, tried.size)
  t.notMatch(said, /welcome/)
})

t.test('a cursor with a changed byte, or of another project, turns no page', async t => {
  const { client } = await setup.openGame(node, 'turns-pages', { symbol: 'forty-suns' })
  for (let round = 0; round < 3; round++)
    await client.spin(smallestBet(findGame('forty-suns')!, 'EUR'))
  const first = await report({ limit: 1 })
  const cursor = String(first.body.next_cursor)
  t.equal((await report({ limit: 1, cursor })).status, 200)
  const bytes = Buffer.from(cursor, 'base64url')
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed[at]! ^= 1 << (at % 8)
    const { body } = await report({ limit: 1, cursor: changed.toString('base64url') })
    t.equal(body.message, 'INVALID_CURSOR', String(at))
  }
  client.close()
  const stranger = { partner: target.partner, api_key: target.apiKey }
  t.equal((await report({ ...stranger, limit: 1, cursor })).body.message, 'INVALID_CURSOR')
  t.equal((await report({ limit: 2, cursor })).status, 200, 'the size of a page may change')
})

t.test('a wallet’s hostile answer is not a balance, and is over in time', async t => {
  await startHostileWallet(target.walletPort, t)
  const names = Object.keys(HOSTILE_ANSWERS)
  const operators = await Promise.all(
    names.map((name, i) => {
      const url = `http://127.0.0.1:${target.walletPort}/${encodeURIComponent(name)}`
      return setup.newProject(`hostile-${i}`, { callbackUrl: url })
    }),
  )
  const answers = await Promise.all(
    operators.map(operator => post(node, '/playGame.do', launchBody(operator))),
  )
  for (const [i, { body }] of answers.entries()) {
    t.equal(body.message, 'BALANCE_UNAVAILABLE', names[i]!)
  }
  t.match(await setup.launch(node, { player_id: 'beside-them' }), { link: /^http/ })
})

/** Their form in the ledger if the check of a project's address had let them through. */
const NOT_PUBLIC = [
  'https://10.0.0.1/w',
  'https://169.254.169.254/w',
  'https://192.168.0.1/w',
  'https://100.64.0.1/w',
  'https://[::ffff:10.0.0.1]/w',
  'https://[::ffff:127.0.0.1]/w',
  'https://[64:ff9b::7f00:1]/w',
  'https://[2002:7f00:1::]/w',
  'https://[fd00::1]/w',
  'https://[fe80::1]/w',
  'https://0.0.0.0/w',
  'https://2130706434:8443/w',
  'http://example.com/w',
  'https://user@example.com/w',
  'ftp://127.0.0.1/w',
  'file:///etc/passwd',
]

t.test('no callback goes to an address that is not public', async t => {
  const operator = await setup.newProject('inward', { callbackUrl: 'https://wallet.example.com/w' })
  for (const url of NOT_PUBLIC) {
    await pool.query(
      'UPDATE project SET callback_url = $2, revision = revision + 1 WHERE project_id = $1',
      [operator.projectId, url],
    )
    const startedMs = performance.now()
    const { body } = await post(node, '/playGame.do', launchBody(operator))
    t.equal(body.message, 'BALANCE_UNAVAILABLE', url)
    t.ok(performance.now() - startedMs < 1_500, `${url}: no call was waited for`)
  }
})

t.test('a revoked session plays no more, and its link opens nothing', async t => {
  const { link, meta } = await setup.launch(node, { player_id: 'revoked' })
  const socket = await openPlay(t, node.baseUrl, '127.0.0.3')
  socket.send(helloFrame(link))
  await socket.seen(/welcome/)
  const session = { projectId: project.projectId, sessionId: meta.session_id }
  await revokeSessions(pool, session, { actor: 'owner:ann', origin: 'desk' })
  t.equal(closeCodeOf(await socket.closed), 4403)
  const again = await openPlay(t, node.baseUrl, '127.0.0.3')
  again.send(helloFrame(link))
  t.match(await again.seen(/\}/), /UNAUTHORIZED/)
})

t.test('simultaneous calls make one bet and one launch, each with its own answer', async t => {
  const { link } = await setup.launch(node, { player_id: 'racer', symbol: 'forty-suns' })
  const sockets = await Promise.all(
    Array.from({ length: 4 }, () => openPlay(t, node.baseUrl, '127.0.0.3')),
  )
  for (const socket of sockets) {
    socket.send(helloFrame(link))
    await socket.seen(/welcome/)
  }
  const bet = smallestBet(findGame('forty-suns')!, 'EUR')
  const spin = textFrame(JSON.stringify({ type: 'spin', requestId: 'the-one', bet, mode: 'base' }))
  for (const socket of sockets) for (let n = 0; n < 3; n++) socket.send(spin)
  await Promise.all(sockets.map(socket => socket.seen(/"the-one"/)))
  t.equal(wallet.of('bet', 'racer').length, 1)

  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, n) =>
      post(node, '/playGame.do', launchBody(project, { player_id: `one-key-${n % 3}` }), {
        'idempotency-key': 'of-one-moment',
      }),
    ),
  )
  const given = new Set(answers.map(({ body }) => body.link ?? body.message))
  t.ok(given.has('IDEMPOTENCY_CONFLICT'))
  t.equal(given.size, 2, 'one link, and conflicts')
})

t.test('an exchanged key opens nothing from then on', async t => {
  const old = project.apiKey
  const underWay = Array.from({ length: 16 }, (_, n) =>
    post(node, '/playGame.do', launchBody(project, { player_id: `rotating-${n}` })),
  )
  const rotated = await rotateKey(pool, masterKey, project)
  t.ok(rotated.ok)
  const late = await Promise.all(
    Array.from({ length: 16 }, () =>
      post(node, '/playGame.do', launchBody({ ...project, apiKey: old })),
    ),
  )
  t.ok(late.every(({ status }) => status === 401))
  for (const { status } of await Promise.all(underWay)) t.ok([200, 401].includes(status))
})
