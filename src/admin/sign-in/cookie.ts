// The cookie that a browser is signed in by: its name, its bounds, and how it is read. Must never reach a page of
// another site, nor a script.

import { ADMIN_SESSION_MS } from '../../limits/admin.ts'

/**
 * Over https the name says that the browser took it over https alone and for this host alone. A panel on
 * loopback, which has no TLS, has a name of its own, so that neither passes for the other, and a path: cookies
 * know no ports, and the public listener of such a machine must not get it.
 */
const nameFor = (origin: string) =>
  isSecure(origin) ? '__Host-reelhouse-admin' : 'reelhouse-admin-local'

const isSecure = (origin: string) => origin.startsWith('https:')
const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** Null: there is none, or it is none of ours. */
export function readSessionToken(cookie: string, origin: string): string | null {
  const name = nameFor(origin)
  for (const part of cookie.split(';')) {
    const [given = '', value = ''] = part.trim().split('=', 2)
    if (given === name && TOKEN.test(value)) return value
  }
  return null
}

export function sessionCookie(token: string, origin: string): string {
  return printCookie(token, origin, ADMIN_SESSION_MS / 1000)
}

export function endedCookie(origin: string): string {
  return printCookie('', origin, 0)
}

function printCookie(value: string, origin: string, maxAgeS: number): string {
  const bounds = isSecure(origin) ? 'Path=/; Secure' : 'Path=/admin'
  return `${nameFor(origin)}=${value}; ${bounds}; Max-Age=${maxAgeS}; HttpOnly; SameSite=Strict`
}
