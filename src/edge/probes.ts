// What monitors ask a node: whether the event loop runs, whether it can play, and its metrics,
// which name projects. Uses a server from Node's `http` module, because monitors may speak
// HTTP/1.0, which uWebSockets.js does not. Does no work of the node itself. Must never be reachable
// through the public listener.

import { createHash, timingSafeEqual } from 'node:crypto'
import type {
  IncomingHttpHeaders,
  IncomingMessage,
  RequestListener,
  ServerResponse,
} from 'node:http'
import { isIP } from 'node:net'
import { INTERNAL_REQUEST_MS } from '../limits.ts'
import { errorBody, JSON_TYPE } from './http.ts'

export interface ProbesEdge {
  /** The Bearer token that a reader of the metrics must show; null: none is needed. */
  metricsToken: string | null
  metrics(): Promise<string>
  /** The event loop that serves players runs. */
  isLive(): boolean
  /**
   * Names of the parts that keep the node from playing (without any the node is ready), the stores
   * whose absence keeps some of its players from playing, and the parts whose answer is overdue.
   */
  readiness(): {
    obstacles: readonly string[]
    away: readonly string[]
    busy: readonly string[]
  }
  onFault(error: unknown): void
}

interface Answer {
  readonly status: number
  readonly type: string
  readonly body: string
}

/** By path. */
type Routes = Readonly<Record<string, (headers: IncomingHttpHeaders) => Promise<Answer>>>

const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

export function createProbes(edge: ProbesEdge): RequestListener {
  const routes: Routes = {
    '/livez': async () =>
      edge.isLive() ? json(200, { status: 'ok' }) : json(503, { status: 'hangs' }),
    '/readyz': async () => {
      const { obstacles, away, busy } = edge.readiness()
      if (obstacles.length > 0) return json(503, { status: 'not ready', obstacles })
      return json(200, {
        status: busy.length === 0 ? 'ok' : 'busy',
        ...(away.length > 0 && { away }),
        ...(busy.length > 0 && { busy }),
      })
    },
    '/metrics': async ({ authorization = '', host = '' }) => {
      if (edge.metricsToken === null && !isInnerHost(host)) return refusal(403, 'HOST_NOT_ALLOWED')
      if (!showsToken(authorization, edge.metricsToken)) return refusal(401, 'UNAUTHORIZED')
      return { status: 200, type: METRICS_TYPE, body: await edge.metrics() }
    },
  }
  return (req, res) => {
    answer(routes, req)
      .catch((error: unknown) => {
        edge.onFault(error)
        return refusal(500, 'INTERNAL_ERROR')
      })
      .then(given => write(req, res, given), edge.onFault)
  }
}

async function answer(
  routes: Routes,
  { url = '/', method, headers }: IncomingMessage,
): Promise<Answer> {
  const route = routes[url.split('?', 1)[0]!]
  if (route === undefined) return refusal(404, 'NOT_FOUND')
  if (method !== 'GET' && method !== 'HEAD') return refusal(405, 'METHOD_NOT_ALLOWED')
  return route(headers)
}

const INNER_NAME = /\.(local|localhost|internal|lan|home\.arpa|svc)\.?$/i

/**
 * Guards against DNS rebinding: a page of another site can point a host name of its site to this
 * address, and read the answer under that name, but it has no token. Where no token is needed, only
 * names that no site can have are answered: addresses, names without a dot, and names of inner
 * networks (RFC 6762, 6761 and 8375, `.internal`, `.lan`, a cluster's `.svc`), with or without a
 * last dot. HTTP/1.0 monitors send no Host.
 */
function isInnerHost(host: string): boolean {
  const name = host.replace(/:\d*$/, '').replace(/^\[(.*)\]$/, '$1')
  return isIP(name) !== 0 || !name.includes('.') || INNER_NAME.test(name)
}

/** In constant time, so that the time does not reveal how much of a wrong token is right. */
function showsToken(authorization: string, token: string | null): boolean {
  if (token === null) return true
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(authorization), hash(`Bearer ${token}`))
}

function write({ method }: IncomingMessage, res: ServerResponse, { status, type, body }: Answer) {
  // A reader that takes nothing of the answer has left.
  res.setTimeout(INTERNAL_REQUEST_MS, () => res.destroy())
  res.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(status === 405 ? { allow: 'GET, HEAD' } : {}),
    ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
  })
  res.end(method === 'HEAD' ? undefined : body)
}

const json = (status: number, body: object) => written(status, JSON.stringify(body))
const refusal = (status: number, code: string) => written(status, errorBody(code))

function written(status: number, body: string): Answer {
  return { status, type: JSON_TYPE, body }
}
