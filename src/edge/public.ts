// Public GET endpoints that need no credentials: health and the games. Never touches a player or a
// project.

import type { Capabilities, GameHealth, GamesCatalog } from '../operator/catalog/schema.ts'
import { makeAsset, sendAsset, weakTag } from './asset.ts'
import { JSON_TYPE, send, sendError, sendJson } from './http.ts'
import type { Routes } from './listener.ts'

/** RFC 9116 asks for less than a year. */
export const SECURITY_TXT_VALID_MS = 182 * 24 * 60 * 60 * 1000

export interface PublicEdge {
  games: readonly GameHealth[]
  capabilities: Capabilities
  catalog: GamesCatalog
  releaseId: string
  /** Where weaknesses are reported, for security.txt; null: it is not served. */
  security: { contact: string; publicUrl: string } | null
  /** As last seen: both stores accept writes, and the node is not about to stop. */
  isReady(): boolean
}

export function registerPublic(app: Routes, edge: PublicEdge): void {
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
    if (edge.isReady()) sendJson(res, 200, health)
    else sendError(res, 503, 'DATABASE_UNAVAILABLE')
  })
  const { security } = edge
  if (security !== null) {
    app.get('/.well-known/security.txt', res =>
      send(res, 200, 'text/plain; charset=utf-8', writeSecurityTxt(security, Date.now())),
    )
  }
  for (const path of ['/games/health', '/games/catalog', '/capabilities', '/health']) {
    app.any(path, res => sendError(res, 405, 'METHOD_NOT_ALLOWED', { allow: 'GET' }))
  }
  app.any('/*', res => sendError(res, 404, 'NOT_FOUND'))
}

/** RFC 9116. */
export function writeSecurityTxt(
  { contact, publicUrl }: { contact: string; publicUrl: string },
  nowMs: number,
): string {
  return [
    `Contact: ${contact}`,
    `Expires: ${new Date(nowMs + SECURITY_TXT_VALID_MS).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    '',
  ].join('\n')
}

/** The only answer that may be cached: it changes only when games are published. */
function registerCatalog(app: Routes, catalog: GamesCatalog): void {
  const asset = makeAsset(JSON_TYPE, JSON.stringify(catalog))
  const headers = { 'cache-control': 'public, max-age=300', etag: weakTag(asset) }
  app.get('/games/catalog', (res, req) => sendAsset(res, req, asset, headers))
}
