// SPDX-License-Identifier: Apache-2.0
// The check of final refusals, made when a player is named whom the wallet lets place no bet: for a
// wallet whose project has the setting `finalRefusals`.

import { FINAL_REFUSALS } from '../core/wallet-operation.ts'
import { BET, type Check, isCode } from './check.ts'
import { CheckNotMade, type Steps } from './check-steps.ts'

export const REFUSED_FOR_GOOD: readonly Check[] = [
  {
    name: 'final-refusal',
    group: 'Final refusals',
    title:
      'a bet of a blocked player is refused for good each time, and its refund credits nothing',
    contract:
      'docs/wallet-guide.md, "Final refusals" (ours): nothing was debited, and a repeat is ' +
      'refused too',
    fix:
      'answer one of the four codes with HTTP 200 before you debit anything, record it under ' +
      'meta.transaction for a repeat; answer ok to a refund of it and credit nothing',
    after: 'refund-unknown-bet',
    run: refusesForGood,
  },
]

async function refusesForGood(steps: Steps): Promise<void> {
  const { blockedPlayerId: playerId } = steps.player
  if (playerId === undefined) throw new CheckNotMade('no blocked player was named')
  const before = await balanceOf(steps, playerId)
  const round = steps.round({ playerId })
  const bet = round.bet(BET)
  for (const label of [bet.label, 'the same again']) {
    const heard = await steps.hear(bet, label)
    if (FINAL_REFUSALS.some(code => isCode(heard, code))) continue
    await steps.giveBack([round.refund(BET)])
    steps.fail(`${label}: one of ${FINAL_REFUSALS.join(', ')}`, heard.text)
  }
  await steps.ok(round.refund(BET))
  const after = await balanceOf(steps, playerId)
  if (after !== before) steps.fail('the same balance as before the refused bet', `${after}`)
}

/** In minor units; null: the wallet says nothing about a player whom it has blocked. */
async function balanceOf(steps: Steps, playerId: string): Promise<bigint | null> {
  const call = steps.sessionInfo({ playerId }, 'session_info of the blocked player')
  const { answer } = await steps.hear(call)
  return answer.kind === 'accepted' ? answer.balanceMinor : null
}
