// The id of an operator's call: in its answer and in the wallet call that it causes. That its log
// lines have it is in server/log-lines.

import t from 'tap'
import { act } from '../support/game-actions.ts'
import { BET, launchBody, post } from '../support/operator-setup.ts'
import { roundOf } from '../support/play-client.ts'
import { openShared } from '../support/shared-node.ts'
import { moment, until } from '../support/until.ts'

const { setup, node } = await openShared(t)
const { wallet, project } = setup

const launch = (requestId: string) =>
  post(node, '/playGame.do', launchBody(project), { 'x-request-id': requestId })

t.test('a launch and its session_info have one id', async t => {
  for (const requestId of ['edge-11111111', 'edge-22222222']) {
    const { status, headers } = await launch(requestId)
    t.strictSame([status, headers['x-request-id']], [200, requestId])
    t.equal(wallet.of('session_info').at(-1)!.headers['x-request-id'], requestId)
  }
})

t.test('a cancel and its refund have one id, also when the refund is sent again', async t => {
  const { client } = await setup.openGame(node, 'ann')
  wallet.rule({ method: 'bet', playerId: 'ann', act: 'http-500-before-apply', times: 1_000_000 })
  wallet.rule({ method: 'refund', playerId: 'ann', act: 'http-500-before-apply', times: 1 })
  const { roundId } = roundOf(await client.spin(BET))
  const headers = { 'x-request-id': 'edge-44444444' }
  const cancel = () => act(node, project, 'round_cancel', { round_id: roundId }, headers)
  let answer = await cancel()
  for (; answer.body.message === 'ROUND_BUSY'; answer = await cancel()) await moment()
  t.match(answer, { status: 200, headers })
  const refunds = () => wallet.of('refund', 'ann')
  await until('two refunds', () => refunds().length >= 2)
  const ids = refunds().map(({ headers }) => headers['x-request-id'])
  t.strictSame(ids, ['edge-44444444', 'edge-44444444'])
  t.equal(wallet.of('bet', 'ann').at(-1)!.headers['x-request-id'], undefined)
})
