// The play socket of a running node: valid messages, who may send them, and the effect of a drain.
// The commands themselves are in test/actor.

import type { HttpResponse } from 'uWebSockets.js'
import t from 'tap'
import { request, WebSocket } from 'undici'
import { watchAbort } from '../../src/edge/http.ts'
import { refuseLater } from '../../src/edge/play.ts'
import {
  PLAY_BROKEN_MESSAGES,
  PLAY_FLOODS_PER_ADDRESS,
  PLAY_MESSAGES_PER_SOCKET,
  PLAY_SOCKETS_PER_SESSION,
} from '../../src/limits.ts'
import type { ServerMessage } from '../../src/wire/play-answers.ts'
import { BET } from '../support/operator-setup.ts'
import { codeOf, roundOf } from '../support/play-client.ts'
import { openPlay, textFrame } from '../support/raw-play.ts'
import { openShared } from '../support/shared-node.ts'

const { setup, other } = await openShared(t)
const { wallet } = setup
// Separate: sockets that flood use up what one address may do at a node.
const node = await setup.startNode()
const { link: aLink } = await setup.launch(node, { player_id: 'player' })

t.test('nothing is played before a hello', async t => {
  const client = await setup.connect(node, aLink)
  t.equal(codeOf(await client.spin(BET)), 'UNAUTHORIZED')
  t.equal(codeOf(await client.collect('0190a8e2-7f3a-7b1c-8d5e-2a4c6e8f0a1b')), 'UNAUTHORIZED')
  t.equal(wallet.of('bet').length, 0)
})

t.test('a forged token opens nothing, and the socket may try a good one', async t => {
  const client = await setup.connect(node, aLink)
  const forged = client.token.replace(/.$/, last => (last === 'A' ? 'B' : 'A'))
  for (const token of [forged, 'x', `rt_${'A'.repeat(70)}`]) {
    t.equal(codeOf(await client.send({ type: 'hello', token })), 'UNAUTHORIZED')
    t.equal(codeOf(await client.spin(BET)), 'UNAUTHORIZED')
  }
  t.match(await client.hello(), { type: 'welcome', mode: 'TEST_ONLY' })
})

/** Texts that are not a play message, and the request id of the answer. */
const NO_MESSAGES: [text: string, requestId: string | null][] = [
  ['', null],
  ['no JSON', null],
  ['null', null],
  ['[]', null],
  ['7', null],
  ['{}', null],
  ['{"type":"spin","requestId":7}', null],
  [`{"type":"spin","requestId":"${'x'.repeat(65)}"}`, null],
  ['{"type":"spin","requestId":"r"}', 'r'],
  ['{"type":"nonsense","requestId":"r"}', 'r'],
  ['{"type":"nonsense","requestId":"é"}', 'é'],
  ['{"type":"spin","requestId":"r","bet":{"level":0},"mode":"base"}', 'r'],
  ['{"type":"spin","requestId":"r","bet":{"level":1.5},"mode":"base"}', 'r'],
  ['{"type":"spin","requestId":"r","bet":{"level":1},"mode":"base","stake":1}', 'r'],
  [
    '{"type":"spin","requestId":"r","bet":{"denominationMinor":"01","credits":1},"mode":"base"}',
    'r',
  ],
  ['{"type":"spin","requestId":"with space","bet":{"level":1},"mode":"base"}', 'with space'],
  ['{"type":"collect","requestId":"r","roundId":"1"}', 'r'],
  ['{"type":"hello","requestId":"r","token":"a b"}', 'r'],
]

t.test('an invalid play message is refused and the socket stays open', async t => {
  for (const [text, requestId] of NO_MESSAGES) {
    const client = await setup.connect(node, aLink)
    const answer = client.nextNews()
    client.sendText(text)
    t.match(await answer, { type: 'error', code: 'INVALID_REQUEST', requestId }, text)
    t.match(await client.hello(), { type: 'welcome' })
    client.close()
    await client.closed
  }
  t.equal(wallet.of('bet').length, 0)
})

t.test('the third invalid message ends the socket', async t => {
  const client = await setup.connect(node, aLink)
  for (const text of ['{}', '[]', 'x']) client.sendText(text)
  await client.closed
  t.equal(client.received.length, 3, 'each is answered')
  t.equal(client.closeCode(), 4400)
})

t.test('a socket that sends more than a player can is closed, and no other', async t => {
  const { client, link } = await setup.openGame(node, 'floods')
  const neighbour = await setup.openGame(node, 'patient')
  const token = new URL(link).hash.replace('#token=', '')
  const hello = JSON.stringify({ type: 'hello', requestId: 'again', token })
  for (let sent = 0; sent < 4 * PLAY_MESSAGES_PER_SOCKET.atOnce; sent++) client.sendText(hello)
  await client.closed
  t.equal(client.closeCode(), 4429)
  t.match(await neighbour.client.spin(BET), { type: 'round' })
})

t.test('a socket that waits for no answer is closed before it has sent as much', async t => {
  const { client } = await setup.openGame(node, 'hasty')
  const asked = Array.from({ length: PLAY_MESSAGES_PER_SOCKET.atOnce / 2 }, (_, n) =>
    JSON.stringify({ type: 'history', requestId: `q-${n}` }),
  )
  for (const question of asked) client.sendText(question)
  await client.closed
  t.equal(client.closeCode(), 4429)
})

t.test('a socket that asks before hello is closed before it has sent as much', async t => {
  const { link } = await setup.openGame(node, 'early')
  const client = await setup.connect(node, link)
  for (let n = 0; n < PLAY_MESSAGES_PER_SOCKET.atOnce / 2; n++) {
    client.sendText(JSON.stringify({ type: 'history', requestId: `q-${n}` }))
  }
  await client.closed
  t.equal(client.closeCode(), 4429)
})

t.test('an address whose sockets flood again and again is refused, and no other', async t => {
  const broken = Buffer.concat(Array.from({ length: PLAY_BROKEN_MESSAGES }, () => textFrame('{}')))
  const { atOnce } = PLAY_FLOODS_PER_ADDRESS
  const flood = async () => {
    const socket = await openPlay(t, node.baseUrl, '127.0.0.3')
    socket.send(broken)
    await socket.closed
    return socket.received()
  }
  let refused: string | undefined
  // Some are refilled while these are closed: the slower the machine, the more.
  while (refused === undefined) {
    const answers = await Promise.all(Array.from({ length: 2 * atOnce }, flood))
    refused = answers.find(answer => answer.startsWith('HTTP/1.1 429 '))
  }
  t.match(refused, /\r\nretry-after: 1\r\n/i)
  const other = await openPlay(t, node.baseUrl, '127.0.0.4')
  t.match(other.received(), /^HTTP\/1\.1 101 /)
})

t.test('of the sockets of one session the newest stay, and the oldest gets the reason', async t => {
  const { client: oldest, link } = await setup.openGame(node, 'many-tabs')
  const others = []
  for (let tab = 0; tab < PLAY_SOCKETS_PER_SESSION; tab++) {
    const client = await setup.connect(node, link)
    t.match(await client.hello(), { type: 'welcome' })
    others.push(client)
  }
  await oldest.closed
  const last = oldest.received.at(-1)
  t.match(last, { type: 'error', code: 'SESSION_REPLACED', requestId: null })
  t.equal(oldest.closeCode(), 4409)
  for (const client of others) t.match(await client.hello(), { type: 'welcome' })
})

t.test('a message past its bound ends the socket', async t => {
  const client = await setup.connect(node, aLink)
  client.sendText('x'.repeat(3_000))
  await client.closed
  t.equal(codeOf(await client.spin(BET)), 'REQUEST_FAILED')
})

/** Whether a page of this origin gets a socket. */
function opens(origin: string | null): Promise<boolean> {
  const headers = origin === null ? {} : { origin }
  const socket = new WebSocket(`${node.baseUrl.replace('http', 'ws')}/play/socket`, { headers })
  return new Promise(resolve => {
    socket.addEventListener('open', () => {
      socket.close()
      resolve(true)
    })
    socket.addEventListener('error', () => resolve(false))
  })
}

t.test('a browser’s page of another origin gets no socket', async t => {
  t.equal(await opens(null), true, 'no browser')
  t.equal(await opens(node.baseUrl), true, 'our own page')
  const { host } = new URL(node.baseUrl)
  for (const origin of ['https://evil.example', 'null', `http://${host}.evil.example`, 'x']) {
    t.equal(await opens(origin), false, origin)
  }
})

t.test('a push reaches every socket of the session, and no other', async t => {
  const { client, link } = await setup.openGame(node, 'newsworthy')
  const second = await setup.openAgain(node, link)
  const stranger = await setup.openGame(node, 'stranger')
  wallet.rule({ method: 'bet', playerId: 'newsworthy', act: 'drop-after-apply' })
  const news = [client.nextNews(), second.nextNews()]
  const pending = roundOf(await client.spin(BET))
  t.match(pending, { status: 'pending', events: [], win: '0.00', winUnits: 0 })
  for (const message of await Promise.all(news)) {
    t.equal(roundOf(message).roundId, pending.roundId)
    t.not(roundOf(message).events.length, 0)
    t.equal((message as ServerMessage & { requestId?: string }).requestId, undefined)
  }
  t.equal(stranger.client.received.length, 1, 'only the welcome')
})

t.test('a socket that repeats hello with another link leaves the first session', async t => {
  const first = await setup.openGame(node, 'moves')
  const { link } = await setup.launch(node, { player_id: 'moves', symbol: 'cherry-classic' })
  const token = new URL(link).hash.replace('#token=', '')
  t.match(await first.client.send({ type: 'hello', token }), { game: { id: 'cherry-classic' } })
  t.equal(codeOf(await first.client.spin(BET)), 'INVALID_BET', 'it plays the other game now')
  t.equal(codeOf(await first.client.spin({ coinMinor: '1', lines: 5 })), 'round')
})

t.test('a node that is not configured for it has no lobby and no built-in wallet', async t => {
  for (const path of ['/', '/lobby/', '/lobby/games', '/lobby/launch']) {
    const method = path === '/lobby/launch' ? 'POST' : 'GET'
    const { statusCode, body } = await request(`${node.baseUrl}${path}`, { method })
    await body.dump()
    t.equal(statusCode, 404, path)
  }
})

t.test(
  'a drain sends idle players elsewhere, and the others once their round is answered',
  async t => {
    const { client, link } = await setup.openGame(node, 'drained')
    const idle = await setup.openGame(node, 'idle')
    const bet = wallet.hold({ method: 'bet', playerId: 'drained' })
    const spin = client.spin(BET)
    await bet.arrived
    const drained = node.drain()
    await idle.client.closed
    t.equal(idle.client.closeCode(), 1012, 'come back at once')
    await t.rejects(setup.connect(node, idle.link), 'no new socket')
    bet.open()
    t.match(await spin, { type: 'round' }, 'the started round was answered')
    await drained
    await client.closed
    t.equal(client.closeCode(), 1012)
    const again = await setup.connect(other, link)
    t.match(await again.hello(), { type: 'welcome' }, 'the player continues elsewhere')
  },
)

t.test('a refused socket that leaves just before its answer is answered nothing', async t => {
  let answerNow = () => {}
  t.intercept(globalThis, 'setTimeout', {
    value: (work: () => void) => {
      answerNow = work
    },
  })
  let abort = () => {}
  let isWritten = false
  const response = {
    // The server keeps one handler for each request.
    onAborted(handler: () => void) {
      abort = handler
    },
    cork() {
      isWritten = true
    },
  }
  const res = response as unknown as HttpResponse
  watchAbort(res)
  refuseLater(res)
  answerNow()
  abort()
  await new Promise(resolve => setImmediate(resolve))
  t.notOk(isWritten, 'the server has freed it')
})
