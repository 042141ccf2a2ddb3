// The launch: its request and its answer. Source: operator API, "Launch request", "Launch
// response".

import { type Static, Type } from 'typebox'
import { closedObject, credentials, currency, ok, playerId } from '../common-schema.ts'

/** `gametype` and `freespins` accept any value here, because a wrong one has a separate code. */
export const LaunchRequest = closedObject({
  ...credentials,
  provider: Type.Literal('own', { description: 'Constant `own`.' }),
  player_id: playerId('any', 'The id that you use for the player.'),
  currency,
  symbol: Type.String({ description: 'Game id, from `/games/health`.' }),
  gametype: Type.String({ description: 'Constant `demo`; `REAL_MODE_DISABLED` otherwise.' }),
  lang: Type.Optional(
    Type.String({
      description:
        "BCP 47; case-insensitive, `_` for `-`. Missing: the project's default language.",
    }),
  ),
  client_platform: Type.Optional(
    Type.Enum(['desktop', 'mobile'], {
      description: 'Selects the client of `provider_b` games; `desktop` when missing.',
    }),
  ),
  region: Type.Optional(
    Type.Enum(['RU', 'NONE'], { description: 'Accepted for compatibility; changes nothing.' }),
  ),
  freespins: Type.Optional(
    Type.Unknown({ deprecated: true, description: 'Retired: `PROMO_UNSUPPORTED`.' }),
  ),
})

export const LaunchAnswer = Type.Object({
  ...ok,
  link: Type.String({
    description:
      'Address of the game client, with the session token: give it only to that player, never ' +
      'log it.',
  }),
  meta: Type.Object(
    {
      session_id: Type.String({ description: 'Session id, also in wallet callbacks.' }),
      currency,
      language: Type.String({ description: 'Standard language code of the session.' }),
      mode: Type.Literal('TEST_ONLY'),
    },
    { description: 'May contain more informational fields; ignore unknown ones.' },
  ),
})
export type LaunchAnswer = Static<typeof LaunchAnswer>
