// The lane of a player: the same everywhere, evenly spread, and with one lane more or less only the
// necessary players move.

import t from 'tap'
import { defaultLanes, describeLanes, roomForProcesses } from '../../src/lanes/default-lanes.ts'
import { laneOf } from '../../src/lanes/lane-of.ts'

const PLAYERS = Array.from({ length: 20_000 }, (_, n) => ({
  projectId: 'casino',
  playerId: `player-${n}`,
}))

t.test('players are spread evenly', async t => {
  for (const lanes of [1, 2, 3, 4, 7, 16]) {
    const counts = new Array<number>(lanes).fill(0)
    for (const player of PLAYERS) counts[laneOf(player, lanes)]!++
    const even = PLAYERS.length / lanes
    t.ok(
      counts.every(count => Math.abs(count - even) < even * 0.1),
      `${lanes}: ${counts}`,
    )
  }
})

t.test('an added lane takes its share, and no other player moves', async t => {
  for (let lanes = 1; lanes < 16; lanes++) {
    const moved = PLAYERS.filter(player => laneOf(player, lanes) !== laneOf(player, lanes + 1))
    t.ok(moved.every(player => laneOf(player, lanes + 1) === lanes))
    const share = PLAYERS.length / (lanes + 1)
    t.ok(Math.abs(moved.length - share) < share * 0.1, `${lanes}: ${moved.length} of ${share}`)
  }
})

t.test('a node starts with as many lanes as one front end can feed', async t => {
  t.strictSame([1, 2, 3, 4, 64].map(defaultLanes), [1, 1, 2, 2, 2])
  t.strictSame([1, 3, 6, 64].map(roomForProcesses), [1, 1, 2, 21])
  t.match(describeLanes(2, 64), /2 lanes .* 64 cores; the machine has room for 21 such processes/)
  t.match(describeLanes(5, 4), /5 lanes \(as it was set; 2 by default\)/)
})
