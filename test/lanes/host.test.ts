// What a lane does with its tasks: refusals, the effect of a full mailbox on a retry and a cancel,
// which players are forgotten, and which are moved. The real host with real actors, in simulated
// time.

import t from 'tap'
import type { PlayerRef } from '../../src/core/player.ts'
import type { LaneTracing } from '../../src/lanes/followed-deps.ts'
import { MAILBOX_COMMANDS } from '../../src/limits.ts'
import type { Handoff, LaneTask } from '../../src/wire/lane.ts'
import type { Step } from '../../src/wire/trace.ts'
import type { Fate } from '../simulation/fates.ts'
import {
  answerBy,
  createPair,
  helloAs,
  LOST,
  openPair,
  REFUSED,
  session,
  spinAs,
} from '../simulation/pair.ts'

const ANN: PlayerRef = { projectId: session.projectId, playerId: session.playerId }
const slow = (knownMs: number): Fate => ({ name: 'slow', appliedMs: 1, knownMs })
/** A round whose bet was not answered: its retry is due about a second after 2,100 ms. */
const openUnknown = (ms = 2_300) => openPair(ms, { wallet: [LOST] })

const play = (requestId: string): LaneTask => ({
  kind: 'play',
  session,
  message: spinAs(requestId),
})

t.test('one command more than a mailbox holds is refused, to be sent again', async t => {
  const pair = createPair()
  await pair.greet()
  pair.fates.wallet.push(LOST)
  const taken = Array.from({ length: MAILBOX_COMMANDS }, (_, n) => pair.one.ask(play(`${n}`)))
  t.strictSame(pair.one.mailboxes(), { queued: MAILBOX_COMMANDS, deepest: MAILBOX_COMMANDS })
  const refused = JSON.parse(await pair.one.ask(play('one more')))
  t.match(refused, { type: 'error', requestId: 'one more', code: 'BUSY', retry: true })
  await pair.runTo(9_000)
  await Promise.all(taken)
  t.strictSame(pair.one.mailboxes(), { queued: 0, deepest: 0 })
})

t.test('the fullest mailbox is the deepest, in any order of service', async t => {
  const pair = createPair()
  await pair.greet()
  const bob = { ...session, playerId: 'bob' }
  pair.fates.read.push(slow(50), slow(50))
  const asked = [play('a'), play('b'), { ...play('c'), session: bob }].map(task =>
    pair.one.ask(task as LaneTask).catch(() => ''),
  )
  t.strictSame(pair.one.mailboxes(), { queued: 3, deepest: 2 })
  await pair.runTo(9_000)
  await Promise.all(asked)
})

t.test('a command whose store fails is to be repeated, and is reported', async t => {
  const pair = createPair()
  pair.fates.read.push(REFUSED)
  const answer = await answerBy(pair, 100, helloAs('h'))
  t.match(answer, { requestId: 'h', code: 'REQUEST_FAILED', retry: true })
  t.equal(pair.faults.length, 1)
})

t.test('a retry that finds its mailbox full comes again', async t => {
  const pair = await openUnknown()
  pair.fates.read.push(slow(3_000))
  for (let n = 0; n < MAILBOX_COMMANDS; n++) void pair.one.ask(play(`${n}`))
  await pair.runTo(4_900)
  t.equal(pair.sent.length, 1)
  await pair.runTo(7_500)
  t.match(pair.sent[1], { method: 'bet', body: pair.sent[0]!.body })
})

t.test('a retry that fails is reported', async t => {
  const pair = await openUnknown()
  const { roundId } = pair.round
  pair.fates.write.push(REFUSED)
  await pair.runTo(3_500)
  t.strictSame(
    pair.faults.map(({ round }) => round?.intent.roundId ?? null),
    [roundId, null],
    'with its round, and as work of the lane',
  )
})

t.test('a cancel does not wait for a call of the same round', async t => {
  const pair = await openUnknown(500)
  const answered: string[] = []
  void pair.one.cancel(pair.round).then(answer => answered.push(answer))
  await pair.runTo(520)
  t.strictSame(answered, ['busy'])
})

t.test('a cancel whose turn comes too late is busy, and never runs', async t => {
  const pair = await openUnknown()
  pair.fates.read.push(slow(4_000))
  void pair.one.ask(play('in front'))
  const answered: string[] = []
  void pair.one.cancel(pair.round).then(answer => answered.push(answer))
  await pair.runTo(5_100)
  t.strictSame(answered, [])
  await pair.runTo(5_400)
  t.strictSame(answered, ['busy'])
  await pair.runTo(9_000)
  t.notOk(pair.sent.some(({ method }) => method === 'refund'))
})

const look = async (pair: ReturnType<typeof createPair>, roundId: string) =>
  JSON.parse(await pair.one.ask({ kind: 'look', ...ANN, roundId }))

t.test('the view of a round shows whether it is driven, waits, or neither', async t => {
  const pair = await openUnknown(500)
  const { roundId } = pair.round
  t.strictSame(await look(pair, 'none'), { work: 'none' })
  t.strictSame(await look(pair, roundId), { work: 'driving' })
  await pair.runTo(2_300)
  const { work, dueInMs } = await look(pair, roundId)
  t.equal(work, 'waiting')
  t.ok(dueInMs > 500 && dueInMs < 1_000, `${dueInMs} ms`)
  await pair.runTo(5_000)
  t.strictSame(await look(pair, roundId), { work: 'none' })
})

t.test('a round whose timer has fired still waits, for its turn', async t => {
  const pair = await openUnknown()
  const { roundId } = pair.round
  pair.fates.read.push(slow(2_000))
  void pair.one.ask(play('in front'))
  await pair.runTo(3_500)
  t.strictSame(await look(pair, roundId), { work: 'waiting', dueInMs: 0 })
})

t.test('a push is tried instead of the timer, not in addition', async t => {
  const pair = await openUnknown()
  const { roundId } = pair.round
  pair.fates.wallet.push(LOST)
  const pushed = pair.one.ask({ kind: 'push', ...ANN, roundId, resumes: false })
  await pair.runTo(2_400)
  t.equal(pair.sent.length, 2, 'at once')
  await pair.runTo(4_400)
  t.equal(await pushed, 'tried')
  t.equal(pair.sent.length, 2, 'not again by the earlier timer')
})

t.test('a push that takes nothing up leaves a round that is not driven here', async t => {
  const pair = await openUnknown()
  const { roundId } = pair.round
  const push = { kind: 'push', ...ANN, roundId } as const
  t.equal(await pair.other.ask({ ...push, resumes: false }), 'not-waiting')
  const taken = pair.other.ask({ ...push, resumes: true })
  await pair.runTo(2_800)
  t.equal(await taken, 'tried')
  t.match(pair.sent[1], { node: 'other.0', method: 'bet' })
})

t.test('a recovered round is waited for', async t => {
  const pair = await openUnknown()
  const { roundId } = pair.round
  pair.fates.wallet.push(LOST)
  let isDone = false
  const resumed = pair.other.ask({ kind: 'resume', ...ANN, roundId }).then(() => {
    isDone = true
  })
  await pair.runTo(4_000)
  t.equal(isDone, false, 'its call is in flight')
  await pair.runTo(4_600)
  t.equal(isDone, true)
  await resumed
})

t.test('only players without waiting work are forgotten', async t => {
  const pair = await openUnknown()
  pair.one.forgetIdle()
  t.equal(pair.one.actorCount(), 1, 'a retry is scheduled')
  await pair.runTo(5_000)
  pair.fates.read.push(slow(50))
  const asked = pair.one.ask(play('running'))
  pair.one.forgetIdle()
  t.equal(pair.one.actorCount(), 1, 'a command is in flight')
  await pair.runTo(9_000)
  await asked
  pair.one.forgetIdle()
  t.equal(pair.one.actorCount(), 0)
})

// Players who move to another lane
// ---------------------------------------------------------------------

const NOTHING: Handoff = { rounds: [], offers: [] }
const adopt = ({ other }: ReturnType<typeof createPair>, handoff: Handoff) =>
  other.ask({ kind: 'adopt', ...ANN, handoff })
const release = async (pair: ReturnType<typeof createPair>, player = ANN) =>
  JSON.parse(await pair.one.ask({ kind: 'release', ...player })) as Handoff

t.test(
  'a player is moved with their timers, each once, and no retry runs here any more',
  async t => {
    const pair = await openUnknown()
    const { roundId } = pair.round
    const letGo = release(pair)
    await pair.runTo(2_400)
    const { rounds } = await letGo
    t.equal(rounds.length, 1)
    t.equal(rounds[0]!.roundId, roundId)
    t.ok(rounds[0]!.dueInMs > 500, 'as long as the retry still had to wait')
    t.equal(pair.one.actorCount(), 0)
    await pair.runTo(9_000)
    t.equal(pair.sent.length, 1)
  },
)

t.test('a round that was left without a driver moves along, due at once', async t => {
  const pair = await openPair(2_300, { write: [slow(1), REFUSED], wallet: [LOST] })
  const { roundId } = pair.round
  const letGo = release(pair)
  await pair.runTo(2_400)
  t.strictSame((await letGo).rounds, [{ roundId, dueInMs: 0 }])
})

t.test('a player with only a timer is found too, and is moved', async t => {
  const pair = createPair()
  const gone = { projectId: 'casino', playerId: 'a:b' }
  const handoff: Handoff = { rounds: [{ roundId: 'r', dueInMs: 5_000 }], offers: [] }
  await pair.one.ask({ kind: 'adopt', ...gone, handoff })
  t.equal(pair.one.actorCount(), 0)
  t.strictSame(JSON.parse(await pair.one.ask({ kind: 'players' })), [gone])
  t.strictSame(await release(pair, gone), handoff)
  t.strictSame(JSON.parse(await pair.one.ask({ kind: 'players' })), [])
  t.strictSame(await release(pair, gone), NOTHING)
})

t.test('a player with a full mailbox is moved once there is room', async t => {
  const pair = createPair()
  await pair.greet()
  pair.fates.read.push(slow(500))
  const taken = Array.from({ length: MAILBOX_COMMANDS }, (_, n) => pair.one.ask(play(`${n}`)))
  const letGo = release(pair)
  await pair.runTo(9_000)
  const { offers } = await letGo
  t.equal(offers.length, 1, 'the offered bets move along')
  t.equal(pair.one.actorCount(), 0)
  t.notOk((await Promise.all(taken)).some(text => text.includes('"BUSY"')))
})

t.test('the offered bets are valid in the other lane', async t => {
  const pair = createPair()
  await pair.greet()
  const letGo = release(pair)
  await pair.runTo(200)
  const handoff = await letGo
  await adopt(pair, handoff)
  const again = pair.other.ask({ kind: 'release', ...ANN })
  await pair.runTo(300)
  t.strictSame(JSON.parse(await again), handoff)
})

t.test('a moved round is tried when it is due, not before, and once', async t => {
  const pair = await openUnknown()
  const { roundId } = pair.round
  const letGo = release(pair)
  await pair.runTo(2_310)
  const handoff = await letGo
  void adopt(pair, handoff)
  const dueMs = 2_310 + handoff.rounds[0]!.dueInMs
  await pair.runTo(dueMs - 20)
  t.equal(pair.sent.length, 1)
  await pair.runTo(dueMs + 100)
  t.strictSame(pair.sent.map(({ node, method }) => `${node} ${method}`).slice(0, 2), [
    'one.0 bet',
    'other.0 bet',
  ])
  await pair.runTo(9_000)
  t.equal(pair.sent.filter(({ method }) => method === 'bet').length, 2)
  t.equal(pair.ledger.row(roundId)?.progress.state, 'settled')
})

t.test('without a budget of repeats a moved round comes again a little later', async t => {
  const pair = await openUnknown()
  const { roundId } = pair.round
  pair.one.kill(true)
  pair.room.takesRetries = false
  void adopt(pair, { rounds: [{ roundId, dueInMs: 0 }], offers: [] })
  await pair.runTo(3_000)
  t.equal(pair.sent.length, 1)
  t.match(await pair.other.ask({ kind: 'look', ...ANN, roundId }), /"waiting"/)
  pair.room.takesRetries = true
  await pair.runTo(5_000)
  t.match(pair.sent[1], { node: 'other.0', method: 'bet' })
})

t.test('a failed attempt of a moved round is reported', async t => {
  const pair = await openUnknown()
  const { roundId } = pair.round
  pair.one.kill(true)
  pair.fates.read.push(REFUSED)
  void adopt(pair, { rounds: [{ roundId, dueInMs: 0 }], offers: [] })
  await pair.runTo(3_000)
  t.match(pair.faults, [{ round: null }])
})

t.test('a round whose player moved on before its turn is not tried here', async t => {
  const pair = await openUnknown()
  const { roundId } = pair.round
  pair.one.kill(true)
  pair.other.start()
  pair.fates.read.push(slow(500))
  void pair.other.ask({ kind: 'play', session, message: helloAs() })
  const letGo = pair.other.ask({ kind: 'release', ...ANN })
  void adopt(pair, { rounds: [{ roundId, dueInMs: 10 }], offers: [] })
  await pair.runTo(9_000)
  await letGo
  t.equal(pair.other.actorCount(), 0)
})

// Followed commands
// -----------------------------------------------------------------------------------

t.test('each call of a followed command is a step, and so is the wait for its turn', async t => {
  const steps: string[] = []
  const step: Step = {
    traceparent: 'tp',
    label: () => {},
    async run(name, work) {
      steps.push(name)
      const answer = await work(step)
      steps.push(`${name} over`)
      return answer
    },
  }
  const tracing: LaneTracing = {
    goOn(traceparent, name, work) {
      steps.push(`${traceparent} ${name}`)
      return work(step)
    },
    walletWith: () => t.fail('the wallet is not called') as never,
  }
  const pair = createPair('pays', { tracing })
  const followed: LaneTask = { kind: 'play', session, message: helloAs(), traceparent: 'own' }
  const answer = pair.one.ask(followed)
  await pair.runTo(200)
  t.match(JSON.parse(await answer), { type: 'welcome' })
  t.strictSame(steps.slice(0, 4), [
    'own lane hello',
    'mailbox',
    'mailbox over',
    'ledger loadPlayer',
  ])
  t.ok(steps.includes('redis load over'))
  pair.fates.read.push(slow(500))
  for (let n = 0; n < MAILBOX_COMMANDS; n++) void pair.one.ask(play(`${n}`))
  steps.length = 0
  t.match(JSON.parse(await pair.one.ask(followed)), { code: 'BUSY', retry: true })
  t.strictSame(steps, ['own lane hello', 'mailbox', 'mailbox over'], 'no step is left open')
})
