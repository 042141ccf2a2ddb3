// Guarantee 5, the stores: player state that vanishes, is outdated or cannot be reached while a
// round is in flight, and connections to Postgres that are cut. A killed node is in
// killed-node.test.ts.

import { Redis } from 'ioredis'
import t from 'tap'
import { BET, openSetup } from '../support/operator-setup.ts'
import { type PlayClient, roundOf, untilAnswered } from '../support/play-client.ts'
import { whileHeld } from '../support/round-points.ts'
import { OPENING } from '../support/scripted-wallet.ts'

const setup = await openSetup(t)
const { wallet, pool } = setup
const node = await setup.startNode()

/** Plays a round to its end, through a failure. */
async function play(client: PlayClient, requestId: string): Promise<void> {
  const round = roundOf(await untilAnswered(() => client.spin(BET, requestId)))
  if (round.status === 'awaiting') await client.collect(round.roundId)
}

/** All rounds are over, and wallet and ledger agree on the money. */
async function checkBooks(t: Tap, playerId: string, rounds: number): Promise<void> {
  const { rows } = await pool.query<{ state: string; stake: string; win: string }>(
    `SELECT state, stake_minor AS stake, win_minor AS win
     FROM round JOIN player USING (player_key) WHERE player_id = $1`,
    [playerId],
  )
  t.equal(rows.length, rounds)
  for (const { state } of rows) t.equal(state, 'settled')
  const moved = rows.reduce((sum, r) => sum + BigInt(r.win) - BigInt(r.stake), 0n)
  t.equal(wallet.balance(playerId), OPENING + moved)
}
type Tap = Pick<typeof t, 'equal'>

for (const method of ['bet', 'round_info'] as const) {
  t.test(`guarantee 5: the player state vanishes while the wallet holds a ${method}`, async t => {
    const playerId = `flush-${method}`
    const { client } = await setup.openGame(node, playerId)
    whileHeld(wallet, method, playerId, setup.losePlayerState)
    await play(client, 'r-1')
    await play(client, 'r-2')
    await checkBooks(t, playerId, 2)
  })
}

t.test('guarantee 5: the player state is replaced by an older copy', async t => {
  const { client } = await setup.openGame(node, 'stale')
  await play(client, 'r-1')
  const redis = new Redis(setup.stores.redisUrl)
  t.teardown(() => redis.quit())
  const key = `${setup.stores.redisPrefix}p2:{casino:stale}`
  const old = await redis.dumpBuffer(key)
  for (const id of ['r-2', 'r-3', 'r-4']) await play(client, id)
  await redis.restore(key, 0, old!, 'REPLACE')
  for (const id of ['r-5', 'r-6']) await play(client, id)
  await checkBooks(t, 'stale', 6)
  const { rows } = await pool.query(
    `SELECT array_agg(sequence ORDER BY sequence)::text AS all
     FROM round JOIN player USING (player_key) WHERE player_id = 'stale'`,
  )
  t.equal(rows[0].all, '{1,2,3,4,5,6}', "sequence numbers continue from the ledger's")
})

const cutConnections = () =>
  pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE 'reelhouse%'`,
  )

t.test('guarantee 5: every connection to Postgres is cut while a bet is in flight', async t => {
  const { client } = await setup.openGame(node, 'cut')
  whileHeld(wallet, 'bet', 'cut', cutConnections)
  await play(client, 'r-1')
  await play(client, 'r-2')
  await checkBooks(t, 'cut', 2)
})

t.test('guarantee 5: player state and connections are lost at the same time', async t => {
  const { client } = await setup.openGame(node, 'both')
  whileHeld(wallet, 'bet', 'both', () => Promise.all([cutConnections(), setup.losePlayerState()]))
  await play(client, 'r-1')
  await play(client, 'r-2')
  await checkBooks(t, 'both', 2)
})
