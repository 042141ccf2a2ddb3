// What the play edge passes to lanes and sockets, with a separate server and lanes that only record
// their input: no token, no new round during a drain, no push for a session that was left.

import t, { type Test } from 'tap'
import { PLAY_HELLOS_PER_LINK } from '../../src/limits.ts'
import type { LaneTask } from '../../src/wire/lane.ts'
import type { ClientMessage } from '../../src/wire/play-commands.ts'
import { codeOf, type Wish } from '../support/play-client.ts'
import { answerBusyWallet, SESSION, servePlay } from '../support/play-edge.ts'
import { helloFrame, openPlay } from '../support/raw-play.ts'
import { createGate } from '../support/scripted-wallet.ts'
import { until } from '../support/until.ts'

const ROUND_ID = '0190a8e2-7f3a-7b1c-8d5e-2a4c6e8f0a1b'

/** A token is the id of its session. */
async function serve(t: Test) {
  const tasks: LaneTask[] = []
  const drain = { isOn: false }
  const spins = createGate()
  const { url, sockets, connect } = await servePlay(t, {
    lanes: {
      async run(_player, task) {
        tasks.push(task)
        if (task.kind === 'play' && task.message.type === 'spin') await spins.pass()
        return answerBusyWallet(task)
      },
    },
    findSession: async token => ({ ...SESSION, sessionId: token }),
    readFramedProject: value => (value.startsWith('of-') ? value.slice('of-'.length) : null),
    startsRounds: () => !drain.isOn,
  })
  /** A page whose connection is lost: its socket is open and answers no ping. */
  const connectSilent = async (token: string) => {
    const socket = await openPlay(t, url, '127.0.0.1')
    socket.send(helloFrame(`http://x/#token=${token}`))
    await socket.seen(/WALLET_BUSY/)
  }
  const messages = () =>
    tasks.map(task => (task.kind === 'play' ? task.message : null)) as ClientMessage[]
  return { sockets, connect, connectSilent, drain, messages, letSpinsEnd: spins.open }
}

t.test('a page that one project framed plays no session of another', async t => {
  const { connect } = await serve(t)
  const codeWith = async (query: string) => codeOf(await (await connect('one', query)).hello())
  t.equal(await codeWith(`?frame=of-${SESSION.projectId}`), 'WALLET_BUSY', 'its own')
  t.equal(await codeWith('?frame=of-another'), 'UNAUTHORIZED')
  t.equal(await codeWith('?fr%61me=of-another'), 'UNAUTHORIZED', 'as a browser reads it')
  t.equal(await codeWith('?frame=nobody-signed-it'), 'WALLET_BUSY', 'it framed nothing')
  const twice = `?frame=of-another&frame=of-${SESSION.projectId}`
  t.equal(await codeWith(twice), 'WALLET_BUSY', 'of two values neither is used, also for the page')
  t.equal(await codeWith(''), 'WALLET_BUSY', 'in no frame')
})

t.test('a lane never gets a token', async t => {
  const { connect, messages } = await serve(t)
  const client = await connect('rt_secret')
  t.equal(codeOf(await client.hello()), 'WALLET_BUSY')
  t.strictSame(messages(), [{ ...messages()[0], type: 'hello', token: '-' }])
})

t.test('a draining node starts no round and continues those in play', async t => {
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

t.test('a socket that repeats hello gets no more pushes of the session before', async t => {
  const { sockets, connect } = await serve(t)
  const [moving, staying] = [await connect('one'), await connect('one')]
  for (const client of [moving, staying]) await client.hello()
  await moving.send({ type: 'hello', token: 'two' })
  const before = moving.received.length
  const said = (message: string) => JSON.stringify({ type: 'news', message })
  const [news, moved] = [staying.nextNews(), moving.nextNews()]
  const { projectId, playerId } = SESSION
  const nothing = { currency: 'EUR', balance: null, balanceAt: null } as const
  const around = { projectId, playerId, gameId: null, requestId: null, ...nothing }
  sockets.push({ ...around, sessionId: 'one', message: said('of one') })
  sockets.push({ ...around, sessionId: 'two', message: said('of two') })
  t.match(await news, { message: 'of one' })
  t.match(await moved, { message: 'of two' })
  t.equal(moving.received.length, before + 1)
})

t.test('a socket stays in its session while its command is in flight', async t => {
  const { connect, letSpinsEnd } = await serve(t)
  const client = await connect('one')
  await client.hello()
  const spin = client.send({ type: 'spin', bet: { level: 1 }, mode: 'base' })
  t.match(await client.send({ type: 'hello', token: 'two' }), { code: 'BUSY', retry: true })
  t.equal(codeOf(await client.hello()), 'WALLET_BUSY', 'its own hello is accepted')
  letSpinsEnd()
  await spin
  t.equal(codeOf(await client.send({ type: 'hello', token: 'two' })), 'WALLET_BUSY')
})

t.test('a link that repeats hello more often than a client does loses its socket', async t => {
  const { connect } = await serve(t)
  const client = await connect('too-often')
  for (let n = 0; n < PLAY_HELLOS_PER_LINK.atOnce; n++) {
    t.equal(codeOf(await client.hello()), 'WALLET_BUSY')
  }
  t.equal(codeOf(await client.hello()), 'BUSY')
  await client.closed
  t.equal(client.closeCode(), 4429)
})

t.test('a message with a repeated key is invalid, in any object and spelling', async t => {
  const { connect, messages, letSpinsEnd } = await serve(t)
  const spin = (bet: string, more = '') =>
    `{"type":"spin","requestId":"a\\":b","bet":${bet},"mode":"base"${more}}`
  const twice = [
    spin('{"level":1}', ',"mode":"ante"'),
    spin('{"level":1,"level":9}'),
    spin('{"level":1}', ',"\\u006dode":"base"'),
  ]
  const client = await connect('one')
  await client.hello()
  for (const text of twice) {
    const news = client.nextNews()
    client.sendText(text)
    t.match(await news, { code: 'INVALID_REQUEST', requestId: null, retry: false })
  }
  await client.closed
  t.equal(client.closeCode(), 4400)
  t.equal(messages().length, 1, 'the hello')
  const honest = await connect('one')
  await honest.hello()
  letSpinsEnd()
  const once = await honest.send({ type: 'spin', bet: { level: 1 }, mode: 'base' }, 'a":b')
  t.equal(codeOf(once), 'WALLET_BUSY', 'quotes and colons inside a value do not count')
})

t.test('a page that lost its connection is not counted, and a live one is', async t => {
  const { connect, connectSilent } = await serve(t)
  await connectSilent('one')
  const first = await connect('one')
  await first.hello()
  const reported = first.nextNews()
  const second = await connect('one')
  const secondReported = second.nextNews()
  t.equal(codeOf(await second.hello()), 'WALLET_BUSY')
  for (const news of [await reported, await secondReported])
    t.match(news, { type: 'elsewhere', pages: 1 })
  await second.hello()
  const alone = first.nextNews()
  second.close()
  t.match(await alone, { type: 'elsewhere', pages: 0 }, 'a repeated hello changes nothing')
})

t.test('pushes and balances reach their pages only, and an older balance none', async t => {
  const { sockets, connect } = await serve(t)
  const [one, two] = [await connect('one'), await connect('two')]
  for (const client of [one, two]) await client.hello()
  const { projectId, playerId, gameId } = SESSION
  const page = { projectId, playerId, sessionId: 'one', requestId: null } as const
  const player = { ...page, currency: 'EUR' } as const
  const push = (message: string | null, game: string | null, balanceAt: number) =>
    sockets.push({
      ...player,
      gameId: game,
      message: message === null ? null : JSON.stringify({ type: 'news', message }),
      balance: '1.00',
      balanceAt,
    })
  const before = two.received.length
  push('of its session', null, 5)
  push('of the game', gameId, 5)
  push('of another game', 'another', 4)
  push(null, null, 4)
  push(null, null, 6)
  const newer = { ...player, balance: '2.00', balanceAt: 9 } as const
  sockets.push({ ...newer, playerId: 'stranger', gameId, message: '{}' })
  sockets.push({ ...newer, currency: 'USD', gameId: null, message: null })
  push(null, null, 7)
  await until('the last', async () => two.received.length >= before + 4)
  t.match(two.received.slice(before), [
    { type: 'balance', balance: '1.00', balanceAt: 5 },
    { message: 'of the game' },
    { type: 'balance', balanceAt: 6 },
    { type: 'balance', balanceAt: 7 },
  ])
})
