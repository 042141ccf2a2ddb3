// What this node's own network may ask: whether the process turns, whether it can play, and its metrics,
// which name projects. On a server of Node's own, because monitors may speak HTTP/1.0, which
// uWebSockets.js does not. Never reachable by the public listener.

import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import { INTERNAL_CONNECTIONS, INTERNAL_REQUEST_MS } from '../limits/health-and-drain.ts'
import { errorBody, JSON_TYPE } from './http.ts'

export interface InternalEdge {
  metrics(): Promise<string>
  /** Names of the parts that keep the node from playing; empty: it is ready. */
  obstacles(): Promise<readonly string[]>
  onFault(error: unknown): void
}

interface Answer {
  readonly status: number
  readonly type: string
  readonly body: string
}

const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

export function createInternalServer(edge: InternalEdge): http.Server {
  const routes: Readonly<Record<string, () => Promise<Answer>>> = {
    '/livez': async () => json(200, { status: 'ok' }),
    '/readyz': async () => {
      const obstacles = await edge.obstacles()
      return obstacles.length === 0
        ? json(200, { status: 'ok' })
        : json(503, { status: 'not ready', obstacles })
    },
    '/metrics': async () => ({ status: 200, type: METRICS_TYPE, body: await edge.metrics() }),
  }
  const server = http.createServer(
    { headersTimeout: INTERNAL_REQUEST_MS, requestTimeout: INTERNAL_REQUEST_MS },
    (req, res) => {
      answer(routes, req)
        .catch((error: unknown) => {
          edge.onFault(error)
          return refusal(500, 'INTERNAL_ERROR')
        })
        .then(given => write(req, res, given), edge.onFault)
    },
  )
  server.maxConnections = INTERNAL_CONNECTIONS
  return server
}

async function answer(
  routes: Readonly<Record<string, () => Promise<Answer>>>,
  { url = '/', method }: IncomingMessage,
): Promise<Answer> {
  const route = routes[url.split('?', 1)[0]!]
  if (route === undefined) return refusal(404, 'NOT_FOUND')
  if (method !== 'GET' && method !== 'HEAD') return refusal(405, 'METHOD_NOT_ALLOWED')
  return route()
}

function write({ method }: IncomingMessage, res: ServerResponse, { status, type, body }: Answer) {
  res.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(status === 405 ? { allow: 'GET, HEAD' } : {}),
  })
  res.end(method === 'HEAD' ? undefined : body)
}

const json = (status: number, body: object) => written(status, JSON.stringify(body))
const refusal = (status: number, code: string) => written(status, errorBody(code))

function written(status: number, body: string): Answer {
  return { status, type: JSON_TYPE, body }
}
