// SPDX-License-Identifier: Apache-2.0
// The checks of notifications: round_info and the summary of a grant. They move no money.

import { BET, type Check } from './check.ts'

export const NOTICES: Check[] = [
  {
    name: 'round-info',
    group: 'Notices',
    title: 'round_info is answered ok with the balance and moves nothing',
    contract: 'docs/wallet-guide.md#round_info: answer ok with the balance',
    fix:
      'answer {"status":"ok","balance":…,"currency":…} for start and finish, also when it ' +
      'comes again',
    after: 'bet',
    async run(steps) {
      const round = await steps.paidRound(BET)
      const before = await steps.balance()
      for (const event of ['start', 'finish', 'finish'] as const) await steps.ok(round.info(event))
      await steps.balanceIs(before, 'as before the notices')
    },
  },
  {
    name: 'round-info-unknown',
    group: 'Notices',
    title: 'round_info of a round that the wallet does not know is answered ok',
    contract: 'docs/wallet-guide.md#round_info: answer ok, even if you do not know the round',
    fix: 'do not look the round up: answer ok with the balance and, if you like, record the notice',
    after: 'round-info',
    async run(steps) {
      const before = await steps.balance()
      for (const event of ['finish', 'start'] as const) await steps.ok(steps.round().info(event))
      await steps.balanceIs(before, 'as before the notices')
    },
  },
  {
    name: 'round-info-forced',
    group: 'Notices',
    title: 'round_info of a forced round is answered ok',
    contract: 'docs/wallet-guide.md#round_info: the round of a target outcome has forced: true',
    fix: 'ignore fields you do not know; forced marks a round of a target outcome',
    after: 'round-info',
    async run(steps) {
      const round = await steps.paidRound(BET)
      for (const event of ['start', 'finish'] as const) await steps.ok(round.info(event, true))
    },
  },
  {
    name: 'freespins-finished',
    group: 'Notices',
    title: 'the summary of a grant is answered ok and credits nothing',
    contract: 'docs/wallet-guide.md#freespins_finished: answer ok; its wins are credited already',
    fix: 'answer {"status":"ok"}; total_win is for your records, its wins came one by one',
    after: 'session-info',
    async run(steps) {
      const before = await steps.balance()
      await steps.ok(steps.summary(340n))
      await steps.balanceIs(before, 'as before the summary')
    },
  },
  {
    name: 'freespins-finished-repeated',
    group: 'Notices',
    title: 'a repeated summary is answered ok',
    contract: 'docs/wallet-guide.md#repeats: freespins_finished is repeated until you answer ok',
    fix: 'answer ok for a grant_id you have noted before',
    after: 'freespins-finished',
    async run(steps) {
      const summary = steps.summary(340n)
      await steps.ok(summary)
      await steps.ok(summary, 'the same again')
    },
  },
]
