// Row 3: a command from the front end's thread to its player's actor in a lane and back. Ours takes
// the whole path: the routing of the player, the shares of the operators, the thread's mailboxes;
// the actor answers at once. Fair: the same task and the same answer, the same number under way,
// one worker thread each.

import path from 'node:path'
import { MessageChannel, Worker } from 'node:worker_threads'
import { Piscina } from 'piscina'
import { startLanes } from '../../src/lanes/routing.ts'
import type { LaneTask } from '../../src/wire/lane.ts'
import { ownCpu } from './cpu.ts'
import { runMany } from './load.ts'
import type { Opened, Row, Running, Scope } from './row.ts'

const AT_ONCE = 64
const PLAYERS = 256

export const actorHop: Row = {
  number: 3,
  name: 'actor hop',
  unit: 'hops/s',
  better: 'more',
  abouts: {
    ours: 'route, shares, thread, mailbox and back',
    floor: 'bare MessagePort, same messages',
    peer: 'stock piscina.run',
  },
  cases: () => [{ name: '', open }],
}

type PlayTask = Extract<LaneTask, { kind: 'play' }>

async function open(scope: Scope): Promise<Opened> {
  const tasks = Array.from({ length: PLAYERS }, (_, i) => spinTask(i))
  return {
    ours: await openLane(scope, tasks),
    floor: await openPort(scope, tasks),
    peer: openPiscina(scope, tasks),
  }
}

/** In the form that a play socket sends. */
function spinTask(player: number): PlayTask {
  const session = {
    projectId: 'bench',
    playerId: `player-${player}`,
    sessionId: '019383a0-7c00-7000-8000-000000000000',
    tokenVersion: 1,
    gameId: 'forty-suns',
    currency: 'USD',
    language: 'en',
    expiresAtMs: Date.now() + 3_600_000,
  } as PlayTask['session']
  const bet = { denominationMinor: '1', credits: 40 }
  const message = { type: 'spin', requestId: `${player}.1`, bet, mode: 'base' } as const
  return { kind: 'play', session, message }
}

/** Tasks in turn, 64 under way. */
function running(tasks: readonly PlayTask[], send: (task: PlayTask) => Promise<unknown>): Running {
  let next = 0
  return {
    slice: forMs => runMany(AT_ONCE, forMs, () => send(tasks[next++ % tasks.length]!)),
    cpu: ownCpu('both threads'),
  }
}

const workerFile = (name: string) => path.join(import.meta.dirname, 'programs', `${name}.js`)

async function openLane(scope: Scope, tasks: readonly PlayTask[]): Promise<Running> {
  const nothing = () => {}
  const program = { file: workerFile('hop-lane'), workerData: {} }
  const lanes = startLanes(1, program, { push: nothing, lost: nothing, removed: nothing })
  scope.defer(() => lanes.close())
  return running(tasks, task => {
    const answer = lanes.run(task.session, task)
    if (answer === null) throw new Error('the lane took no task')
    return answer
  })
}

async function openPort(scope: Scope, tasks: readonly PlayTask[]): Promise<Running> {
  const { port1, port2 } = new MessageChannel()
  const worker = new Worker(workerFile('hop-port'), { workerData: port2, transferList: [port2] })
  scope.defer(() => worker.terminate())
  scope.defer(() => port1.close())
  const waiting = new Map<number, (answer: string) => void>()
  port1.on('message', ([id, answer]: [number, string]) => {
    const resolve = waiting.get(id)!
    waiting.delete(id)
    resolve(answer)
  })
  let ids = 0
  return running(tasks, task => {
    const id = ++ids
    port1.postMessage([id, task])
    return new Promise<string>(resolve => {
      waiting.set(id, resolve)
    })
  })
}

function openPiscina(scope: Scope, tasks: readonly PlayTask[]): Running {
  const pool = new Piscina({ filename: workerFile('hop-piscina'), minThreads: 1, maxThreads: 1 })
  scope.defer(() => pool.destroy())
  return running(tasks, task => pool.run(task))
}
