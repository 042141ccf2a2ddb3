// Every public code of the operator API: its HTTP status, its meaning for operators, and what an
// answer says besides the code. Contains the tables of the specification and the additions that are
// marked as ours. Source: operator API, "Errors".

import { type Static, Type } from 'typebox'
import type { UnknownReason } from '../core/wallet-operation.ts'

export interface ErrorDescription {
  status: number
  /** Markdown, one paragraph. */
  meaning: string
  /** An example of what the answer says besides the code. */
  details?: RefusalDetails
}

/** Why a call to the wallet had no clear answer, as operators are shown it. */
export const WALLET_CAUSES = [
  'timeout',
  'connection',
  'tls',
  'http_status',
  'invalid_answer',
  'refused',
  'address_refused',
  'busy',
] as const

const BODY_CAUSES = ['too_large', 'content_type', 'not_json'] as const

/**
 * What an answer says besides its code: enough to mend the call, and nothing of another project, of
 * the platform's inside or of the wallet's answer.
 */
export const RefusalDetails = Type.Object({
  field: Type.Optional(
    Type.String({
      description:
        'Ours, with `INVALID_REQUEST`: the first field that is missing, wrong or unknown; within ' +
        'a field its path, in the form `list[2].name`; at most 100 characters. Absent if an ' +
        'unknown field has a name unlike those of the API, and if the body as a whole is wrong: ' +
        '`cause` says how.',
    }),
  ),
  address: Type.Optional(
    Type.Union([Type.String(), Type.Null()], {
      description:
        "Ours, with `IP_NOT_ALLOWED`: the caller's address as the platform saw it; null if a " +
        'trusted proxy named no readable one.',
    }),
  ),
  cause: Type.Optional(
    Type.Enum([...WALLET_CAUSES, ...BODY_CAUSES], {
      description:
        'Ours, with `INVALID_REQUEST`, if the body as a whole is wrong. `too_large`: more than ' +
        '64 KB. `content_type`: not `application/json`. `not_json`: not a JSON object in UTF-8, ' +
        'or a key twice in one object. With `BALANCE_UNAVAILABLE`: `timeout`: the answer of the ' +
        'wallet was not complete within 2 seconds. `connection`: there was no connection, or it ' +
        'broke. `tls`: the certificate is not trusted, or TLS failed otherwise. `http_status`: a ' +
        'status other than 200. `invalid_answer`: not JSON, another currency, or not a balance ' +
        'with at most two decimals. `refused`: `status` was `error`. `address_refused`: the host ' +
        'leads to an address that may not be called. `busy`: too many calls to the wallet were ' +
        'under way, nothing was sent.',
    }),
  ),
})
export type RefusalDetails = Readonly<Static<typeof RefusalDetails>>
export type WalletCause = (typeof WALLET_CAUSES)[number]
/** What is wrong with a body as a whole. */
export type BodyCause = (typeof BODY_CAUSES)[number]

const CAUSES: Readonly<Record<UnknownReason, WalletCause>> = {
  timeout: 'timeout',
  network: 'connection',
  'http-status': 'http_status',
  'invalid-answer': 'invalid_answer',
  'wallet-error': 'refused',
  'address-refused': 'address_refused',
  'too-many-calls': 'busy',
}

/** Codes of Node and OpenSSL for a certificate that is not trusted, or a handshake that failed. */
const TLS_CODE = /^(ERR_TLS_|ERR_SSL_|EPROTO$)|CERT|CRL|ISSUER|SIGNATURE/

/** @param detail of a failed connection: its error code, as the wallet client gives it */
export function walletCause(reason: UnknownReason, detail: string): WalletCause {
  return reason === 'network' && TLS_CODE.test(detail) ? 'tls' : CAUSES[reason]
}

const error = (status: number, meaning: string, details?: RefusalDetails): ErrorDescription => ({
  status,
  meaning,
  ...(details === undefined ? {} : { details }),
})

export const OPERATOR_ERRORS = {
  UNAUTHORIZED: error(401, 'Unknown partner or wrong key; the answer is the same.'),
  IP_NOT_ALLOWED: error(403, "The caller's address is not in any of the project's networks.", {
    address: '203.0.113.7',
  }),
  INVALID_REQUEST: error(400, 'Malformed body, or a missing, mistyped or unknown field.', {
    field: 'player_id',
  }),
  INVALID_IDEMPOTENCY_KEY: error(400, 'Not 1-128 printable ASCII characters, or sent twice.'),
  IDEMPOTENCY_CONFLICT: error(409, 'The same key was used with a different body.'),
  REQUEST_FAILED: error(
    400,
    'A failure without a public code. Repeat once. Ours: with 503 while the node is full or ' +
      'stops; nothing was executed then.',
  ),
  FORBIDDEN: error(
    403,
    'The action is not allowed for this caller. Ours: the project is switched off; nothing was ' +
      'executed, and rounds that have started finish.',
  ),
  RATE_LIMITED: error(429, 'The quota is used up; nothing was executed.'),
  DATABASE_UNAVAILABLE: error(503, 'Storage cannot be reached.'),
  UNSUPPORTED_GAME: error(404, '`symbol` is not a published game.'),
  UNSUPPORTED_LANGUAGE: error(400, '`lang` is malformed or not offered by the game.'),
  REAL_MODE_DISABLED: error(400, '`gametype` is not `demo`.'),
  PROMO_UNSUPPORTED: error(400, 'The legacy field `freespins` was sent.'),
  ROUND_IN_PROGRESS: error(
    400,
    'The player has an unfinished round of the game in another currency.',
  ),
  BALANCE_UNAVAILABLE: error(
    400,
    "The wallet's `session_info` did not succeed; `cause` says why.",
    {
      cause: 'timeout',
    },
  ),
  PLAYER_BLOCKED: error(
    403,
    "Ours: the platform's support has blocked the player; the wallet was not called and no " +
      'session was created. A launch that continues an unfinished round of the game is not ' +
      'refused.',
  ),
  INVALID_METHOD: error(
    400,
    '`method` is missing or none of the methods that are listed for `POST /gameActions.do`.',
  ),
  METHOD_RETIRED: error(
    400,
    '`freespins_set`, `freespins_delete`, or `freespins_get` without an id: retired methods.',
  ),
  GAME_NOT_FOUND: error(404, '`symbol` is not a published game.'),
  DUPLICATE_EXTERNAL_ID: error(409, '`external_id` is already used in the project.'),
  PROJECT_BET_LIMIT: error(
    400,
    'The bet is outside the limits of the project, the game or the player: `project_get` shows ' +
      'the first two, `get` of `/playerRtp.do` those of the player.',
  ),
  INVALID_COUNT: error(400, '`count` is not an integer from 1 to 1000.'),
  INVALID_FREE_SPIN_BET: error(
    400,
    'Not decimal text such as `"0.20"` (a JSON number is refused), or not one of the `bets` of ' +
      'the game in this currency in `/games/catalog`.',
  ),
  INVALID_EXPIRY: error(
    400,
    '`expires_at` lacks a zone, is not ISO 8601, or is outside the range.',
  ),
  FREE_SPINS_UNSUPPORTED: error(400, 'The game has no free spins.'),
  GRANT_NOT_FOUND: error(404, 'No grant has that id.'),
  FORCED_OUTCOMES_UNSUPPORTED: error(400, 'The game has no target outcomes.'),
  GAME_HAS_NO_BONUS: error(400, '`kind` is `bonus` and the game has no feature round.'),
  INVALID_MULTIPLIER: error(
    400,
    'Not a positive number with at most 2 decimals and 7 digits before the point.',
  ),
  MULTIPLIER_ABOVE_MAX_WIN: error(400, "Above the game's maximum win."),
  INVALID_SPIN_NUMBER: error(400, 'Not an integer from 1 to 100000.'),
  INVALID_KIND: error(400, 'Neither `spin` nor `bonus`.'),
  OUTCOME_NOT_FOUND: error(404, 'No outcome has that id.'),
  ROUND_NOT_FOUND: error(404, 'Not a round of the project.'),
  ROUND_NOT_CANCELLABLE: error(
    409,
    'The round is finished, its win is being credited, its result was shown, or it is a ' +
      'free-spin round.',
  ),
  ROUND_BUSY: error(409, 'A wallet call of the round is in flight; repeat after a few seconds.'),
  INVALID_PERIOD: error(400, 'The period is empty, backwards or longer than 366 days.'),
  INVALID_CURSOR: error(400, '`cursor` was not issued by us, or belongs to other filters.'),
  INVALID_GROUP_BY: error(400, '`group_by` is not an array of `day`, `symbol`, `currency`.'),
  INVALID_STATE: error(
    400,
    'Not `settled`, `pending`, `cancelled` or `rejected`. Rows with another `state`, such as ' +
      '`debit_pending`, are found by `pending`.',
  ),
  INVALID_LIMIT: error(400, '`limit` is not an integer within its bounds.'),
  INVALID_FROM: error(400, '`from` is not an ISO date or date-time.'),
  INVALID_TO: error(400, '`to` is not an ISO date or date-time.'),
  INVALID_PLAYER_ID: error(400, '`player_id` is not a player id.'),
  INVALID_SYMBOL: error(400, '`symbol` is not a game id.'),
  INVALID_ROUND_ID: error(400, '`round_id` is not a round id.'),
  INVALID_ACTION: error(400, '`action` is not a supported action.'),
  INVALID_PLAYER: error(400, '`player_id` is missing or invalid.'),
  RTP_PROVIDER_UNSUPPORTED: error(400, '`provider` is not a supported provider.'),
  RTP_LEVEL_INVALID: error(400, '`rtp` is not a number with at most 2 decimals.'),
  RTP_LEVEL_OUT_OF_RANGE: error(400, '`rtp` is outside 60-100.'),
  RTP_POLICY_REQUIRED: error(
    400,
    'The project has no provider RTP, so a new player cannot be bound: ask the owner of the ' +
      'platform to set one (`project_get` shows it).',
  ),
  INVALID_REASON: error(400, '`reason` is not a string of up to 200 characters.'),
  INVALID_CURRENCY: error(400, '`currency` is malformed or not supported.'),
  INVALID_BET_LIMIT: error(
    400,
    'A limit is not text of digits in minor units such as `"20"` (a JSON number is refused), is ' +
      'below 1, or the maximum is below the minimum.',
  ),
  /** Ours: the path exists under another verb, or not at all. */
  METHOD_NOT_ALLOWED: error(405, 'Ours: the path exists under another verb, named in `Allow`.'),
  NOT_FOUND: error(404, 'Ours: no such path.'),
} satisfies Readonly<Record<string, ErrorDescription>>

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
  readonly details?: RefusalDetails
}

export function refuse(code: OperatorErrorCode, details?: RefusalDetails): Refused {
  return details === undefined ? { ok: false, code } : { ok: false, code, details }
}

/** Of a path; the name of an unknown field is shorter (FIELD_NAME in request.ts). */
const FIELD_SHOWN_CHARS = 100

/** INVALID_REQUEST. @param field its path: `player_id`, `list[2].name` */
export function refuseField(field: string): Refused {
  return refuse('INVALID_REQUEST', { field: field.slice(0, FIELD_SHOWN_CHARS) })
}
