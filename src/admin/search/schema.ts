// The search as JSON: what one text finds, by kind.

import { type Static, Type } from 'typebox'
import { TRANSACTION_KINDS } from '../../core/wallet-operation.ts'
import { textOrNull, time, uuid } from '../common-schema.ts'
import { RoundRow } from '../rounds/schema.ts'

export const SearchQuery = Type.Object({
  text: Type.Optional(
    Type.String({
      maxLength: 256,
      description: 'An id or the beginning of one (of ours: eight digits or more), or a tag.',
    }),
  ),
  projectId: Type.Optional(Type.String({ maxLength: 64, description: 'Only this project.' })),
})
export type SearchQuery = Static<typeof SearchQuery>

const OF_PLAYER = { projectId: Type.String(), playerId: Type.String() }

const Transaction = Type.Object({
  transaction: Type.String({ description: '`meta.transaction` of its wallet calls.' }),
  kind: Type.Enum([...TRANSACTION_KINDS]),
  round: RoundRow,
})

const Found = Type.Object({
  ...OF_PLAYER,
  isBlocked: Type.Boolean(),
  tags: Type.Array(Type.String()),
})

const Session = Type.Object({
  ...OF_PLAYER,
  sessionId: uuid,
  gameId: Type.String(),
  createdAt: time,
})

const Given = Type.Object({
  ...OF_PLAYER,
  id: uuid,
  externalId: textOrNull,
  gameId: Type.String(),
  status: Type.String(),
  createdAt: time,
})

export const SearchAnswer = Type.Object(
  {
    rounds: Type.Array(RoundRow),
    transactions: Type.Array(Transaction),
    players: Type.Array(Found),
    sessions: Type.Array(Session),
    grants: Type.Array(Given),
    targets: Type.Array(Given),
    isIncomplete: Type.Boolean({
      description: 'A database did not answer in time: there may be more.',
    }),
  },
  { description: 'At most five of each kind.' },
)
export type SearchAnswer = Static<typeof SearchAnswer>
