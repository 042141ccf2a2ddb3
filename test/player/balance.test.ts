// The balance alone: the wallet is asked for it when the player asks, at most at its pace, and the
// next hello has it. On a running node, with a wallet that misbehaves.

import t from 'tap'
import { BET } from '../support/operator-setup.ts'
import { codeOf, type RoundMessage, roundOf } from '../support/play-client.ts'
import { OPENING } from '../support/scripted-wallet.ts'
import { openShared } from '../support/shared-node.ts'

const { setup, node } = await openShared(t)
const { wallet, pool } = setup
const ASK = { type: 'refresh-balance' } as const

t.test('a deposit made elsewhere shows when asked for, and in every later hello', async t => {
  const { client, welcome, link } = await setup.openGame(node, 'payer')
  t.match(welcome, { balance: '10000.00' })
  const asked = wallet.of('session_info', 'payer').length
  wallet.openWith(1_005_000n)
  t.teardown(() => wallet.openWith(OPENING))
  t.match(await client.hello(), { balance: '10000.00' }, 'a hello calls no wallet')
  t.match(await client.send(ASK), { type: 'balance', balance: '10050.00' })
  const calls = wallet.of('session_info', 'payer')
  t.equal(calls.length, asked + 1)
  t.match(calls.at(-1), { sessionId: (welcome as { sessionId: string }).sessionId })
  const again = await setup.connect(node, link)
  t.match(await again.hello(), { balance: '10050.00' })
  t.match(await again.send(ASK), { code: 'BALANCE_TOO_SOON', retry: true })
  t.equal(wallet.of('session_info', 'payer').length, asked + 1, 'the wallet was not called')
  t.equal(codeOf(await client.spin(BET)), 'round', 'play goes on')
  const { client: elsewhere } = await setup.openGame(node, 'payer', { symbol: 'sugar-cascade' })
  t.match(await elsewhere.send(ASK), { type: 'balance' }, 'another session has its own pace')
})

t.test('a wallet answer without the balance changes nothing', async t => {
  const { client } = await setup.openGame(node, 'unlucky')
  wallet.rule({ method: 'session_info', playerId: 'unlucky', act: 'http-500-before-apply' })
  t.match(await client.send(ASK), { code: 'BALANCE_UNAVAILABLE', retry: false })
  t.match(await client.hello(), { type: 'welcome', balance: '10000.00' })
})

t.test('the wallet is not asked while a round of the game is open', async t => {
  const { client } = await setup.openGame(node, 'playing')
  const { client: elsewhere } = await setup.openGame(node, 'playing', { symbol: 'sugar-cascade' })
  wallet.rule({ method: 'bet', playerId: 'playing', act: 'http-500-after-apply', times: 100_000 })
  const { roundId } = roundOf(await client.spin(BET))
  const asked = wallet.of('session_info', 'playing').length
  t.match(await client.send(ASK), { code: 'ROUND_OPEN', retry: false })
  t.equal(wallet.of('session_info', 'playing').length, asked)
  t.match(await elsewhere.send(ASK), { type: 'balance' }, 'in another game it is')
  const news = client.nextNews()
  wallet.behave()
  const { round } = (await news) as RoundMessage
  t.equal(round.roundId, roundId)
  if (round.status === 'awaiting') await client.collect(roundId)
  t.match(await client.send(ASK), { type: 'balance' }, 'a refusal does not start the pace')
})

t.test("before hello, or after the session's end, the wallet is not asked", async t => {
  const { client, link } = await setup.openGame(node, 'late')
  const silent = await setup.connect(node, link)
  t.match(await silent.send(ASK), { code: 'UNAUTHORIZED' })
  const asked = wallet.of('session_info', 'late').length
  await pool.query(
    `UPDATE session SET expires_at = now() - interval '1 s' FROM player p
     WHERE p.player_key = session.player_key AND player_id = 'late' AND project_id = $1`,
    [setup.project.projectId],
  )
  t.match(await client.send(ASK), { code: 'SESSION_EXPIRED' })
  await pool.query(
    `UPDATE session SET expires_at = now() + interval '1 h', token_version = token_version + 1
     FROM player p
     WHERE p.player_key = session.player_key AND player_id = 'late' AND project_id = $1`,
    [setup.project.projectId],
  )
  t.match(await client.send(ASK), { code: 'UNAUTHORIZED' })
  t.equal(wallet.of('session_info', 'late').length, asked)
})
