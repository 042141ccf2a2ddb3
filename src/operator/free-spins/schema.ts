// The free-spin methods of POST /gameActions.do: requests and answers. Source: operator API,
// "Free-spin methods" and "Free-spin grant".

import { type Static, Type } from 'typebox'
import { GRANT_STATUSES } from '../../core/grant.ts'
import { LIST_ITEMS_MAX } from '../../limits.ts'
import { currency, gameAction, ok, playerId } from '../common-schema.ts'

export const GRANT_SPINS_MAX = 1_000

const amount = (description: string) =>
  Type.String({ pattern: '^(0|[1-9][0-9]{0,12})(\\.[0-9]{1,2})?$', description })

export const FreespinsCreate = gameAction(
  'freespins_create',
  {
    player_id: playerId(
      'ascii',
      'Printable ASCII, no spaces. The player need not have played before.',
    ),
    currency,
    symbol: Type.String({ description: 'Game id, from `/games/health`.' }),
    count: Type.Integer({ minimum: 1, maximum: GRANT_SPINS_MAX, description: 'Spins.' }),
    bet: amount(
      'Total bet of one spin: one of the game’s bets in its base mode, within the project’s ' +
        'bet limits.',
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
          'Your id: 1-128 printable characters without spaces, unique among the project’s ' +
          'grants (ours: outcomes have separate ids).',
      }),
    ),
    meta: Type.Optional(
      Type.Object(
        {},
        {
          additionalProperties: true,
          description: 'Stored with the grant; at most 4096 bytes as JSON in UTF-8.',
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

export const FreespinsGet = gameAction('freespins_get', reference, 'One grant.')
export type FreespinsGet = Static<typeof FreespinsGet>

export const FreespinsCancel = gameAction(
  'freespins_cancel',
  reference,
  'Ends an active grant; a started spin finishes. A finished grant is returned unchanged.',
)
export type FreespinsCancel = Static<typeof FreespinsCancel>

const status = Type.Enum([...GRANT_STATUSES])

export const FreespinsList = gameAction(
  'freespins_list',
  {
    player_id: Type.Optional(playerId('any', 'Only this player.')),
    symbol: Type.Optional(Type.String()),
    currency: Type.Optional(currency),
    status: Type.Optional(status),
  },
  'The project’s grants that match every field sent, newest first.',
)
export type FreespinsList = Static<typeof FreespinsList>

const time = (description: string) => Type.String({ format: 'date-time', description })
const count = (description: string) => Type.Integer({ minimum: 0, description })

export const FreeSpinGrant = Type.Object(
  {
    grant_id: Type.String(),
    external_id: Type.Union([Type.String(), Type.Null()]),
    player_id: Type.String(),
    currency,
    symbol: Type.String(),
    provider: Type.String(),
    total: count('Spins granted.'),
    remaining: count('Spins left; 0 once the grant is finished.'),
    played: count('Spins whose round has ended.'),
    bet: amount('Bet of one spin.'),
    total_win: amount('Sum of the credited wins of the grant’s rounds.'),
    status,
    created_at: time('UTC.'),
    expires_at: time('UTC. From this instant on the grant is expired.'),
    finished_at: Type.Union([time('UTC.'), Type.Null()], {
      description: 'Null until finished; for an expired grant, its expiry.',
    }),
  },
  { description: 'A grant. Its `meta` is not shown (ours).' },
)
export type FreeSpinGrant = Static<typeof FreeSpinGrant>

export const GrantAnswer = Type.Object({ ...ok, grant: FreeSpinGrant })
export type GrantAnswer = Static<typeof GrantAnswer>

export const GrantsAnswer = Type.Object({
  ...ok,
  grants: Type.Array(FreeSpinGrant, { maxItems: LIST_ITEMS_MAX }),
})
export type GrantsAnswer = Static<typeof GrantsAnswer>
