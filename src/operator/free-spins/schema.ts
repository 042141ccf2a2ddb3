// The free-spin methods of POST /gameActions.do as TypeBox schemas: what validates is what is
// documented. Source: operator API, "Free-spin methods" and "Free-spin grant".

import { type Static, type TProperties, Type } from 'typebox'
import { GRANT_STATUSES } from '../../core/grant.ts'
import { CURRENCIES } from '../../core/money.ts'
import { LIST_ITEMS_MAX, PLAYER_ID_MAX_CHARS } from '../../limits.ts'
import { credentials } from '../../wire/operator-api.ts'
import { COUNT_MAX } from './fields.ts'

const request = <Name extends string, Fields extends TProperties>(
  method: Name,
  fields: Fields,
  description: string,
) =>
  Type.Object(
    { ...credentials, method: Type.Literal(method), ...fields },
    { additionalProperties: false, title: method, description },
  )

const Amount = (description: string) =>
  Type.String({ pattern: '^(0|[1-9][0-9]{0,12})(\\.[0-9]{1,2})?$', description })

export const FreespinsCreate = request(
  'freespins_create',
  {
    player_id: Type.String({
      minLength: 1,
      maxLength: PLAYER_ID_MAX_CHARS,
      pattern: '^[!-~]+$',
      description: 'Printable ASCII, no spaces. A player who has never played is fine.',
    }),
    currency: Type.Enum([...CURRENCIES]),
    symbol: Type.String({ description: 'Game id, from `/games/health`.' }),
    count: Type.Integer({ minimum: 1, maximum: COUNT_MAX, description: 'Spins.' }),
    bet: Amount(
      'Total bet of one spin: one of the game’s own bets in its base mode, within the project’s bet limits.',
    ),
    expires_at: Type.Optional(
      Type.String({
        description: 'ISO 8601 with a zone, from an hour to 30 days from now. Missing: 7 days.',
      }),
    ),
    external_id: Type.Optional(
      Type.String({
        minLength: 1,
        description:
          'Your own id: 1-128 printable characters without spaces, unique among the project’s ' +
          'grants (ours: outcomes have ids of their own).',
      }),
    ),
    meta: Type.Optional(
      Type.Object(
        {},
        {
          additionalProperties: true,
          description: 'Kept with the grant; at most 4096 bytes as JSON in UTF-8.',
        },
      ),
    ),
  },
  'Gives a player free spins in one game at a fixed bet.',
)
export type FreespinsCreate = Static<typeof FreespinsCreate>

const reference = {
  grant_id: Type.Optional(Type.String({ description: 'Exactly one of the two ids.' })),
  external_id: Type.Optional(Type.String({ description: 'Exactly one of the two ids.' })),
}

export const FreespinsGet = request('freespins_get', reference, 'One grant.')
export type FreespinsGet = Static<typeof FreespinsGet>

export const FreespinsCancel = request(
  'freespins_cancel',
  reference,
  'Ends an active grant; a started spin finishes. A grant that is finished is answered unchanged.',
)
export type FreespinsCancel = Static<typeof FreespinsCancel>

const Status = Type.Enum([...GRANT_STATUSES])

export const FreespinsList = request(
  'freespins_list',
  {
    player_id: Type.Optional(Type.String()),
    symbol: Type.Optional(Type.String()),
    currency: Type.Optional(Type.Enum([...CURRENCIES])),
    status: Type.Optional(Status),
  },
  'The project’s grants that match every field sent, newest first.',
)
export type FreespinsList = Static<typeof FreespinsList>

const Time = (description: string) => Type.String({ format: 'date-time', description })
const Count = (description: string) => Type.Integer({ minimum: 0, description })

export const FreeSpinGrant = Type.Object(
  {
    grant_id: Type.String({ format: 'uuid' }),
    external_id: Type.Union([Type.String(), Type.Null()]),
    player_id: Type.String(),
    currency: Type.Enum([...CURRENCIES]),
    symbol: Type.String(),
    provider: Type.String(),
    total: Count('Spins granted.'),
    remaining: Count('Spins left; 0 once the grant is finished.'),
    played: Count('Spins whose round has ended.'),
    bet: Amount('Bet of one spin.'),
    total_win: Amount('Sum of the credited wins of the grant’s rounds.'),
    status: Status,
    created_at: Time('UTC.'),
    expires_at: Time('UTC. From this instant on the grant is expired.'),
    finished_at: Type.Union([Time('UTC.'), Type.Null()], {
      description: 'Null until finished; of an expired grant its expiry.',
    }),
  },
  { title: 'FreeSpinGrant', description: 'A grant. Its `meta` is not shown (ours).' },
)
export type FreeSpinGrant = Static<typeof FreeSpinGrant>

export const GrantAnswer = Type.Object({ status: Type.Literal('ok'), grant: FreeSpinGrant })
export type GrantAnswer = Static<typeof GrantAnswer>

export const GrantsAnswer = Type.Object({
  status: Type.Literal('ok'),
  grants: Type.Array(FreeSpinGrant, { maxItems: LIST_ITEMS_MAX }),
})
export type GrantsAnswer = Static<typeof GrantsAnswer>
