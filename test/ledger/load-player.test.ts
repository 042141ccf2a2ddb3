// The order of reads when a player is loaded: a commit between two reads is visible to the later
// one only.

import type { Pool } from 'pg'
import t from 'tap'
import { HOUR_MS } from '../../src/core/time.ts'
import { ensurePlayer } from '../../src/ledger/players/players.ts'
import {
  createRoundReader,
  type PlayerRow,
  readBetweenRounds,
} from '../../src/ledger/rounds/round-reader.ts'
import { openStores } from '../support/real-stores.ts'
import { insertProject, insertRow } from '../support/rows.ts'

const { pool } = await openStores(t)
await insertProject(pool, 'casino')
await pool.query(`INSERT INTO player (project_id, player_id) VALUES ('casino', 'ann')`)
const playerKey = await ensurePlayer(pool, 'casino', 'bob')
await insertRow(pool, 'round', { player_key: playerKey, state: 'in_progress', awaiting: true })
const inAnHour = new Date(Date.now() + HOUR_MS)
await insertRow(pool, 'free_spin_grant', { player_key: playerKey, expires_at: inAnHour })

/**
 * The results of successive readings: the last sequence number and the number of target outcomes.
 */
async function readingsOf(...found: [sequence: number, targets: number, hasMore?: boolean][]) {
  const rows = found.map(
    ([sequence, targets, hasMoreTargets = false], turn) =>
      ({
        playerKey: `turn ${turn}`,
        sequence: BigInt(sequence),
        openRounds: [],
        entitlements: { targets: Array.from({ length: targets }), hasMoreTargets },
      }) as unknown as PlayerRow,
  )
  const left = [...rows]
  const read = await readBetweenRounds(async () => left.shift() ?? null)
  return [read?.playerKey, rows.length - left.length]
}

t.test('a player with counted targets is read until no round came between', async t => {
  t.same(await readingsOf([5, 0], [5, 0]), ['turn 0', 1], 'nothing is counted')
  t.same(await readingsOf([5, 1], [5, 1], [5, 1]), ['turn 1', 2])
  t.same(await readingsOf([5, 1], [6, 1], [7, 1], [7, 1]), ['turn 3', 4])
  t.same(await readingsOf([5, 1], [6, 0]), ['turn 1', 2], 'the target has come meanwhile')
  t.same(
    await readingsOf([5, 9, true], [5, 9, true], [5, 9, true], [5, 9, true]),
    ['turn 1', 3],
    'counted after the player: the turn after it shows that no round came',
  )
  const moving = Array.from({ length: 40 }, (_, turn): [number, number] => [turn, 1])
  await t.rejects(readingsOf(...moving), /during each of 12 readings/)
})

/** The pool, and the names of its statements, each recorded once the one before was answered. */
function listen(): { pool: Pool; asked: string[] } {
  const asked: string[] = []
  let underWay = 0
  const query = async (statement: { name: string }) => {
    asked.push(underWay === 0 ? statement.name : `${statement.name} beside another`)
    underWay++
    const answer = await pool.query(statement as never)
    underWay--
    return answer
  }
  return { pool: { query } as unknown as Pool, asked }
}

t.test('a player without open rounds and grants is read once', async t => {
  const { pool, asked } = listen()
  const read = await createRoundReader(pool).loadPlayer('casino', 'ann')
  t.match(read, { openRounds: [], entitlements: { grants: [] } })
  t.strictSame(asked, ['load-players'])
})

t.test('open rounds are read before their counts, grants after the revision', async t => {
  const { pool, asked } = listen()
  const read = await createRoundReader(pool).loadPlayer('casino', 'bob')
  t.match(read, { playerKey, openRounds: [{}], entitlements: { grants: [{ total: 3 }] } })
  const [_, ...counted] = asked
  t.strictSame(counted, ['list-open-rounds', 'load-players', 'list-playable-grants'])
})
