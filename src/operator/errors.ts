// Every public code of the operator API: its HTTP status and its meaning for operators. Contains
// the tables of the specification and nothing else. Source: operator API, "Errors".

export interface ErrorDescription {
  status: number
  /** Markdown, one paragraph. */
  meaning: string
}

export const OPERATOR_ERRORS = {
  UNAUTHORIZED: { status: 401, meaning: 'Unknown partner or wrong key; the answer is the same.' },
  IP_NOT_ALLOWED: {
    status: 403,
    meaning: "The caller's address is not in any of the project's networks.",
  },
  INVALID_REQUEST: {
    status: 400,
    meaning: 'Malformed body, or a missing, mistyped or unknown field.',
  },
  INVALID_IDEMPOTENCY_KEY: {
    status: 400,
    meaning: 'Not 1-128 printable ASCII characters, or sent twice.',
  },
  IDEMPOTENCY_CONFLICT: { status: 409, meaning: 'The same key was used with a different body.' },
  REQUEST_FAILED: {
    status: 400,
    meaning:
      'A failure without a public code. Retry once. Ours: with 503 while the node is full or ' +
      'stops; ' +
      'nothing was executed then.',
  },
  FORBIDDEN: {
    status: 403,
    meaning:
      'The action is not allowed for this caller. Ours: the project is switched off; nothing was ' +
      'executed, and rounds that have started finish.',
  },
  RATE_LIMITED: { status: 429, meaning: 'The quota is used up; nothing was executed.' },
  DATABASE_UNAVAILABLE: { status: 503, meaning: 'Storage cannot be reached.' },
  UNSUPPORTED_GAME: { status: 404, meaning: '`symbol` is not a published game.' },
  UNSUPPORTED_LANGUAGE: { status: 400, meaning: '`lang` is malformed or not offered by the game.' },
  REAL_MODE_DISABLED: { status: 400, meaning: '`gametype` is not `demo`.' },
  PROMO_UNSUPPORTED: { status: 400, meaning: 'The legacy field `freespins` was sent.' },
  ROUND_IN_PROGRESS: {
    status: 400,
    meaning: 'The player has an unfinished round of the game in another currency.',
  },
  BALANCE_UNAVAILABLE: { status: 400, meaning: "The wallet's `session_info` did not succeed." },
  INVALID_METHOD: { status: 400, meaning: '`method` is not a supported method.' },
  METHOD_RETIRED: {
    status: 400,
    meaning:
      '`freespins_set`, `freespins_delete`, or `freespins_get` without an id: retired methods.',
  },
  GAME_NOT_FOUND: { status: 404, meaning: '`symbol` is not a published game.' },
  DUPLICATE_EXTERNAL_ID: { status: 409, meaning: '`external_id` is already used in the project.' },
  PROJECT_BET_LIMIT: {
    status: 400,
    meaning: 'The bet is outside the limits of the project, the game or the player.',
  },
  INVALID_COUNT: { status: 400, meaning: '`count` is not an integer from 1 to 1000.' },
  INVALID_FREE_SPIN_BET: {
    status: 400,
    meaning: "`bet` is not a decimal string or not one of the game's bets in its base mode.",
  },
  INVALID_EXPIRY: {
    status: 400,
    meaning: '`expires_at` lacks a zone, is not ISO 8601, or is outside the range.',
  },
  FREE_SPINS_UNSUPPORTED: { status: 400, meaning: 'The game has no free spins.' },
  GRANT_NOT_FOUND: { status: 404, meaning: 'No grant has that id.' },
  FORCED_OUTCOMES_UNSUPPORTED: { status: 400, meaning: 'The game has no target outcomes.' },
  GAME_HAS_NO_BONUS: {
    status: 400,
    meaning: '`kind` is `bonus` and the game has no feature round.',
  },
  INVALID_MULTIPLIER: {
    status: 400,
    meaning: 'Not a positive number with at most 2 decimals and 7 digits before the point.',
  },
  MULTIPLIER_ABOVE_MAX_WIN: { status: 400, meaning: "Above the game's maximum win." },
  INVALID_SPIN_NUMBER: { status: 400, meaning: 'Not an integer from 1 to 100000.' },
  INVALID_KIND: { status: 400, meaning: 'Neither `spin` nor `bonus`.' },
  OUTCOME_NOT_FOUND: { status: 404, meaning: 'No outcome has that id.' },
  ROUND_NOT_FOUND: { status: 404, meaning: 'Not a round of the project.' },
  ROUND_NOT_CANCELLABLE: {
    status: 409,
    meaning:
      'The round is finished, its win is being credited, its result was shown, or it is a ' +
      'free-spin ' +
      'round.',
  },
  ROUND_BUSY: {
    status: 409,
    meaning: 'A wallet call of the round is in flight; retry after a few seconds.',
  },
  INVALID_PERIOD: {
    status: 400,
    meaning: 'The period is empty, backwards or longer than 366 days.',
  },
  INVALID_CURSOR: {
    status: 400,
    meaning: '`cursor` was not issued by us, or belongs to other filters.',
  },
  INVALID_GROUP_BY: {
    status: 400,
    meaning: '`group_by` is not an array of `day`, `symbol`, `currency`.',
  },
  INVALID_STATE: { status: 400, meaning: '`state` is not a supported state.' },
  INVALID_LIMIT: { status: 400, meaning: '`limit` is not an integer within its bounds.' },
  INVALID_FROM: { status: 400, meaning: '`from` is not an ISO date or date-time.' },
  INVALID_TO: { status: 400, meaning: '`to` is not an ISO date or date-time.' },
  INVALID_PLAYER_ID: { status: 400, meaning: '`player_id` is not a player id.' },
  INVALID_SYMBOL: { status: 400, meaning: '`symbol` is not a game id.' },
  INVALID_ROUND_ID: { status: 400, meaning: '`round_id` is not a round id.' },
  INVALID_ACTION: { status: 400, meaning: '`action` is not a supported action.' },
  INVALID_PLAYER: { status: 400, meaning: '`player_id` is missing or invalid.' },
  RTP_PROVIDER_UNSUPPORTED: { status: 400, meaning: '`provider` is not a supported provider.' },
  RTP_LEVEL_INVALID: { status: 400, meaning: '`rtp` is not a number with at most 2 decimals.' },
  RTP_LEVEL_OUT_OF_RANGE: { status: 400, meaning: '`rtp` is outside 60-100.' },
  RTP_POLICY_REQUIRED: {
    status: 400,
    meaning: 'The project has no provider RTP, so a new player cannot be bound.',
  },
  INVALID_REASON: { status: 400, meaning: '`reason` is not a string of up to 200 characters.' },
  INVALID_CURRENCY: { status: 400, meaning: '`currency` is malformed or not supported.' },
  INVALID_BET_LIMIT: {
    status: 400,
    meaning: 'A limit is not a digit string, is below 1, or the maximum is below the minimum.',
  },
  /** Ours: the path exists under another verb, or not at all. */
  METHOD_NOT_ALLOWED: {
    status: 405,
    meaning: 'Ours: the path exists under another verb, named in `Allow`.',
  },
  NOT_FOUND: { status: 404, meaning: 'Ours: no such path.' },
} as const satisfies Readonly<Record<string, ErrorDescription>>

export type OperatorErrorCode = keyof typeof OPERATOR_ERRORS

/** Any POST can be answered with these, whatever its method. */
export const POST_ERRORS = [
  'INVALID_REQUEST',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'RATE_LIMITED',
  'INVALID_IDEMPOTENCY_KEY',
  'IDEMPOTENCY_CONFLICT',
  'REQUEST_FAILED',
] as const satisfies readonly OperatorErrorCode[]

/**
 * Why a call was refused. Stored in this form for an Idempotency-Key, so its fields must not
 * change.
 */
export interface Refused {
  readonly ok: false
  readonly code: OperatorErrorCode
}

export function refuse(code: OperatorErrorCode): Refused {
  return { ok: false, code }
}
