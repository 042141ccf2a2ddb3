// How long a socket may stay without a hello, with a clock set by the test, and a session that is
// revoked meanwhile: a separate server, and a lane that answers on command.

import { mock } from 'node:test'
import t, { type Test } from 'tap'
import { PLAY_HELLO_TIMEOUT_MS } from '../../src/limits.ts'
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
