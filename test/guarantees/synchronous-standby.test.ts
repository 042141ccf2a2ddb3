// Played by npm run prove: it runs two Postgres servers.
//
// With a synchronous standby a failover in the middle of play loses no round whose answer a player
// received.

import pg from 'pg'
import t from 'tap'
import { readDurability } from '../../src/ledger/database/durability.ts'
import { BET, openSetup } from '../support/operator-setup.ts'
import type { PlayClient } from '../support/play-client.ts'
import { startPostgresPair } from '../support/postgres-pair.ts'
import { openMigrated, openStores } from '../support/real-stores.ts'
import { moment, until } from '../support/until.ts'

const PLAYERS = 6
/** Of each player: the servers need the core more. */
const SPIN_EVERY_MS = 20
const { redisUrl, redisPrefix } = await openStores(t)

t.test('guarantee 5: a failover to a synchronous standby loses nothing', async t => {
  const pair = await startPostgresPair(t)
  const pool = await openMigrated(t, pair.url)
  await pair.waitForStandby()
  const client = new pg.Client({ connectionString: pair.url })
  await client.connect()
  t.strictSame(await readDurability(client), { kind: 'several-servers' })
  await client.end()

  const setup = await openSetup(t, { databaseUrl: pair.url, redisUrl, redisPrefix, pool })
  const node = await setup.startNode()
  const reported: string[] = []
  let isOver = false
  const play = async (player: PlayClient) => {
    for (; !isOver; await moment(SPIN_EVERY_MS)) {
      const answer = await player.spin(BET)
      if (answer.type !== 'round') continue
      const { roundId, status } = answer.round
      reported.push(roundId)
      if (status === 'awaiting') await player.collect(roundId)
    }
  }
  const names = Array.from({ length: PLAYERS }, (_, at) => `player-${at}`)
  const opened = await Promise.all(names.map(name => setup.openGame(node, name)))
  const playing = opened.map(each => play(each.client))
  await until('they are in the middle of play', () => reported.length > 10 * PLAYERS)
  await pair.failOver()
  const before = reported.length
  await until('they play on', () => reported.length > before + 5 * PLAYERS)
  isOver = true
  await Promise.all(playing)

  const { rows } = await pool.query(
    'SELECT round_id FROM round WHERE round_id = ANY ($1::uuid[])',
    [reported],
  )
  t.equal(rows.length, new Set(reported).size)
  const reconciled = await pool.query(`SELECT after FROM audit WHERE action = 'ledger.reconciled'`)
  t.equal(reconciled.rows.length, 1)
  const orphans = await pool.query('SELECT known FROM orphaned_round')
  for (const { known } of orphans.rows) t.equal(known, 'opened', 'no player got an answer to it')
})
