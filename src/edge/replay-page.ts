// The game page on the internal listener, for replays in the admin panel: the build that players
// get, with its files below the panel's own path, which only the panel may frame. Never reads a
// path that a client names; holds no round.

import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { Asset } from './asset.ts'
import type { Headers } from './http.ts'
import { pageHeaders, readAsset, readGamePage } from './pages.ts'

export interface ReplayFile {
  readonly asset: Asset
  readonly headers: Headers
}

const PAGE = /^\/admin\/replay\/([a-z0-9-]{1,64})\/$/
const ASSETS = '/admin/replay/assets/'
const NAMES_OTHERS = /\.(html|js|css)$/

/**
 * The page or one of its files, by path; null: the path is neither. Files are read when they are
 * first asked for.
 * @param webDir of the pages that players get
 */
export function createReplayPages(webDir: string): (pathname: string) => ReplayFile | null {
  const assets = path.join(webDir, 'assets')
  const names = new Set(existsSync(assets) ? readdirSync(assets).filter(isSent) : [])
  const known = new Map<string, ReplayFile>()
  return pathname => {
    const gameId = PAGE.exec(pathname)?.[1]
    if (gameId !== undefined) return names.size === 0 ? null : readPage(webDir, gameId)
    const name = pathname.startsWith(ASSETS) ? pathname.slice(ASSETS.length) : ''
    if (!names.has(name)) return null
    const file = known.get(name) ?? readFile(assets, name)
    known.set(name, file)
    return file
  }
}

const isSent = (name: string) => !/\.(br|gz|map)$/.test(name)

/** Read again each time: caching an entry for every name that fits would fill the memory. */
function readPage(webDir: string, gameId: string): ReplayFile {
  const headers = { ...pageHeaders([], ["'self'"]), 'x-frame-options': 'SAMEORIGIN' }
  return { asset: withItsFiles(readGamePage(webDir, gameId)), headers }
}

/** Its name contains a hash of the content. */
function readFile(dir: string, name: string): ReplayFile {
  const asset = readAsset(dir, name)
  const headers = { 'cache-control': 'public, max-age=31536000, immutable' }
  return { asset: NAMES_OTHERS.test(name) ? withItsFiles(asset) : asset, headers }
}

/** Replaces the paths of its files by their paths on this listener. */
function withItsFiles({ type, plain }: Asset): Asset {
  const text = plain.toString('utf8').replaceAll(/(["(])\/assets\//g, `$1${ASSETS}`)
  return { type, plain: Buffer.from(text), br: null, gzip: null }
}
