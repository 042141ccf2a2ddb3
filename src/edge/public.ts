// Public GET endpoints that need no credentials: health, the games, and metrics for the operators of
// this node. Answers JSON; never touches a player or a project.

import type { TemplatedApp } from 'uWebSockets.js'
import type { Capabilities, GameHealth, GamesCatalog } from '../operator/catalog/schema.ts'
import { makeAsset, sendAsset, weakTag } from './asset.ts'
import { answer, JSON_TYPE, send, sendError, sendJson } from './http.ts'

export interface PublicEdge {
  games: readonly GameHealth[]
  capabilities: Capabilities
  catalog: GamesCatalog
  releaseId: string
  /** Rejects when Postgres or Redis cannot be reached. */
  checkStorage(): Promise<void>
  metrics(): Promise<string>
  /** Whether the caller may read the metrics: they name projects. */
  mayReadMetrics(address: string): boolean
  onFault(error: unknown): void
}

const PROXY_HEADERS = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip']

export function registerPublic(app: TemplatedApp, edge: PublicEdge): void {
  const games = JSON.stringify({ status: 'ok', games: edge.games, releaseId: edge.releaseId })
  const health = JSON.stringify({
    status: 'ok',
    mode: 'TEST_ONLY',
    runtime: `node ${process.versions.node}`,
    releaseId: edge.releaseId,
  })

  app.get('/games/health', res => sendJson(res, 200, games))
  const capabilities = JSON.stringify(edge.capabilities)
  app.get('/capabilities', res => sendJson(res, 200, capabilities))
  registerCatalog(app, edge.catalog)
  app.get('/health', res => {
    answer(
      res,
      async () => {
        try {
          await edge.checkStorage()
        } catch (error) {
          edge.onFault(error)
          sendError(res, 503, 'DATABASE_UNAVAILABLE')
          return
        }
        sendJson(res, 200, health)
      },
      edge.onFault,
    )
  })
  app.get('/metrics', (res, req) => {
    const address = Buffer.from(res.getRemoteAddressAsText()).toString()
    // Behind a proxy on this machine every caller looks local; a proxy says so in a header.
    const proxied = PROXY_HEADERS.some(name => req.getHeader(name) !== '')
    if (proxied || !edge.mayReadMetrics(address)) {
      sendError(res, 403, 'FORBIDDEN')
      return
    }
    const type = 'text/plain; version=0.0.4; charset=utf-8'
    answer(res, async () => send(res, 200, type, await edge.metrics()), edge.onFault)
  })
  for (const path of ['/games/health', '/games/catalog', '/capabilities', '/health', '/metrics']) {
    app.any(path, res => sendError(res, 405, 'METHOD_NOT_ALLOWED', { allow: 'GET' }))
  }
  app.any('/*', res => sendError(res, 404, 'NOT_FOUND'))
}

/** The one answer that may be kept: it changes only when games are published. */
function registerCatalog(app: TemplatedApp, catalog: GamesCatalog): void {
  const asset = makeAsset(JSON_TYPE, JSON.stringify(catalog))
  const headers = { 'cache-control': 'public, max-age=300', etag: weakTag(asset) }
  app.get('/games/catalog', (res, req) => sendAsset(res, req, asset, headers))
}
