// The built pages and their assets, read into memory once at start. Serves what the build made
// under the strict content security policy; never reads a path that a client names.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Asset, sendAsset } from './asset.ts'
import { frameValueOf } from './frame-value.ts'
import { type Headers, send, sendError } from './http.ts'
import type { Routes } from './listener.ts'

/** @param ancestors the pages that may frame it, as CSP sources */
export function pageHeaders(ancestors: readonly string[] = ["'none'"]): Headers {
  return {
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
      "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; " +
      `frame-ancestors ${ancestors.join(' ')}`,
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  }
}

export const PAGE_HEADERS = pageHeaders()

/** The headers of the same page when these origins may frame it. */
function framedBy(ancestors: readonly string[]): Headers {
  if (ancestors.length === 0) return PAGE_HEADERS
  return {
    ...pageHeaders(ancestors),
    // X-Frame-Options can't list origins; browsers with `frame-ancestors` do not need it.
    'x-frame-options': '',
    'cross-origin-opener-policy': '',
  }
}

/** Asset names contain a hash of their content. */
export const ASSET_HEADERS: Headers = { 'cache-control': 'public, max-age=31536000, immutable' }

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.webmanifest': 'application/manifest+json',
  '.map': 'application/json',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
  '.tgz': 'application/gzip',
  // Example wallets, to read and to save: a browser runs none of them.
  '.mjs': 'text/plain; charset=utf-8',
  '.py': 'text/plain; charset=utf-8',
  '.php': 'text/plain; charset=utf-8',
}

export interface PagesEdge {
  /** Games that have client pages. */
  gameIds: readonly string[]
  hasLobby: boolean
  /** For development: source maps show the sources. */
  hasSourceMaps: boolean
  /** Origins that a launch link allows to frame the game, by its `frame` parameter. */
  readFrameAncestors(value: string): readonly string[]
  /**
   * The lobby that a launch link names, by its `lobby` parameter; null: the value is not from us.
   */
  readLobbyUrl(value: string): string | null
}

export function registerPages(app: Routes, webDir: string, edge: PagesEdge): void {
  const { gameIds, hasLobby, hasSourceMaps } = edge
  const assets = readAssets(path.join(webDir, 'assets'), hasSourceMaps)
  const lobby = readAsset(path.join(webDir, 'lobby'), 'index.html')

  app.get('/assets/*', (res, req) => {
    const asset = assets.get(req.getUrl().slice('/assets/'.length))
    if (asset === undefined) sendError(res, 404, 'NOT_FOUND')
    else sendAsset(res, req, asset, ASSET_HEADERS)
  })
  if (hasLobby) {
    for (const at of ['/', '/lobby/']) {
      app.get(at, (res, req) => sendAsset(res, req, lobby, PAGE_HEADERS))
    }
  }
  app.get('/play/lobby', (res, req) => {
    const location = edge.readLobbyUrl(req.getQuery('to') ?? '')
    if (location === null) sendError(res, 404, 'NOT_FOUND')
    else send(res, 302, 'text/plain; charset=utf-8', '', { location })
  })
  for (const gameId of gameIds) {
    const play = readGamePage(webDir, gameId)
    for (const build of ['', 'desktop/', 'mobile/']) {
      app.get(`/play/${build}${gameId}/`, (res, req) => {
        const ancestors = edge.readFrameAncestors(frameValueOf(req))
        sendAsset(res, req, play, framedBy(ancestors))
      })
    }
  }
}

/**
 * The client's page of a game: its own page, which names the logo and the game's files, if the
 * build made one.
 */
export function readGamePage(webDir: string, gameId: string): Asset {
  const own = path.join(webDir, 'play', gameId)
  return readAsset(existsSync(own) ? own : path.join(webDir, 'play'), 'index.html')
}

/** Game id -> path of its picture in the lobby. */
export function readPictures(webDir: string): ReadonlyMap<string, string> {
  const written = readFileSync(path.join(webDir, 'pictures.json'), 'utf8')
  return new Map(Object.entries(JSON.parse(written) as Record<string, string>))
}

/** Folders that were read: players' pages and the panel's replays have the same files. */
const read = new Map<string, ReadonlyMap<string, Asset>>()

/** All files of the folder, which are read once in a process. */
export function readAssets(dir: string, hasSourceMaps: boolean): ReadonlyMap<string, Asset> {
  const key = `${hasSourceMaps} ${dir}`
  const assets = read.get(key) ?? readFolder(dir, hasSourceMaps)
  read.set(key, assets)
  return assets
}

function readFolder(dir: string, hasSourceMaps: boolean): ReadonlyMap<string, Asset> {
  const left = hasSourceMaps ? /\.(br|gz)$/ : /\.(br|gz|map)$/
  const names = readdirSync(dir).filter(name => !left.test(name))
  return new Map(names.map(name => [name, readAsset(dir, name)]))
}

export function readAsset(dir: string, name: string): Asset {
  const file = path.join(dir, name)
  return {
    type: typeOf(name),
    plain: readFileSync(file),
    br: readOptional(`${file}.br`),
    gzip: readOptional(`${file}.gz`),
  }
}

export function typeOf(name: string): string {
  return TYPES[path.extname(name)] ?? 'application/octet-stream'
}

function readOptional(file: string): Buffer | null {
  try {
    return readFileSync(file)
  } catch {
    return null
  }
}
