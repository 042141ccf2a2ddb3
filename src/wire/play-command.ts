// What every command of a play socket has: its type and its request id. Names no command.

import { Type } from 'typebox'
import { DAY_MS } from '../core/time.ts'
import { REQUESTS_REMEMBERED_MS } from '../limits.ts'

export const RequestId = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '^[!-~]+$',
  description:
    'Chosen by the client, unique per player. A command repeated with the same id is the same ' +
    'command: it is answered from the record. Request ids are remembered for ' +
    `${REQUESTS_REMEMBERED_MS / DAY_MS} days.`,
})
export const RoundId = Type.String({ format: 'uuid', minLength: 36, maxLength: 36 })

export const command = <K extends string, P extends Record<string, ReturnType<typeof Type.String>>>(
  type: K,
  properties: P,
  description: string,
) =>
  Type.Object(
    { type: Type.Literal(type), requestId: RequestId, ...properties },
    { additionalProperties: false, description, title: type },
  )
