// Owns what the page's address says: the game, the client build and the session token. It keeps the
// token out of the address bar and must never send it anywhere.

export type Build = 'any' | 'desktop' | 'mobile'

export interface Address {
  gameId: string
  build: Build
  /** Null when the page was opened without a launch. */
  token: string | null
  socketUrl: string
  /** Of a recorded round, by the listener that no player reaches. */
  isReplay: boolean
}

/**
 * Reads `/play/<game>/`, `/play/desktop/<game>/` or `/play/mobile/<game>/` with `#token=…`, and
 * `/admin/replay/<game>/`.
 */
export function readAddress(location: Location, storage: Storage): Address {
  const parts = location.pathname.split('/').filter(part => part !== '')
  const [, first = '', second] = parts
  const named = (first === 'desktop' || first === 'mobile') && second !== undefined
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:'
  return {
    gameId: named ? second : first,
    build: named ? (first as Build) : 'any',
    token: readToken(location, storage),
    socketUrl: `${scheme}//${location.host}/play/socket`,
    isReplay: parts[0] === 'admin',
  }
}

/** A fresh launch wins over the token kept for a reload of the same path. */
function readToken(location: Location, storage: Storage): string | null {
  const key = `token:${location.pathname}`
  const given = new URLSearchParams(location.hash.slice(1)).get('token')
  if (given === null || given === '') return storage.getItem(key)
  storage.setItem(key, given)
  history.replaceState(null, '', location.pathname + location.search)
  return given
}
