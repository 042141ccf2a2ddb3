// One uWebSockets.js app of this node as routes see it: framing is checked before any route, every
// answer has the listener's headers, and connections are limited. Independent of routes.

import uWS, { type HttpRequest, type HttpResponse, type TemplatedApp } from 'uWebSockets.js'
import type { ConnectionBounds } from './connections.ts'
import { type HeaderLine, type Headers, readHeaders, sendError, watchAbort } from './http.ts'

/** Work that continues after the handler returns is awaited by `answer`. */
type Handler = (res: HttpResponse, req: HttpRequest) => void

/** What routes are registered on. */
export interface Routes {
  get(path: string, handler: Handler): void
  post(path: string, handler: Handler): void
  /** Any verb for which the path has no separate route. */
  any(path: string, handler: Handler): void
  ws: TemplatedApp['ws']
}

export interface ListenerOptions {
  /** For every answer; they depend on how the listener is reached. */
  headers: Headers
  /** Null: connections are not limited. */
  connections: ConnectionBounds | null
  /** Whether the peer at this address may put a PROXY protocol header before its requests. */
  isProxyProtocolAllowed(address: string): boolean
  onRefused(cause: 'framing' | 'proxy-protocol'): void
  onFault: OnFault
}

export interface Listener {
  routes: Routes
  app: TemplatedApp
}

type OnFault = (error: unknown) => void

/** The parser then writes neither its name nor its own error pages. */
const SILENT = '999999990007'

/** For unknown callers. */
export function createListener(options: ListenerOptions): Listener {
  ;(uWS as unknown as { _cfg(key: string): void })._cfg(SILENT)
  const app = uWS.App()
  if (options.connections !== null) app.filter(options.connections.onConnection)
  const routes = guard(app, (res, req) => admit(options, res, req), options.onFault)
  return { app, routes }
}

/** For calls of this node to itself: requests are not checked. */
export function ownRoutes(app: TemplatedApp, onFault: OnFault): Routes {
  const admitAll = (res: HttpResponse) => {
    watchAbort(res).isOwn = true
    return true
  }
  return guard(app, admitAll, onFault)
}

/**
 * An exception in a handler would end the process: instead, the request is answered and the fault
 * is reported.
 */
function guard(
  app: TemplatedApp,
  isAdmitted: (res: HttpResponse, req: HttpRequest) => boolean,
  onFault: OnFault,
): Routes {
  const guarded =
    <Rest extends unknown[]>(
      handle: (res: HttpResponse, req: HttpRequest, ...rest: Rest) => void,
    ) =>
    (res: HttpResponse, req: HttpRequest, ...rest: Rest): void => {
      try {
        if (isAdmitted(res, req)) handle(res, req, ...rest)
      } catch (error) {
        onFault(error)
        sendError(res, 400, 'REQUEST_FAILED')
      }
    }
  return {
    get: (path, handler) => void app.get(path, guarded(handler)),
    post: (path, handler) => void app.post(path, guarded(handler)),
    any: (path, handler) => void app.any(path, guarded(handler)),
    ws: (path, { upgrade = () => {}, ...behavior }) =>
      app.ws(path, { ...behavior, upgrade: guarded(upgrade) }),
  }
}

/** False when the request was refused; its connection ends with the answer. */
function admit(
  { headers, ...options }: ListenerOptions,
  res: HttpResponse,
  req: HttpRequest,
): boolean {
  const exchange = watchAbort(res)
  exchange.headers = headers
  const framing = readFraming(readHeaders(res, req), req.getMethod())
  if (framing !== 'sound') exchange.isLast = true
  const refused =
    framing === 'refused' ? 'framing' : isProxyRefused(options, res) ? 'proxy-protocol' : null
  if (refused === null) return true
  exchange.isLast = true
  options.onRefused(refused)
  sendError(res, 400, 'INVALID_REQUEST')
  return false
}

function isProxyRefused(
  { isProxyProtocolAllowed }: Pick<ListenerOptions, 'isProxyProtocolAllowed'>,
  res: HttpResponse,
): boolean {
  if (res.getProxiedRemoteAddressAsText().byteLength === 0) return false
  return !isProxyProtocolAllowed(Buffer.from(res.getRemoteAddressAsText()).toString())
}

/**
 * `refused`: it may be read in two ways. `last`: its framing is sound, but what follows it on the
 * connection need not be a request. `sound`: the connection continues.
 */
type Framing = 'sound' | 'last' | 'refused'

/** Headers that define where a request ends or which host it is for: once, or not at all. */
const ONCE = new Set(['content-length', 'transfer-encoding', 'host'])
/** A tab and printable ASCII. Bytes above ASCII arrive here as other characters. */
const PLAIN_VALUE = /^[\t\x20-\x7e]*$/
/** Does not affect framing; its own reader checks it and has its own error code. */
const JUDGED_BY_ITS_READER = 'idempotency-key'
const WITHOUT_BODY = new Set(['get', 'head', 'options'])

/**
 * Whether it is unambiguous where a request ends and which host it is for. The native parser
 * accepts some requests that a proxy in front of us may read differently; those are refused, or are
 * the last on their connection. Reads headers only, and must never look into a body.
 *
 * Two things are hidden by the parser and can't be checked here: bytes above ASCII at either end of
 * a value, and bare line feeds between chunks. Because of the latter every chunked request is the
 * last of its connection.
 */
function readFraming(sent: readonly HeaderLine[], method: string): Framing {
  const seen = new Map<string, string>()
  let isDoubtful = false
  for (const [name, value] of sent) {
    const isPlain = PLAIN_VALUE.test(value) || name === JUDGED_BY_ITS_READER
    if (!isPlain) isDoubtful = true
    if (!ONCE.has(name)) continue
    if (seen.has(name)) isDoubtful = true
    seen.set(name, value)
  }
  const coding = seen.get('transfer-encoding')
  const length = seen.get('content-length')
  if (isDoubtful || !seen.get('host')) return 'refused'
  if (coding !== undefined && (coding.toLowerCase() !== 'chunked' || length !== undefined)) {
    return 'refused'
  }
  if (length !== undefined && !/^[0-9]{1,15}$/.test(length)) return 'refused'
  const hasBody = coding !== undefined || (length !== undefined && Number(length) > 0)
  // No client sends such a body, and the last answer on a connection is held in memory for its
  // client: it may be a large asset.
  if (hasBody && WITHOUT_BODY.has(method)) return 'refused'
  return coding !== undefined ? 'last' : 'sound'
}
