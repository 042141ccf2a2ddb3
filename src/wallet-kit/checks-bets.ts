// SPDX-License-Identifier: Apache-2.0
// The checks of reading a balance and of bets, one call after the other. Each requires only what
// the contract requires; mere recommendations are marked as advice.

import { CURRENCIES } from '../core/money.ts'
import { aboveBalance, BET, type Check, IDEMPOTENT, is, repeated } from './check.ts'
import { createFreeSpin, unruly } from './check-calls.ts'

/** The balance that the player must have: the bets of all checks stay below it. */
const BALANCE_NEEDED_MINOR = 2_000n

export const READING: Check[] = [
  {
    name: 'session-info',
    group: 'Reading',
    title: 'the balance is read, and reading changes nothing',
    contract:
      'Operator API, "Transport" 4: HTTP 200 with JSON {status, balance, currency}, balance a ' +
      'number with at most two decimals',
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
    contract: 'Operator API, "Transport" 4: currency equals the currency of the request',
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
    contract: 'Operator API, "Methods", bet: debit before a paid round',
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
    contract: 'Operator API, "General conventions" 7: amounts are exact, never floating point',
    fix: 'keep balances as integers of the smallest unit or as decimals, never as floating point',
    after: 'bet',
    async run(steps) {
      const before = await steps.balance()
      for (const amount of [10n, 10n, 10n, 7n]) await steps.ok(steps.round().bet(amount))
      await steps.balanceIs(before - 37n, '0.37 less')
    },
  },
  {
    name: 'bet-without-funds',
    group: 'Bets',
    title: 'a bet above the balance is refused with INSUFFICIENT_FUNDS, nothing is debited',
    contract:
      'Operator API, "Methods", bet: INSUFFICIENT_FUNDS with HTTP 200 rejects the round and ' +
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
    contract:
      'Operator API, "Methods": the wallet must accept a zero bet when is_freespins is true',
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
    contract: 'Wallet guide, "Repeats": a known id with another amount is an error',
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
]
