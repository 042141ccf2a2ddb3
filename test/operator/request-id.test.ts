// The id of an operator's call: in its answer, in the wallet call that it causes and in its log
// lines.

import t from 'tap'
import { act } from '../support/game-actions.ts'
import { BET, launchBody, openSetup, post } from '../support/operator-setup.ts'
import { roundOf } from '../support/play-client.ts'
import { moment, until } from '../support/until.ts'

const setup = await openSetup(t)
const { wallet, project, pool } = setup
const node = await setup.startProcess({ TRUSTED_PROXIES: '127.0.0.0/8' })

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

t.test('a failed call and its log line have one id', async t => {
  await pool.query('ALTER TABLE session RENAME TO session_away')
  const answer = await launch('edge-33333333')
  await pool.query('ALTER TABLE session_away RENAME TO session')
  t.match(answer.body, { message: 'REQUEST_FAILED' })
  t.equal(answer.headers['x-request-id'], 'edge-33333333')
  const lines = () => node.output().split('\n')
  const lineOf = () => lines().find(line => line.includes('"fault"'))
  await until('logged', () => lineOf() !== undefined)
  t.match(JSON.parse(lineOf()!), { msg: 'fault', requestId: 'edge-33333333' })
})
