// POST /playerRtp.do: one request per action, one answer for all. Source: operator API, "POST
// {base_url}/playerRtp.do" and "Player RTP record".

import { type Static, type TProperties, Type } from 'typebox'
import { REASON_MAX_CHARS } from '../../core/reason.ts'
import { JOURNAL_ENTRIES } from '../../limits.ts'
import {
  closedObject,
  credentials,
  currency,
  ok,
  PROVIDERS,
  playerId,
  provider,
} from '../common-schema.ts'

/** Fields in the order in which wrong ones are reported. */
const request = <Action extends string, Fields extends TProperties>(
  action: Action,
  fields: Fields,
  description: string,
) =>
  closedObject(
    {
      ...credentials,
      action: Type.Literal(action),
      player_id: playerId('any', 'The player, as at launch.'),
      provider: Type.Optional(
        Type.Enum([...PROVIDERS], {
          description:
            'Whose level it is, and in whose games a bet limit applies. Pass it explicitly.',
          default: 'provider_a',
        }),
      ),
      ...fields,
    },
    { description },
  )

const reason = Type.Optional(
  Type.String({
    maxLength: REASON_MAX_CHARS,
    description: `Up to ${REASON_MAX_CHARS} characters, shown in the journal.`,
  }),
)

export const PlayerRtpGet = request(
  'get',
  {},
  'The player’s level with the provider, bet limits and journal. Does not store the player.',
)

export const PlayerRtpSet = request(
  'set',
  {
    rtp: Type.Union([Type.String(), Type.Number()], {
      description: 'Percent, 60-100, at most two decimals; as a number or a decimal text.',
    }),
    reason,
  },
  'Sets a manual level from the next round on, which is not capped by the provider RTP. It ' +
    'freezes the adaptive rule. A new player is bound first.',
)

export const PlayerRtpAuto = request(
  'auto',
  { reason },
  'Returns to the player’s automatic level. A new player is bound.',
)

const bound = (description: string) => Type.Union([Type.String(), Type.Null()], { description })

export const PlayerRtpBetLimit = request(
  'bet-limit',
  {
    currency,
    min_minor: bound('Digits, minor units, at least 1. Null together with `max_minor`: no limit.'),
    max_minor: bound('Digits, minor units, at least `min_minor`.'),
  },
  'Sets the player’s limit for the total stake of a round, in one currency with one provider.',
)

const bps = Type.Integer({ description: 'Basis points: 9450 is 94.50 %.' })
const bpsOrNull = Type.Union([bps, Type.Null()])
const time = Type.String({ format: 'date-time' })

export const PlayerRtpAnswer = Type.Object({
  ...ok,
  player: Type.Object({
    bound: Type.Boolean({ description: 'The player has a personal level with this provider.' }),
    startBps: {
      ...bpsOrNull,
      description: 'Not bound: the level that the player would start with now (ours).',
    },
    currentBps: {
      ...bpsOrNull,
      description: 'The automatic level; a manual level does not change it.',
    },
    mode: Type.Enum(['auto', 'manual']),
    roundsSinceAdjust: Type.Integer({
      description: 'Rounds that counted toward the adaptive rule since its last step.',
    }),
    providerBps: { ...bpsOrNull, description: 'The provider RTP of the project.' },
    effective: Type.Union(
      [Type.Object({ bps, source: Type.Enum(['player', 'provider-cap', 'manual']) }), Type.Null()],
      { description: 'The level in use; null is natural mathematics (ours).' },
    ),
    betLimits: Type.Array(
      Type.Object({
        currency,
        provider,
        min_minor: Type.String(),
        max_minor: Type.String(),
        updated_at: time,
      }),
      { description: 'Of every provider, by currency and provider. The fields are ours.' },
    ),
    journal: Type.Array(
      Type.Object({
        at: time,
        change: Type.Enum(['bind', 'set', 'auto', 'lower', 'restore', 'bet-limit']),
        from_bps: bpsOrNull,
        to_bps: bpsOrNull,
        reason: Type.Union([Type.String(), Type.Null()]),
        by: Type.Enum(['operator', 'admin', 'adaptive']),
      }),
      { maxItems: JOURNAL_ENTRIES, description: 'Newest first. The fields are ours.' },
    ),
  }),
})
export type PlayerRtpAnswer = Static<typeof PlayerRtpAnswer>
