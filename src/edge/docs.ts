// Routes of the API's description: the OpenAPI document and the page made from it, both put together
// once at start. Holds no words of its own.

import type { TemplatedApp } from 'uWebSockets.js'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { buildOpenApi } from '../wire/openapi.ts'
import { makeAsset, sendAsset } from './asset.ts'
import { renderDocs } from './docs-page.ts'
import { JSON_TYPE, sendError } from './http.ts'
import { PAGE_HEADERS } from './pages.ts'

const PLACE = '<!-- document -->'

export function registerDocs(app: TemplatedApp, webDir: string): void {
  const document = buildOpenApi()
  const json = makeAsset(JSON_TYPE, JSON.stringify(document))
  const frame = readFileSync(path.join(webDir, 'docs', 'index.html'), 'utf8')
  const html = frame.replace(PLACE, () => renderDocs(document))
  const page = makeAsset('text/html; charset=utf-8', html)

  app.get('/docs/openapi.json', (res, req) => sendAsset(res, req, json, {}))
  for (const at of ['/docs', '/docs/']) {
    app.get(at, (res, req) => sendAsset(res, req, page, PAGE_HEADERS))
  }
  for (const at of ['/docs/openapi.json', '/docs', '/docs/']) {
    app.any(at, res => sendError(res, 405, 'METHOD_NOT_ALLOWED', { allow: 'GET' }))
  }
}
