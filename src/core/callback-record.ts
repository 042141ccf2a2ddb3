// The record that is kept of one call to an operator's wallet, and the code that names how the call
// ended. Pure; contains no secret. Source: operator API, "Wallet callbacks" and "Errors".

import {
  BET_REFUSALS,
  type BetRefusal,
  type UnknownReason,
  type WalletAnswer,
} from './wallet-operation.ts'

/** Codes of calls without a clear answer. The CALLBACK_ names are of the specification. */
const CODES = {
  /** The wallet answered non-2xx. */
  'http-status': 'CALLBACK_HTTP_ERROR',
  /**
   * Not JSON, a status that is neither ok nor error, a different currency, no exact balance, or a
   * 2xx other than 200.
   */
  'invalid-answer': 'INVALID_CALLBACK_RESPONSE',
  /** Any error that the wallet reported, except a refusal that ended its bet. */
  'wallet-error': 'WALLET_ERROR',
  timeout: 'TIMEOUT',
  network: 'CONNECTION_FAILED',
  /** The address must not be called. */
  'address-refused': 'ADDRESS_REFUSED',
  /** Too many calls are under way; nothing was sent. */
  'too-many-calls': 'TOO_MANY_CALLS',
} as const satisfies Readonly<Record<UnknownReason, string>>
type ClearCode = 'OK' | BetRefusal
const CLEAR_CODES: readonly ClearCode[] = ['OK', ...BET_REFUSALS]
/** How a call ended. */
export type CallbackCode = ClearCode | (typeof CODES)[UnknownReason]
export const CALLBACK_CODES: readonly CallbackCode[] = [...CLEAR_CODES, ...Object.values(CODES)]

/** What a test of the connection reports: the same, with its own name for a failed connection. */
export const CONNECTION_PROBLEMS = { ...CODES, network: 'NETWORK_ERROR' } as const
export type ConnectionProblem = (typeof CONNECTION_PROBLEMS)[UnknownReason]

/** Marks a gap in the log: this entry replaces calls that were not kept, and has their number. */
export const DROPPED = 'DROPPED'
export const DROPPED_METHOD = 'dropped'

/** True for clear answers. */
export function isClear(code: CallbackCode): boolean {
  return (CLEAR_CODES as readonly string[]).includes(code)
}

const REASONS = new Map<string, UnknownReason>(
  Object.entries(CODES).map(([reason, code]) => [code, reason as UnknownReason]),
)

/** The reason behind a stored code; null for a clear answer. */
export function reasonOf(code: string): UnknownReason | null {
  return REASONS.get(code) ?? null
}

/** @param httpStatus null if no answer came */
export function codeOf(answer: WalletAnswer, httpStatus: number | null): CallbackCode {
  if (answer.kind === 'accepted') return 'OK'
  if (answer.kind === 'refused') return answer.code
  const { reason } = answer
  const isSuccess = httpStatus !== null && httpStatus >= 200 && httpStatus < 300
  return reason === 'http-status' && isSuccess ? 'INVALID_CALLBACK_RESPONSE' : CODES[reason]
}

/** One call as it is stored. */
export interface CallbackRecord {
  readonly projectId: string
  readonly method: string
  readonly code: CallbackCode
  /** Why it ended this way; short, and with secrets masked. */
  readonly detail: string | null
  readonly playerId: string | null
  readonly sessionId: string | null
  readonly roundId: string | null
  readonly transactionId: string | null
  readonly currency: string
  /** Null if it is not a money operation of a round. */
  readonly attempt: number | null
  /** When the call began, epoch milliseconds. */
  readonly atMs: number
  readonly latencyMs: number
  /** Null if no answer came. */
  readonly httpStatus: number | null
  /** Both bodies are without secrets. */
  readonly requestBody: string
  /** Null if no answer came, or if it is not text. */
  readonly answerBody: string | null
  readonly answerBytes: number
  /** How many calls with a clear answer this sampled one represents. */
  readonly standsFor: number
}
