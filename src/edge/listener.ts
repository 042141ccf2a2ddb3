// One uWebSockets.js app of this node as routes see it: framing is checked before any of them, every
// answer has the listener's headers, and connections are bounded. Knows no route.

import uWS, { type HttpRequest, type HttpResponse, type TemplatedApp } from 'uWebSockets.js'
import type { ConnectionBounds } from './connections.ts'
import { readFraming } from './framing.ts'
import { type Headers, sendError, watchAbort } from './http.ts'

type Handler = (res: HttpResponse, req: HttpRequest) => void | Promise<void>

/** What routes are registered on. */
export interface Routes {
  get(path: string, handler: Handler): void
  post(path: string, handler: Handler): void
  /** Any verb that has no route of its own for the path. */
  any(path: string, handler: Handler): void
  ws: TemplatedApp['ws']
}

export interface ListenerOptions {
  /** For every answer: what depends on how the listener is reached. */
  headers: Headers
  /** Null: they are not bounded. */
  connections: ConnectionBounds | null
  /** Only this node itself calls: nothing of a request is doubted. */
  isForItself?: true
  /** Whether the peer at this address may put a PROXY protocol header before its requests. */
  isProxyProtocolAllowed(address: string): boolean
  onRefused(cause: 'framing' | 'proxy-protocol'): void
}

export interface Listener {
  routes: Routes
  app: TemplatedApp
}

/** The parser then writes neither its name nor pages of its own making. */
const SILENT = '999999990007'

export function createListener(options: ListenerOptions): Listener {
  ;(uWS as unknown as { _cfg(key: string): void })._cfg(SILENT)
  const app = uWS.App()
  if (options.connections !== null) app.filter(options.connections.onConnection)
  const guard =
    (handler: Handler): Handler =>
    (res, req) => {
      if (admit(options, res, req)) return handler(res, req)
    }
  return {
    app,
    routes: {
      get: (path, handler) => void app.get(path, guard(handler)),
      post: (path, handler) => void app.post(path, guard(handler)),
      any: (path, handler) => void app.any(path, guard(handler)),
      ws: (path, { upgrade, ...behavior }) =>
        app.ws(path, {
          ...behavior,
          upgrade(res, req, context) {
            if (admit(options, res, req)) upgrade?.(res, req, context)
          },
        }),
    },
  }
}

/** False when the request was refused; its connection ends with the answer. */
function admit({ headers, ...options }: ListenerOptions, res: HttpResponse, req: HttpRequest) {
  const exchange = watchAbort(res)
  if (options.isForItself) {
    exchange.isOwn = true
    return true
  }
  exchange.headers = headers
  const framing = readFraming(req)
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
