// The operator API's requests and answers as TypeBox schemas: what validates is what is documented.

import { type Static, Type } from 'typebox'
import { CURRENCIES } from '../core/money.ts'
import { PLAYER_ID_MAX_CHARS } from '../limits.ts'

/** The first fields of every request. */
export const credentials = {
  partner: Type.String({ description: 'Project id.' }),
  api_key: Type.String({ description: 'Project secret key.' }),
}

/**
 * `gametype` and `freespins` are open here because a wrong one has a code of its own.
 * Source: operator API, "Launch request".
 */
export const LaunchRequest = Type.Object(
  {
    ...credentials,
    provider: Type.Literal('own'),
    player_id: Type.String({ minLength: 1, maxLength: 2 * PLAYER_ID_MAX_CHARS }),
    currency: Type.Enum([...CURRENCIES]),
    symbol: Type.String({ description: 'Game id, from `/games/health`.' }),
    gametype: Type.String({ description: 'Constant `demo`.' }),
    lang: Type.Optional(Type.String({ description: 'BCP 47; case-insensitive, `_` for `-`.' })),
    client_platform: Type.Optional(Type.Enum(['desktop', 'mobile'])),
    region: Type.Optional(Type.Enum(['RU', 'NONE'])),
    freespins: Type.Optional(Type.Unknown({ description: 'Retired: PROMO_UNSUPPORTED.' })),
  },
  { additionalProperties: false },
)
export type LaunchRequest = Static<typeof LaunchRequest>

export interface LaunchAnswer {
  status: 'ok'
  link: string
  meta: { session_id: string; currency: string; language: string; mode: 'TEST_ONLY' }
}

/** One row of `GET /games/health`. */
export interface GameHealth {
  game_id: string
  languages: readonly string[]
  free_spins: boolean
  target_outcomes: boolean
}
