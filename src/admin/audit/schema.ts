// The audit log, as JSON.

import { type Static, Type } from 'typebox'
import { cursorText, limitText, nextCursor, time } from '../common-schema.ts'

export const AuditQuery = Type.Object({
  action: Type.Optional(Type.String({ maxLength: 64 })),
  subject: Type.Optional(Type.String({ maxLength: 200 })),
  actor: Type.Optional(Type.String({ maxLength: 200 })),
  playerId: Type.Optional(
    Type.String({
      maxLength: 256,
      description: 'What was done to this player; `subject` is the project.',
    }),
  ),
  from: Type.Optional(Type.String({ maxLength: 40, description: 'ISO 8601; from then on.' })),
  to: Type.Optional(Type.String({ maxLength: 40, description: 'ISO 8601; before then.' })),
  limit: Type.Optional(limitText),
  cursor: Type.Optional(cursorText),
})
export type AuditQuery = Static<typeof AuditQuery>

export const AuditRecord = Type.Object({
  sequence: Type.String(),
  at: time,
  actor: Type.String(),
  origin: Type.String(),
  action: Type.String(),
  subject: Type.String(),
  before: Type.Unknown({ description: 'JSON; null: nothing was recorded.' }),
  after: Type.Unknown(),
})
export type AuditRecord = Static<typeof AuditRecord>

export const AuditChoices = Type.Object({
  actors: Type.Array(Type.String()),
  actions: Type.Array(Type.String()),
})
export type AuditChoices = Static<typeof AuditChoices>

export const AuditPage = Type.Object({ rows: Type.Array(AuditRecord), nextCursor })
export type AuditPage = Static<typeof AuditPage>

export const AuditCheck = Type.Object({
  head: Type.Optional(
    Type.String({
      pattern: '^[0-9]{1,18}:[0-9a-f]{64}$',
      description: 'The value that an earlier check returned: the log must still contain it.',
    }),
  ),
})

export const AuditVerdict = Type.Object({
  whole: Type.Boolean(),
  /** Of an intact log: keep it elsewhere. */
  head: Type.Union([Type.String(), Type.Null()]),
  /** Of a log that is not intact: the first wrong record, and what is wrong with it. */
  sequence: Type.Union([Type.String(), Type.Null()]),
  problem: Type.Union([Type.String(), Type.Null()]),
})
export type AuditVerdict = Static<typeof AuditVerdict>
