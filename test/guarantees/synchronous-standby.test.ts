// Played by npm run prove: it runs two Postgres servers.
//
// With a synchronous standby a failover in the middle of play loses no round whose answer a player
// received, and no bet is sent before the standby has its round.

import pg from 'pg'
import t from 'tap'
import { readDurability } from '../../src/ledger/database/durability.ts'
import { inTransaction } from '../../src/ledger/database/transaction.ts'
import { BET, openSetup } from '../support/operator-setup.ts'
import { type PlayClient, untilAnswered } from '../support/play-client.ts'
import { startPostgresPair } from '../support/postgres-pair.ts'
import { openMigrated, openStores } from '../support/real-stores.ts'
import { moment, until } from '../support/until.ts'

const PLAYERS = 6
/** Of each player: the servers need the core more. */
const SPIN_EVERY_MS = 20
const { redisUrl, redisPrefix } = await openStores(t)
const pair = await startPostgresPair(t)
const pool = await openMigrated(t, pair.url)
await pair.waitForStandby()
const setup = await openSetup(t, { databaseUrl: pair.url, redisUrl, redisPrefix, pool })
const node = await setup.startNode()

t.test('guarantee 2: a commit whose wait for the standby was cancelled sends no bet', async t => {
  const { client } = await setup.openGame(node, 'waiting')
  const requestId = 'cancelled-wait'
  const standby = await pair.pauseStandby()
  t.teardown(standby.resume)
  const answer = client.spin(BET, requestId)
  await pair.cancelWait('reelhouse-lane')
  t.match(await answer, { type: 'error', code: 'REQUEST_FAILED' })
  t.equal(setup.wallet.of('bet').length, 0)
  standby.resume()
  await untilAnswered(() => client.spin(BET, requestId))
  const { rows } = await pool.query('SELECT request_id FROM round')
  t.strictSame(rows, [{ request_id: requestId }], 'the same round')
  t.equal(new Set(setup.wallet.of('bet').map(({ transaction }) => transaction)).size, 1)
})

t.test('a transaction whose wait for the standby was cancelled counts as failed', async t => {
  const named = new pg.Pool({ connectionString: pair.url, application_name: 'a-command' })
  t.teardown(() => named.end())
  const standby = await pair.pauseStandby()
  t.teardown(standby.resume)
  const done = inTransaction(named, client =>
    client.query('UPDATE player SET last_sequence = last_sequence'),
  )
  await Promise.all([t.rejects(done, { name: 'CommitUnreplicated' }), pair.cancelWait('a-command')])
})

t.test('guarantee 5: a failover to a synchronous standby loses nothing', async t => {
  const client = new pg.Client({ connectionString: pair.url })
  await client.connect()
  t.strictSame(await readDurability(client), { kind: 'several-servers' })
  await client.end()

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
  const orphans = await pool.query('SELECT round_id, known FROM orphaned_round')
  const bets = new Set(setup.wallet.of('bet').map(({ roundId }) => roundId))
  for (const { round_id, known } of orphans.rows) {
    t.equal(known, 'cancelled', 'the platform refunds it')
    t.notOk(bets.has(round_id), 'its bet was never sent')
  }
})
