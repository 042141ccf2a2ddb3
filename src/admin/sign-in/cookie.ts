// The cookies of a browser: the one it is signed in by, and one for each account that it has signed in with; their
// names, their bounds, and how they are read. Must never reach a page of another site, nor a script.

import { ADMIN_DEVICE_MS, ADMIN_SESSION_MS } from '../../limits/admin.ts'
import { hideName } from './limits.ts'

/**
 * Over https the name says that the browser took it over https alone and for this host alone. A panel on
 * loopback, which has no TLS, has a name of its own, so that neither passes for the other, and a path: cookies
 * know no ports, and the public listener of such a machine must not get it.
 */
const nameFor = (origin: string) =>
  isSecure(origin) ? '__Host-reelhouse-admin' : 'reelhouse-admin-local'

/** One for each account, so that of two who share a browser neither makes the other a stranger. */
const deviceNameFor = (origin: string, account: string) =>
  `${isSecure(origin) ? '__Host-reelhouse-device' : 'reelhouse-device-local'}-${hideName(account)}`

const isSecure = (origin: string) => origin.startsWith('https:')
const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** Null: there is none, or it is none of ours. */
export function readSessionToken(cookie: string, origin: string): string | null {
  return readToken(cookie, nameFor(origin))
}

/** @param account the name that is signed in with */
export function readDeviceToken(cookie: string, origin: string, account: string): string | null {
  return readToken(cookie, deviceNameFor(origin, account))
}

function readToken(cookie: string, name: string): string | null {
  for (const part of cookie.split(';')) {
    // Blanks and tabs alone: a name after any other white space is another name, without the rules of its prefix.
    const [given = '', value = ''] = part.replace(/^[ \t]+|[ \t]+$/g, '').split('=', 2)
    if (given === name && TOKEN.test(value)) return value
  }
  return null
}

export function sessionCookie(token: string, origin: string): string {
  return printCookie(nameFor(origin), token, origin, ADMIN_SESSION_MS / 1000)
}

export function endedCookie(origin: string): string {
  return printCookie(nameFor(origin), '', origin, 0)
}

export function deviceCookie(token: string, origin: string, account: string): string {
  return printCookie(deviceNameFor(origin, account), token, origin, ADMIN_DEVICE_MS / 1000)
}

function printCookie(name: string, value: string, origin: string, maxAgeS: number): string {
  const bounds = isSecure(origin) ? 'Path=/; Secure' : 'Path=/admin'
  return `${name}=${value}; ${bounds}; Max-Age=${maxAgeS}; HttpOnly; SameSite=Strict`
}
