// A player whom support blocks: no node starts a round or a session of the player, started rounds
// finish and are paid, and the ledger alone holds it when no node has learnt of the block.

import t from 'tap'
import { blockPlayer, unblockPlayer } from '../../src/ledger/players/player-blocks.ts'
import { confirming, signInBoth } from '../support/admin.ts'
import { cheapestBet, createOperator, finish } from '../support/operator-calls.ts'
import { BET, GAME, launchBody, post } from '../support/operator-setup.ts'
import { codeOf, roundOf } from '../support/play-client.ts'
import { spinToDecision } from '../support/round-points.ts'
import { openShared } from '../support/shared-node.ts'

const OTHER_GAME = 'cherry-classic'
const BY = { actor: 'owner:test', origin: 'a test' }

const { setup, node, other } = await openShared(t)
const { wallet, pool, project } = setup
const { projectId } = project
const { owner: signedIn } = await signInBoth(pool, node.internalUrl, setup.suffix)
const owner = confirming(signedIn)

const askFor = (action: 'block' | 'unblock', playerId: string) =>
  owner.call('POST', `/projects/${projectId}/players/${playerId}/${action}`, { reason: 'a test' })
const launchOf = (playerId: string, symbol: string) =>
  post(other, '/playGame.do', launchBody(project, { player_id: playerId, symbol }))
const REFUSED = { status: 403, body: { status: 'error', message: 'PLAYER_BLOCKED' } }

async function roundsOf(playerId: string): Promise<number> {
  const { rows } = await pool.query<{ rounds: number }>(
    `SELECT count(*)::int AS rounds FROM round JOIN player USING (player_key)
     WHERE player_id = $1 AND player.project_id = $2`,
    [playerId, projectId],
  )
  return rows[0]!.rounds
}

t.test('guarantee 22: once a block is answered, no node starts anything of the player', async t => {
  const playerId = 'everywhere'
  const here = await setup.openGame(node, playerId)
  const there = await setup.openGame(other, playerId, { symbol: OTHER_GAME })
  await finish(here.client, roundOf(await here.client.spin(BET)))
  t.equal((await askFor('block', playerId)).status, 200)
  const [rounds, bets, asked] = [
    await roundsOf(playerId),
    wallet.of('bet', playerId).length,
    wallet.of('session_info', playerId).length,
  ]

  const games = [
    [here.client, BET],
    [there.client, cheapestBet(OTHER_GAME)],
  ] as const
  for (const [client, bet] of games) {
    t.equal(codeOf(await client.spin(bet)), 'PLAYER_BLOCKED')
    t.equal(codeOf(await client.hello()), 'PLAYER_BLOCKED')
    t.equal(client.closeCode(), null, 'the socket stays')
  }
  for (const game of [GAME, OTHER_GAME]) t.match(await launchOf(playerId, game), REFUSED)
  const again = await setup.connect(other, here.link)
  t.equal(codeOf(await again.hello()), 'PLAYER_BLOCKED', 'an earlier link opens nothing')
  t.equal(await roundsOf(playerId), rounds)
  t.equal(wallet.of('bet', playerId).length, bets, 'nothing was debited')
  t.equal(wallet.of('session_info', playerId).length, asked, 'no wallet was asked')

  t.equal((await askFor('unblock', playerId)).status, 200)
  t.match(await here.client.spin(BET), { type: 'round' }, 'without a reload')
  t.match(await there.client.hello(), { type: 'welcome' })
  t.match(await launchOf(playerId, OTHER_GAME), { status: 200 })
})

t.test(
  'guarantee 22: the ledger refuses the round of a node that has not learnt of it',
  async t => {
    const playerId = 'unheard'
    const player = { projectId, playerId }
    const { client } = await setup.openGame(node, playerId)
    await finish(client, roundOf(await client.spin(BET)))
    const rounds = await roundsOf(playerId)
    // Without the note to Redis that the panel makes afterwards.
    await blockPlayer(pool, pool, player, 'a test', BY)
    t.equal(codeOf(await client.spin(BET)), 'PLAYER_BLOCKED')
    t.equal(await roundsOf(playerId), rounds)
    await unblockPlayer(pool, pool, player, 'a test', BY)
    t.match(await client.spin(BET), { type: 'round' })
  },
)

t.test('guarantee 22: free spins of a blocked player stay until the block is lifted', async t => {
  const playerId = 'with-spins'
  const grantId = await createOperator(setup, node).giveSpins(playerId)
  const { client } = await setup.openGame(node, playerId)
  await askFor('block', playerId)
  t.equal(codeOf(await client.send({ type: 'free-spin', grantId })), 'PLAYER_BLOCKED')
  await askFor('unblock', playerId)
  t.match(await client.send({ type: 'free-spin', grantId }), { type: 'round' })
})

t.test('guarantee 22: a round whose bet is under way when the block comes is paid', async t => {
  const playerId = 'under-way'
  const { client } = await setup.openGame(node, playerId)
  const bet = wallet.hold({ method: 'bet', playerId })
  const spun = client.spin(BET)
  await bet.arrived
  t.equal((await askFor('block', playerId)).status, 200)
  bet.open()
  t.equal((await finish(client, roundOf(await spun))).status, 'settled')
  t.equal(codeOf(await client.spin(BET)), 'PLAYER_BLOCKED')
})

t.test('guarantee 22: a blocked player continues an unfinished round, and that alone', async t => {
  const playerId = 'unfinished'
  const { client } = await setup.openGame(node, playerId)
  const round = await spinToDecision(client)
  await askFor('block', playerId)
  client.close()
  t.match(await launchOf(playerId, OTHER_GAME), REFUSED)
  const back = await setup.openGame(other, playerId)
  t.match(back.welcome, { type: 'welcome', round: { roundId: round.roundId } })
  const collected = roundOf(await back.client.collect(round.roundId))
  t.equal((await finish(back.client, collected)).status, 'settled')
  t.equal(wallet.of('win', playerId).length >= 1, true)
  t.match(await launchOf(playerId, GAME), REFUSED)
})
