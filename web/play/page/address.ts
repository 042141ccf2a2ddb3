// Owns what the page's address contains: the game, the client build and the session token. It
// removes the token from the address bar and must never send it anywhere.

import { socketQuery } from '../net/socket-query.ts'

export type Build = 'any' | 'desktop' | 'mobile'

export interface Address {
  gameId: string
  build: Build
  /** Null when the page was opened without a launch link. */
  token: string | null
  socketUrl: string
  /** The lobby path from the launch link; null: the link has no lobby. */
  lobbyPath: string | null
  /** The page replays a recorded round, served by the admin listener that players can't reach. */
  isReplay: boolean
}

/**
 * Reads `/play/<game>/`, `/play/desktop/<game>/` or `/play/mobile/<game>/` with `#token=…`, and
 * `/admin/replay/<game>/`.
 * @param storage null when the browser blocks it, as it may in a frame
 */
export function readAddress(location: Location, storage: Storage | null): Address {
  const [page, first = ''] = partsOf(location.pathname)
  const isBuild = first === 'desktop' || first === 'mobile'
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:'
  return {
    gameId: gameIdOf(location.pathname),
    build: isBuild ? first : 'any',
    token: readToken(location, storage),
    socketUrl: `${scheme}//${location.host}/play/socket${socketQuery(location.search)}`,
    lobbyPath: readLobbyPath(location.search),
    isReplay: page === 'admin',
  }
}

/** The last segment of the paths above. */
function gameIdOf(pathname: string): string {
  return partsOf(pathname).at(-1) ?? ''
}

function partsOf(pathname: string): string[] {
  return pathname.split('/').filter(part => part !== '')
}

/**
 * Whether the address is that of a launch: the page removes the token from the address once it has
 * stored it.
 */
export function namesLaunch({ hash }: Pick<Location, 'hash'>): boolean {
  return tokenIn(hash) !== null
}

/** Null also when it is empty. */
function tokenIn(hash: string): string | null {
  return new URLSearchParams(hash.slice(1)).get('token') || null
}

/**
 * A fresh launch wins over the token kept for a reload of the same path, and removes those of
 * earlier pages. Without storage it stays in the fragment, which goes to no server: a reload finds
 * it there.
 */
function readToken(location: Location, storage: Storage | null): string | null {
  const key = `token:${location.pathname}`
  const given = tokenIn(location.hash)
  if (given === null) return storage?.getItem(key) ?? null
  if (storage === null) return given
  forgetEarlier(storage, new Set(pathsIn(window.top ?? window)))
  if (!keep(storage, key, given)) return given
  history.replaceState(null, '', location.pathname + location.search)
  return given
}

/** What the tab has kept by the path of a page that it no longer shows, as `token:<path>`. */
function forgetEarlier(storage: Storage, shown: ReadonlySet<string>): void {
  for (const key of Object.keys(storage)) {
    const [, path] = /^\w+:(\/.*)$/.exec(key) ?? []
    if (path !== undefined && !shown.has(path)) storage.removeItem(key)
  }
}

/**
 * Of the game pages in a window and its frames: games of one casino page share the storage of their
 * tab.
 */
function pathsIn(view: Window): string[] {
  const inside = Array.from({ length: view.length }, (_, index) => pathsIn(view[index]!))
  return [...pathOf(view), ...inside.flat()]
}

function pathOf({ location }: Window): string[] {
  try {
    return [location.pathname]
  } catch {
    // Of another origin, as the casino's page is.
    return []
  }
}

function keep(storage: Storage, key: string, token: string): boolean {
  try {
    storage.setItem(key, token)
    return true
  } catch {
    return false
  }
}

/** The platform checks the signature and redirects. */
function readLobbyPath(search: string): string | null {
  const lobby = new URLSearchParams(search).get('lobby')
  return lobby === null ? null : `/play/lobby?to=${encodeURIComponent(lobby)}`
}
