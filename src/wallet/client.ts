// Calls operators' wallets: how many calls are in progress, their deadlines, their answers. Never
// retries, never follows a redirect, and never passes a body or a key on.

import { performance } from 'node:perf_hooks'
import type { Currency } from '../core/money.ts'
import { WALLET_CONNECTIONS } from '../core/settings-schema.ts'
import type { UnknownReason, WalletAnswer, WalletMethod } from '../core/wallet-operation.ts'
import { type Counts, createCounts } from '../limits/counts.ts'
import { WALLET_CALLS_PER_OPERATOR, WALLET_DEADLINE_MS } from '../limits.ts'
import { unknown } from './answer.ts'

import { createDeadlines, type Deadlines } from './deadlines.ts'
import { type AnswerObserver, Exchange, type ExchangeRequest, type SeenAnswer } from './exchange.ts'
import { createRetryBudget, type RetryBudget } from './retry-budget.ts'
import {
  createRoutes,
  type Route,
  type RouteOptions,
  type Routes,
  type WalletAddress,
} from './routes.ts'
import { SIGNATURE_HEADER, signBody } from './signature.ts'

export interface WalletTarget extends WalletAddress {
  /** Each key signs every call; without keys calls are not signed. */
  readonly signingKeys?: readonly string[] | undefined
  /** The project's settings; undefined: the defaults. */
  readonly settings?: { readonly walletConnections: number } | undefined
}

/** A call that has ended. */
export interface WalletCall {
  readonly projectId: string
  readonly method: WalletMethod
  readonly outcome: 'accepted' | 'refused' | UnknownReason
  readonly latencyMs: number
  readonly answer: WalletAnswer
  readonly currency: Currency
  /** As sent, including the API key. */
  readonly body: string
  readonly attempt: number | null
  /** Null: nothing was sent. Its body is no longer available after `onCall` returns. */
  readonly seen: SeenAnswer | null
}

export interface WalletClientOptions extends RouteOptions {
  /** For metrics and the log; must not throw. */
  readonly onCall?: ((call: WalletCall) => void) | undefined
  /** Dates the signatures; the machine's clock if none is given. */
  readonly nowMs?: (() => number) | undefined
  /** For tests. */
  readonly deadlineMs?: number | undefined
}

/** Options that only some calls have. */
export interface CallExtra {
  /** Receives the answer as it comes. */
  readonly observer?: AnswerObserver | undefined
  /** The id of the operator's call that caused this one; sent as X-Request-Id. */
  readonly requestId?: string | undefined
  /** The step that the call belongs to (W3C Trace Context); sent under that name. */
  readonly traceparent?: string | undefined
  /** Sent instead of the right signature; null sends no signature. For checks of a wallet. */
  readonly signature?: string | null | undefined
  /** The attempt of a money operation, from 1; for the log. */
  readonly attempt?: number | undefined
  /** Of a bet: each of FINAL_REFUSALS is a refusal; otherwise they are unknown outcomes. */
  readonly takesFinalRefusals?: boolean | undefined
}

export interface WalletClient {
  /** Always resolves: a failure is an answer of kind `unknown`. */
  call(
    target: WalletTarget,
    currency: Currency,
    method: WalletMethod,
    body: string,
    extra?: CallExtra,
  ): Promise<WalletAnswer>
  /** False when a new round of the operator should not start, because its wallet can't keep up. */
  hasRoom(projectId: string): boolean
  /** False when a repeat for the operator's wallet has to wait; true spends one from its budget. */
  takeRetry(projectId: string): boolean
  close(): Promise<void>
}

/** New rounds stop this far below the limit, so that the rounds already started can finish. */
const CALLS_KEPT_FOR_STARTED_ROUNDS = WALLET_CALLS_PER_OPERATOR / 8

/** What the client keeps between calls. */
interface ClientState {
  readonly options: WalletClientOptions
  readonly deadlines: Deadlines
  readonly routes: Routes
  readonly callsByProject: Counts
  readonly retries: RetryBudget
}

export function createWalletClient(options: WalletClientOptions): WalletClient {
  const deadlines = createDeadlines(options.deadlineMs ?? WALLET_DEADLINE_MS)
  const state: ClientState = {
    options,
    deadlines,
    routes: createRoutes(options, deadlines.deadlineMs),
    callsByProject: createCounts(),
    retries: createRetryBudget(() => performance.now()),
  }
  const hasRoom = (projectId: string) =>
    state.callsByProject.of(projectId) < WALLET_CALLS_PER_OPERATOR - CALLS_KEPT_FOR_STARTED_ROUNDS
  return {
    call(target, currency, method, body, extra = NO_EXTRA) {
      const startedMs = performance.now()
      const route = admit(state, target)
      const called: Called = { target, currency, method, body, extra, startedMs }
      if ('kind' in route) {
        report(state, called, route, null)
        return Promise.resolve(route)
      }
      const path = `${route.path}/${currency}`
      const headers = headersOf(target, body, extra, options.nowMs ?? Date.now)
      const { observer, takesFinalRefusals } = extra
      const request = { path, body, currency, method, headers, observer, takesFinalRefusals }
      return send(state, called, route, request)
    },
    hasRoom,
    // Repeats leave the reserved room to rounds in progress.
    takeRetry: projectId => hasRoom(projectId) && state.retries.take(projectId),
    close: () => state.routes.close(),
  }
}

/** The route of the call, or why there is none. */
function admit(state: ClientState, target: WalletTarget): Route | WalletAnswer {
  if (state.callsByProject.of(target.projectId) < WALLET_CALLS_PER_OPERATOR) {
    return state.routes.to(target)
  }
  const detail = `${WALLET_CALLS_PER_OPERATOR} calls are under way, nothing was sent`
  return unknown('too-many-calls', detail)
}

function send(
  state: ClientState,
  called: Called,
  route: Route,
  request: ExchangeRequest,
): Promise<WalletAnswer> {
  const { callsByProject, retries, deadlines } = state
  const { startedMs } = called
  const { projectId, settings } = called.target
  callsByProject.up(projectId)
  route.callsInFlight += 1
  route.lastUsedMs = startedMs
  return new Promise(resolve => {
    const exchange = new Exchange(request, deadlines, startedMs, (answer, seen) => {
      route.callsInFlight -= 1
      callsByProject.down(projectId)
      if (answer.kind !== 'unknown') retries.answered(projectId)
      resolve(answer)
      report(state, called, answer, seen)
    })
    route.pool.send(exchange, settings?.walletConnections ?? WALLET_CONNECTIONS)
  })
}

/** A call that has ended, as it is reported. */
interface Called {
  readonly target: WalletTarget
  readonly currency: Currency
  readonly method: WalletMethod
  readonly body: string
  readonly extra: CallExtra
  readonly startedMs: number
}

function report(
  { options }: ClientState,
  { target, currency, method, body, extra, startedMs }: Called,
  answer: WalletAnswer,
  seen: SeenAnswer | null,
): void {
  if (options.onCall === undefined) return
  options.onCall({
    projectId: target.projectId,
    method,
    outcome: answer.kind === 'unknown' ? answer.reason : answer.kind,
    latencyMs: performance.now() - startedMs,
    answer,
    currency,
    body,
    attempt: extra.attempt ?? null,
    seen,
  })
}

const NO_EXTRA: CallExtra = {}
const HEADERS = [
  'content-type',
  'application/json',
  'accept',
  'application/json',
  'user-agent',
  'reelhouse',
]

/** A repeat is signed again: its body is the same, its time is not. */
function headersOf(
  { signingKeys = NO_KEYS }: WalletTarget,
  body: string,
  extra: CallExtra,
  nowMs: () => number,
) {
  const { requestId, traceparent, signature = signed(signingKeys, body, nowMs) } = extra
  if (requestId === undefined && traceparent === undefined && signature === null) return HEADERS
  const headers = [...HEADERS]
  if (requestId !== undefined) headers.push('x-request-id', requestId)
  if (traceparent !== undefined) headers.push('traceparent', traceparent)
  if (signature !== null) headers.push(SIGNATURE_HEADER, signature)
  return headers
}

const NO_KEYS: readonly string[] = []

function signed(keys: readonly string[], body: string, nowMs: () => number): string | null {
  return keys.length === 0 ? null : signBody(keys, Math.floor(nowMs() / 1000), body)
}
