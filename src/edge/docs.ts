// Serves the API's description: the OpenAPI document, made once at start, and the page that shows
// it. Contains no facts about the API itself.

import path from 'node:path'
import type { OpenApiDocument } from '../wire/openapi/document.ts'
import { makeAsset, sendAsset } from './asset.ts'
import { JSON_TYPE, sendError } from './http.ts'
import type { Routes } from './listener.ts'
import { pageHeaders, readAsset } from './pages.ts'

/**
 * The style elements that Redoc creates, by the hash of their text: an empty one, to which it adds
 * rules as objects, and the one for scroll bars. Every other inline style is refused.
 */
const REDOC_STYLES = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-QMIg+bpjm3JdElJ388KYke01izlUW0UoNOeKjpMxdgc='",
]

export function registerDocs(app: Routes, webDir: string, document: OpenApiDocument): void {
  const json = makeAsset(JSON_TYPE, JSON.stringify(document))
  const page = readAsset(path.join(webDir, 'docs'), 'index.html')
  const headers = pageHeaders(REDOC_STYLES)

  app.get('/docs/openapi.json', (res, req) => sendAsset(res, req, json, {}))
  for (const at of ['/docs', '/docs/']) {
    app.get(at, (res, req) => sendAsset(res, req, page, headers))
  }
  for (const at of ['/docs/openapi.json', '/docs', '/docs/']) {
    app.any(at, res => sendError(res, 405, 'METHOD_NOT_ALLOWED', { allow: 'GET' }))
  }
}
