// The documentation: the site that `npm run docs` made with its downloads, the page of the operator
// API and the document behind it, read into memory once at start. Serves them under the strict
// content security policy; never reads a path that a client names.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import zlib from 'node:zlib'
import { type Asset, sendAsset } from './asset.ts'
import { type Headers, send, sendError } from './http.ts'
import type { Routes } from './listener.ts'
import { ASSET_HEADERS, PAGE_HEADERS, readAsset, typeOf } from './pages.ts'

const SITE = '/docs/'
const API_PAGE = '/docs/api/'

/**
 * Without a site `/docs/` leads to the page of the API.
 * @param apiDir index.html and openapi.json, @param siteDir the site; it may be missing
 */
export function registerDocs(app: Routes, apiDir: string, siteDir: string): void {
  const json = readAsset(apiDir, 'openapi.json')
  const site = readSite(siteDir)
  const api = site.get('api/index.html') ?? readAsset(apiDir, 'index.html')

  redirect(app, '/docs', SITE)
  redirect(app, '/docs/api', API_PAGE)
  app.get('/docs/openapi.json', (res, req) => sendAsset(res, req, json, {}))
  app.get(API_PAGE, (res, req) => sendAsset(res, req, api, PAGE_HEADERS))
  if (site.size === 0) redirect(app, SITE, API_PAGE)
  else registerSite(app, site)
  for (const at of ['/docs', SITE, `${SITE}*`]) {
    app.any(at, res => sendError(res, 405, 'METHOD_NOT_ALLOWED', { allow: 'GET' }))
  }
}

function redirect(app: Routes, from: string, location: string): void {
  app.get(from, res => send(res, 302, 'text/plain; charset=utf-8', '', { location }))
}

function registerSite(app: Routes, site: ReadonlyMap<string, Asset>): void {
  const missing = site.get('404.html')
  for (const at of [SITE, `${SITE}*`]) {
    app.get(at, (res, req) => {
      const name = req.getUrl().slice(SITE.length)
      const asset = site.get(/(^|\/)$/.test(name) ? `${name}index.html` : name)
      if (asset !== undefined) sendAsset(res, req, asset, headersOf(name))
      else if (missing !== undefined) sendAsset(res, req, missing, PAGE_HEADERS, 404)
      else sendError(res, 404, 'NOT_FOUND')
    })
  }
}

function headersOf(name: string): Headers {
  return name.startsWith('assets/') ? ASSET_HEADERS : PAGE_HEADERS
}

/** Path below /docs/ -> file. */
function readSite(dir: string): ReadonlyMap<string, Asset> {
  if (!existsSync(dir)) return new Map()
  const names = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => path.relative(dir, path.join(entry.parentPath, entry.name)))
    .map(name => name.split(path.sep).join('/').replace(/\.br$/, ''))
  return new Map(names.map(name => [name, readPacked(dir, name)]))
}

/**
 * A packed node has only the compressed copy, a seventh of the size. It is unpacked for the first
 * client that can't read it.
 */
function readPacked(dir: string, name: string): Asset {
  const packed = path.join(dir, `${name}.br`)
  if (!existsSync(packed)) return readAsset(dir, name)
  const br = readFileSync(packed)
  let plain: Buffer | null = null
  return {
    type: typeOf(name),
    br,
    gzip: null,
    get plain() {
      plain ??= zlib.brotliDecompressSync(br)
      return plain
    },
  }
}
