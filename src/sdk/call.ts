// SPDX-License-Identifier: Apache-2.0
// One call of the operator API over HTTP: time-out, repeats and errors. Independent of methods.
// Must never put a body, a key or a link into an error.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Error as ApiError, ErrorCode } from './api-types.ts'

/** How a call can fail without an answer from the API. */
export type TransportCode = 'NETWORK_ERROR' | 'TIMEOUT' | 'INVALID_ANSWER'

/** What the platform says besides the code: which field, address or cause it was. */
export type ErrorDetails = Pick<ApiError, 'field' | 'address' | 'cause'>

export class OperatorApiError extends Error {
  /** Branch on it. A code that is newer than this file is passed on unchanged. */
  readonly code: ErrorCode | TransportCode
  /** Null without an HTTP answer. */
  readonly status: number | null
  /** Empty where the platform says only the code. For a person: branch on the code. */
  readonly details: ErrorDetails
  /** The key of the call: repeated with it, a call that was executed returns its first answer. */
  readonly idempotencyKey: string | null

  constructor(
    call: Pick<Call, 'path' | 'idempotencyKey'>,
    { code, status, cause, details = {} }: Omit<Failure, 'retryAfterS'>,
  ) {
    super(`${call.path}: ${code}${status === null ? '' : ` (HTTP ${status})`}`, { cause })
    this.name = 'OperatorApiError'
    this.code = code
    this.status = status
    this.details = details
    this.idempotencyKey = call.idempotencyKey ?? null
  }
}

export interface Transport {
  /** Address of the platform, as you received it. */
  baseUrl: string
  /** How often a call is tried in all; 4 by default. */
  attempts?: number
  /** For one attempt, from the connection to the last byte; 10 s by default. */
  timeoutMs?: number
  /** The pause between attempts; a timer by default. */
  wait?: (ms: number) => Promise<unknown>
}

export interface Call {
  path: string
  /** A POST with this body; a GET without one. */
  body?: object
  idempotencyKey?: string
}

interface Failure {
  code: ErrorCode | TransportCode
  status: number | null
  retryAfterS: number | null
  cause?: unknown
  details?: ErrorDetails
}

type Outcome = { ok: true; answer: unknown } | ({ ok: false } & Failure)

const ATTEMPTS = 4
/** Operator API, "Limits": the recommended time-out of a client. */
const TIMEOUT_MS = 10_000
const FIRST_PAUSE_MS = 250
/** If the platform asks for a longer pause, the call is not repeated. */
const PAUSE_MAX_MS = 60_000

/** The answer of a successful call; rejects with OperatorApiError. */
export async function sendCall(transport: Transport, call: Call): Promise<unknown> {
  const { attempts = ATTEMPTS, wait = sleep } = transport
  for (let attempt = 1; ; attempt++) {
    const outcome = await tryOnce(transport, call)
    if (outcome.ok) return outcome.answer
    const pauseMs = attempt < attempts ? pauseBefore(outcome, attempt) : null
    if (pauseMs === null) throw new OperatorApiError(call, outcome)
    await wait(pauseMs)
  }
}

/** Null when the same call would fail again. Source: operator API, "Errors" and "Limits". */
function pauseBefore({ code, status, retryAfterS }: Failure, attempt: number): number | null {
  const isUnknown = status === null || status === 200 || status >= 500
  const isWorthOneMore = code === 'REQUEST_FAILED' && attempt === 1
  if (!isUnknown && !isWorthOneMore && code !== 'RATE_LIMITED') return null
  // Half of the pause is random, so that many clients do not come back at one instant.
  const growing = FIRST_PAUSE_MS * 2 ** (attempt - 1) * (1 + Math.random())
  const pauseMs = retryAfterS === null ? growing : retryAfterS * 1000
  return pauseMs > PAUSE_MAX_MS ? null : pauseMs
}

async function tryOnce(
  { baseUrl, timeoutMs = TIMEOUT_MS }: Transport,
  { path, body, idempotencyKey }: Call,
): Promise<Outcome> {
  try {
    const response = await fetch(`${baseUrl.replace(/\/$/, '')}${path}`, {
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      // The body holds the key: it must only go to the given address.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return readOutcome(response.status, response.headers, await response.text())
  } catch (cause) {
    const isTimeout = cause instanceof Error && cause.name === 'TimeoutError'
    const code = isTimeout ? 'TIMEOUT' : 'NETWORK_ERROR'
    return { ok: false, code, status: null, retryAfterS: null, cause }
  }
}

function readOutcome(status: number, headers: Headers, text: string): Outcome {
  const answer = readAnswer(text)
  if (status === 200 && answer?.status === 'ok') return { ok: true, answer }
  const isError = answer?.status === 'error' && typeof answer.message === 'string'
  const code = isError ? (answer.message as ErrorCode) : 'INVALID_ANSWER'
  const seconds = headers.get('retry-after') ?? ''
  const retryAfterS = /^[0-9]{1,9}$/.test(seconds) ? Number(seconds) : null
  return { ok: false, code, status, retryAfterS, details: isError ? readDetails(answer) : {} }
}

/** Only what has the documented form. */
function readDetails({ field, address, cause }: Answer): ErrorDetails {
  return {
    ...(typeof field === 'string' && { field }),
    ...((typeof address === 'string' || address === null) && { address }),
    ...(typeof cause === 'string' && { cause: cause as NonNullable<ErrorDetails['cause']> }),
  }
}

type Answer = Partial<Record<keyof ApiError, unknown>>

function readAnswer(text: string): Answer | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
