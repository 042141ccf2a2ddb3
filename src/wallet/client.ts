// Calls operators' wallets: where a call may go, how many are under way, what came back. Never
// retries, never follows a redirect, and never lets a body or a key out of its hands.

import { performance } from 'node:perf_hooks'
import { checkCallbackUrl } from '../core/callback-address.ts'
import type { Currency } from '../core/money.ts'
import { WALLET_CONNECTIONS } from '../core/project-settings.ts'
import type { UnknownReason, WalletAnswer } from '../core/wallet-operation.ts'
import { type Counts, createCounts } from '../limits/counts.ts'
import { WALLET_CALLS_PER_OPERATOR, WALLET_DEADLINE_MS, WALLET_ORIGINS } from '../limits.ts'
import { type Resolve, resolveWithDns } from './address-guard.ts'
import { unknown } from './answer.ts'
import type { WalletMethod } from './bodies.ts'
import { type ConnectionPool, createConnectionPool } from './connection-pool.ts'
import type { ConnectorOptions } from './connector.ts'
import { type AnswerObserver, Exchange } from './exchange.ts'
import { createRetryBudget, type RetryBudget } from './retry-budget.ts'
import { SIGNATURE_HEADER, signBody } from './signature.ts'

export interface WalletTarget {
  readonly projectId: string
  readonly callbackUrl: string
  /** A project of the house: it calls the built-in wallet and nothing else. */
  readonly internal: boolean
  /** Each signs every call; none: calls are not signed. */
  readonly signingKeys?: readonly string[] | undefined
  /** What its project sets; none: the defaults. */
  readonly settings?: { readonly walletConnections: number } | undefined
}

export interface WalletCall {
  readonly projectId: string
  readonly method: WalletMethod
  readonly outcome: 'accepted' | 'refused' | UnknownReason
  readonly latencyMs: number
}

export interface WalletClientOptions {
  readonly allowLoopbackWallets: boolean
  /** Origin of the built-in wallet; null: there is none here. */
  readonly builtInWalletUrl: string | null
  /** For metrics; must not throw. */
  readonly onCall?: ((call: WalletCall) => void) | undefined
  /** Below: for tests. */
  readonly deadlineMs?: number | undefined
  readonly resolve?: Resolve | undefined
  readonly dial?: ConnectorOptions['dial']
  readonly certificateAuthority?: string | undefined
}

/** What only some calls have. */
export interface CallExtra {
  /** Sees the answer as it comes. */
  readonly observer?: AnswerObserver | undefined
  /** Of the operator's call that caused this one; sent as X-Request-Id. */
  readonly requestId?: string | undefined
  /** Of the step that the call belongs to (W3C Trace Context); sent under that name. */
  readonly traceparent?: string | undefined
  /** Sent instead of the right signature; null sends none. For checks of a wallet. */
  readonly signature?: string | null | undefined
}

export interface WalletClient {
  /** Resolves always: what went wrong is an answer of kind `unknown`. */
  call(
    target: WalletTarget,
    currency: Currency,
    method: WalletMethod,
    body: string,
    extra?: CallExtra,
  ): Promise<WalletAnswer>
  /** False when a new round of the operator should not start: its wallet is behind. */
  hasRoom(projectId: string): boolean
  /** False when a repeat for the operator's wallet is to wait; true spends one of its budget. */
  takeRetry(projectId: string): boolean
  close(): Promise<void>
}

/** New rounds stop this far before the bound, so that the rounds already started can finish. */
const CALLS_KEPT_FOR_STARTED_ROUNDS = WALLET_CALLS_PER_OPERATOR / 8

interface Route {
  readonly pool: ConnectionPool
  /** The callback address without its origin and without a trailing slash. */
  readonly path: string
  callsInFlight: number
  lastUsedMs: number
}

/** What the client remembers between calls. */
interface ClientState {
  readonly options: WalletClientOptions
  readonly deadlineMs: number
  readonly routes: Map<string, Route>
  readonly callsByProject: Counts
  readonly retries: RetryBudget
  isClosed: boolean
}

export function createWalletClient(options: WalletClientOptions): WalletClient {
  const state: ClientState = {
    options,
    deadlineMs: options.deadlineMs ?? WALLET_DEADLINE_MS,
    routes: new Map(),
    callsByProject: createCounts(),
    retries: createRetryBudget(() => performance.now()),
    isClosed: false,
  }
  const hasRoom = (projectId: string) =>
    state.callsByProject.of(projectId) < WALLET_CALLS_PER_OPERATOR - CALLS_KEPT_FOR_STARTED_ROUNDS
  return {
    call: (target, currency, method, body, extra = {}) =>
      callWallet(state, target, { ...extra, currency, method, body }),
    hasRoom,
    // Repeats leave the room that is left to rounds under way.
    takeRetry: projectId => hasRoom(projectId) && state.retries.take(projectId),
    async close() {
      state.isClosed = true
      await Promise.all([...state.routes.values()].map(route => route.pool.close()))
      state.routes.clear()
    },
  }
}

interface Call extends CallExtra {
  readonly currency: Currency
  readonly method: WalletMethod
  readonly body: string
}

function callWallet(state: ClientState, target: WalletTarget, call: Call): Promise<WalletAnswer> {
  const { projectId } = target
  const startedMs = performance.now()
  const report = (answer: WalletAnswer): WalletAnswer => {
    const outcome = answer.kind === 'unknown' ? answer.reason : answer.kind
    const latencyMs = performance.now() - startedMs
    state.options.onCall?.({ projectId, method: call.method, outcome, latencyMs })
    return answer
  }
  if (state.callsByProject.of(projectId) >= WALLET_CALLS_PER_OPERATOR) {
    const detail = `${WALLET_CALLS_PER_OPERATOR} calls are under way, nothing was sent`
    return Promise.resolve(report(unknown('too-many-calls', detail)))
  }
  const route = routeTo(state, target)
  if ('kind' in route) return Promise.resolve(report(route))
  route.lastUsedMs = startedMs
  return new Promise(resolve => {
    send(state, target, route, call, answer => {
      resolve(answer)
      report(answer)
    })
  })
}

function send(
  { callsByProject, retries, deadlineMs }: ClientState,
  target: WalletTarget,
  route: Route,
  call: Call,
  answered: (answer: WalletAnswer) => void,
): void {
  const { projectId } = target
  callsByProject.up(projectId)
  route.callsInFlight += 1
  const headers = headersOf(target, call)
  const request = { ...call, path: `${route.path}/${call.currency}`, headers }
  const exchange = new Exchange(request, deadlineMs, answer => {
    route.callsInFlight -= 1
    callsByProject.down(projectId)
    if (answer.kind !== 'unknown') retries.answered(projectId)
    answered(answer)
  })
  route.pool.send(exchange, target.settings?.walletConnections ?? WALLET_CONNECTIONS)
}

/** A repeat is signed anew: its body is the same, its time is not. */
function headersOf({ signingKeys = [] }: WalletTarget, call: Call) {
  const { requestId, traceparent, body, signature } = call
  const headers: Record<string, string> = {}
  if (requestId !== undefined) headers['x-request-id'] = requestId
  if (traceparent !== undefined) headers.traceparent = traceparent
  if (signature !== undefined && signature !== null) headers[SIGNATURE_HEADER] = signature
  if (signature === undefined && signingKeys.length > 0) {
    headers[SIGNATURE_HEADER] = signBody(signingKeys, Math.floor(Date.now() / 1000), body)
  }
  return headers
}

/** The way to a wallet, or why there is none. One pool a project: a slow neighbour shares nothing. */
function routeTo(state: ClientState, target: WalletTarget): Route | WalletAnswer {
  const { routes, options } = state
  const key = `${target.internal ? 'internal' : 'operator'} ${target.projectId} ${target.callbackUrl}`
  const known = routes.get(key)
  if (known !== undefined) return known
  if (state.isClosed) return unknown('network', 'closing, nothing was sent')
  const checked = checkTarget(target, options)
  if ('kind' in checked) return checked
  if (routes.size >= WALLET_ORIGINS && evictLongestIdle(routes) === 'none-idle') {
    return unknown('too-many-calls', 'every wallet connection is in use, nothing was sent')
  }
  const route = openRoute(state, target, checked.url)
  routes.set(key, route)
  return route
}

function openRoute(
  { options, deadlineMs }: ClientState,
  { internal }: WalletTarget,
  { origin, pathname }: URL,
): Route {
  const pool = createConnectionPool(origin, {
    policy: internal ? 'trusted' : { allowLoopback: options.allowLoopbackWallets },
    resolve: options.resolve ?? resolveWithDns,
    deadlineMs,
    dial: options.dial,
    certificateAuthority: options.certificateAuthority,
  })
  return { pool, path: pathname === '/' ? '' : pathname, callsInFlight: 0, lastUsedMs: 0 }
}

function checkTarget(
  target: WalletTarget,
  options: WalletClientOptions,
): { url: URL } | WalletAnswer {
  if (target.internal) {
    if (options.builtInWalletUrl === null)
      return unknown('address-refused', 'this node has no built-in wallet')
    // Every node calls the built-in wallet of its own.
    return { url: new URL(new URL(target.callbackUrl).pathname, options.builtInWalletUrl) }
  }
  const checked = checkCallbackUrl(target.callbackUrl, {
    allowLoopback: options.allowLoopbackWallets,
  })
  return checked.ok ? checked : unknown('address-refused', checked.reason)
}

/** Makes room for one more route. `none-idle`: every one has calls under way. */
function evictLongestIdle(routes: Map<string, Route>): 'evicted' | 'none-idle' {
  let longest: [string, Route] | null = null
  for (const entry of routes) {
    const isOlder = longest === null || entry[1].lastUsedMs < longest[1].lastUsedMs
    if (entry[1].callsInFlight === 0 && isOlder) longest = entry
  }
  if (longest === null) return 'none-idle'
  routes.delete(longest[0])
  void longest[1].pool.close()
  return 'evicted'
}
