// The small parts of a lane: its work in flight by owner, the timers of retries, the players it
// forgets, and the round of a lost thread. Each alone, without a thread.

import t from 'tap'
import {
  actorOf,
  type HostedActor,
  type HostState,
  LANE_ACTORS,
  LANE_IDLE_LOOKS,
} from '../../src/lanes/hosted-actors.ts'
import { createLane, LaneFull } from '../../src/lanes/lane.ts'
import { createMailbox } from '../../src/lanes/mailbox.ts'
import { createRetries } from '../../src/lanes/retries.ts'
import { createShares } from '../../src/lanes/shares.ts'
import type { LaneThread } from '../../src/lanes/thread.ts'
import { createWorkMark, newWorkMark, readWorkMark } from '../../src/lanes/work-mark.ts'
import { LANE_COMMANDS } from '../../src/limits.ts'
import { type Actor, createActor } from '../../src/player/actor.ts'
import type { PlayerDeps } from '../../src/player/deps.ts'
import type { LaneTask } from '../../src/wire/lane.ts'
import { createGate } from '../support/scripted-wallet.ts'

const ANN = { projectId: 'casino', playerId: 'ann' }
const TASK: LaneTask = { kind: 'resume', ...ANN, roundId: 'r' }
const SPIN = { kind: 'play', session: ANN, message: { type: 'spin' } } as unknown as LaneTask
const BOUNDS = { commands: () => 3, spins: () => 2 }

/** A thread that accepts what the test says, and answers when the test says. */
function fakeThread() {
  const taken: { task: LaneTask; over: () => void; answer: (text: string) => void }[] = []
  const thread = { takes: true, use: { utilization: 0.25, active: 25, idle: 75 } }
  const run: LaneThread['run'] = (task, over = () => {}) =>
    thread.takes
      ? new Promise(resolve => {
          taken.push({
            task,
            over,
            answer(text) {
              over()
              resolve(text)
            },
          })
        })
      : null
  const eventLoop = () => thread.use
  return {
    lane: createLane({ run, eventLoop, isUp: () => true } as LaneThread, BOUNDS),
    taken,
    thread,
  }
}

t.test('work that no thread accepts is not in flight', async t => {
  const { lane, thread, taken } = fakeThread()
  thread.takes = false
  t.equal(lane.run(ANN, SPIN, null), null)
  t.equal(lane.load().depth, 0)
  thread.takes = true
  t.ok(lane.run(ANN, SPIN, null))
  t.ok(lane.run(ANN, SPIN, null), 'nor has it a share of the lane')
  t.equal(lane.run(ANN, SPIN, null), null)
  taken[0]!.answer('')
  t.ok(lane.run(ANN, SPIN, null), 'a spin that has ended gives its share back')
})

t.test('commands of an arriving player are in flight, and start on arrival', async t => {
  const { lane, taken } = fakeThread()
  const arrival = createGate()
  const running = lane.run(ANN, TASK, arrival.pass())!
  t.equal(lane.load().depth, 1)
  t.equal(taken.length, 0)
  arrival.open()
  await new Promise(setImmediate)
  taken[0]!.answer('done')
  t.equal(await running, 'done')
  t.equal(lane.load().depth, 0)
})

t.test('a command that finds no room on arrival is refused, and leaves nothing behind', async t => {
  const { lane, thread } = fakeThread()
  thread.takes = false
  await t.rejects(lane.run(ANN, SPIN, Promise.resolve())!, LaneFull)
  t.equal(lane.load().depth, 0)
})

t.test('a lane holds exactly its bound, and the platform’s own questions in addition', async t => {
  const { lane, taken } = fakeThread()
  for (let n = 0; n < LANE_COMMANDS; n++) t.ok(lane.run(ANN, TASK, null) !== null || t.fail(`${n}`))
  t.equal(lane.run(ANN, TASK, null), null)
  t.ok(lane.ask(TASK))
  taken[0]!.answer('')
  t.ok(lane.run(ANN, TASK, null))
})

t.test('its use is measured since the reading before', async t => {
  const { lane, thread } = fakeThread()
  t.equal(lane.load().utilization, 0.25)
  thread.use = { utilization: 0.5, active: 100, idle: 100 }
  t.equal(lane.load().utilization, 0.75)
  thread.use = { utilization: 0.4, active: 100, idle: 150 }
  t.equal(lane.load().utilization, 0)
})

t.test('a free spin starts a round too, and each end frees what its start took', async t => {
  const shares = createShares(BOUNDS)
  const first = shares.take('casino', 'free-spin')!
  t.ok(shares.take('casino', 'spin'))
  t.equal(shares.take('casino', 'spin'), null)
  t.ok(shares.take('other', 'spin'), 'each operator has its own')
  const collect = shares.take('casino', 'collect')
  t.ok(collect)
  t.equal(shares.take('casino', 'collect'), null)
  first.giveBack()
  t.ok(shares.take('casino', 'spin'))
  t.equal(shares.take('casino', 'spin'), null)
})

// Timers
// ----------------------------------------------------------------------------------------------

function createTimers() {
  const clock = { nowMs: 1_000 }
  const timers: { atMs: number; run: () => void; isTaken: boolean }[] = []
  const retries = createRetries(
    (delayMs, run) => {
      const timer = { atMs: clock.nowMs + delayMs, run, isTaken: false }
      timers.push(timer)
      return () => {
        timer.isTaken = true
      }
    },
    () => clock.nowMs,
  )
  return { clock, timers, retries }
}

t.test('a round has one timer: the later one', async t => {
  const { timers, retries } = createTimers()
  retries.schedule('ann', 'r', 100, () => {})
  retries.schedule('ann', 'r', 300, () => {})
  t.strictSame(
    timers.map(({ isTaken }) => isTaken),
    [true, false],
  )
  t.equal(retries.dueInMs('ann', 'r'), 300)
})

t.test('a timer that has fired is gone, even for the work it runs', async t => {
  const { clock, timers, retries } = createTimers()
  const seen: (number | null)[] = []
  retries.schedule('ann', 'r', 100, () => {
    seen.push(retries.dueInMs('ann', 'r'))
    retries.schedule('ann', 'r', 200, () => {})
  })
  clock.nowMs += 100
  timers[0]!.run()
  t.strictSame(seen, [null])
  t.equal(retries.dueInMs('ann', 'r'), 200, 'what it has scheduled stays')
  retries.takeBack('ann', 'r')
  t.ok(timers[1]!.isTaken)
  t.strictSame([...retries.players()], [])
})

t.test('all timers of a player are taken back at once, with their remaining time', async t => {
  const { clock, timers, retries } = createTimers()
  retries.schedule('ann', 'a', 100, () => {})
  retries.schedule('ann', 'b', 500, () => {})
  retries.schedule('bob', 'c', 500, () => {})
  clock.nowMs += 200
  t.strictSame(retries.takeBackAll('ann'), [
    { roundId: 'a', dueInMs: 0 },
    { roundId: 'b', dueInMs: 300 },
  ])
  t.strictSame(
    timers.map(({ isTaken }) => isTaken),
    [true, true, false],
  )
  t.strictSame([...retries.players()], ['bob'])
  t.strictSame(retries.takeBackAll('ann'), [])
})

// Memory
// ----------------------------------------------------------------------------------------------

function crowd(isForgettable: (n: number) => boolean) {
  const hosted = new Map<string, HostedActor>()
  for (let n = 0; n < LANE_ACTORS; n++) {
    const actor = { isForgettable: () => isForgettable(n) } as Actor
    hosted.set(`casino:${n}`, { mailbox: createMailbox(), actor })
  }
  return { hosted, depsOf: () => ({}) as PlayerDeps } as unknown as HostState
}

t.test('for one actor more than a lane keeps, the longest idle one makes room', async t => {
  const state = crowd(n => n !== 2)
  const first = state.hosted.get('casino:0')!
  t.equal(actorOf(state, { ...ANN, playerId: '0' }), first, 'an actor in memory is used again')
  actorOf(state, { ...ANN, playerId: 'new' })
  actorOf(state, { ...ANN, playerId: 'newer' })
  t.equal(state.hosted.size, LANE_ACTORS)
  const has = (...ids: string[]) => ids.map(id => state.hosted.has(`casino:${id}`))
  t.strictSame(has('0', '1', '2', '3', 'newer'), [true, false, true, false, true])
})

t.test('a lane in which no actor can be forgotten holds more, and checks only some', async t => {
  const looked = new Set<number>()
  const state = crowd(n => {
    looked.add(n)
    return false
  })
  actorOf(state, { ...ANN, playerId: 'new' })
  t.equal(state.hosted.size, LANE_ACTORS + 1)
  t.equal(looked.size, LANE_IDLE_LOOKS + 1)
})

t.test('a player without waiting work can be forgotten', async t => {
  t.ok(createActor({} as PlayerDeps, ANN).isForgettable())
})

t.test('the mark names the outer round while its work runs, also after a failure', async t => {
  const memory = newWorkMark()
  const atWork = createWorkMark(memory)
  const [outer, inner] = [ANN, ANN].map((_, n) => `01a3185c-5000-7000-8000-00000000000${n}`)
  t.equal(readWorkMark(memory), null)
  atWork(outer!, () => {
    atWork(inner!, () => {})
    t.equal(readWorkMark(memory), outer)
  })
  t.equal(readWorkMark(memory), null)
  t.throws(() =>
    atWork(inner!, () => {
      t.equal(readWorkMark(memory), inner)
      throw new Error('it failed')
    }),
  )
  t.equal(readWorkMark(memory), null)
})
