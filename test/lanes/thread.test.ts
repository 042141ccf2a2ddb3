// The life of a lane's thread: failed starts, short lives, and what a caller is answered.

import t from 'tap'
import { type Lanes, startLanes } from '../../src/lanes/routing.ts'
import { LaneLost, type LaneThread, type Loss, openLaneThread } from '../../src/lanes/thread.ts'
import {
  LANE_COMMANDS,
  LANE_COMMANDS_PER_OPERATOR,
  LANE_SPINS_PER_OPERATOR,
} from '../../src/limits.ts'
import type { LaneTask, PlaySession } from '../../src/wire/lane.ts'
import type { LaneMessage } from '../../src/wire/play-commands.ts'
import { createGate } from '../support/scripted-wallet.ts'
import { moment, until } from '../support/until.ts'
import type { OddOrders } from './odd-lane.ts'

const OWNER = { projectId: 'casino', playerId: 'player-1' }
const HELD: LaneTask = { kind: 'resume', ...OWNER, roundId: 'held' }
const FATAL: LaneTask = { kind: 'notify', ...OWNER, roundId: 'fatal', event: 'start' }
const FILE = new URL('./odd-lane.js', import.meta.url).pathname

/** Longer than a start takes under tap on a busy machine. */
const START_MS = 8_000

const shared = (value: number) => new Int32Array(new SharedArrayBuffer(4)).fill(value)

function program(orders: { failing?: number; hanging?: number }) {
  const { failing = 0, hanging = 0 } = orders
  const workerData: OddOrders = { failing: shared(failing), hanging: shared(hanging) }
  return { file: FILE, workerData, startMs: START_MS }
}

/** A lane, its losses in order, and a wait for the next one. */
function open(tap: Pick<typeof t, 'teardown'>, orders: Parameters<typeof program>[0]) {
  const losses: Loss[] = []
  const waiting: (() => void)[] = []
  const thread = openLaneThread(program(orders), {
    push() {},
    lost(loss) {
      losses.push(loss)
      for (const notify of waiting.splice(0)) notify()
    },
  })
  tap.teardown(() => thread.close())
  return {
    thread,
    losses,
    async lost(count: number) {
      while (losses.length < count) await new Promise<void>(resolve => waiting.push(resolve))
    },
  }
}

/** Asks until a thread answers: null and LaneLost mean "later". */
async function answers(thread: LaneThread): Promise<unknown> {
  for (;;) {
    const answer = await thread.run({ kind: 'ping' })?.catch(error => error)
    if (answer === '') return answer
    if (answer instanceof Error && !(answer instanceof LaneLost)) throw answer
    await moment()
  }
}

const untilUp = (lanes: Lanes) => until('up', () => lanes.load()[0]!.isUp)

t.test('a thread that does not start is started again, each time later', async t => {
  const lane = open(t, { failing: 4 })
  const reported = lane.thread.run(HELD)!
  await t.rejects(reported, { name: 'LaneLost' }, 'waiting calls are rejected')
  await lane.lost(4)
  await answers(lane.thread)
  t.ok(lane.thread.isUp())
  t.match(
    lane.losses,
    [0, 100, 200, 400].map(startsInMs => ({ reason: 'start', startsInMs })),
  )
})

t.test('a thread that hangs during its start is ended', async t => {
  const lane = open(t, { hanging: 1 })
  await lane.lost(1)
  await answers(lane.thread)
  t.match(lane.losses, [{ reason: 'start' }])
})

t.test(
  'threads that end one after another delay the next one, and no call waits with it',
  async t => {
    const lane = open(t, {})
    for (let life = 1; life <= 3; life++) {
      await answers(lane.thread)
      await t.rejects(lane.thread.run(FATAL)!, { name: 'LaneLost' })
      await lane.lost(life)
    }
    t.equal(lane.thread.run(HELD), null, 'without a thread no call is accepted')
    t.notOk(lane.thread.isUp())
    t.match(
      lane.losses,
      [0, 100, 200].map(startsInMs => ({ reason: 'exit', startsInMs })),
    )
    await answers(lane.thread)
  },
)

t.test('guarantee 18: a full lane refuses, and is empty after its thread was lost', async t => {
  let lost = 0
  const lanes = startLanes(1, program({}), { push() {}, removed() {}, lost: () => void lost++ })
  t.teardown(() => lanes.close())
  const held = Array.from({ length: LANE_COMMANDS - 1 }, () => lanes.run(OWNER, HELD))
  t.notOk(held.includes(null))
  const fatal = lanes.run(OWNER, FATAL)
  t.equal(lanes.run(OWNER, HELD), null, 'one more than it holds')
  t.equal(lanes.load()[0]!.depth, LANE_COMMANDS)
  const ends = await Promise.allSettled([...held, fatal])
  t.ok(ends.every(end => end.status === 'rejected' && end.reason instanceof LaneLost))
  t.equal(lanes.load()[0]!.depth, 0)
  t.equal(lost, 1)
})

t.test('guarantee 16: an operator has a share of a lane, and the others have the rest', async t => {
  const lanes = startLanes(1, program({}), { push() {}, removed() {}, lost() {} })
  t.teardown(() => lanes.close())
  const ask = (type: 'spin' | 'collect', projectId: string) => {
    const session = { ...OWNER, projectId } as PlaySession
    const message = { type, requestId: 'r' } as LaneMessage
    return lanes.run(session, { kind: 'play', session, message })
  }
  const spins = Array.from({ length: LANE_SPINS_PER_OPERATOR }, () => ask('spin', 'slow'))
  t.notOk(spins.includes(null))
  t.equal(ask('spin', 'slow'), null, 'one more than its share of spins')
  const others = LANE_COMMANDS_PER_OPERATOR - LANE_SPINS_PER_OPERATOR
  const collects = Array.from({ length: others }, () => ask('collect', 'slow'))
  t.notOk(collects.includes(null), 'started rounds can be finished')
  t.equal(ask('collect', 'slow'), null, 'one more than its share of commands')
  const depth = LANE_COMMANDS_PER_OPERATOR
  t.equal(lanes.load()[0]!.depth, depth, 'refused calls are not in the lane')
  const neighbour = ask('spin', 'fast')
  t.not(neighbour, null, 'another operator has room')
  const ends = Promise.allSettled([...spins, ...collects, neighbour])
  await t.rejects(lanes.run(OWNER, FATAL)!)
  await ends
  await untilUp(lanes)
  const again = ask('spin', 'slow')
  t.not(again, null, 'and after its commands have ended, it has room too')
  await Promise.allSettled([again, lanes.run(OWNER, FATAL)])
})

t.test('a lane that is closed starts no thread any more', async t => {
  const lane = open(t, {})
  await answers(lane.thread)
  await lane.thread.close()
  t.strictSame(lane.losses, [])
})

t.test(
  'a lane is up once its thread has answered, and a close waits for calls in flight',
  async t => {
    const lane = open(t, {})
    t.notOk(lane.thread.isUp(), 'not as soon as it is started')
    t.notOk(lane.thread.isGone())
    await answers(lane.thread)
    const asked = lane.thread.run({ kind: 'ping' })!
    await lane.thread.close()
    t.equal(await asked, '')
    t.equal(lane.thread.run({ kind: 'ping' }), null)
  },
)

t.test('the next thread starts once the rounds of the lost one have been noted', async t => {
  const noted = createGate()
  let lost = 0
  const thread = openLaneThread(program({}), {
    push() {},
    lost() {
      lost++
      return noted.pass()
    },
  })
  t.teardown(() => thread.close())
  await answers(thread)
  await t.rejects(thread.run(FATAL)!, { name: 'LaneLost' })
  await until('lost', () => lost === 1)
  // The time that another one takes to start.
  await answers(open(t, {}).thread)
  t.ok(thread.isGone(), 'none of its threads runs')
  noted.open()
  await answers(thread)
  t.notOk(thread.isGone())
})

t.test('a lane that is restarted reports it, and names no round', async t => {
  const lane = open(t, {})
  await answers(lane.thread)
  const held = lane.thread.run(HELD)!
  lane.thread.restart(performance.now())
  t.notOk(lane.thread.isUp())
  t.equal(lane.thread.run(HELD), null, 'a thread that is ending gets no more calls')
  await t.rejects(held, { message: /restart/ })
  t.match(lane.losses, [{ reason: 'restart', roundId: null }])
})

t.test('a thread that started later holds nothing that a restart is about', async t => {
  const beforeMs = performance.now()
  const lane = open(t, {})
  await answers(lane.thread)
  lane.thread.restart(beforeMs)
  t.ok(lane.thread.isUp())
  const handoff = { rounds: [], offers: [] }
  void lane.thread.run({ kind: 'adopt', ...OWNER, handoff })!.catch(() => {})
  lane.thread.restart(beforeMs)
  t.notOk(lane.thread.isUp(), 'unless another thread gave it a player')
})

t.test('a lane that is closed while its next thread waits starts none', async t => {
  const lane = open(t, { failing: 100 })
  await lane.lost(2)
  await lane.thread.close()
  const { length } = lane.losses
  await answers(open(t, {}).thread)
  t.equal(lane.losses.length, length)
})
