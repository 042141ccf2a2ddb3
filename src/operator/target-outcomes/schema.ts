// The target-outcome methods of POST /gameActions.do: requests and answers. Source: operator API,
// "Target-outcome methods" and "Target outcome".

import { type Static, Type } from 'typebox'
import { TARGET_KINDS, TARGET_STATUSES } from '../../core/target-outcome.ts'
import { LIST_ITEMS_MAX } from '../../limits.ts'
import { gameAction, ok, playerId, provider } from '../common-schema.ts'

const EXTERNAL_ID_MAX_CHARS = 128
export const COMMENT_MAX_CHARS = 500
export const SPIN_NUMBER_MAX = 100_000

const kind = Type.Enum([...TARGET_KINDS])
const status = Type.Enum([...TARGET_STATUSES])

export const OutcomeScheduleRequest = gameAction('outcome_schedule', {
  player_id: playerId(
    'printable',
    '1-128 printable characters, spaces included. Ours: the player need not have played; the ' +
      'first request stores the id.',
  ),
  symbol: Type.String({ description: 'A game with `target_outcomes` true in `/games/health`.' }),
  multiplier: Type.Union([Type.Number(), Type.String()], {
    description:
      'Target win in base bets: positive, at most 2 decimals, at most 7 digits before the ' +
      'point, not above the maximum win of the game. Ours: text has no sign, exponent or ' +
      'leading zero.',
  }),
  kind: Type.Optional(
    Type.Enum([...TARGET_KINDS], {
      description:
        '`spin` (default): a win without the feature. `bonus`: a win with the feature, ' +
        'triggered or bought.',
    }),
  ),
  spin_number: Type.Optional(
    Type.Integer({ minimum: 1, maximum: SPIN_NUMBER_MAX, description: 'Default 1.' }),
  ),
  expires_at: Type.Optional(
    Type.String({
      description: 'ISO 8601 with a zone, in 1 hour to 90 days. Default: in 7 days.',
    }),
  ),
  external_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: EXTERNAL_ID_MAX_CHARS,
      description:
        '1-128 printable characters without spaces, unique among the outcomes of the project.',
    }),
  ),
  comment: Type.Optional(
    Type.String({
      maxLength: COMMENT_MAX_CHARS,
      description: 'Free text of at most 500 characters.',
    }),
  ),
})
export type OutcomeScheduleRequest = Static<typeof OutcomeScheduleRequest>

const reference = {
  outcome_id: Type.Optional(Type.String({ description: "The platform's id." })),
  external_id: Type.Optional(Type.String({ description: "The operator's id." })),
}
const exactlyOne = 'Exactly one of `outcome_id` and `external_id`; for a cancel that is ours.'

export const OutcomeGetRequest = gameAction('outcome_get', reference, exactlyOne)
export const OutcomeCancelRequest = gameAction('outcome_cancel', reference, exactlyOne)

export const OutcomeListRequest = gameAction(
  'outcome_list',
  {
    player_id: Type.Optional(playerId('any', 'Only this player.')),
    symbol: Type.Optional(Type.String()),
    status: Type.Optional(status),
  },
  'Only entries that match every filter. Ours: an unknown player or game gives an empty list.',
)
export type OutcomeListRequest = Static<typeof OutcomeListRequest>

const time = (description: string) => Type.String({ format: 'date-time', description })

export const Outcome = Type.Object({
  outcome_id: Type.String(),
  external_id: Type.Union([Type.String(), Type.Null()]),
  player_id: Type.String(),
  symbol: Type.String(),
  provider,
  kind,
  multiplier: Type.String({
    description: 'Target win in base bets, as the shortest text: `25`, `2.5`, `0.05` (ours).',
  }),
  spin_number: Type.Integer({ minimum: 1 }),
  paid_spins_since: Type.Integer({
    minimum: 0,
    description:
      'Paid spins counted so far, 0 before the entry is ready. Ours: it stops at the spin that ' +
      'applied the entry, at its expiry or its cancel; a round that was rejected or refunded ' +
      'does not count.',
  }),
  status,
  variants: Type.Array(Type.String(), {
    description:
      'Modes of the game that a round was found in, for example `base` and `buy`; empty while ' +
      'searching. The names are ours.',
  }),
  comment: Type.Union([Type.String(), Type.Null()]),
  created_at: time('When it was scheduled.'),
  expires_at: time('From this instant on it is not applied.'),
  applied_at: Type.Union([time('When its round was opened.'), Type.Null()]),
  round_id: Type.Union([Type.String(), Type.Null()]),
})
export type Outcome = Static<typeof Outcome>

export const OutcomeAnswer = Type.Object({ ...ok, outcome: Outcome })
export type OutcomeAnswer = Static<typeof OutcomeAnswer>

export const OutcomesAnswer = Type.Object({
  ...ok,
  outcomes: Type.Array(Outcome, { maxItems: LIST_ITEMS_MAX, description: 'Newest first.' }),
})
export type OutcomesAnswer = Static<typeof OutcomesAnswer>
