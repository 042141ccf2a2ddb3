// The example backend is a casino: players launch, bet and win on a running node, with free spins,
// and its accounts agree with the platform's reports.

import t from 'tap'
import { startOperatorBackend } from '../../examples/operator-backend.ts'
import { createOperatorClient } from '../../src/sdk/client.ts'
import { parseMinor } from '../../src/sdk/exact-json.ts'
import { holdPort } from '../support/held-port.ts'
import { BET, GAME } from '../support/operator-setup.ts'
import { roundOf } from '../support/play-client.ts'
import { openShared } from '../support/shared-node.ts'

const OPENING = 100_000n

const { setup, node } = await openShared(t)
const port = await holdPort()
const callbackUrl = `http://127.0.0.1:${port}/wallet`
const { projectId, apiKey } = await setup.newProject('example', { callbackUrl })
const access = { baseUrl: node.baseUrl, partner: projectId, apiKey }
const casino = await startOperatorBackend({ ...access, port })
t.teardown(() => casino.close())
const api = createOperatorClient(access)

async function openGame(player: string) {
  const client = await setup.connect(node, await casino.play(player, GAME))
  return { client, welcome: await client.hello() }
}

/** The change of a player's account, by the platform's count. */
async function reportedChange(player: string): Promise<bigint> {
  const { players } = await api.reports.reconciliation({ player_id: player })
  t.match(players, [{ pending: { operations: 0 } }])
  const [{ wins, bets, refunds }] = players as [(typeof players)[number]]
  return parseMinor(wins)! + parseMinor(refunds)! - parseMinor(bets)!
}

t.test('paid rounds move the accounts, to the unit', async t => {
  const { client, welcome } = await openGame('ann')
  t.match(welcome, { type: 'welcome', balance: '1000.00' })
  for (let spin = 0; spin < 10; spin++) {
    const { status, roundId } = roundOf(await client.spin(BET))
    if (status === 'awaiting') await client.collect(roundId)
  }
  t.equal((await api.reports.rounds({ state: 'settled' })).rounds.length, 10)
  t.equal(casino.balance('ann') - OPENING, await reportedChange('ann'))
})

t.test('a free spin costs nothing, and its win is credited', async t => {
  const bet = '0.20'
  const grant = await casino.welcome('bob', GAME, bet)
  const { client, welcome } = await openGame('bob')
  t.match(welcome, { freeSpins: { grantId: grant.grant_id, remaining: 10 } })
  for (let spin = 0; spin < grant.total; spin++) {
    const answer = await client.send({ type: 'free-spin', grantId: grant.grant_id })
    const { status, roundId } = roundOf(answer)
    if (status === 'awaiting') await client.collect(roundId)
  }
  const { total_win, ...used } = await api.freespins.get({ grant_id: grant.grant_id })
  t.match(used, { status: 'used', played: 10, remaining: 0, bet })
  t.equal(casino.balance('bob') - OPENING, parseMinor(total_win))
  t.equal(await reportedChange('bob'), parseMinor(total_win))
})

t.test('a second welcome is refused', async t => {
  await t.rejects(casino.welcome('bob', GAME, '0.20'), { code: 'DUPLICATE_EXTERNAL_ID' })
})

t.test('the wallet follows the guide: each transaction once, and cancelled is final', async t => {
  const send = async (method: string, fields: object, meta: object = {}, key = apiKey) => {
    const who = { api_key: key, player_id: 'cay', session_id: 's', currency: 'EUR', game: GAME }
    const call = { method, ...who, timestamp: 1, ...fields }
    const body = JSON.stringify({ ...call, meta: { round_id: 'r', time: 1, ...meta } })
    const answer = await fetch(`http://127.0.0.1:${port}/wallet/EUR`, { method: 'POST', body })
    return `${answer.status} ${await answer.text()}`
  }
  const ok = (balance: string) => `200 {"status":"ok","balance":${balance},"currency":"EUR"}`
  const refused = (code: string) => `200 {"status":"error","message":"${code}"}`
  const bet = (transaction: string, amount = 100) => send('bet', { amount }, { transaction })
  const refund = (transaction: string, original_transaction: string) =>
    send('refund', { amount: 100 }, { transaction, original_transaction })

  t.equal(await bet('bet-1'), ok('900.00'))
  t.equal(await bet('bet-1'), ok('900.00'), 'a repeat debits nothing')
  t.equal(await bet('bet-2', 900.01), refused('INSUFFICIENT_FUNDS'))
  t.equal(await refund('refund-1', 'bet-1'), ok('1000.00'))
  t.equal(await refund('refund-1', 'bet-1'), ok('1000.00'), 'a repeat credits nothing')
  t.equal(await bet('bet-1'), refused('TRANSACTION_CANCELLED'))
  t.equal(await refund('refund-3', 'bet-3'), ok('1000.00'), 'a bet that never arrived')
  t.equal(await bet('bet-3'), refused('TRANSACTION_CANCELLED'))
  const forged = await send('win', { amount: 500 }, { transaction: 'win-1' }, 'rk_forged')
  t.equal(forged, '401 {"status":"error","message":"UNAUTHORIZED"}')
  t.equal(casino.balance('cay'), OPENING)
})
