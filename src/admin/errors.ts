// Every code of the admin API: its HTTP status and what a reader of the API learns about it. The first are the
// specification's ("Admin-panel API codes"); what is marked "ours" is this platform's.

import { OPERATOR_ERRORS } from '../operator/errors.ts'

export interface AdminErrorDescription {
  readonly status: number
  /** Markdown, one paragraph. */
  readonly meaning: string
}

/** What an owner does by the operator's rules is refused by the operator's codes. */
const {
  GAME_NOT_FOUND,
  FREE_SPINS_UNSUPPORTED,
  INVALID_COUNT,
  INVALID_FREE_SPIN_BET,
  PROJECT_BET_LIMIT,
  INVALID_EXPIRY,
  DUPLICATE_EXTERNAL_ID,
  GRANT_NOT_FOUND,
  FORCED_OUTCOMES_UNSUPPORTED,
  GAME_HAS_NO_BONUS,
  INVALID_MULTIPLIER,
  MULTIPLIER_ABOVE_MAX_WIN,
  INVALID_SPIN_NUMBER,
  OUTCOME_NOT_FOUND,
  INVALID_PLAYER,
  RTP_LEVEL_INVALID,
  RTP_LEVEL_OUT_OF_RANGE,
  RTP_POLICY_REQUIRED,
  INVALID_REASON,
  INVALID_BET_LIMIT,
} = OPERATOR_ERRORS

export const ADMIN_ERRORS = {
  UNKNOWN_PROJECT: { status: 404, meaning: 'There is no such project.' },
  INVALID_ADMIN_ORIGIN: {
    status: 403,
    meaning:
      'A change request without the expected `Origin` and `X-Admin-Request` headers, or any request by another host.',
  },
  PROJECT_SETTINGS_CONFLICT: { status: 409, meaning: 'Someone else saved the settings first.' },
  UNSUPPORTED_BY_RUNTIME: {
    status: 400,
    meaning:
      'The version of the node that answers has no such game, provider or feature. While nodes are exchanged, ask a new one.',
  },
  INVALID_CALLBACK_URL: { status: 400, meaning: 'The callback address is not a public https one.' },
  CALLBACK_NOT_CONFIRMED: {
    status: 409,
    meaning: 'Ours: the callback address was saved without the password. Save it once more.',
  },
  CONFIRMATION_REQUIRED: {
    status: 400,
    meaning: 'What was typed to confirm is missing or is not what is asked for.',
  },
  CREDENTIALS_CHANGED: { status: 409, meaning: 'Someone else gave the project a new key first.' },
  PARTNER_LOCKED: {
    status: 403,
    meaning: "An internal project: its key and its callback are the platform's own.",
  },
  CREDENTIALS_NOT_ENABLED: {
    status: 503,
    meaning:
      "This node can't open or make keys: its master key is not the one they are sealed with.",
  },

  UNAUTHENTICATED: { status: 401, meaning: 'Ours: nobody is signed in, or no longer.' },
  FORBIDDEN: { status: 403, meaning: 'Ours: the role of the account does not allow it.' },
  SIGN_IN_FAILED: {
    status: 401,
    meaning:
      'Ours: name, password or code is wrong, or the account is disabled; the cases are one.',
  },
  CODE_REQUIRED: { status: 401, meaning: 'Ours: the password is right and a code is needed too.' },
  TOO_MANY_ATTEMPTS: {
    status: 429,
    meaning:
      'Ours: wait for `Retry-After` seconds. A viewer may also change his own account 60 times a minute.',
  },
  UNKNOWN_LINK: {
    status: 404,
    meaning: 'Ours: the one-time link was used, replaced or is too old.',
  },
  UNKNOWN_ACCOUNT: { status: 404, meaning: 'Ours: there is no such account.' },
  UNKNOWN_SESSION: { status: 404, meaning: 'Ours: there is no such session.' },
  NAME_TAKEN: { status: 409, meaning: 'Ours: an account of this name exists.' },
  LAST_OWNER: { status: 409, meaning: 'Ours: the last owner who can sign in stays one.' },
  INVALID_PASSWORD: { status: 400, meaning: 'Ours: too short or too long.' },
  WRONG_PASSWORD: { status: 400, meaning: "Ours: not the account's current password." },
  INVALID_CODE: { status: 400, meaning: 'Ours: not the code that the authenticator shows now.' },
  CODE_USED: {
    status: 400,
    meaning: 'Ours: the code was right, and taken before: wait for the next one.',
  },

  TOO_MANY_PROJECTS: {
    status: 400,
    meaning: 'Ours: this report of all projects is made of at most 200. Name one.',
  },
  PROJECT_EXISTS: { status: 409, meaning: 'Ours: a project of this id exists.' },
  ROUND_NOT_FOUND: { status: 404, meaning: 'Ours: there is no such round.' },
  ROUND_ARCHIVED: { status: 404, meaning: 'Ours: the round is in a file of its month alone.' },
  ROUND_NOT_CANCELLABLE: {
    status: 409,
    meaning: 'Ours: it is over, its result was shown, or it is a free spin.',
  },
  ROUND_BUSY: { status: 409, meaning: 'Ours: one of its wallet calls is under way. Try again.' },
  ROUND_NOT_PUSHABLE: {
    status: 409,
    meaning: 'Ours: it owes the wallet nothing, waits for its player, or is set aside.',
  },
  ROUND_NOT_SET_ASIDE: { status: 409, meaning: 'Ours: it is not set aside, or is orphaned.' },
  GAME_BUSY: { status: 409, meaning: 'Ours: the player has another open round of the game.' },
  RESULT_NOT_REVEALED: {
    status: 409,
    meaning: 'Ours: the bet is not decided yet; until then nobody is shown what the round drew.',
  },
  GAME_VERSION_GONE: {
    status: 409,
    meaning: 'Ours: the version of the game that drew the round is not here any more.',
  },
  UNKNOWN_PLAYER: { status: 404, meaning: 'Ours: nobody has mentioned this player yet.' },
  ALREADY_PAUSED: { status: 409, meaning: 'Ours: it is paused; the pause keeps its reason.' },
  NOT_PAUSED: { status: 404, meaning: 'Ours: it is not paused.' },

  GAME_NOT_FOUND,
  FREE_SPINS_UNSUPPORTED,
  INVALID_COUNT,
  INVALID_FREE_SPIN_BET,
  PROJECT_BET_LIMIT,
  INVALID_EXPIRY,
  DUPLICATE_EXTERNAL_ID,
  GRANT_NOT_FOUND,
  FORCED_OUTCOMES_UNSUPPORTED,
  GAME_HAS_NO_BONUS,
  INVALID_MULTIPLIER,
  MULTIPLIER_ABOVE_MAX_WIN,
  INVALID_SPIN_NUMBER,
  OUTCOME_NOT_FOUND,
  INVALID_PLAYER,
  RTP_LEVEL_INVALID,
  RTP_LEVEL_OUT_OF_RANGE,
  RTP_POLICY_REQUIRED,
  INVALID_REASON,
  INVALID_BET_LIMIT,

  INVALID_REQUEST: { status: 400, meaning: 'Malformed, or a field is missing, wrong or unknown.' },
  INVALID_CURSOR: { status: 400, meaning: 'Ours: the cursor belongs to another list.' },
  NOT_FOUND: { status: 404, meaning: 'Ours: no such path.' },
  METHOD_NOT_ALLOWED: { status: 405, meaning: 'Ours: the path exists under another verb.' },
  REQUEST_FAILED: { status: 500, meaning: 'Ours: a failure on our side; nothing is known of it.' },
  UNAVAILABLE: { status: 503, meaning: 'Ours: a store or the node has no room; try again.' },
} as const satisfies Readonly<Record<string, AdminErrorDescription>>

export type AdminErrorCode = keyof typeof ADMIN_ERRORS

/** Any request can be answered by these. */
export const COMMON_ADMIN_ERRORS = [
  'INVALID_ADMIN_ORIGIN',
  'INVALID_REQUEST',
  'REQUEST_FAILED',
  'TOO_MANY_ATTEMPTS',
  'UNAVAILABLE',
] as const satisfies readonly AdminErrorCode[]

/** Of a route that asks for the password again. */
export const STEP_UP_ERRORS = [
  'CONFIRMATION_REQUIRED',
  'WRONG_PASSWORD',
  'CODE_REQUIRED',
  'INVALID_CODE',
  'CODE_USED',
  'TOO_MANY_ATTEMPTS',
] as const satisfies readonly AdminErrorCode[]

/** Why a request was refused; nothing was changed. */
/** Of a form that its schema refused: which rule, and its bound where it has one. */
export interface BrokenRule {
  readonly rule:
    | 'missing'
    | 'minLength'
    | 'maxLength'
    | 'minimum'
    | 'maximum'
    | 'enum'
    | 'form'
    | 'character'
    | 'unknown'
  readonly limit: number | null
}

export interface AdminRefused {
  readonly ok: false
  readonly code: AdminErrorCode
  /** A plain sentence: what is wrong, and what to do. */
  readonly reason: string
  /** The field that is wrong, as a path: `settings.projectLimits[2].max`. */
  readonly field?: string
  /** More that the reader needs to go on, such as what somebody else saved. */
  readonly details?: object
  readonly retryAfterS?: number
}

/**
 * Only the version of the node that answers is asked: another one, of a newer version, may know it.
 * @param what goes on from "The version of this node"
 */
export function unsupported(what: string, field: string): AdminRefused {
  const reason = `The version of this node ${what}. While nodes are exchanged, ask a new one.`
  return refuse('UNSUPPORTED_BY_RUNTIME', reason, field)
}

export function refuse(code: AdminErrorCode, reason: string, field?: string): AdminRefused {
  return { ok: false, code, reason, ...(field === undefined ? {} : { field }) }
}
