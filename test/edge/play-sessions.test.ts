// What the play edge hands to lanes and sockets, with a server of its own and lanes that only write down
// what they are given: no token, no new round while it drains, no news of a session that was left.

import uWS from 'uWebSockets.js'
import t, { type Test } from 'tap'
import { registerPlay } from '../../src/edge/play.ts'
import { findFreePort } from '../../src/embedded/free-port.ts'
import { PLAY_HELLOS_PER_LINK } from '../../src/limits.ts'
import { encodeError } from '../../src/player/views.ts'
import type { LaneTask, PlaySession } from '../../src/wire/lane.ts'
import type { ClientMessage } from '../../src/wire/play.ts'
import { codeOf, connectPlayer, type Wish } from '../support/play-client.ts'
import { createGate } from '../support/scripted-wallet.ts'

const ROUND_ID = '0190a8e2-7f3a-7b1c-8d5e-2a4c6e8f0a1b'
const session: PlaySession = {
  sessionId: 'a-session',
  tokenVersion: 1,
  projectId: 'casino',
  playerId: 'player',
  gameId: 'lucky-lanterns',
  currency: 'EUR',
  language: 'en',
  expiresAtMs: 1,
}

/** A token is the id of its session. */
async function serve(t: Test) {
  const tasks: LaneTask[] = []
  const drain = { isOn: false }
  const spins = createGate()
  const app = uWS.App()
  const sockets = registerPlay(app, {
    lanes: {
      async run(_player, task) {
        tasks.push(task)
        if (task.kind === 'play' && task.message.type === 'spin') await spins.pass()
        return encodeError(task.kind === 'play' ? task.message.requestId : null, 'WALLET_BUSY')
      },
    },
    findSession: async token => ({ ...session, sessionId: token }),
    answerQuestion: () => null,
    encodeError,
    allowedOrigins: new Set(['http://127.0.0.1']),
    countedCaller: ({ socket }) => socket,
    onSocketClosed: () => {},
    clockMs: () => 0,
    nowMs: () => 0,
    takesSockets: () => true,
    isDraining: () => drain.isOn,
    follow: (_name, _labels, work) => work(null),
    onMessage: () => {},
    onAnswer: () => {},
    onOutcome() {},
    onFault: error => t.fail(String(error)),
  })
  const port = await findFreePort()
  const listening = await new Promise(resolve => app.listen('127.0.0.1', port, resolve))
  if (listening === false) throw new Error(`cannot listen on ${port}`)
  t.teardown(() => app.close())
  const connect = (token: string) =>
    connectPlayer(t, `http://127.0.0.1:${port}`, `http://x/#token=${token}`)
  const messages = () =>
    tasks.map(task => (task.kind === 'play' ? task.message : null)) as ClientMessage[]
  return { sockets, connect, drain, messages, letSpinsEnd: spins.open }
}

t.test('a lane is never given a token', async t => {
  const { connect, messages } = await serve(t)
  const client = await connect('rt_secret')
  t.equal(codeOf(await client.hello()), 'WALLET_BUSY')
  t.strictSame(messages(), [{ ...messages()[0], type: 'hello', token: '-' }])
})

t.test('a draining node begins no round and goes on with those that were begun', async t => {
  const { connect, drain, messages } = await serve(t)
  const client = await connect('one')
  await client.hello()
  drain.isOn = true
  const begins: Wish[] = [
    { type: 'spin', bet: { level: 1 }, mode: 'base' },
    { type: 'free-spin', grantId: ROUND_ID },
  ]
  for (const wish of begins) t.equal(codeOf(await client.send(wish)), 'SHUTTING_DOWN', wish.type)
  t.equal(messages().length, 1, 'the hello')
  const goesOn: Wish[] = [
    { type: 'choose', roundId: ROUND_ID, option: 'a' },
    { type: 'gamble', roundId: ROUND_ID, option: 'red' },
    { type: 'collect', roundId: ROUND_ID },
    { type: 'hello', token: 'one' },
  ]
  for (const wish of goesOn) t.equal(codeOf(await client.send(wish)), 'WALLET_BUSY', wish.type)
})

t.test('a socket that says hello again hears no more of the session before', async t => {
  const { sockets, connect } = await serve(t)
  const [moving, staying] = [await connect('one'), await connect('one')]
  for (const client of [moving, staying]) await client.hello()
  await moving.send({ type: 'hello', token: 'two' })
  const before = moving.received.length
  const said = (message: string) => JSON.stringify({ type: 'news', message })
  const [news, moved] = [staying.nextNews(), moving.nextNews()]
  sockets.push({ sessionId: 'one', message: said('of one') })
  sockets.push({ sessionId: 'two', message: said('of two') })
  t.match(await news, { message: 'of one' })
  t.match(await moved, { message: 'of two' })
  t.equal(moving.received.length, before + 1)
})

t.test('a socket stays in its session while a command of it is under way', async t => {
  const { connect, letSpinsEnd } = await serve(t)
  const client = await connect('one')
  await client.hello()
  const spin = client.send({ type: 'spin', bet: { level: 1 }, mode: 'base' })
  t.match(await client.send({ type: 'hello', token: 'two' }), { code: 'BUSY', retry: true })
  t.equal(codeOf(await client.hello()), 'WALLET_BUSY', 'its own hello is taken')
  letSpinsEnd()
  await spin
  t.equal(codeOf(await client.send({ type: 'hello', token: 'two' })), 'WALLET_BUSY')
})

t.test('a link that says hello more often than a client does loses its socket', async t => {
  const { connect } = await serve(t)
  const client = await connect('too-often')
  for (let n = 0; n < PLAY_HELLOS_PER_LINK.atOnce; n++) {
    t.equal(codeOf(await client.hello()), 'WALLET_BUSY')
  }
  t.equal(codeOf(await client.hello()), 'BUSY')
  await client.closed
  t.equal(client.closeCode(), 4429)
})
