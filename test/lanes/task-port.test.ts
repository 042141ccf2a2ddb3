// The port of a lane's tasks, both its sides in one thread: each answer reaches its caller, pushes
// keep their order, the number of tasks is bounded, and the end leaves no caller waiting.

import t from 'tap'
import { createTaskServer, LANE_TASKS, openTaskPort } from '../../src/lanes/task-port.ts'
import type { LaneTask } from '../../src/wire/lane.ts'
import { createGate } from '../support/scripted-wallet.ts'

const task = (roundId: string): LaneTask => ({
  kind: 'resume',
  projectId: 'casino',
  playerId: 'player-1',
  roundId,
})
const idOf = (sent: LaneTask) => (sent as { roundId: string }).roundId
const nothing = () => {}
const never = () => new Promise<never>(nothing)

/** A port that is served by the given function; `received` has the messages in order. */
function open(
  t: { teardown(work: () => void): unknown },
  run: (roundId: string, push: (message: string) => void) => Promise<string>,
) {
  const received: string[] = []
  const port = openTaskPort(({ message }) => received.push(`news ${message}`))
  const server = createTaskServer()
  const around = { projectId: 'p', playerId: 'p', sessionId: 's', gameId: null, requestId: null }
  const noBalance = { currency: 'EUR', balance: null, balanceAt: null } as const
  const push = (message: string) => server.push({ ...around, ...noBalance, message })
  const served = server.serving(sent => run(idOf(sent), push))(port.far)
  t.teardown(() => port.end(new Error('over')))
  const send = (roundId: string, over = nothing) =>
    port.send(task(roundId), over)?.then(
      answer => void received.push(answer),
      (error: Error) => void received.push(`failed: ${error.message}`),
    ) ?? null
  return { port, received, served, send }
}

t.test('each answer reaches its caller, in any order of answers', async t => {
  const held = new Map<string, (answer: string) => void>()
  const { send, received } = open(t, id => new Promise(resolve => held.set(id, resolve)))
  const sent = ['1', '2', '3'].map(id => send(id))
  while (held.size < 3) await new Promise(setImmediate)
  for (const id of ['3', '1', '2']) held.get(id)!(`answer ${id}`)
  await Promise.all(sent)
  t.strictSame(received, ['answer 3', 'answer 1', 'answer 2'])
})

t.test('a task that fails gets the reason, and the others go on', async t => {
  const { send, received } = open(t, async id => {
    if (id === '1') throw new RangeError('no such round')
    if (id === '2') throw 'not even an error'
    return 'answered'
  })
  await Promise.all(['1', '2', '3'].map(id => send(id)))
  t.strictSame(received, ['failed: no such round', 'failed: not even an error', 'answered'])
})

t.test('pushes come before an answer that was given after them', async t => {
  const { send, received } = open(t, async (id, push) => {
    push(`outcome ${id}`)
    await new Promise(setImmediate)
    push(`settled ${id}`)
    return `answer ${id}`
  })
  await send('1')
  t.strictSame(received, ['news outcome 1', 'news settled 1', 'answer 1'])
})

t.test('a task is over before its caller continues', async t => {
  const { port } = open(t, async () => '')
  let isOver = false
  await port.send(task('1'), () => {
    isOver = true
  })
  t.ok(isOver)
})

t.test('guarantee 18: past its bound a port accepts no task, and nothing is sent', async t => {
  const served: string[] = []
  const { port, send } = open(t, id => {
    served.push(id)
    return never()
  })
  const sent = Array.from({ length: LANE_TASKS }, (_, n) => send(String(n)))
  t.notOk(sent.includes(null))
  t.equal(send('one more'), null)
  while (served.length < LANE_TASKS) await new Promise(setImmediate)
  port.end(new Error('the end'))
  await Promise.all(sent)
  t.notOk(served.includes('one more'))
})

t.test('at its end arrived answers count, and all other callers get the error', async t => {
  const { port, send, received, served } = open(t, id => (id === 'held' ? never() : answered(id)))
  const allSeen = createGate()
  async function answered(id: string) {
    if (id === '2') allSeen.open()
    return `answer ${id}`
  }
  let over = 0
  const sent = ['held', '1', '2'].map(id => send(id, () => over++))
  await allSeen.pass()
  // Sent, and not received: that takes a turn of the event loop.
  for (let step = 0; step < 10; step++) await null
  t.strictSame(received, [])
  port.end(new Error('the thread is gone'))
  await Promise.all(sent)
  t.strictSame(received, ['answer 1', 'answer 2', 'failed: the thread is gone'])
  t.equal(over, 3)
  t.equal(send('later'), null)
  await served
})

t.test('it is idle once no caller waits for an answer', async t => {
  const held: (() => void)[] = []
  const { port, send } = open(t, () => new Promise(resolve => held.push(() => resolve(''))))
  await port.idle()
  void send('1')
  void send('2')
  while (held.length < 2) await new Promise(setImmediate)
  let isIdle = false
  const idle = port.idle().then(() => {
    isIdle = true
  })
  held[0]!()
  await new Promise(setImmediate)
  await new Promise(setImmediate)
  t.notOk(isIdle)
  held[1]!()
  await idle
})
