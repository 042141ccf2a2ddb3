// A player's virtual shard: it never changes, spreads players evenly, and is part of the ids made
// for the player.

import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { uuidTimeMs } from '../../src/core/identifiers.ts'
import { inShardOf, SHARDS, shardOf, shardOfId } from '../../src/core/shard.ts'
import { laneOf } from '../../src/lanes/lane-of.ts'

const players = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ projectId: 'casino', playerId: `player-${n}` }))

t.test('shards of players never change, because their rows are stored by them', async t => {
  const known = [
    ['casino', 'ann', 703],
    ['casino', 'bob', 960],
    ['other', 'ann', 324],
    ['casino', 'zoé b', 916],
  ] as const
  t.strictSame(
    known.map(([projectId, playerId]) => shardOf({ projectId, playerId })),
    known.map(([, , shard]) => shard),
  )
  t.equal(SHARDS, 1024)
})

t.test('players with consecutive ids are spread evenly over the shards', async t => {
  const counts = new Array<number>(SHARDS).fill(0)
  for (const player of players(100 * SHARDS)) counts[shardOf(player)]!++
  // A hundred each, by chance ten more or less.
  t.ok(Math.min(...counts) > 50 && Math.max(...counts) < 150, `${Math.min(...counts)}`)
})

t.test('a lane has players of both halves of the shards', async t => {
  const ofLane = players(4000).filter(player => laneOf(player, 4) === 0)
  const first = ofLane.filter(player => shardOf(player) < SHARDS / 2).length
  t.ok(Math.abs(first / ofLane.length - 0.5) < 0.1, `${first} of ${ofLane.length}`)
})

t.test('an id contains the shard of its player, and keeps its time and order', async t => {
  for (const player of players(2000)) {
    const made = uuidv7()
    const id = inShardOf(player, made)
    t.equal(shardOfId(id), shardOf(player))
    t.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    t.equal(uuidTimeMs(id), uuidTimeMs(made))
    t.equal(id.slice(0, -3), made.slice(0, -3))
  }
})
