// The record that is kept of one call to an operator's wallet, and the code that names how the call
// ended. Pure; contains no secret. Source: operator API, "Wallet callbacks" and "Errors".

import type { UnknownReason } from './wallet-operation.ts'

/**
 * How a call ended. The two CALLBACK_ names are those of the specification; the others are ours.
 */
export const CALLBACK_CODES = [
  'OK',
  /** The wallet reported that the balance is too low: a clear answer. */
  'INSUFFICIENT_FUNDS',
  /** The wallet answered non-2xx. */
  'CALLBACK_HTTP_ERROR',
  /**
   * Not JSON, a status that is neither ok nor error, a different currency, no exact balance, or a
   * 2xx other than 200.
   */
  'INVALID_CALLBACK_RESPONSE',
  /** Any other error that the wallet reported. */
  'WALLET_ERROR',
  'TIMEOUT',
  'CONNECTION_FAILED',
  /** The address must not be called. */
  'ADDRESS_REFUSED',
  /** Too many calls are under way; nothing was sent. */
  'TOO_MANY_CALLS',
] as const
export type CallbackCode = (typeof CALLBACK_CODES)[number]

/** Marks a gap in the log: this entry replaces calls that were not kept, and has their number. */
export const DROPPED = 'DROPPED'
export const DROPPED_METHOD = 'dropped'

/** True for clear answers. */
export function isClear(code: CallbackCode): boolean {
  return code === 'OK' || code === 'INSUFFICIENT_FUNDS'
}

const CODES: Readonly<Record<UnknownReason, CallbackCode>> = {
  timeout: 'TIMEOUT',
  network: 'CONNECTION_FAILED',
  'http-status': 'CALLBACK_HTTP_ERROR',
  'invalid-answer': 'INVALID_CALLBACK_RESPONSE',
  'wallet-error': 'WALLET_ERROR',
  'address-refused': 'ADDRESS_REFUSED',
  'too-many-calls': 'TOO_MANY_CALLS',
}

/** @param httpStatus null if no answer came */
export function codeOf(
  outcome: 'accepted' | 'refused' | UnknownReason,
  httpStatus: number | null,
): CallbackCode {
  if (outcome === 'accepted') return 'OK'
  if (outcome === 'refused') return 'INSUFFICIENT_FUNDS'
  const isSuccess = httpStatus !== null && httpStatus >= 200 && httpStatus < 300
  return outcome === 'http-status' && isSuccess ? 'INVALID_CALLBACK_RESPONSE' : CODES[outcome]
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
