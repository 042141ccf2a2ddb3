// Every code of the admin API: its HTTP status and what it means to a client. The first codes come
// from the specification ("Admin-panel API codes"); those marked "ours" are this platform's.

import { OPERATOR_ERRORS, type OperatorErrorCode } from '../operator/errors.ts'

export interface AdminErrorDescription {
  readonly status: number
  /** Markdown, one paragraph. */
  readonly meaning: string
}

/** A refusal by the operator's rules keeps the operator's code. */
const FROM_OPERATOR = [
  'GAME_NOT_FOUND',
  'FREE_SPINS_UNSUPPORTED',
  'INVALID_COUNT',
  'INVALID_FREE_SPIN_BET',
  'PROJECT_BET_LIMIT',
  'INVALID_EXPIRY',
  'DUPLICATE_EXTERNAL_ID',
  'GRANT_NOT_FOUND',
  'FORCED_OUTCOMES_UNSUPPORTED',
  'GAME_HAS_NO_BONUS',
  'INVALID_MULTIPLIER',
  'MULTIPLIER_ABOVE_MAX_WIN',
  'INVALID_SPIN_NUMBER',
  'OUTCOME_NOT_FOUND',
  'INVALID_PLAYER',
  'RTP_LEVEL_INVALID',
  'RTP_LEVEL_OUT_OF_RANGE',
  'RTP_POLICY_REQUIRED',
  'INVALID_REASON',
  'INVALID_BET_LIMIT',
] as const satisfies readonly OperatorErrorCode[]

const OWN_ERRORS = {
  UNKNOWN_PROJECT: { status: 404, meaning: 'There is no such project.' },
  INVALID_ADMIN_ORIGIN: {
    status: 403,
    meaning:
      'A change request without the expected `Origin` and `X-Admin-Request` headers, or any ' +
      'request for another host.',
  },
  PROJECT_SETTINGS_CONFLICT: { status: 409, meaning: 'Someone else saved the settings first.' },
  UNSUPPORTED_BY_RUNTIME: {
    status: 400,
    meaning:
      'The version of the node that answers has no such game, provider or feature. While nodes ' +
      'are being replaced, ask a new one.',
  },
  INVALID_CALLBACK_URL: { status: 400, meaning: 'The callback address is not a public https one.' },
  CALLBACK_NOT_CONFIRMED: {
    status: 409,
    meaning: 'Ours: the callback address was saved without the password. Save it once more.',
  },
  WALLET_CHECK_RUNNING: {
    status: 409,
    meaning: 'Ours: the project’s wallet is being checked: wait until that run ends, or stop it.',
  },
  CONFIRMATION_REQUIRED: {
    status: 400,
    meaning: 'The typed confirmation is missing or wrong.',
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

  UNAUTHENTICATED: { status: 401, meaning: 'Ours: no one is signed in, or the session is over.' },
  FORBIDDEN: { status: 403, meaning: 'Ours: the role of the account does not allow it.' },
  SIGN_IN_FAILED: {
    status: 401,
    meaning:
      'Ours: name, password or code is wrong, or the account is disabled; the answer does not ' +
      'say which.',
  },
  CODE_REQUIRED: { status: 401, meaning: 'Ours: the password is right and a code is needed too.' },
  TOO_MANY_ATTEMPTS: {
    status: 429,
    meaning:
      'Ours: wait for `Retry-After` seconds. This also limits every account but the platform’s ' +
      'owners to 60 changes a minute.',
  },
  UNKNOWN_LINK: {
    status: 404,
    meaning: 'Ours: the one-time link was used, replaced or is too old.',
  },
  UNKNOWN_ACCOUNT: { status: 404, meaning: 'Ours: there is no such account.' },
  UNKNOWN_SESSION: { status: 404, meaning: 'Ours: there is no such session.' },
  IDENTITY_TAKEN: {
    status: 409,
    meaning: 'Ours: this person of the sign-in provider has another account.',
  },
  OPERATOR_PANEL_OFF: {
    status: 409,
    meaning: 'Ours: this node has no operators’ panel, where the person could sign in.',
  },
  ADDRESS_NOT_ALLOWED: {
    status: 403,
    meaning: 'Ours: the operators’ panel is not reached from this address.',
  },
  NAME_TAKEN: { status: 409, meaning: 'Ours: an account of this name exists.' },
  LAST_OWNER: {
    status: 409,
    meaning: 'Ours: this is the last owner who can sign in; the account must stay an owner.',
  },
  INVALID_PASSWORD: { status: 400, meaning: 'Ours: too short or too long.' },
  WRONG_PASSWORD: { status: 400, meaning: "Ours: not the account's current password." },
  INVALID_CODE: {
    status: 400,
    meaning: 'Ours: this is not the code that the authenticator shows now.',
  },
  CODE_USED: {
    status: 400,
    meaning: 'Ours: the code was right, but was used before: wait for the next one.',
  },

  TOO_MANY_PROJECTS: {
    status: 400,
    meaning: 'Ours: a report on all projects covers at most 200. Name one project.',
  },
  PROJECT_EXISTS: { status: 409, meaning: 'Ours: a project of this id exists.' },
  ROUND_NOT_FOUND: { status: 404, meaning: 'Ours: there is no such round.' },
  ROUND_ARCHIVED: {
    status: 404,
    meaning: 'Ours: the round is only in the archive file of its month.',
  },
  ROUND_NOT_CANCELLABLE: {
    status: 409,
    meaning: 'Ours: the round is over, its result was shown, or it is a free spin.',
  },
  ROUND_BUSY: {
    status: 409,
    meaning: "Ours: one of the round's wallet calls is in progress. Try again.",
  },
  ROUND_NOT_PUSHABLE: {
    status: 409,
    meaning: 'Ours: the round owes the wallet nothing, waits for its player, or is set aside.',
  },
  ROUND_NOT_SET_ASIDE: {
    status: 409,
    meaning: 'Ours: the round is not set aside, or is orphaned.',
  },
  GAME_BUSY: { status: 409, meaning: 'Ours: the player has another open round of the game.' },
  RESULT_NOT_REVEALED: {
    status: 409,
    meaning:
      'Ours: the bet is not decided yet; until then the drawn outcome is hidden from everyone.',
  },
  GAME_VERSION_GONE: {
    status: 409,
    meaning: 'Ours: the version of the game that drew the round is no longer available.',
  },
  UNKNOWN_PLAYER: { status: 404, meaning: 'Ours: this player is not known yet.' },
  UNKNOWN_NOTE: { status: 404, meaning: 'Ours: this player has no such note.' },
  PLAYER_NOTES_FULL: {
    status: 409,
    meaning: 'Ours: the player has as many notes or tags as one can have. Remove one first.',
  },
  ALREADY_BLOCKED: { status: 409, meaning: 'Ours: the player is blocked; that block stays.' },
  NOT_BLOCKED: { status: 409, meaning: 'Ours: the player is not blocked.' },
  ALREADY_PAUSED: { status: 409, meaning: 'Ours: it is paused; the pause keeps its reason.' },
  NOT_PAUSED: { status: 404, meaning: 'Ours: it is not paused.' },

  INVALID_REQUEST: { status: 400, meaning: 'Malformed, or a field is missing, wrong or unknown.' },
  INVALID_CURSOR: { status: 400, meaning: 'Ours: the cursor belongs to another list.' },
  NOT_FOUND: { status: 404, meaning: 'Ours: no such path.' },
  METHOD_NOT_ALLOWED: { status: 405, meaning: 'Ours: the path exists under another verb.' },
  REQUEST_FAILED: {
    status: 500,
    meaning: 'Ours: a failure on our side; whether anything was executed is unknown.',
  },
  UNAVAILABLE: {
    status: 503,
    meaning: 'Ours: a store does not answer, or the node is full; try again.',
  },
} as const satisfies Readonly<Record<string, AdminErrorDescription>>

export type AdminErrorCode = keyof typeof OWN_ERRORS | (typeof FROM_OPERATOR)[number]
export const ADMIN_ERRORS: Readonly<Record<AdminErrorCode, AdminErrorDescription>> = {
  ...OWN_ERRORS,
  ...(Object.fromEntries(FROM_OPERATOR.map(code => [code, OPERATOR_ERRORS[code]])) as Record<
    (typeof FROM_OPERATOR)[number],
    AdminErrorDescription
  >),
}

/** Any request can be answered with these. */
export const COMMON_ADMIN_ERRORS = [
  'INVALID_ADMIN_ORIGIN',
  'INVALID_REQUEST',
  'REQUEST_FAILED',
  'TOO_MANY_ATTEMPTS',
  'UNAVAILABLE',
] as const satisfies readonly AdminErrorCode[]

/** Answered by a route that asks for the password again. */
export const STEP_UP_ERRORS = [
  'CONFIRMATION_REQUIRED',
  'WRONG_PASSWORD',
  'CODE_REQUIRED',
  'INVALID_CODE',
  'CODE_USED',
  'TOO_MANY_ATTEMPTS',
] as const satisfies readonly AdminErrorCode[]

/** For a form that its schema refused: which rule, and its bound if it has one. */
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

/** Why a request was refused; nothing was changed. */
export interface AdminRefused {
  readonly ok: false
  readonly code: AdminErrorCode
  /** A plain sentence: what is wrong, and what to do. */
  readonly reason: string
  /** The field that is wrong, as a path: `settings.projectLimits[2].max`. */
  readonly field?: string
  /** More that the client needs to go on, such as what another person saved. */
  readonly details?: object
  readonly retryAfterS?: number
}

/**
 * Only this node's version is checked: a newer node may support it.
 * @param what goes on from "The version of this node"
 */
export function unsupported(what: string, field: string): AdminRefused {
  const reason = `The version of this node ${what}. While nodes are exchanged, ask a new one.`
  return refuse('UNSUPPORTED_BY_RUNTIME', reason, field)
}

/** Ends the checks of a request, wherever Fastify runs them. */
export class Refusal extends Error {
  readonly refused: AdminRefused

  constructor(refused: AdminRefused) {
    super(refused.code)
    this.refused = refused
  }
}

export function refuse(code: AdminErrorCode, reason: string, field?: string): AdminRefused {
  return { ok: false, code, reason, ...(field === undefined ? {} : { field }) }
}
