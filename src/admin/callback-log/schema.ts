// The log of wallet calls, as JSON.

import { type Static, Type } from 'typebox'
import { CALLBACK_CODES, DROPPED } from '../../core/callback-record.ts'
import { WALLET_METHODS } from '../../core/wallet-operation.ts'
import { cursorText, limitText, nextCursor, textOrNull, time } from '../common-schema.ts'

const numberOrNull = Type.Union([Type.Number(), Type.Null()])
const end = (description: string) => Type.Optional(Type.String({ maxLength: 40, description }))

export const CallbackLogQuery = Type.Object({
  method: Type.Optional(Type.Enum([...WALLET_METHODS])),
  outcome: Type.Optional(
    Type.Enum(['ok', 'refused', 'failed'], {
      description: '`failed`: no clear answer; the call is repeated where money depends on it.',
    }),
  ),
  code: Type.Optional(Type.Enum([...CALLBACK_CODES, DROPPED])),
  playerId: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
  sessionId: Type.Optional(
    Type.String({ maxLength: 36, description: 'Needs `playerId` as well.' }),
  ),
  roundId: Type.Optional(Type.String({ maxLength: 36 })),
  from: end('ISO 8601; from then on.'),
  to: end('ISO 8601; before then.'),
  limit: Type.Optional(limitText),
  cursor: Type.Optional(cursorText),
})
export type CallbackLogQuery = Static<typeof CallbackLogQuery>

const call = {
  callId: Type.String(),
  at: { ...time, description: 'When the call began.' },
  method: Type.Union([Type.Enum([...WALLET_METHODS]), Type.Null()], {
    description: 'Null: this row is not a call but the number of calls that were not kept.',
  }),
  outcome: Type.Enum(['ok', 'refused', 'failed', 'dropped']),
  code: Type.Enum([...CALLBACK_CODES, DROPPED], {
    description:
      '`CALLBACK_HTTP_ERROR`: the wallet answered non-2xx. `INVALID_CALLBACK_RESPONSE`: the ' +
      'answer is not valid JSON, has a wrong status or another currency. The other codes are ' +
      'ours.',
  }),
  detail: textOrNull,
  playerId: textOrNull,
  sessionId: textOrNull,
  roundId: textOrNull,
  transactionId: textOrNull,
  currency: textOrNull,
  attempt: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Of a money operation, from 1.',
  }),
  latencyMs: Type.Number(),
  httpStatus: numberOrNull,
  answerBytes: Type.Integer(),
  standsFor: Type.Integer({
    description:
      'How many clearly answered calls this one represents; or how many calls were not kept.',
  }),
  node: Type.String(),
}
export const CallbackLogRow = Type.Object(call)
export type CallbackLogRow = Static<typeof CallbackLogRow>

export const CallbackLogPage = Type.Object({
  rows: Type.Array(CallbackLogRow, { description: 'Newest first.' }),
  nextCursor,
  databasesAway: Type.Integer({
    description: 'Databases that did not answer: calls of their players are missing.',
  }),
})
export type CallbackLogPage = Static<typeof CallbackLogPage>

export const CallbackLogCall = Type.Object({
  ...call,
  requestBody: Type.Union([Type.String(), Type.Null()], {
    description: 'As sent, with the API key removed.',
  }),
  answerBody: Type.Union([Type.String(), Type.Null()], {
    description: 'The first 2 KB with secrets removed; null: no answer came, or it is not text.',
  }),
})
export type CallbackLogCall = Static<typeof CallbackLogCall>
