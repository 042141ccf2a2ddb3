// A revoked session: from the answer on its link is refused, its sockets are closed on every node,
// and an unfinished round still belongs to the player.

import t from 'tap'
import { readAudit } from '../../src/ledger/audit/audit-reader.ts'
import { revokeSessions } from '../../src/ledger/players/session-revoke.ts'
import { credentialsOf } from '../support/game-actions.ts'
import { openGate } from '../support/gate.ts'
import { BET, post } from '../support/operator-setup.ts'
import { codeOf, roundOf } from '../support/play-client.ts'
import { openShared } from '../support/shared-node.ts'

const { setup, node, other: otherNode } = await openShared(t)
const { pool, project, wallet } = setup
const { projectId } = project
const by = { actor: 'owner:ann', origin: 'desk' }

const linkAt = (link: string, at: { baseUrl: string }) =>
  link.replace(new URL(link).origin, at.baseUrl)

t.test('its sockets are closed on every node, and its link is refused', async t => {
  const { client, link } = await setup.openGame(node, 'ann')
  const second = await setup.connect(otherNode, linkAt(link, otherNode))
  t.match(await second.hello(), { type: 'welcome' })
  const bystander = await setup.openGame(node, 'bob')

  const revoked = await revokeSessions(pool, { projectId, playerId: 'ann' }, by)
  t.equal(revoked.length, 1)
  const late = await setup.connect(node, link)
  t.equal(codeOf(await late.hello()), 'UNAUTHORIZED')
  await Promise.all([client.closed, second.closed])
  t.ok(roundOf(await bystander.client.spin(BET)), 'another player plays on')

  const [written] = await readAudit(pool, { limit: 1, subject: projectId })
  const { sessionId } = revoked[0]!
  t.match(written, {
    ...by,
    action: 'session.revoked',
    subject: projectId,
    after: { playerId: 'ann', sessions: [sessionId] },
  })
})

t.test('an operator ends the sessions of a player, again with the same answer', async t => {
  const { client, link } = await setup.openGame(node, 'olga')
  const end = () =>
    post(otherNode, '/gameActions.do', {
      ...credentialsOf(project),
      method: 'sessions_end',
      player_id: 'olga',
    })
  for (const time of ['first', 'again']) {
    const { status, body } = await end()
    t.strictSame({ status, body }, { status: 200, body: { status: 'ok', player_id: 'olga' } }, time)
  }
  const late = await setup.connect(node, link)
  t.equal(codeOf(await late.hello()), 'UNAUTHORIZED')
  await client.closed
})

t.test('one session is revoked, of this project only', async t => {
  const games = ['lucky-lanterns', 'crystal-cluster']
  const opened = await Promise.all(
    games.map(symbol => setup.launch(node, { player_id: 'carl', symbol })),
  )
  const clients = await Promise.all(opened.map(({ link }) => setup.connect(node, link)))
  for (const client of clients) t.match(await client.hello(), { type: 'welcome' })
  const sessionId = opened[0]!.meta.session_id
  t.strictSame(await revokeSessions(pool, { projectId: 'demo', sessionId }, by), [])
  t.match(await revokeSessions(pool, { projectId, sessionId }, by), [{ sessionId }])
  await clients[0]!.closed
  t.match(await clients[1]!.hello(), { type: 'welcome' })
})

t.test('an unfinished round continues with the next launch', async t => {
  const { client } = await setup.openGame(node, 'dora')
  wallet.rule({ method: 'bet', playerId: 'dora', act: 'drop-before-apply' })
  const pending = roundOf(await client.spin(BET))
  await revokeSessions(pool, { projectId, playerId: 'dora' }, by)
  await client.closed
  const { client: again } = await setup.openGame(node, 'dora')
  const { rows } = await pool.query('SELECT session_id FROM round WHERE round_id = $1', [
    pending.roundId,
  ])
  t.equal(rows.length, 1)
  again.close()
})

t.test('a node that missed the notification finds the change when it listens again', async t => {
  const gate = await openGate(t, setup.stores.databaseUrl)
  const deaf = await setup.startNode({ databaseUrl: gate.url })
  const { client } = await setup.openGame(deaf, 'emma')
  gate.close()
  await revokeSessions(pool, { projectId, playerId: 'emma' }, by)
  gate.open()
  await client.closed
})
