// What is kept of one call to an operator's wallet, and by which code its end is named. Pure; holds no secret.
// Source: operator API, "Wallet callbacks" and "Errors".

import type { UnknownReason } from './wallet-operation.ts'

/** How a call ended. The two CALLBACK_ names are those of the specification; the others are ours. */
export const CALLBACK_CODES = [
  'OK',
  /** The wallet said that the balance is too low: a clear answer. */
  'INSUFFICIENT_FUNDS',
  /** The wallet answered non-2xx. */
  'CALLBACK_HTTP_ERROR',
  /** No JSON, a status that is neither ok nor error, a differing currency, no exact balance, or 2xx that is not 200. */
  'INVALID_CALLBACK_RESPONSE',
  /** Any other error that the wallet named. */
  'WALLET_ERROR',
  'TIMEOUT',
  'CONNECTION_FAILED',
  /** The address may not be called. */
  'ADDRESS_REFUSED',
  /** Too many calls are under way; nothing was sent. */
  'TOO_MANY_CALLS',
] as const
export type CallbackCode = (typeof CALLBACK_CODES)[number]

/** How the log says that it is not whole: in place of a call, with how many were not kept. */
export const DROPPED = 'DROPPED'
export const DROPPED_METHOD = 'dropped'

/** Clear answers. */
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

/** @param httpStatus null: none came */
export function codeOf(
  outcome: 'accepted' | 'refused' | UnknownReason,
  httpStatus: number | null,
): CallbackCode {
  if (outcome === 'accepted') return 'OK'
  if (outcome === 'refused') return 'INSUFFICIENT_FUNDS'
  const isSuccess = httpStatus !== null && httpStatus >= 200 && httpStatus < 300
  return outcome === 'http-status' && isSuccess ? 'INVALID_CALLBACK_RESPONSE' : CODES[outcome]
}

/** One call, as it is kept. */
export interface CallbackRecord {
  readonly projectId: string
  readonly method: string
  readonly code: CallbackCode
  /** Why it ended so; short, and masked. */
  readonly detail: string | null
  readonly playerId: string | null
  readonly sessionId: string | null
  readonly roundId: string | null
  readonly transactionId: string | null
  readonly currency: string
  /** Null: no money operation of a round. */
  readonly attempt: number | null
  /** When it began, epoch milliseconds. */
  readonly atMs: number
  readonly latencyMs: number
  /** Null: none came. */
  readonly httpStatus: number | null
  /** Both without secrets. */
  readonly requestBody: string
  /** Null: none came, or it is no text. */
  readonly answerBody: string | null
  readonly answerBytes: number
  /** So many calls with a clear answer it is one of. */
  readonly standsFor: number
}
