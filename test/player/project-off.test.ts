// A project that is switched off: no call of its operator is executed and no round starts, on any
// node; a started round finishes, and remains the player's.

import t from 'tap'
import { finish } from '../support/operator-calls.ts'
import { BET, launchBody, post } from '../support/operator-setup.ts'
import { codeOf, roundOf } from '../support/play-client.ts'
import { openShared } from '../support/shared-node.ts'
import { until } from '../support/until.ts'

const { setup, node, other } = await openShared(t)
const { wallet, pool, project } = setup
const nodes = [node, other] as const

const credentials = { partner: project.projectId, api_key: project.apiKey }
const listOf = { ...credentials, method: 'freespins_list' }

t.test('a project that is off starts nothing on any node, and finishes started rounds', async t => {
  const { client, link } = await setup.openGame(nodes[0], 'in-round')
  const idle = await setup.openGame(nodes[1], 'idle')
  const bet = wallet.hold({ method: 'bet', playerId: 'in-round' })
  const spun = client.spin(BET)
  await bet.arrived

  await setup.changeSettings({ enabled: false })
  for (const node of nodes) {
    const refused = { status: 403, body: { status: 'error', message: 'FORBIDDEN' } }
    t.match(await post(node, '/playGame.do', launchBody(project, { player_id: 'new' })), refused)
    t.match(await post(node, '/gameActions.do', listOf), refused)
  }
  const { rows } = await pool.query(
    "SELECT 1 FROM player WHERE player_id = 'new' AND project_id = $1",
    [project.projectId],
  )
  t.equal(rows.length + wallet.of('session_info', 'new').length, 0, 'a refused launch does nothing')
  await until(
    'the lane has the change',
    async () => codeOf(await idle.client.hello()) === 'PROJECT_GAME_DISABLED',
  )
  t.equal(codeOf(await idle.client.spin(BET)), 'PROJECT_GAME_DISABLED')
  t.strictSame(wallet.of('bet', 'idle'), [], 'nothing was debited')

  bet.open()
  // A win waits to be collected or gambled.
  t.equal((await finish(client, roundOf(await spun))).status, 'settled')
  t.equal(codeOf(await client.spin(BET)), 'PROJECT_GAME_DISABLED')
  t.equal(wallet.of('bet', 'in-round').length, 1)
  const back = await setup.connect(nodes[1], link)
  t.equal(codeOf(await back.hello()), 'PROJECT_GAME_DISABLED')

  await setup.changeSettings({ enabled: true })
  for (const node of nodes) t.match(await post(node, '/gameActions.do', listOf), { status: 200 })
  await until('the lane has the change', async () => (await idle.client.hello()).type === 'welcome')
  t.match(await idle.client.spin(BET), { type: 'round' })
})

t.test("a project's own policy for unconfirmed bets takes precedence over the node's", async t => {
  await setup.changeSettings({ betCancel: { afterMs: 3_600_000, attempts: 2 } })
  const playerId = 'given-up'
  const { client } = await setup.openGame(nodes[0], playerId)
  wallet.rule({ method: 'bet', playerId, act: 'http-500-before-apply', times: 1_000 })
  const news = client.nextNews()
  t.equal(roundOf(await client.spin(BET)).status, 'pending')
  t.match(await news, { type: 'round', round: { status: 'rejected' } })
  t.equal(wallet.of('bet', playerId).length, 2, 'not the 600 attempts of the node')
})
