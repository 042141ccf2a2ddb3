// The cancel of a round, as operators read it.

import { ROUND_ID } from '../../wire/openapi/examples.ts'
import type { OperatorCapability } from '../capability.ts'
import { RoundCancelAnswer, RoundCancelRequest } from './schema.ts'

export const ROUND_CANCEL: OperatorCapability = {
  parts: { CancelledRound: RoundCancelAnswer.properties.round, RoundCancelAnswer },
  methods: [
    {
      name: 'round_cancel',
      summary: 'Cancel a round and give its bet back',
      description:
        'Possible while the bet is unconfirmed, or while it is confirmed, the result was not ' +
        'shown to the player and no win is being credited. The refund equals the bet, is made ' +
        'once, and its status is `pending` until the wallet confirms it. Repeating the call ' +
        'answers the same refund with `already_cancelled`.',
      request: RoundCancelRequest,
      answer: RoundCancelAnswer,
      errors: ['ROUND_NOT_FOUND', 'ROUND_NOT_CANCELLABLE', 'ROUND_BUSY'],
      examples: {
        request: { round_id: ROUND_ID },
        answer: {
          round: {
            round_id: ROUND_ID,
            state: 'cancelled',
            result: 'cancelled',
            reason: 'operator_cancel',
            source: 'operator',
            refund: { transaction: `refund-${ROUND_ID}`, amount: '2.50', status: 'pending' },
          },
        },
      },
    },
  ],
}
