// What every public code means, as operators read it, and which codes answer on every path.

import type { OperatorErrorCode } from '../../core/error-codes.ts'

export const MEANINGS: Readonly<Record<OperatorErrorCode, string>> = {
  UNAUTHORIZED: 'Unknown partner or wrong key; the two cases are one.',
  IP_NOT_ALLOWED: "The caller's address is in none of the project's networks.",
  INVALID_REQUEST: 'Malformed body, or a missing, mistyped or unknown field.',
  INVALID_IDEMPOTENCY_KEY: 'Not 1-128 printable ASCII characters, or sent twice.',
  IDEMPOTENCY_CONFLICT: 'The same key was used with a different body.',
  REQUEST_FAILED:
    'A failure without a public code. Retry once. Ours: with 503 while the node is full or stops; ' +
    'nothing was executed then.',
  FORBIDDEN: 'The action is not allowed for this caller.',
  RATE_LIMITED: 'The quota is used up; nothing was executed.',
  DATABASE_UNAVAILABLE: 'Storage cannot be reached.',
  UNSUPPORTED_GAME: '`symbol` is not a published game.',
  UNSUPPORTED_LANGUAGE: '`lang` is malformed or not offered by the game.',
  REAL_MODE_DISABLED: '`gametype` is not `demo`.',
  PROMO_UNSUPPORTED: 'The legacy field `freespins` was sent.',
  ROUND_IN_PROGRESS: 'The player has an unfinished round of the game in another currency.',
  BALANCE_UNAVAILABLE: "The wallet's `session_info` did not succeed.",
  INVALID_METHOD: '`method` is none of the supported ones.',
  METHOD_RETIRED:
    '`freespins_set`, `freespins_delete`, or `freespins_get` without an id: retired methods.',
  GAME_NOT_FOUND: '`symbol` is not a published game.',
  DUPLICATE_EXTERNAL_ID: '`external_id` is already used in the project.',
  PROJECT_BET_LIMIT: 'The bet is outside the limits of the project, the game or the player.',
  INVALID_COUNT: '`count` is not an integer from 1 to 1000.',
  INVALID_FREE_SPIN_BET:
    "`bet` is not a decimal string or not one of the game's bets in its base mode.",
  INVALID_EXPIRY: '`expires_at` lacks a zone, is not ISO 8601, or is outside the range.',
  FREE_SPINS_UNSUPPORTED: 'The game has no free spins.',
  GRANT_NOT_FOUND: 'No grant has that id.',
  FORCED_OUTCOMES_UNSUPPORTED: 'The game has no target outcomes.',
  GAME_HAS_NO_BONUS: '`kind` is `bonus` and the game has no feature round.',
  INVALID_MULTIPLIER:
    'Not a positive number with at most 2 decimals and 7 digits before the point.',
  MULTIPLIER_ABOVE_MAX_WIN: "Above the game's maximum win.",
  INVALID_SPIN_NUMBER: 'Not an integer from 1 to 100000.',
  INVALID_KIND: 'Neither `spin` nor `bonus`.',
  OUTCOME_NOT_FOUND: 'No outcome has that id.',
  ROUND_NOT_FOUND: 'Not a round of the project.',
  ROUND_NOT_CANCELLABLE:
    'The round is finished, its win is being credited, its result was shown, or it is a free-spin ' +
    'round.',
  ROUND_BUSY: 'A wallet call of the round is in flight; retry after a few seconds.',
  INVALID_PERIOD: 'The period is empty, backwards or longer than 366 days.',
  INVALID_CURSOR: '`cursor` is none of ours, or belongs to other filters.',
  INVALID_GROUP_BY: '`group_by` is not an array of `day`, `symbol`, `currency`.',
  INVALID_CURRENCY: '`currency` is malformed or not supported.',
  INVALID_STATE: '`state` is none of the supported ones.',
  INVALID_LIMIT: '`limit` is not an integer within its bounds.',
  INVALID_FROM: '`from` is not an ISO date or date-time.',
  INVALID_TO: '`to` is not an ISO date or date-time.',
  INVALID_PLAYER_ID: '`player_id` is not a player id.',
  INVALID_SYMBOL: '`symbol` is not a game id.',
  INVALID_ROUND_ID: '`round_id` is not a round id.',
  INVALID_ACTION: '`action` is none of the supported ones.',
  INVALID_PLAYER: '`player_id` is missing or invalid.',
  RTP_PROVIDER_UNSUPPORTED: '`provider` is none of the supported ones.',
  RTP_LEVEL_INVALID: '`rtp` is not a number with at most 2 decimals.',
  RTP_LEVEL_OUT_OF_RANGE: '`rtp` is outside 60-100.',
  RTP_POLICY_REQUIRED: 'The project has no provider RTP, so a new player cannot be bound.',
  INVALID_REASON: '`reason` is not a string of up to 200 characters.',
  INVALID_BET_LIMIT:
    'A limit is not a digit string, is below 1, or the maximum is below the minimum.',
  METHOD_NOT_ALLOWED: 'Ours: the path exists under another verb, named in `Allow`.',
  NOT_FOUND: 'Ours: no such path.',
}

/** Any POST can answer these, whatever its method. */
export const POST_ERRORS = [
  'INVALID_REQUEST',
  'UNAUTHORIZED',
  'RATE_LIMITED',
  'INVALID_IDEMPOTENCY_KEY',
  'IDEMPOTENCY_CONFLICT',
  'REQUEST_FAILED',
] as const satisfies readonly OperatorErrorCode[]
