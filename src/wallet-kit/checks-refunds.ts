// SPDX-License-Identifier: Apache-2.0
// The checks of refunds, one call after the other. Each requires only what the contract requires.

import {
  aboveBalance,
  BET,
  type Check,
  IDEMPOTENT,
  isCode,
  REFUND_SAYS,
  repeated,
} from './check.ts'
import { createFreeSpin, createSessionId } from './check-calls.ts'

export const REFUNDS: Check[] = [
  {
    name: 'refund',
    group: 'Refunds',
    title: 'the refund of a debited bet credits it back, and the answer says the balance after it',
    contract: `${REFUND_SAYS}if the bet was debited, the wallet credits it back once`,
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
    contract: `${REFUND_SAYS}retried until the wallet answers ok; credited back once`,
    fix: 'record meta.transaction of refunds too; for a known one answer ok and credit nothing',
    after: 'refund',
    async run(steps) {
      const round = await steps.paidRound(BET)
      await repeated(steps, round.refund(BET), BET)
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
    contract: `${REFUND_SAYS}if the bet never arrived, it records the id as cancelled, answers ok`,
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
    contract:
      `${REFUND_SAYS}… and refuses the bet if it arrives later; bet: refused with ` +
      'TRANSACTION_CANCELLED',
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
    contract: `${REFUND_SAYS}only a debited bet is credited back; retried until the wallet answers ok`,
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
    contract: `${REFUND_SAYS}amount equals the bet; retried until the wallet answers ok`,
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
    contract: 'Wallet guide, "In short" 5: accept wins and refunds after the session has expired',
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
