// Serves the API's description: the OpenAPI document, made once at start, and the page that shows
// it. Contains no facts about the API itself.

import path from 'node:path'
import type { OpenApiDocument } from '../wire/openapi/document.ts'
import { makeAsset, sendAsset } from './asset.ts'
import { JSON_TYPE, sendError } from './http.ts'
import type { Routes } from './listener.ts'
import { PAGE_HEADERS, readAsset } from './pages.ts'

export function registerDocs(app: Routes, webDir: string, document: OpenApiDocument): void {
  const json = makeAsset(JSON_TYPE, JSON.stringify(document))
  const page = readAsset(path.join(webDir, 'docs'), 'index.html')

  app.get('/docs/openapi.json', (res, req) => sendAsset(res, req, json, {}))
  for (const at of ['/docs', '/docs/']) {
    app.get(at, (res, req) => sendAsset(res, req, page, PAGE_HEADERS))
  }
  for (const at of ['/docs/openapi.json', '/docs', '/docs/']) {
    app.any(at, res => sendError(res, 405, 'METHOD_NOT_ALLOWED', { allow: 'GET' }))
  }
}
