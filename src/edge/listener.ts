// One uWebSockets.js app of this node as routes see it: framing is checked before any route, every
// answer has the listener's headers, and connections are limited. Independent of routes.

import uWS, { type HttpRequest, type HttpResponse, type TemplatedApp } from 'uWebSockets.js'
import type { ConnectionBounds } from './connections.ts'
import { readFraming } from './framing.ts'
import { type Headers, readHeaders, sendError, watchAbort } from './http.ts'

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
