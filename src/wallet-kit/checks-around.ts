// SPDX-License-Identifier: Apache-2.0
// The checks of everything besides single calls: the key, addresses, calls at the same moment and
// the time of an answer.

import { CURRENCIES, type Currency, formatAmount } from '../core/money.ts'
import { WALLET_DEADLINE_MS } from '../limits.ts'
import {
  type Answered,
  BET,
  type Check,
  IDEMPOTENT,
  is,
  REFUND_SAYS,
  requireBet,
  WIN,
} from './check.ts'
import { type Call, unruly } from './check-calls.ts'
import type { Steps } from './check-steps.ts'

/** How many copies of a call, or different calls, are sent at the same moment. */
const AT_ONCE = 10

export const ADDRESSES: Check[] = [
  {
    name: 'wrong-key',
    group: 'Key and address',
    title: 'a call with a wrong api_key is refused, whatever its method, and moves nothing',
    contract: 'docs/wallet-guide.md#security: compare api_key in constant time, refuse a wrong one',
    fix: 'compare the hashes of both keys in constant time before anything else; answer HTTP 401',
    after: 'bet',
    run: refusesWrongKeys,
  },
  {
    name: 'other-currency',
    group: 'Key and address',
    title: 'a bet whose body names another currency than the address is refused',
    contract: "docs/wallet-guide.md#the-call: the body's currency is the one of the address",
    fix: 'compare the two; answer HTTP 400 and move nothing',
    after: 'bet',
    isAdvice: true,
    async run(steps) {
      const { currency: own } = steps.player
      const currency = CURRENCIES.find(one => one !== own)!
      const before = await steps.balance()
      const bet = { ...steps.round({ currency }).bet(BET), currency: own }
      const heard = await steps.hear(unruly(bet), `bet in ${currency} at /${own}`)
      if (is(heard, 'accepted')) steps.fail('a refusal', heard.text)
      await steps.balanceIs(before, 'as before that bet')
    },
  },
  {
    name: 'unknown-currency',
    group: 'Key and address',
    title: 'a call in a currency the platform does not have is refused',
    contract: 'docs/contract.md#what-is-fixed: the currencies are UAH, USD, EUR, RUB',
    fix: 'answer HTTP 400 or 404 for a currency you do not keep',
    after: 'session-info',
    isAdvice: true,
    async run(steps) {
      const currency = 'XTS' as Currency
      const heard = await steps.hear(unruly(steps.round({ currency }).bet(BET)), 'bet at /XTS')
      if (is(heard, 'accepted')) steps.fail('a refusal', heard.text)
    },
  },
]

export const AT_THE_SAME_MOMENT: Check[] = [
  {
    name: 'same-bet-at-once',
    group: 'At the same moment',
    title: 'one bet sent ten times at once is debited once',
    contract: IDEMPOTENT,
    fix:
      'let the database decide: insert the transaction id and move the money in one ' +
      'transaction, and read the record when the insert fails',
    after: 'bet-repeated',
    run: steps => copiesAtOnce(steps, steps.round().bet(BET), -BET),
  },
  {
    name: 'same-win-at-once',
    group: 'At the same moment',
    title: 'one win sent ten times at once is credited once',
    contract: IDEMPOTENT,
    fix: 'as for bets: the transaction id is a primary key, written with the money',
    after: 'win-repeated',
    async run(steps) {
      const round = await steps.paidRound(BET)
      await copiesAtOnce(steps, round.win(WIN), WIN)
    },
  },
  {
    name: 'same-refund-at-once',
    group: 'At the same moment',
    title: 'one refund sent ten times at once is credited once',
    contract: `${REFUND_SAYS}a debited bet is credited back, once`,
    fix: "as for bets; lock the bet's record while it is refunded",
    after: 'refund-repeated',
    async run(steps) {
      const round = await steps.paidRound(BET)
      await copiesAtOnce(steps, round.refund(BET), BET)
    },
  },
  {
    name: 'bets-at-once',
    group: 'At the same moment',
    title: 'ten bets of one player at once are all debited',
    contract: 'docs/wallet-guide.md#bet: a new bet that the balance pays is debited',
    fix:
      'change the balance where it lies (UPDATE … SET balance = balance - ?), never write ' +
      'back what was read before',
    after: 'cents',
    async run(steps) {
      const before = await steps.balance()
      const bets = Array.from({ length: AT_ONCE }, (_, n) => steps.round().bet(BigInt(n + 1)))
      const heard = await steps.untilKnown(bets, 'bets of 0.01 to 0.10 at once')
      const failed = heard.find(one => !is(one, 'accepted'))
      if (failed !== undefined) steps.fail('ok for each', failed.text)
      await steps.balanceIs(before - 55n, '0.55 less')
    },
  },
  {
    name: 'bet-and-refund-at-once',
    group: 'At the same moment',
    title: 'a bet and its refund at once leave the balance as it was',
    contract: `${REFUND_SAYS}a debited bet is credited back, a late one is refused`,
    fix: "bet and refund must lock the same record: the bet's transaction id",
    after: 'late-bet',
    async run(steps) {
      const before = await steps.balance()
      const rounds = Array.from({ length: AT_ONCE }, () => steps.round())
      const bets = rounds.map(round => round.bet(BET))
      const refunds = rounds.map(round => round.refund(BET))
      const calls = bets.flatMap((bet, n) =>
        n % 2 === 0 ? [bet, refunds[n]!] : [refunds[n]!, bet],
      )
      await steps.atOnce(calls, 'ten bets and their refunds at once')
      for (const refund of refunds) await steps.ok(refund, 'each refund again')
      await steps.balanceIs(before, 'as before them')
    },
  },
  {
    name: 'last-money',
    group: 'At the same moment',
    title: 'bets that race for the last money never take more than there is',
    contract: 'docs/wallet-guide.md#bet: INSUFFICIENT_FUNDS when the balance is too low',
    fix: 'check and debit in one step (UPDATE … WHERE balance >= ?)',
    after: ['bet-without-funds', 'exact-bets'],
    run: racesForLastMoney,
  },
]

/** The kinds of answer that the platform can't use. */
const FORMLESS = ['http-status', 'invalid-answer', 'network']

export const ANSWERS: Check[] = [
  {
    name: 'answer-form',
    group: 'Answers',
    title: 'every rightful call of this run got HTTP 200 and JSON that can be read',
    contract: 'docs/wallet-guide.md#the-answer: HTTP 200 with JSON, for a refusal too',
    fix:
      'answer refusals with HTTP 200 too; a crash page, a proxy page or another status is no ' +
      'answer',
    async run(steps, soFar) {
      const formless = soFar.filter(
        ({ call, heard: { answer } }) =>
          call.isUnruly !== true && answer.kind === 'unknown' && FORMLESS.includes(answer.reason),
      )
      failWithFirst(steps, 'no other answer in the whole run', formless, soFar.length)
    },
  },
  {
    name: 'answer-time',
    group: 'Answers',
    title: 'every answer of this run came within 2 seconds',
    contract: 'docs/wallet-guide.md#the-call: 2 seconds for everything',
    fix: 'answer from one indexed lookup; do slow work (mail, statistics) after the answer',
    async run(steps, soFar) {
      const isLate = ({ answer, latencyMs }: Answered['heard']) =>
        latencyMs > WALLET_DEADLINE_MS || (answer.kind === 'unknown' && answer.reason === 'timeout')
      const late = soFar.filter(({ heard }) => isLate(heard))
      failWithFirst(steps, 'no late answer in the whole run', late, soFar.length)
    },
  },
]

function failWithFirst(
  steps: Steps,
  expected: string,
  wrong: readonly Answered[],
  calls: number,
): void {
  const [first] = wrong
  if (first === undefined) return
  const { call, heard } = first
  steps.fail(expected, `${wrong.length} of ${calls} calls, first: ${call.label}: ${heard.text}`)
}

/** The wallet may answer ok or not under load, but the money moves once and a repeat is ok. */
async function copiesAtOnce(steps: Steps, call: Call, movesMinor: bigint): Promise<void> {
  const before = await steps.balance()
  await steps.atOnce(
    Array.from({ length: AT_ONCE }, () => call),
    `${AT_ONCE} copies of a ${call.label} at once`,
  )
  await steps.ok(call, 'one more')
  await steps.balanceIs(before + movesMinor, `after one ${call.label}`)
}

async function racesForLastMoney(steps: Steps): Promise<void> {
  const before = await steps.balance()
  const third = requireBet(before / 3n + 1n)
  const rounds = Array.from({ length: 6 }, () => steps.round())
  const amount = formatAmount(third)
  const heard = await steps.untilKnown(
    rounds.map(round => round.bet(third)),
    `six bets of ${amount} at once, of which the balance pays two`,
  )
  const refunds = rounds.map(round => round.refund(third))
  const paid = heard.filter(one => is(one, 'accepted'))
  const strange = heard.find(one => is(one, 'unknown'))
  if (strange !== undefined || paid.length !== 2) await steps.giveBack(refunds)
  if (strange !== undefined) steps.fail('ok or INSUFFICIENT_FUNDS for each', strange.text)
  if (paid.length !== 2) steps.fail('ok for two of them', `ok for ${paid.length}`)
  await steps.balanceIs(before - 2n * third, 'two of them less')
  for (const refund of refunds) await steps.ok(refund)
}

async function refusesWrongKeys(steps: Steps): Promise<void> {
  const { apiKey } = steps.player
  const round = await steps.paidRound(BET)
  const before = await steps.balance()
  const wrongKey = `${apiKey.slice(0, -1)}${apiKey.endsWith('0') ? '1' : '0'}`
  const forged = steps.round({ roundId: round.roundId, apiKey: wrongKey })
  const calls = [
    steps.sessionInfo({ apiKey: wrongKey }, 'session_info with a wrong key'),
    steps.round({ apiKey: wrongKey }).bet(BET),
    forged.info('start'),
    forged.win(WIN),
    forged.refund(BET),
    steps.summary(340n, { apiKey: wrongKey }),
    steps.sessionInfo({ apiKey: '' }, 'session_info with an empty key'),
    steps.sessionInfo({ apiKey: `${apiKey}x` }, 'session_info with a longer key'),
  ]
  for (const call of calls) {
    const label = call.label.endsWith(' key') ? call.label : `${call.label} with a wrong key`
    const heard = await steps.hear(unruly(call), label)
    if (!is(heard, 'unknown')) steps.fail(`${label}: a refusal`, heard.text)
  }
  await steps.balanceIs(before, 'as before the forged calls')
}
