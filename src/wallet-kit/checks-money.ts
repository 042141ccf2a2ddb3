// The checks of what moves money, one call after the other. Each asks only what the contract says; what
// is merely wise is marked as advice.

import { CURRENCIES } from '../core/money.ts'
import {
  aboveBalance,
  BET,
  type Check,
  IDEMPOTENT,
  is,
  isCode,
  REFUND_SAYS,
  repeated,
  saidBalance,
  WIN,
} from './check.ts'
import { createFreeSpin, createSessionId, unruly } from './check-calls.ts'

/** What the player must have: the bets of all checks stay below. */
const BALANCE_NEEDED_MINOR = 2_000n

export const READING: Check[] = [
  {
    name: 'session-info',
    group: 'Reading',
    title: 'the balance is read, and reading changes nothing',
    contract:
      'Operator API, "Transport" 4: HTTP 200 with JSON {status, balance, currency}, balance a number with at most two decimals',
    fix: 'answer {"status":"ok","balance":10.00,"currency":"EUR"} with HTTP 200 within 2 seconds; if the wallet knows no such player, name one with --player; give it at least 20.00',
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
    fix: 'debit the amount in the same database transaction that records meta.transaction, then answer the new balance',
    after: 'session-info',
    async run(steps) {
      const before = await steps.balance()
      const told = await steps.ok(steps.round().bet(BET))
      await steps.balanceIs(before - BET, 'one bet of 1.00 less')
      if (told !== before - BET) steps.fail('the answer to the bet says it too', saidBalance(told))
    },
  },
  {
    name: 'bet-repeated',
    group: 'Bets',
    title: 'a repeated bet is answered ok and debited once',
    contract: IDEMPOTENT,
    fix: 'make meta.transaction the primary key of your record; for a known one answer ok and the balance, and debit nothing',
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
      'Operator API, "Methods", bet: INSUFFICIENT_FUNDS with HTTP 200 rejects the round and nothing is debited',
    fix: 'answer HTTP 200 {"status":"error","message":"INSUFFICIENT_FUNDS"}; any other answer makes the platform repeat the bet',
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
    fix: 'accept amount 0 when meta.is_freespins is true: record the transaction, move nothing, answer ok',
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
      const round = steps.round()
      await steps.ok(round.bet(BET))
      const before = await steps.balance()
      await steps.hear(unruly(round.bet(BET + 1n)), 'the same transaction over 1.01')
      await steps.balanceIs(before, 'as before that repeat')
    },
  },
]

export const WINS: Check[] = [
  {
    name: 'win',
    group: 'Wins',
    title: 'a win is credited to the unit, and the answer says the balance after it',
    contract: 'Operator API, "Methods", win: credit of a positive round result',
    fix: 'credit the amount in the same database transaction that records meta.transaction, then answer the new balance',
    after: 'bet',
    async run(steps) {
      const before = await steps.balance()
      const round = steps.round()
      await steps.ok(round.bet(BET))
      const told = await steps.ok(round.win(WIN))
      await steps.balanceIs(before - BET + WIN, '1.00 less and 2.50 more')
      if (told !== before - BET + WIN)
        steps.fail('the answer to the win says it too', saidBalance(told))
    },
  },
  {
    name: 'win-repeated',
    group: 'Wins',
    title: 'a repeated win is answered ok and credited once',
    contract: IDEMPOTENT,
    fix: 'record meta.transaction of wins too; for a known one answer ok and the balance, and credit nothing',
    after: 'win',
    async run(steps) {
      const round = steps.round()
      await steps.ok(round.bet(BET))
      await repeated(steps, round.win(WIN), WIN)
    },
  },
  {
    name: 'free-spin-win',
    group: 'Wins',
    title: 'the win of a free spin is credited',
    contract: 'Operator API, "Methods": win of a free-spin round carries the same meta',
    fix: 'credit it like any other win; meta.freespins is for your records',
    after: 'free-spin-bet',
    async run(steps) {
      const round = steps.round()
      const spin = createFreeSpin()
      await steps.ok(round.bet(0n, spin))
      await repeated(steps, round.win(WIN, spin), WIN)
    },
  },
  {
    name: 'win-after-session',
    group: 'Wins',
    title: 'a win is credited although its session has expired',
    contract: 'Wallet guide, "In short" 5: accept wins and refunds after the session has expired',
    fix: 'do not look the session up for a win: the round was paid for, however late its win comes',
    after: 'win',
    async run(steps) {
      const before = await steps.balance()
      const round = steps.round()
      await steps.ok(round.bet(BET))
      const later = steps.round({ roundId: round.roundId, sessionId: createSessionId(3) })
      await steps.ok(later.win(WIN), 'its win from a session of three hours ago')
      await steps.balanceIs(before - BET + WIN, '1.00 less and 2.50 more')
    },
  },
]

export const REFUNDS: Check[] = [
  {
    name: 'refund',
    group: 'Refunds',
    title: 'the refund of a debited bet credits it back, and the answer says the balance after it',
    contract: `${REFUND_SAYS}if the bet was debited, the wallet credits it back once`,
    fix: 'find the bet by meta.original_transaction, credit its amount, record the refund under meta.transaction',
    after: 'bet',
    async run(steps) {
      const before = await steps.balance()
      const round = steps.round()
      await steps.ok(round.bet(BET))
      const told = await steps.ok(round.refund(BET))
      await steps.balanceIs(before, 'as before the bet')
      if (told !== before) steps.fail('the answer to the refund says it too', saidBalance(told))
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
      const round = steps.round()
      await steps.ok(round.bet(BET))
      await repeated(steps, round.refund(BET), BET)
    },
  },
  {
    name: 'bet-after-refund',
    group: 'Refunds',
    title: 'a bet that comes again after its refund is not debited again',
    contract: IDEMPOTENT,
    fix: 'mark the bet as cancelled when it is refunded, do not delete it; answer TRANSACTION_CANCELLED',
    after: 'refund',
    async run(steps) {
      const before = await steps.balance()
      const bet = steps.round()
      await steps.ok(bet.bet(BET))
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
    fix: 'record meta.original_transaction as cancelled and answer ok; there is nothing to give back',
    after: 'session-info',
    run: steps => repeated(steps, steps.round().refund(BET), 0n),
  },
  {
    name: 'late-bet',
    group: 'Refunds',
    title: 'a bet that comes after its refund is refused with TRANSACTION_CANCELLED',
    contract: `${REFUND_SAYS}… and refuses the bet if it arrives later; bet: refused with TRANSACTION_CANCELLED`,
    fix: 'look for a cancelled record before you debit; a call can overtake another one on the network',
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
    fix: 'accept amount 0 in a refund: a free spin whose bet stayed unconfirmed is cancelled like any other round',
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
      const round = steps.round()
      await steps.ok(round.bet(BET))
      const later = steps.round({ roundId: round.roundId, sessionId: createSessionId(3) })
      await steps.ok(later.refund(BET), 'its refund from a session of three hours ago')
      await steps.balanceIs(before, 'as before the bet')
    },
  },
]
