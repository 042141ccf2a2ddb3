// SPDX-License-Identifier: Apache-2.0
// The checks of reading a balance and of bets, one call after the other. Each requires only what
// the contract requires; mere recommendations are marked as advice.

import { CURRENCIES, formatAmount } from '../core/money.ts'
import {
  aboveBalance,
  BET,
  type Check,
  IDEMPOTENT,
  is,
  MONEY_SAYS,
  repeated,
  UNEVEN,
} from './check.ts'
import { createFreeSpin, unruly } from './check-calls.ts'

/** The balance that the player must have: the bets of all checks stay below it. */
const BALANCE_NEEDED_MINOR = 2_000n

export const READING: Check[] = [
  {
    name: 'session-info',
    group: 'Reading',
    title: 'the balance is read, and reading changes nothing',
    contract:
      'docs/wallet-guide.md#the-answer: HTTP 200 with JSON {status, balance, currency}, balance ' +
      'a number with at most two decimals',
    fix:
      'answer {"status":"ok","balance":10.00,"currency":"EUR"} with HTTP 200 within 2 ' +
      'seconds; if the wallet knows no such player, name one with --player; give it at least 20.00',
    async run(steps) {
      const first = await steps.balance()
      await steps.balanceIs(first, 'as at first')
      if (first < BALANCE_NEEDED_MINOR) {
        steps.fail('a balance of at least 20.00', 'a balance too low for the other checks')
      }
    },
  },
  {
    name: 'currency-of-address',
    group: 'Reading',
    title: 'the currency of an answer is the one at the end of the address',
    contract: 'docs/wallet-guide.md#the-answer: currency equals the currency of the call',
    fix: 'take the currency from the address; refuse one you do not keep',
    after: 'session-info',
    async run(steps) {
      for (const currency of CURRENCIES) {
        const call = steps.sessionInfo({ currency }, `session_info at /${currency}`)
        const heard = await steps.hear(currency === steps.player.currency ? call : unruly(call))
        const { answer } = heard
        if (answer.kind === 'unknown' && answer.reason === 'invalid-answer') {
          steps.fail(`an answer in ${currency}, or a refusal`, heard.text)
        }
      }
    },
  },
]

export const BETS: Check[] = [
  {
    name: 'bet',
    group: 'Bets',
    title: 'a bet is debited to the unit, and the answer says the balance after it',
    contract: 'docs/wallet-guide.md#bet: a new bet is debited; the balance is the one after it',
    fix:
      'debit the amount in the same database transaction that records meta.transaction, then ' +
      'answer the new balance',
    after: 'session-info',
    async run(steps) {
      const before = await steps.balance()
      await steps.okWithBalance(steps.round().bet(BET), before - BET, 'one bet of 1.00 less')
    },
  },
  {
    name: 'bet-repeated',
    group: 'Bets',
    title: 'a repeated bet is answered ok and debited once',
    contract: IDEMPOTENT,
    fix:
      'make meta.transaction the primary key of your record; for a known one answer ok and ' +
      'the balance, and debit nothing',
    after: 'bet',
    run: steps => repeated(steps, steps.round().bet(BET), -BET),
  },
  {
    name: 'cents',
    group: 'Bets',
    title: 'ten cents three times are thirty cents',
    contract: MONEY_SAYS,
    fix: 'keep balances as integers of the smallest unit or as decimals, never as floating point',
    after: 'bet',
    async run(steps) {
      const before = await steps.balance()
      for (const amount of [10n, 10n, 10n, 7n]) await steps.ok(steps.round().bet(amount))
      await steps.balanceIs(before - 37n, '0.37 less')
    },
  },
  {
    name: 'exact-bets',
    group: 'Bets',
    title: 'bets of 0.07, 0.29, 0.57 and 4.35 are debited to the unit',
    contract: MONEY_SAYS,
    fix:
      'read the digits of the amount as text, or multiply as a decimal: 0.29 * 100 in floating ' +
      'point is 28.999999999999996, and int() makes it 28',
    after: 'cents',
    async run(steps) {
      for (const amount of UNEVEN) {
        const before = await steps.balance()
        const round = await steps.paidRound(amount)
        await steps.balanceIs(before - amount, `${formatAmount(amount)} less`)
        await steps.giveBack([round.refund(amount)])
      }
    },
  },
  {
    name: 'bet-without-funds',
    group: 'Bets',
    title: 'a bet above the balance is refused with INSUFFICIENT_FUNDS, nothing is debited',
    contract:
      'docs/wallet-guide.md#the-answer: INSUFFICIENT_FUNDS with HTTP 200 rejects the round; ' +
      'nothing is debited',
    fix:
      'answer HTTP 200 {"status":"error","message":"INSUFFICIENT_FUNDS"}; any other answer ' +
      'makes the platform repeat the bet',
    after: 'bet',
    async run(steps) {
      const before = await steps.balance()
      const amountMinor = aboveBalance(before)
      const round = steps.round()
      const heard = await steps.hear(round.bet(amountMinor))
      if (!is(heard, 'refused')) {
        await steps.giveBack([round.refund(amountMinor)])
        steps.fail('INSUFFICIENT_FUNDS with HTTP 200', heard.text)
      }
      await steps.balanceIs(before, 'as before the refused bet')
    },
  },
  {
    name: 'free-spin-bet',
    group: 'Bets',
    title: 'the zero bet of a free spin is accepted',
    contract: 'docs/wallet-guide.md#free-spins: a zero bet is accepted when is_freespins is true',
    fix:
      'accept amount 0 when meta.is_freespins is true: record the transaction, move nothing, ' +
      'answer ok',
    after: 'session-info',
    run: steps => repeated(steps, steps.round().bet(0n, createFreeSpin()), 0n),
  },
  {
    name: 'bet-other-amount',
    group: 'Bets',
    title: 'a known transaction with another amount moves nothing',
    contract: 'docs/wallet-guide.md#repeats: a known id with another amount is an error',
    fix: 'compare the amount with the recorded one; answer an error and change nothing',
    after: 'bet',
    isAdvice: true,
    async run(steps) {
      const round = await steps.paidRound(BET)
      const before = await steps.balance()
      await steps.hear(unruly(round.bet(BET + 1n)), 'the same transaction over 1.01')
      await steps.balanceIs(before, 'as before that repeat')
    },
  },
  {
    name: 'unknown-field',
    group: 'Bets',
    title: 'a bet with a field that the wallet does not know is debited',
    contract: 'docs/wallet-guide.md#the-call: ignore unknown fields, more may be added',
    fix: 'read the fields that you need and ignore all others',
    after: 'bet',
    isAdvice: true,
    async run(steps) {
      const before = await steps.balance()
      const bet = steps.round().bet(BET)
      const body = bet.body.replace('{', '{"added_later":1,')
      await steps.ok(unruly({ ...bet, body, label: `${bet.label} with an unknown field` }))
      await steps.balanceIs(before - BET, 'one bet of 1.00 less')
    },
  },
]
