// Log lines of one node among many: each names its node, and a fault names its request and its
// round.

import t from 'tap'
import { playOut } from '../support/operator-calls.ts'
import { BET, openSetup } from '../support/operator-setup.ts'
import { until } from '../support/until.ts'

const setup = await openSetup(t)

t.test('a fault names its node, its request and its round', async t => {
  const node = await setup.startProcess({ NODE_NAME: 'node-7' })
  const players = await Promise.all(
    ['one', 'other'].map(async name => {
      const { client } = await setup.openGame(node, name)
      await playOut(client, { bet: BET })
      return client
    }),
  )
  const linesOf = () =>
    node
      .output()
      .split('\n')
      .filter(line => line.startsWith('{'))
      .map(line => JSON.parse(line) as Record<string, unknown>)
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
  for (const line of linesOf()) t.equal(line.node, 'node-7')
})

t.test('a node logs its start, and each step of its end', async t => {
  const { baseUrl, child, output } = await setup.startProcess({
    NODE_NAME: 'node-8',
    LOG_LEVEL: 'info',
  })
  const lines = () =>
    output()
      .split('\n')
      .filter(line => line.includes('"msg":"the node '))
      .map(line => JSON.parse(line) as Record<string, unknown>)
  await until('the start is logged', () => lines().length > 0)
  t.match(lines(), [{ node: 'node-8', release: String, lanes: 1, url: baseUrl }])
  child.kill('SIGTERM')
  await until('the end is logged', () => lines().some(({ msg }) => msg === 'the node has ended'))
  t.match(lines().slice(1), [
    { graceMs: 0 },
    { sockets: 0 },
    { underWay: 0 },
    { left: 0, tookMs: Number },
  ])
  for (const { node } of lines()) t.equal(node, 'node-8')
})
