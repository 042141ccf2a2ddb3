// Log lines of one node among many: each names its node, and a fault names its request and its
// round.

import t from 'tap'
import { playOut } from '../support/operator-calls.ts'
import { BET, launchBody, openSetup, post } from '../support/operator-setup.ts'
import { until } from '../support/until.ts'

const setup = await openSetup(t)
const node = await setup.startProcess({
  NODE_NAME: 'node-7',
  LOG_LEVEL: 'info',
  TRUSTED_PROXIES: '127.0.0.0/8',
})
const linesOf = () =>
  node
    .output()
    .split('\n')
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line) as Record<string, unknown>)

t.test('a fault names its node, its request and its round', async t => {
  const players = await Promise.all(
    ['one', 'other'].map(async name => {
      const { client } = await setup.openGame(node, name)
      await playOut(client, { bet: BET })
      return client
    }),
  )
  const rename = (table: string, from: string, to: string) =>
    setup.pool.query(`ALTER TABLE ${table}_round RENAME COLUMN ${from} TO ${to}`)
  await rename('unfinished', 'win_units', 'away')
  t.match(await players[0]!.spin(BET, 'spin-that-fails'), { code: 'REQUEST_FAILED' })
  await rename('unfinished', 'away', 'win_units')
  await until('the fault is logged', () =>
    linesOf().some(({ requestId }) => requestId === 'spin-that-fails'),
  )
  await rename('finished', 'settled_at', 'away')
  const ended = await players[1]!.spin(BET, 'spin-with-a-round')
  // A win may wait for the player's decision: then the decision ends the round.
  if (ended.type === 'round' && ended.round.status === 'awaiting') {
    await players[1]!.collect(ended.round.roundId, 'decision-with-a-round')
  }
  await rename('finished', 'away', 'settled_at')
  await until('the fault of a round is logged', () =>
    linesOf().some(
      ({ requestId, roundId }) =>
        String(requestId).endsWith('-with-a-round') && typeof roundId === 'string',
    ),
  )
})

t.test('a failed call and its log line have one id', async t => {
  const requestId = 'edge-33333333'
  await setup.pool.query('ALTER TABLE session RENAME TO session_away')
  const launched = launchBody(setup.project)
  const answer = await post(node, '/playGame.do', launched, { 'x-request-id': requestId })
  await setup.pool.query('ALTER TABLE session_away RENAME TO session')
  t.match(answer.body, { message: 'REQUEST_FAILED' })
  t.equal(answer.headers['x-request-id'], requestId)
  const isIts = (line: Record<string, unknown>) => line.requestId === requestId
  await until('logged', () => linesOf().some(isIts))
  t.match(linesOf().find(isIts), { msg: 'fault' })
})

t.test('a node logs its start, and each step of its end', async t => {
  const { baseUrl, child } = node
  const lines = () => linesOf().filter(({ msg }) => /^the node (has|ends)/.test(String(msg)))
  t.match(lines(), [{ node: 'node-7', release: String, lanes: 1, url: baseUrl }])
  child.kill('SIGTERM')
  await until('the end is logged', () => lines().some(({ msg }) => msg === 'the node has ended'))
  t.match(lines().slice(1), [
    { graceMs: 0 },
    { sockets: 2 },
    { underWay: 0 },
    { left: 0, tookMs: Number },
  ])
  for (const line of linesOf()) t.equal(line.node, 'node-7')
})
