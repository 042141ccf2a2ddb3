// How long a socket may stay without a hello, with a clock set by the test, and a session that is
// revoked meanwhile: a separate server, and a lane that answers on command.

import { mock } from 'node:test'
import t, { type Test } from 'tap'
import { HELLO_TURNS, PLAY_HELLO_TIMEOUT_MS } from '../../src/limits.ts'
import { codeOf } from '../support/play-client.ts'
import { answerBusyWallet, SESSION, servePlay } from '../support/play-edge.ts'
import { createGate } from '../support/scripted-wallet.ts'

/** A server whose lane answers hellos once `answered` is open. */
async function serve(t: Test) {
  const [asked, answered] = [createGate(), createGate()]
  const lookups = { count: 0 }
  const lane = { isFull: false }
  const { sockets, connect } = await servePlay(t, {
    lanes: {
      run(_player, task) {
        if (lane.isFull) return null
        asked.open()
        return answered.pass().then(() => answerBusyWallet(task))
      },
    },
    async findSession() {
      lookups.count++
      return SESSION
    },
  })
  return { asked, answered, sockets, connect, lookups, lane }
}

t.test('a socket without a hello is closed, but never while its hello is answered', async t => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const { asked, answered, connect } = await serve(t)
  const [silent, waiting] = [await connect(), await connect()]
  const hello = waiting.hello()
  await asked.pass()
  mock.timers.tick(PLAY_HELLO_TIMEOUT_MS)
  await silent.closed
  answered.open()
  t.equal(codeOf(await hello), 'WALLET_BUSY', 'the lane’s answer')
  mock.timers.tick(PLAY_HELLO_TIMEOUT_MS)
  t.equal(codeOf(await waiting.hello()), 'WALLET_BUSY', 'nor is it closed after that')
})

t.test('a hello that no lane accepted does not keep its socket open', async t => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const { connect, lane } = await serve(t)
  const client = await connect()
  lane.isFull = true
  t.equal(codeOf(await client.hello()), 'BUSY')
  mock.timers.tick(PLAY_HELLO_TIMEOUT_MS)
  await client.closed
  t.equal(client.closeCode(), 4401)
})

t.test('a session that is revoked while its hello is answered has no socket after it', async t => {
  const { asked, answered, sockets, connect } = await serve(t)
  const client = await connect()
  const hello = client.hello()
  await asked.pass()
  sockets.closeSession(SESSION.sessionId, SESSION.tokenVersion + 1)
  answered.open()
  await hello
  await client.closed
  t.strictSame(sockets.sessions(), [])
})

t.test('fifty hellos over one socket look its session up once', async t => {
  const { answered, connect, lookups } = await serve(t)
  answered.open()
  const client = await connect()
  for (let n = 0; n < 50; n++) t.equal(codeOf(await client.hello()), 'WALLET_BUSY')
  t.equal(lookups.count, 1)
  await (await connect()).hello()
  t.equal(lookups.count, 2, 'another socket has its own look-up')
})

/**
 * A server whose lane holds the answers to hellos of project `slow` until they are released, and
 * answers all else at once. The session is the token, and begins with the project.
 */
async function serveProjects(t: Test) {
  let answered = createGate()
  const begun: string[] = []
  const { connect } = await servePlay(t, {
    lanes: {
      run({ projectId }, task) {
        if (task.kind !== 'play') return null
        begun.push(`${projectId} ${task.message.type}`)
        const answer = answerBusyWallet(task)
        const isHeld = projectId === 'slow' && task.message.type === 'hello'
        return isHeld ? answered.pass().then(() => answer) : Promise.resolve(answer)
      },
    },
    findSession: async token => ({
      ...SESSION,
      projectId: token.split('-')[0]!,
      playerId: token,
      sessionId: token,
    }),
  })
  const greet = async (token: string) => {
    const client = await connect(token)
    return { client, hello: client.hello() }
  }
  const greetAll = (project: string, count: number, from = 0) =>
    Promise.all(Array.from({ length: count }, (_, n) => greet(`${project}-${from + n}`)))
  async function untilBegun(count: number) {
    while (begun.length < count) await new Promise(resolve => setImmediate(resolve))
  }
  const release = () => {
    answered.open()
    answered = createGate()
  }
  return { release, begun, untilBegun, greet, greetAll }
}

t.test('hellos take turns, and commands of play wait for none of them', async t => {
  const { release, begun, untilBegun, greet, greetAll } = await serveProjects(t)
  const player = await greet('quick-1')
  t.equal(codeOf(await player.hello), 'WALLET_BUSY')
  const crowd = await greetAll('slow', HELLO_TURNS.atOnce + 8)
  await untilBegun(HELLO_TURNS.atOnce + 1)
  await player.client.send({ type: 'refresh-balance' })
  t.equal(begun.filter(each => each === 'slow hello').length, HELLO_TURNS.atOnce)
  t.equal(begun.at(-1), 'quick refresh-balance')
  release()
  await untilBegun(crowd.length + 2)
  release()
  for (const { hello } of crowd) t.equal(codeOf(await hello), 'WALLET_BUSY')
})

t.test('hellos that wait for one operator’s wallet delay no other operator’s', async t => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const { release, untilBegun, greet, greetAll } = await serveProjects(t)
  const { atOnce, turnMs } = HELLO_TURNS
  const first = await greetAll('slow', atOnce)
  await untilBegun(atOnce)
  const waiting = await greet('quick-1')
  mock.timers.tick(turnMs)
  t.equal(codeOf(await waiting.hello), 'WALLET_BUSY', 'their turns have ended')
  release()
  for (const { hello } of first) await hello
  const second = await greetAll('slow', atOnce + 8, atOnce)
  await untilBegun(2 * atOnce + 9)
  const next = await greet('quick-2')
  t.equal(codeOf(await next.hello), 'WALLET_BUSY', 'they hold no turn')
  release()
  for (const { hello } of second) await hello
})
