// SPDX-License-Identifier: Apache-2.0
// The checks of a balance at its end: all of it is bet, and money that arrives after a refusal
// changes nothing.

import { formatAmount } from '../core/money.ts'
import { BET, type Check, IDEMPOTENT, is, requireBet } from './check.ts'
import { createFreeSpin } from './check-calls.ts'
import type { Steps } from './check-steps.ts'

export const FUNDS: Check[] = [
  {
    name: 'whole-balance',
    group: 'Funds',
    title: 'the whole balance can be bet, and a free spin is played with nothing left',
    contract:
      'docs/wallet-guide.md#bet: a bet that the balance pays is debited, a free spin is accepted',
    fix: 'refuse a bet only when the amount is larger than the balance, not when they are equal',
    after: ['bet-without-funds', 'exact-bets', 'free-spin-bet', 'exact-refunds'],
    run: betsAll,
  },
  {
    name: 'refused-bet-repeated',
    group: 'Funds',
    title: 'a bet that was refused for funds is refused again after money has arrived',
    contract: IDEMPOTENT,
    fix:
      'record the transaction of a refused bet too, and answer its repeats INSUFFICIENT_FUNDS: ' +
      'its round was rejected, and a debit now would pay for nothing',
    after: ['bet-without-funds', 'refund'],
    run: repeatsRefusedBet,
  },
]

async function betsAll(steps: Steps): Promise<void> {
  const all = requireBet(await steps.balance())
  const round = steps.round()
  const bet = await steps.hear(round.bet(all))
  const spin = await steps.hear(steps.round().bet(0n, createFreeSpin()))
  const left = await steps.balance()
  await steps.giveBack([round.refund(all)])
  if (!is(bet, 'accepted')) steps.fail('ok for a bet of the whole balance', bet.text)
  if (!is(spin, 'accepted')) steps.fail('ok for a free spin without money', spin.text)
  if (left !== 0n) steps.fail('balance 0.00 after both', `balance ${formatAmount(left)}`)
  await steps.balanceIs(all, 'as before them')
}

async function repeatsRefusedBet(steps: Steps): Promise<void> {
  const before = requireBet(await steps.balance())
  const money = await steps.paidRound(BET)
  const refused = steps.round()
  const first = await steps.hear(refused.bet(before))
  await steps.ok(money.refund(BET), 'money arrives by a refund of 1.00')
  const again = await steps.hear(refused.bet(before), 'the refused bet again')
  if (!is(first, 'refused') || !is(again, 'refused')) {
    await steps.giveBack([refused.refund(before)])
    steps.fail('INSUFFICIENT_FUNDS both times', is(first, 'refused') ? again.text : first.text)
  }
  await steps.balanceIs(before, 'as before the refused bet')
}
