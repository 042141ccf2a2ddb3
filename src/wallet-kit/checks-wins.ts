// SPDX-License-Identifier: Apache-2.0
// The checks of wins, one call after the other. Each requires only what the contract requires.

import { formatAmount } from '../core/money.ts'
import { BET, type Check, IDEMPOTENT, MONEY_SAYS, repeated, UNEVEN, WIN } from './check.ts'
import { createFreeSpin, createSessionId } from './check-calls.ts'
import type { Steps } from './check-steps.ts'

export const WINS: Check[] = [
  {
    name: 'win',
    group: 'Wins',
    title: 'a win is credited to the unit, and the answer says the balance after it',
    contract: 'docs/wallet-guide.md#win: it is credited; the balance is the one after it',
    fix:
      'credit the amount in the same database transaction that records meta.transaction, then ' +
      'answer the new balance',
    after: 'bet',
    async run(steps) {
      const before = await steps.balance()
      const round = await steps.paidRound(BET)
      await steps.okWithBalance(round.win(WIN), before - BET + WIN, '1.00 less and 2.50 more')
    },
  },
  {
    name: 'win-repeated',
    group: 'Wins',
    title: 'a repeated win is answered ok and credited once',
    contract: IDEMPOTENT,
    fix:
      'record meta.transaction of wins too; for a known one answer ok and the balance, and ' +
      'credit nothing',
    after: 'win',
    async run(steps) {
      const round = await steps.paidRound(BET)
      await repeated(steps, round.win(WIN), WIN)
    },
  },
  {
    name: 'exact-wins',
    group: 'Wins',
    title: 'wins of 0.07, 0.29, 0.57 and 4.35 are credited to the unit',
    contract: MONEY_SAYS,
    fix: 'read the amount of a win exactly as you read that of a bet: as text or as a decimal',
    after: ['win', 'exact-bets'],
    async run(steps) {
      for (const amount of UNEVEN) {
        await winIsCredited(steps, amount, amount)
      }
    },
  },
  {
    name: 'free-spin-win',
    group: 'Wins',
    title: 'the win of a free spin is credited',
    contract: 'docs/wallet-guide.md#free-spins: its win is credited like any other',
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
    contract: 'docs/wallet-guide.md#win: never refuse one, not even after the session has expired',
    fix: 'do not look the session up for a win: the round was paid for, however late its win comes',
    after: 'win',
    async run(steps) {
      const before = await steps.balance()
      const round = await steps.paidRound(BET)
      const later = steps.round({ roundId: round.roundId, sessionId: createSessionId(3) })
      await steps.ok(later.win(WIN), 'its win from a session of three hours ago')
      await steps.balanceIs(before - BET + WIN, '1.00 less and 2.50 more')
    },
  },
]

/** The win of a round with this bet, to the unit. */
export async function winIsCredited(steps: Steps, bet: bigint, win: bigint): Promise<void> {
  const round = await steps.paidRound(bet)
  const before = await steps.balance()
  await steps.ok(round.win(win))
  await steps.balanceIs(before + win, `${formatAmount(win)} more`)
}
