// A wallet that refuses a bet for good. With `finalRefusals` of the project the round is rejected
// at once; without it, or after an attempt that may have been debited, the outcome is unknown.

import t from 'tap'
import { FINAL_REFUSALS } from '../../src/core/wallet-operation.ts'
import type { Fault } from '../../src/wallet-kit/faults.ts'
import { signInBoth } from '../support/admin.ts'
import { createOperator } from '../support/operator-calls.ts'
import { BET } from '../support/operator-setup.ts'
import { codeOf, roundOf } from '../support/play-client.ts'
import { OPENING } from '../support/scripted-wallet.ts'
import { openShared } from '../support/shared-node.ts'
import { untilFound } from '../support/until.ts'

const { setup, node } = await openShared(t)
const { wallet, project, pool } = setup
const operator = createOperator(setup, node)
const ALWAYS = 1_000
/** An unknown bet is given up soon. */
const POLICY = { betCancel: { afterS: 600, attempts: 2 } }

const refuse = (playerId: string, code: string, times = 1) => {
  const act = code.toLowerCase().replaceAll('_', '-') as Fault
  wallet.rule({ method: 'bet', playerId, act, times })
}

/** The only round of the player, once the report has it in this state. */
const reported = (player_id: string, state: string) =>
  untilFound(`the round is ${state}`, async () => {
    const { rounds } = await operator.act('report_rounds', { player_id })
    const [round] = rounds as Record<string, unknown>[]
    return round?.state === state ? round : null
  })

/** Spins, and waits until the platform has given the bet up. */
async function spinToRefund(playerId: string) {
  const { client } = await setup.openGame(node, playerId)
  const over = client.nextNews()
  const { roundId, status } = roundOf(await client.spin(BET, 'r-1'))
  t.equal(status, 'pending')
  t.match(await over, { type: 'round', round: { roundId, status: 'rejected' } })
  await untilFound('the refund is confirmed', async () => {
    const { refund } = await reported(playerId, 'cancelled')
    return (refund as { status: string }).status === 'confirmed' ? refund : null
  })
  t.equal(wallet.operations('refund', playerId).length, 1)
  t.equal(wallet.balance(playerId), OPENING)
  return client
}

t.test('without the setting a final refusal is an unknown outcome', async t => {
  await operator.setProject(POLICY)
  refuse('as-before', 'PLAYER_BLOCKED', ALWAYS)
  const client = await spinToRefund('as-before')
  const bets = wallet.of('bet', 'as-before')
  t.equal(bets.length, POLICY.betCancel.attempts, 'repeated until the policy gave it up')
  t.equal(codeOf(await client.spin(BET, 'r-1')), 'BET_REFUSED')
  t.notOk('refusal_code' in (await reported('as-before', 'cancelled')))
})

t.test('with it the round is rejected by one call, and the next spin is played', async t => {
  await operator.setProject({ ...POLICY, finalRefusals: true })
  for (const code of FINAL_REFUSALS) {
    const { client } = await setup.openGame(node, code)
    refuse(code, code)
    t.match(await client.spin(BET, 'r-1'), { type: 'error', code, retry: false })
    t.equal(codeOf(await client.spin(BET, 'r-1')), code, 'the same request, the same answer')
    t.match(await reported(code, 'rejected'), {
      refusal_code: code,
      bet: { status: 'rejected' },
      win: { status: null },
      refund: { status: null },
      cancel_reason: null,
    })
    const calls = wallet.calls.filter(({ playerId, roundId }) => playerId === code && roundId)
    t.strictSame(
      calls.map(({ method }) => method),
      ['bet'],
    )
    t.equal(wallet.balance(code), OPENING)
    t.equal(codeOf(await client.spin(BET, 'r-2')), 'round')
  }
})

t.test('the callback log and the page of the round name the refusal', async t => {
  const { viewer } = await signInBoth(pool, node.internalUrl, setup.suffix)
  const { client } = await setup.openGame(node, 'logged')
  refuse('logged', 'LIMIT_REACHED', ALWAYS)
  const path = `/projects/${project.projectId}/callback-log?playerId=logged&method=bet`
  // Of the refused calls of all files that use this node only a sample is kept.
  const call = await untilFound('the call is logged', async () => {
    await client.spin(BET)
    const { rows } = (await viewer.call('GET', path)).body
    return rows[0] ?? null
  })
  t.match(call, { code: 'LIMIT_REACHED', outcome: 'refused', attempt: 1, detail: null })
  const { body } = await viewer.call('GET', `/rounds/${call.roundId}`)
  t.match(body, { state: 'rejected', refusalCode: 'LIMIT_REACHED' })
})

t.test('a stake taken by an attempt without an answer comes back', async t => {
  const player = 'taken'
  wallet.rule({ method: 'bet', playerId: player, act: 'drop-after-apply' })
  refuse(player, 'PLAYER_BLOCKED', ALWAYS)
  const client = await spinToRefund(player)
  const bets = wallet.of('bet', player)
  t.ok(bets.length > 1, 'it was repeated')
  t.ok(wallet.isApplied(bets[0]!), 'it had been debited')
  t.equal(codeOf(await client.spin(BET, 'r-1')), 'BET_REFUSED')
})

t.test('a free spin that is refused for good goes back to its grant', async t => {
  const grantId = await operator.giveSpins('gifted')
  const { client } = await setup.openGame(node, 'gifted')
  refuse('gifted', 'SESSION_CLOSED')
  const due = { grantId, remaining: 1 }
  t.match(await client.freeSpin(grantId, 'r-1'), { code: 'SESSION_CLOSED', freeSpins: due })
  t.equal(codeOf(await client.freeSpin(grantId, 'r-2')), 'round')
})
