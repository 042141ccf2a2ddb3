// The callbacks to an operator's wallet and its answers, as schemas for the document. The bodies
// are printed by wallet/bodies; a test keeps the two in step.

import { type TObject, type TProperties, Type } from 'typebox'
import { CURRENCIES } from '../core/money.ts'
import { FINAL_REFUSALS_LISTED, type WalletMethod } from '../core/wallet-operation.ts'

const currency = Type.Enum([...CURRENCIES])
const id = (description: string) => Type.String({ description })
const seconds = (description: string) => Type.Integer({ minimum: 0, description })
const apiKey = Type.String({
  description: "The project's key: compare it in constant time, refuse any other.",
})
const player = {
  api_key: apiKey,
  player_id: id('The player, as the launch named it.'),
  session_id: id('The session that the launch answered.'),
}

const common = {
  ...player,
  currency: Type.Enum([...CURRENCIES], { description: 'The same as at the end of the address.' }),
  game: id('Game id, the `symbol` of the launch.'),
  timestamp: seconds("Unix time of the operation's first attempt; a repeat carries the same."),
}

const amount = (description: string) =>
  Type.Number({ minimum: 0, description: `${description} At most 2 decimals; read it exactly.` })

const WalletFreeSpins = Type.Object(
  {
    grant_id: id('The grant the round belongs to.'),
    external_id: Type.Union([Type.String(), Type.Null()]),
    nominal_bet: Type.Number({ minimum: 0, description: 'The bet that each spin is worth.' }),
    remaining: Type.Integer({ minimum: 0, description: 'Spins left after this one.' }),
  },
  { description: 'Only in rounds of operator free spins.' },
)

const roundMeta = {
  transaction: id('Unique id of the operation: apply it once, answer repeats from your record.'),
  round_id: id('The round; the `round_id` of reports.'),
  time: seconds('Unix time, the same as `timestamp`.'),
  is_freespins: Type.Optional(
    Type.Literal(true, { description: 'A round of operator free spins.' }),
  ),
  freespins: Type.Optional(WalletFreeSpins),
}

/** Without `method`. */
const FIELDS: Readonly<Record<WalletMethod, TProperties>> = {
  session_info: player,
  bet: {
    ...common,
    amount: amount('What to debit; 0 in a free spin.'),
    meta: Type.Object(roundMeta),
  },
  win: {
    ...common,
    amount: amount('What to credit.'),
    meta: Type.Object(roundMeta),
  },
  round_info: {
    ...common,
    forced: Type.Optional(
      Type.Literal(true, { description: 'Only in rounds of a target outcome.' }),
    ),
    meta: Type.Object({
      event: Type.Enum(['start', 'finish'], {
        description: 'Ours: which end of the round it reports.',
      }),
      round_id: roundMeta.round_id,
      time: roundMeta.time,
    }),
  },
  refund: {
    ...common,
    amount: amount('The whole bet.'),
    meta: Type.Object({
      transaction: roundMeta.transaction,
      original_transaction: id("The bet's `meta.transaction`."),
      round_id: roundMeta.round_id,
      time: roundMeta.time,
    }),
  },
  freespins_finished: {
    api_key: apiKey,
    grant_id: Type.String(),
    external_id: Type.Union([Type.String(), Type.Null()]),
    player_id: player.player_id,
    currency,
    game: common.game,
    timestamp: seconds('Ours: Unix time of `finished_at`.'),
    status: Type.Enum(['used', 'expired', 'cancelled']),
    total: Type.Integer({ minimum: 1, description: 'Spins granted.' }),
    played: Type.Integer({ minimum: 0, description: 'Spins played.' }),
    bet: Type.String({ description: 'Bet of each spin, a decimal.' }),
    total_win: Type.String({ description: 'What the spins won, credited already by `win`.' }),
    finished_at: Type.String({ description: 'ISO 8601, UTC.' }),
  },
}

export const WalletOk = Type.Object({
  status: Type.Literal('ok'),
  balance: Type.Number({
    minimum: 0,
    description: "The player's balance after the operation, at most 2 decimals.",
  }),
  currency,
})

export const WalletError = Type.Object({
  status: Type.Literal('error'),
  message: Type.String({
    description:
      '`INSUFFICIENT_FUNDS` on a `bet` rejects the round: answer it only if the balance is ' +
      'really too low. `TRANSACTION_CANCELLED`: a late bet whose refund came first. Any other ' +
      'text leaves the outcome unknown, and the same operation is sent again. Ours: in a project ' +
      'with the setting `finalRefusals`, in answer to the first attempt of a `bet`, ' +
      `${FINAL_REFUSALS_LISTED} reject the round too.`,
  }),
  balance: Type.Optional(Type.Number({ minimum: 0 })),
  currency: Type.Optional(currency),
})

export const SummaryOk = Type.Object({ status: Type.Literal('ok') })

/** By `method`. */
export const WALLET_CALLBACKS: Readonly<Record<string, TObject>> = Object.fromEntries(
  Object.entries(FIELDS).map(([method, fields]) => [
    method,
    Type.Object({ method: Type.Literal(method), ...fields }),
  ]),
)
