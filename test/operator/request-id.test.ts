// The id of an operator's call: in its answer, in the wallet call that it causes and in its log lines.

import t from 'tap'
import { launchBody, openSetup, post } from '../support/operator-setup.ts'

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

t.test('so has the log line of a call that fails', async t => {
  await pool.query('ALTER TABLE session RENAME TO session_away')
  const answer = await launch('edge-33333333')
  await pool.query('ALTER TABLE session_away RENAME TO session')
  t.match(answer.body, { message: 'REQUEST_FAILED' })
  t.equal(answer.headers['x-request-id'], 'edge-33333333')
  const lineOf = () =>
    node
      .output()
      .split('\n')
      .find(line => line.includes('"fault"'))
  while (lineOf() === undefined) await new Promise(resolve => setImmediate(resolve))
  t.match(JSON.parse(lineOf()!), { msg: 'fault', requestId: 'edge-33333333' })
})
