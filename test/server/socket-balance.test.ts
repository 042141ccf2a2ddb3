// Play sockets even out between nodes: a node with more than its share sends players who do nothing
// to the others, some at a time, never below the even share, and not back and forth.

import t, { type Test } from 'tap'
import { MOVE_QUIET_MS } from '../../src/edge/idle-sockets.ts'
import { writeNodeState } from '../../src/ledger/nodes/node-settings.ts'
import type { Parts } from '../../src/server/parts.ts'
import {
  balanceOnce,
  createBalance,
  evenShare,
  PLACE_SHARE,
} from '../../src/server/socket-balance.ts'
import { BET, openSetup } from '../support/operator-setup.ts'
import { answerBusyWallet, SESSION, servePlay } from '../support/play-edge.ts'
import { createGate } from '../support/scripted-wallet.ts'
import { until } from '../support/until.ts'

/**
 * Nodes that take a step in turn until no one moves; each player who was moved connects to the node
 * that the proxy chooses.
 */
function runFleet(
  counts: number[],
  choose: (counts: readonly number[], from: number) => number,
  share = 1,
) {
  let nowMs = 0
  const nodes = counts.map(() => createBalance(() => nowMs, share))
  const minutes = 30
  const seen = { moved: 0, belowEven: 0, mostShare: 0 }
  for (let step = 0; step < minutes * 4; step++) {
    nowMs += 15_000
    for (const [from, node] of nodes.entries()) {
      const others = counts.filter((_, each) => each !== from)
      const even = evenShare(counts[from]!, others)
      const count = node.step(counts[from]!, others)
      node.noteMoved(count)
      if (count > 0) {
        if (counts[from]! - count < even) seen.belowEven++
        seen.mostShare = Math.max(seen.mostShare, (count - 1) / counts[from]!)
      }
      seen.moved += count
      counts[from]! -= count
      for (let each = 0; each < count; each++) counts[choose(counts, from)]!++
    }
  }
  return { counts, ...seen }
}

const leastConnected = (counts: readonly number[]) => counts.indexOf(Math.min(...counts))
function roundRobin() {
  let next = 0
  return (counts: readonly number[]) => next++ % counts.length
}

t.test('60 and 0 become 30 and 30, a twentieth of a node at a time', t => {
  const { counts, moved, belowEven, mostShare } = runFleet([60, 0], leastConnected)
  t.strictSame(counts, [30, 30])
  t.equal(moved, 30, 'no one is moved twice')
  t.equal(belowEven, 0)
  t.ok(mostShare <= 0.05, String(mostShare))
  t.end()
})

t.test('a node that starts beside full ones gets its share', t => {
  const { counts, belowEven } = runFleet([200, 200, 200, 0], leastConnected)
  t.equal(belowEven, 0)
  for (const count of counts) t.ok(count >= 140 && count <= 180, counts.join())
  t.end()
})

t.test('behind a proxy that takes turns it ends too', t => {
  const { counts, moved, belowEven } = runFleet([600, 0, 0], roundRobin())
  t.equal(belowEven, 0)
  for (const count of counts) t.ok(count >= 160 && count <= 240, counts.join())
  t.ok(moved < 700, `${moved} moves: a third come back`)
  t.end()
})

t.test('small differences move no one', t => {
  for (const counts of [[3, 0], [35, 26], [110, 80, 90], [5]]) {
    t.equal(runFleet([...counts], leastConnected).moved, 0, counts.join())
  }
  t.end()
})

t.test('a proxy that sends players back to their node ends the moving for ten minutes', t => {
  const { counts, moved } = runFleet([100, 0], (_counts, from) => from)
  t.strictSame(counts, [100, 0])
  t.ok(moved <= 100, `${moved} in half an hour, instead of ${120 * 5}`)
  t.end()
})

/** It leads everyone to the first node as far as that has room, as if they were of one place. */
const byPlace = (counts: readonly number[]) => {
  const share = (counts.reduce((sum, each) => sum + each) + 1) / counts.length
  return counts[0]! < Math.ceil(PLACE_SHARE * share) ? 0 : 1
}

t.test('behind a proxy that leads players by their places no one is sent back', t => {
  const { counts, moved } = runFleet([400, 0], byPlace, PLACE_SHARE)
  t.strictSame(counts, [230, 170])
  t.equal(moved, 170)
  t.equal(runFleet(counts, byPlace, PLACE_SHARE).moved, 0)
  t.ok(runFleet([400, 0], byPlace).moved > 500, 'down to the even share they would come back')
  t.end()
})

t.test('a proxy that always sends players back is left in peace for longer each time', t => {
  let nowMs = 0
  const balance = createBalance(() => nowMs)
  const begins: number[] = []
  let before = 0
  for (; nowMs < 12 * 3_600_000; nowMs += 15_000) {
    const count = balance.step(100, [0])
    balance.noteMoved(count)
    if (count > 0 && before === 0) begins.push(Math.round(nowMs / 60_000))
    before = count
  }
  const pauses = begins.slice(1).map((begin, each) => begin - begins[each]!)
  t.ok(begins.length > 3 && begins.length < 9, begins.join())
  t.strictSame(
    pauses,
    [...pauses].sort((a, b) => a - b),
  )
  t.ok(pauses.at(-1)! > 3 * pauses[0]!, pauses.join())
  t.end()
})

/** An edge whose clock the test moves, with players who have said hello. */
async function openEdge(t: Test, players: readonly string[]) {
  const at = { ms: 0 }
  const spins = createGate()
  const inRound = new Set<string>()
  const { sockets, connect } = await servePlay(t, {
    lanes: {
      async run(player, task) {
        if (task.kind === 'in-round') return inRound.has(player.playerId) ? 'yes' : 'no'
        if (task.kind === 'play' && task.message.type === 'spin') await spins.pass()
        return answerBusyWallet(task)
      },
    },
    findSession: async token => ({ ...SESSION, sessionId: token, playerId: token }),
    placeOf: sessionId => (/^\d/.test(sessionId) ? Number.parseInt(sessionId, 10) : null),
    clockMs: () => at.ms,
  })
  const clients = []
  for (const player of players) {
    const client = await connect(player)
    await client.hello()
    clients.push(client)
  }
  return { at, sockets, connect, clients, inRound, letSpinsEnd: spins.open }
}

t.test('only players who do nothing and are in no round are moved', async t => {
  const players = ['idle', 'in-a-round', 'spins', 'has-just-asked', 'idle-too', 'idle-as-well']
  const { at, sockets, clients, inRound, connect, letSpinsEnd } = await openEdge(t, players)
  await connect('no-hello')
  t.equal(await sockets.moveIdle(10), 0, 'all have just said hello')
  inRound.add('in-a-round')
  const spin = clients[2]!.send({ type: 'spin', bet: BET, mode: 'base' })
  await clients[0]!.send({ type: 'ping' })
  at.ms += MOVE_QUIET_MS + 1
  await clients[0]!.send({ type: 'ping' })
  await clients[3]!.send({ type: 'collect', roundId: '0190a8e2-7f3a-7b1c-8d5e-2a4c6e8f0a1b' })
  t.equal(await sockets.moveIdle(2), 2)
  for (const place of [0, 4]) {
    await clients[place]!.closed
    t.equal(clients[place]!.closeCode(), 1012)
  }
  t.equal(await sockets.moveIdle(10), 1)
  await clients[5]!.closed
  t.strictSame(
    clients.map(each => each.closeCode()),
    [1012, null, null, null, 1012, 1012],
  )
  letSpinsEnd()
  await spin
})

t.test('a place with few players here goes as a whole, before others', async t => {
  const names = ['0-a', '512-a', '0-b', '512-b', '512-c']
  const { at, sockets, clients } = await openEdge(t, names)
  at.ms += MOVE_QUIET_MS + 1
  t.equal(await sockets.moveIdle(3), 3)
  await until('they are closed', () => sockets.count() === 2)
  await Promise.all(clients.map(each => each.send({ type: 'ping' })))
  t.strictSame(
    clients.map(each => each.closeCode()),
    [1012, 1012, 1012, null, null],
  )
})

const setup = await openSetup(t)
const { pool } = setup
const state = { settings: {}, problem: null }

/** What balanceOnce needs of a node, and what it did. */
function makeParts(isOff = false) {
  const seen = { moved: 0, even: -1, lines: [] as string[] }
  const parts = {
    pool,
    config: { nodeName: 'full' },
    clock: { isOff: () => isOff },
    log: { info: (_fields: object, text: string) => void seen.lines.push(text) },
    metrics: {
      socketsMoved(count: number) {
        seen.moved += count
      },
      socketsEven(even: number) {
        seen.even = even
      },
    },
  }
  return { parts: parts as unknown as Parts, seen }
}

t.test('a full node sends players to nodes that take them, and to no other', async t => {
  const names = Array.from({ length: 20 }, (_, each) => `p${each}`)
  const { at, sockets } = await openEdge(t, names)
  at.ms += MOVE_QUIET_MS + 1
  const { parts, seen } = makeParts()
  const balance = createBalance(() => at.ms)
  const report = (node: string, count: number | null, takesSockets: boolean) =>
    writeNodeState(pool, { ...state, node, sockets: count, takesSockets }, new Date())
  await report('full', 20, true)
  await balanceOnce(parts, sockets, balance)
  t.equal(seen.even, 20, 'it is alone')
  await report('leaving', 0, false)
  await report('of before', null, true)
  await balanceOnce(parts, sockets, balance)
  t.strictSame([seen.moved, seen.even], [0, 20])
  await report('empty', 0, true)
  await balanceOnce(parts, sockets, balance)
  t.strictSame([seen.moved, seen.even], [1, 10])
  t.equal(seen.lines.length, 1)
  await until('its socket is closed', () => sockets.count() === 19)
})

t.test('a node whose clock is off sends all its players to another that takes them', async t => {
  const { sockets } = await openEdge(t, ['one', 'other'])
  const { parts, seen } = makeParts(true)
  await pool.query('DELETE FROM node_state')
  await balanceOnce(
    parts,
    sockets,
    createBalance(() => 0),
  )
  t.equal(sockets.count(), 2, 'there is no other')
  await writeNodeState(
    pool,
    { ...state, node: 'right', sockets: 9, takesSockets: true },
    new Date(),
  )
  await balanceOnce(
    parts,
    sockets,
    createBalance(() => 0),
  )
  t.strictSame([sockets.count(), seen.moved], [0, 2])
})
