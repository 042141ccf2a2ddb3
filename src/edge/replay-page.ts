// The game page on the internal listener, for replays in the admin panel: the build that players get, with its files
// below the panel's own path, which the panel alone may frame. Never reads a path that a client names; holds no round.

import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { Asset } from './asset.ts'
import type { Headers } from './http.ts'
import { pageHeaders, readAsset } from './pages.ts'

export interface ReplayFile {
  readonly asset: Asset
  readonly headers: Headers
}

const PAGE = /^\/admin\/replay\/[a-z0-9-]{1,64}\/$/
const ASSETS = '/admin/replay/assets/'
const NAMES_OTHERS = /\.(html|js|css)$/

/**
 * The page or a file of it, by its path; null: the path is neither. Files are read when they are first asked for.
 * @param webDir of the pages that players get
 */
export function createReplayPages(webDir: string): (pathname: string) => ReplayFile | null {
  const page = path.join(webDir, 'play')
  const assets = path.join(webDir, 'assets')
  const names = new Set(existsSync(assets) ? readdirSync(assets).filter(isSent) : [])
  const known = new Map<string, ReplayFile>()
  return pathname => {
    const name = pathname.startsWith(ASSETS) ? pathname.slice(ASSETS.length) : null
    if (name === null ? !PAGE.test(pathname) || names.size === 0 : !names.has(name)) return null
    const key = name ?? ''
    const file = known.get(key) ?? (name === null ? readPage(page) : readFile(assets, name))
    known.set(key, file)
    return file
  }
}

const isSent = (name: string) => !/\.(br|gz|map)$/.test(name)

function readPage(dir: string): ReplayFile {
  const headers = { ...pageHeaders([], ["'self'"]), 'x-frame-options': 'SAMEORIGIN' }
  return { asset: withItsFiles(readAsset(dir, 'index.html')), headers }
}

/** Its name carries a hash of the content. */
function readFile(dir: string, name: string): ReplayFile {
  const asset = readAsset(dir, name)
  const headers = { 'cache-control': 'public, max-age=31536000, immutable' }
  return { asset: NAMES_OTHERS.test(name) ? withItsFiles(asset) : asset, headers }
}

/** Names its files where this listener has them. */
function withItsFiles({ type, plain }: Asset): Asset {
  const text = plain.toString('utf8').replaceAll('"/assets/', `"${ASSETS}`)
  return { type, plain: Buffer.from(text), br: null, gzip: null }
}
