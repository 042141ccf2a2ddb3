// SPDX-License-Identifier: Apache-2.0
// The checks of refunds, one call after the other. Each requires only what the contract requires.

import { formatAmount } from '../core/money.ts'
import { transactionId } from '../core/wallet-operation.ts'
import {
  aboveBalance,
  BET,
  type Check,
  IDEMPOTENT,
  isCode,
  MONEY_SAYS,
  REFUND_SAYS,
  repeated,
  UNEVEN,
  WIN,
} from './check.ts'
import { createFreeSpin, createSessionId, unruly } from './check-calls.ts'
import type { Steps } from './check-steps.ts'

export const REFUNDS: Check[] = [
  {
    name: 'refund',
    group: 'Refunds',
    title: 'the refund of a debited bet credits it back, and the answer says the balance after it',
    contract: `${REFUND_SAYS}a debited bet is credited back, once`,
    fix:
      'find the bet by meta.original_transaction, credit its amount, record the refund under ' +
      'meta.transaction',
    after: 'bet',
    async run(steps) {
      const before = await steps.balance()
      const round = await steps.paidRound(BET)
      await steps.okWithBalance(round.refund(BET), before, 'as before the bet')
    },
  },
  {
    name: 'refund-repeated',
    group: 'Refunds',
    title: 'a repeated refund is answered ok and credited once',
    contract: `${REFUND_SAYS}a debited bet is credited back once; the refund is repeated until ok`,
    fix: 'record meta.transaction of refunds too; for a known one answer ok and credit nothing',
    after: 'refund',
    async run(steps) {
      const round = await steps.paidRound(BET)
      await repeated(steps, round.refund(BET), BET)
    },
  },
  {
    name: 'exact-refunds',
    group: 'Refunds',
    title: 'refunds of 0.07, 0.29, 0.57 and 4.35 are credited to the unit',
    contract: MONEY_SAYS,
    fix: 'give back what your record of the bet says, or read the amount as that of the bet',
    after: ['refund', 'exact-bets'],
    async run(steps) {
      for (const amount of UNEVEN) {
        const before = await steps.balance()
        const round = await steps.paidRound(amount)
        await steps.ok(round.refund(amount))
        await steps.balanceIs(before, `as before the bet of ${formatAmount(amount)}`)
      }
    },
  },
  {
    name: 'second-refund-id',
    group: 'Refunds',
    title: 'a second refund of one bet, under another id, credits nothing',
    contract: `${REFUND_SAYS}a debited bet is credited back, once`,
    fix:
      "mark the bet's record as refunded in the transaction that credits it back, and look at " +
      'the mark, not only at the id of the refund',
    after: 'refund-repeated',
    async run(steps) {
      const before = await steps.balance()
      const round = await steps.paidRound(BET)
      await steps.ok(round.refund(BET))
      const again = unruly(round.refund(BET, { transaction: newRefundId(steps) }))
      await steps.hear(again, 'its refund under another id')
      await steps.balanceIs(before, 'as before the bet')
    },
  },
  {
    name: 'refund-of-win',
    group: 'Refunds',
    title: 'a refund that names a win credits nothing',
    contract: `${REFUND_SAYS}only a bet that was debited is credited back`,
    fix: 'look for meta.original_transaction among the bets only; answer an error for a win',
    after: ['refund', 'win'],
    isAdvice: true,
    async run(steps) {
      const round = await steps.paidRound(BET)
      await steps.ok(round.win(WIN))
      const before = await steps.balance()
      const originalTransaction = transactionId('win', round.roundId)
      const refund = round.refund(WIN, { transaction: newRefundId(steps), originalTransaction })
      await steps.hear(unruly(refund), 'a refund of that win')
      await steps.balanceIs(before, 'as before that refund')
    },
  },
  {
    name: 'bet-after-refund',
    group: 'Refunds',
    title: 'a bet that comes again after its refund is not debited again',
    contract: IDEMPOTENT,
    fix:
      'mark the bet as cancelled when it is refunded, do not delete it; answer ' +
      'TRANSACTION_CANCELLED',
    after: 'refund',
    async run(steps) {
      const before = await steps.balance()
      const bet = await steps.paidRound(BET)
      await steps.ok(bet.refund(BET))
      await steps.hear(bet.bet(BET), 'the bet again')
      await steps.balanceIs(before, 'as before the bet')
    },
  },
  {
    name: 'refund-unknown-bet',
    group: 'Refunds',
    title: 'the refund of a bet that never came is answered ok and credits nothing',
    contract: `${REFUND_SAYS}a bet that never came is recorded as cancelled; the answer is ok`,
    fix:
      'record meta.original_transaction as cancelled and answer ok; there is nothing to give ' +
      'back',
    after: 'session-info',
    run: steps => repeated(steps, steps.round().refund(BET), 0n),
  },
  {
    name: 'late-bet',
    group: 'Refunds',
    title: 'a bet that comes after its refund is refused with TRANSACTION_CANCELLED',
    contract: 'docs/wallet-guide.md#bet: a cancelled one is refused with TRANSACTION_CANCELLED',
    fix:
      'look for a cancelled record before you debit; a call can overtake another one on the ' +
      'network',
    after: 'refund-unknown-bet',
    async run(steps) {
      const before = await steps.balance()
      const round = steps.round()
      await steps.ok(round.refund(BET), 'refund of a bet not sent yet')
      const heard = await steps.hear(round.bet(BET), 'the bet, late')
      await steps.balanceIs(before, 'as before the refund')
      if (!isCode(heard, 'TRANSACTION_CANCELLED')) {
        steps.fail('status error with TRANSACTION_CANCELLED', heard.text)
      }
    },
  },
  {
    name: 'refund-refused-bet',
    group: 'Refunds',
    title: 'the refund of a refused bet is answered ok and credits nothing',
    contract: `${REFUND_SAYS}a refused bet is recorded as cancelled; the answer is ok`,
    fix: 'credit only what was debited: a bet refused for funds gives nothing back',
    after: 'bet-without-funds',
    async run(steps) {
      const before = await steps.balance()
      const round = steps.round()
      const amountMinor = aboveBalance(before)
      await steps.hear(round.bet(amountMinor))
      await steps.ok(round.refund(amountMinor))
      await steps.balanceIs(before, 'as before the refused bet')
    },
  },
  {
    name: 'free-spin-refund',
    group: 'Refunds',
    title: 'the refund of a free spin, over nothing, is answered ok',
    contract: `${REFUND_SAYS}the amount is that of the bet, 0 for a free spin`,
    fix:
      'accept amount 0 in a refund: a free spin whose bet stayed unconfirmed is cancelled ' +
      'like any other round',
    after: 'free-spin-bet',
    async run(steps) {
      const round = steps.round()
      await steps.ok(round.bet(0n, createFreeSpin()))
      await repeated(steps, round.refund(0n), 0n)
    },
  },
  {
    name: 'refund-after-session',
    group: 'Refunds',
    title: 'a refund is credited although its session has expired',
    contract: 'docs/wallet-guide.md#repeats: a refund does not depend on the session',
    fix: 'do not look the session up for a refund: it can come hours after the bet',
    after: 'refund',
    async run(steps) {
      const before = await steps.balance()
      const round = await steps.paidRound(BET)
      const later = steps.round({ roundId: round.roundId, sessionId: createSessionId(3) })
      await steps.ok(later.refund(BET), 'its refund from a session of three hours ago')
      await steps.balanceIs(before, 'as before the bet')
    },
  },
]

/** A refund's id that no round has. */
const newRefundId = (steps: Steps) => transactionId('refund', steps.round().roundId)
