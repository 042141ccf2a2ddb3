// A player who moves from one lane to another: their commands wait in order and in a bounded
// number, state that was only in memory goes first, and a lost lane blocks no player.

import t from 'tap'
import type { PlayerRef } from '../../src/core/player.ts'
import type { Lane } from '../../src/lanes/lane.ts'
import { laneOf } from '../../src/lanes/lane-of.ts'
import { createMoves } from '../../src/lanes/moves.ts'
import { LaneLost } from '../../src/lanes/thread.ts'
import { MAILBOX_COMMANDS } from '../../src/limits.ts'
import type { Handoff, LaneTask } from '../../src/wire/lane.ts'
import { createGate } from '../support/scripted-wallet.ts'

const EMPTY: Handoff = { rounds: [], offers: [] }
const OWING: Handoff = { rounds: [{ roundId: 'owing', dueInMs: 5 }], offers: [] }

/** Stays in lane 0 of one, and goes to lane 1 of two. */
const MOVER = find(player => laneOf(player, 2) === 1)
/** Goes from lane 1 of two to lane 2 of three. */
const GOER = find(player => laneOf(player, 2) === 1 && laneOf(player, 3) === 2)
const STAYER = find(player => laneOf(player, 2) === 0)

function find(isIt: (player: PlayerRef) => boolean): PlayerRef {
  for (let n = 0; ; n++) {
    const player = { projectId: 'casino', playerId: `player-${n}` }
    if (isIt(player)) return player
  }
}

/** A lane that answers as the test says and records its calls. */
function fakeLane(answer: (task: LaneTask) => Promise<string> | null, isGone = () => false) {
  const asked: LaneTask[] = []
  const ask = (task: LaneTask) => {
    asked.push(task)
    return answer(task)
  }
  const lane: Lane = {
    thread: {
      run: ask,
      isUp: () => true,
      isGone,
      eventLoop: () => undefined,
      restart: () => {},
      close: async () => {},
    },
    ask,
    run: (_player, task, moved) => (moved === null ? ask(task) : moved.then(() => ask(task)!)),
    load: () => ({ depth: 0, utilization: 0, isUp: true }),
  }
  return { lane, asked, kinds: () => asked.map(({ kind }) => kind) }
}

/** A lane that holds these players, and passes what it knows of one who moves. */
const fakeHolder = (handoff: Handoff, players: PlayerRef[] = []) =>
  fakeLane(async ({ kind }) => JSON.stringify(kind === 'release' ? handoff : players))

const taskOf = (player: PlayerRef, roundId: string): LaneTask => ({
  kind: 'resume',
  ...player,
  roundId,
})

t.test('commands wait for the move, after the state that comes with the player', async t => {
  const gate = createGate()
  const from = fakeLane(async ({ kind }) => {
    if (kind !== 'release') return '[]'
    await gate.pass()
    return JSON.stringify(OWING)
  })
  const to = fakeLane(async () => '')
  const moves = createMoves([from.lane, to.lane], 1, 2)
  const send = (roundId: string) => {
    const route = moves.routeOf(MOVER)
    return route?.lane.run(MOVER, taskOf(MOVER, roundId), route.moved) ?? null
  }
  const sent = Array.from({ length: MAILBOX_COMMANDS }, (_, n) => send(String(n)))
  t.ok(sent.every(one => one !== null))
  t.equal(send('too many'), null)
  t.strictSame(to.asked, [])
  gate.open()
  await Promise.all(sent)
  t.match(to.asked[0], { kind: 'adopt', handoff: OWING, ...MOVER })
  t.strictSame(
    to.asked.slice(1).map(task => (task as { roundId: string }).roundId),
    sent.map((_, n) => String(n)),
  )
  t.equal(from.kinds().filter(kind => kind === 'release').length, 1, 'moved once')
  await send('later')
  t.equal(from.kinds().filter(kind => kind === 'release').length, 1)
})

t.test('a player who stays is not asked to move', async t => {
  const from = fakeHolder(EMPTY, [STAYER, MOVER])
  const to = fakeLane(async () => '')
  const moves = createMoves([from.lane, to.lane], 1, 2)
  t.match(moves.routeOf(STAYER), { lane: from.lane, moved: null })
  await moves.moveAll()
  t.strictSame(from.kinds(), ['players', 'release'])
  t.match(from.asked[1], MOVER)
  t.strictSame(to.asked, [], 'no state came along')
  t.match(moves.routeOf(MOVER), { lane: to.lane, moved: null })
})

t.test('a thread that is lost meanwhile has released all its players', async t => {
  const from = fakeLane(async ({ kind }) => {
    if (kind === 'players') return JSON.stringify([MOVER])
    throw new LaneLost('hang')
  })
  const moves = createMoves([from.lane, fakeLane(async () => '').lane], 1, 2)
  await moves.moveAll()
  t.equal(moves.routeOf(MOVER)?.moved, null)
})

t.test('a thread that is ending is waited for: it may still drive a round', async t => {
  let looks = 0
  let isGone = false
  const from = fakeLane(
    () => {
      if (++looks === 3) isGone = true
      return null
    },
    () => isGone,
  )
  const to = fakeLane(async () => '')
  const moves = createMoves([from.lane, to.lane], 1, 2)
  const route = moves.routeOf(MOVER)!
  await route.lane.run(MOVER, taskOf(MOVER, 'late'), route.moved)
  t.equal(looks, 3)
  t.strictSame(to.kinds(), ['resume'])
})

t.test('the offered bets move along, though no round waits', async t => {
  const offered: Handoff = { rounds: [], offers: [['s', '500']] }
  const from = fakeHolder(offered)
  const to = fakeLane(async () => '')
  const moves = createMoves([from.lane, to.lane], 1, 2)
  await moves.routeOf(MOVER)!.moved
  t.match(to.asked, [{ kind: 'adopt', handoff: offered }])
})

t.test('the move is complete once the players moved by commands have moved too', async t => {
  const gate = createGate()
  const from = fakeLane(async ({ kind }) => {
    if (kind !== 'release') return '[]'
    await gate.pass()
    return JSON.stringify(EMPTY)
  })
  const moves = createMoves([from.lane, fakeLane(async () => '').lane], 1, 2)
  moves.routeOf(MOVER)
  let isDone = false
  const moved = moves.moveAll().then(() => {
    isDone = true
  })
  await new Promise(setImmediate)
  t.equal(isDone, false)
  gate.open()
  await moved
})

t.test('a player whose lane failed to release them is asked for again', async t => {
  let asked = 0
  const from = fakeLane(async () => {
    if (++asked === 1) throw new Error('it failed')
    return JSON.stringify(OWING)
  })
  const to = fakeLane(async () => '')
  const moves = createMoves([from.lane, to.lane], 1, 2)
  await moves.routeOf(MOVER)!.moved
  t.equal(asked, 2)
  t.match(to.asked, [{ kind: 'adopt', handoff: OWING }])
})

t.test('only players of the lane that holds them are moved', async t => {
  const [first, second, third] = [0, 1, 2].map(() => fakeHolder(EMPTY, [GOER]))
  await createMoves([first!.lane, second!.lane, third!.lane], 2, 3).moveAll()
  t.strictSame([first!.kinds(), second!.kinds()], [['players'], ['players', 'release']])
})
