// SPDX-License-Identifier: Apache-2.0
// The checks for the end of a run: calls of long ago arrive, large wins make the player rich, and
// the first ids come again. Requires only what the contract requires.

import { type Answered, BET, type Check, is, isCode, WIN } from './check.ts'
import type { Call } from './check-calls.ts'
import type { Heard, Steps } from './check-steps.ts'
import { winIsCredited } from './checks-wins.ts'

/** Bets may be repeated for up to a day, wins and refunds without end. */
const HOURS_AGO = 3

/**
 * The first wins past two bounds that wallets have by mistake: a limit of 10,000, and cents in 32
 * bits.
 */
const LARGE_WINS = [1_000_001n, 2n ** 31n] as const

export const LAST: Check[] = [
  {
    name: 'old-timestamp',
    group: 'At the end',
    title: 'a call whose timestamp is three hours old is booked, and so is its repeat',
    contract: 'docs/wallet-guide.md#repeats: a repeat has the same bytes, times included',
    fix:
      'do not refuse a call for its timestamp or meta.time: they are those of the first attempt, ' +
      'and after an outage it comes hours later',
    after: ['bet-repeated', 'win-repeated', 'refund-repeated'],
    async run(steps) {
      const before = await steps.balance()
      const won = steps.round({ hoursAgo: HOURS_AGO })
      const undone = steps.round({ hoursAgo: HOURS_AGO })
      for (const call of [won.bet(BET), won.win(WIN), undone.bet(BET), undone.refund(BET)]) {
        await steps.ok(call, `${call.label} of three hours ago`)
        await steps.ok(call, 'the same again')
      }
      await steps.balanceIs(before - BET + WIN, '1.00 less and 2.50 more')
    },
  },
  {
    name: 'large-win',
    group: 'At the end',
    title: 'wins of 10,000.01 and 21,474,836.48 are credited',
    contract: 'docs/wallet-guide.md#win: never refuse a win, however large',
    fix:
      'apply no limit to wins; keep amounts in 64-bit integers or decimals: 32 bits end at ' +
      '21,474,836.47',
    after: 'win',
    async run(steps) {
      for (const amount of LARGE_WINS) {
        await winIsCredited(steps, BET, amount)
        // A wallet may limit bets, so the money may stay; nothing after this depends on it.
        await steps.giveBack([steps.round().bet(amount)])
      }
    },
  },
  {
    name: 'ids-remembered',
    group: 'At the end',
    title: 'the first bet, win, refund and cancelled bet of this run move nothing at its end',
    contract: 'docs/wallet-guide.md#repeats: keep the ids, a win can be repeated a day later',
    fix:
      'keep transaction ids in the database for good, or for weeks, not in a cache that forgets ' +
      'them; a larger --memory-seconds asks later',
    after: ['bet-repeated', 'win-repeated', 'refund-repeated', 'late-bet'],
    run: repeatsFirstIds,
  },
]

async function repeatsFirstIds(steps: Steps, soFar: readonly Answered[]): Promise<void> {
  const rightful = soFar.filter(({ call }) => call.isUnruly !== true)
  const firstOf = (method: Call['method'], isWanted: (heard: Heard) => boolean) =>
    rightful.find(({ call, heard }) => call.method === method && isWanted(heard))
  const isOk = (heard: Heard) => is(heard, 'accepted')
  const firsts = [
    firstOf('bet', isOk),
    firstOf('win', isOk),
    firstOf('refund', isOk),
    firstOf('bet', heard => isCode(heard, 'TRANSACTION_CANCELLED')),
  ].filter(one => one !== undefined)
  for (const { atMs } of firsts) await steps.waitForMemory(atMs)
  const before = await steps.balance()
  for (const { call, heard } of firsts) {
    const again = await steps.hear(call, `${call.label} of the beginning, again`)
    await steps.balanceIs(before, `as before the repeat of a ${call.label}`)
    if (isOk(again) !== isOk(heard)) steps.fail('the answer of the beginning', again.text)
  }
}
