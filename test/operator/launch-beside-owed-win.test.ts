// A launch while the wallet is owed a win: the round is unfinished until the wallet confirms it, so
// the launch continues the session that owns it.

import t from 'tap'
import { cheapestBet } from '../support/operator-calls.ts'
import { launchBody, post } from '../support/operator-setup.ts'
import { roundOf } from '../support/play-client.ts'
import { openShared } from '../support/shared-node.ts'

/** A game without gamble or choice. */
const GAME = 'sugar-cascade'
const { setup, node } = await openShared(t)
setup.wallet.openWith(100_000_000n)
const player = { player_id: 'waiting', symbol: GAME }

const openStates = async () =>
  (
    await setup.pool.query(
      `SELECT state FROM round WHERE project_id = $1
         AND state IN ('debit_pending', 'in_progress', 'credit_pending')`,
      [setup.project.projectId],
    )
  ).rows.map(row => row.state)

t.test('a launch continues the session whose win the wallet has not confirmed', async t => {
  setup.wallet.rule({
    method: 'win',
    playerId: 'waiting',
    act: 'http-500-before-apply',
    times: Number.POSITIVE_INFINITY,
  })
  const { client, link } = await setup.openGame(node, 'waiting', { symbol: GAME })
  for (let won = false; !won; ) {
    won = Number(roundOf(await client.spin(cheapestBet(GAME))).win) > 0
  }
  t.strictSame(await openStates(), ['credit_pending'])
  t.equal((await setup.launch(node, player)).link, link, 'the same session')
  const other = launchBody(setup.project, { ...player, currency: 'USD' })
  t.match(await post(node, '/playGame.do', other), { body: { message: 'ROUND_IN_PROGRESS' } })
  t.strictSame(await openStates(), ['credit_pending'], 'the win is still owed')
})
