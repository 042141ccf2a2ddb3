// `round_cancel`: its request and its answer. Source: operator API, "round_cancel" and "Round".

import { type Static, Type } from 'typebox'
import { gameAction, ok } from '../common-schema.ts'

export const RoundCancelRequest = gameAction('round_cancel', {
  round_id: Type.String({ description: 'The `meta.round_id` of the round’s wallet callbacks.' }),
})
export type RoundCancelRequest = Static<typeof RoundCancelRequest>

const CancelledRound = Type.Object({
  round_id: Type.String(),
  state: Type.Literal('cancelled'),
  result: Type.Enum(['cancelled', 'already_cancelled']),
  reason: Type.Enum(['operator_cancel', 'bet_unconfirmed'], {
    description: 'Ours: `bet_unconfirmed` when the cancel policy closed the round.',
  }),
  source: Type.Enum(['operator', 'policy'], {
    description: 'Ours: `policy` when the cancel policy closed the round.',
  }),
  refund: Type.Object({
    transaction: Type.String({ description: '`meta.transaction` of the refund.' }),
    amount: Type.String({ description: 'Decimal; always the whole bet.' }),
    status: Type.Enum(['pending', 'confirmed'], {
      description: '`pending` until the wallet confirms the refund.',
    }),
  }),
})
export type CancelledRound = Static<typeof CancelledRound>

export const RoundCancelAnswer = Type.Object({ ...ok, round: CancelledRound })
export type RoundCancelAnswer = Static<typeof RoundCancelAnswer>
