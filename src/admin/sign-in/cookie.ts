// The cookies of a browser: one for its session, and one for each account that it has signed in
// with; their names, their limits, and how they are read. Must never be readable by a page of
// another site, nor by a script.

import { ADMIN_DEVICE_MS, ADMIN_SESSION_MS } from '../../limits/admin.ts'
import { hideName } from './limits.ts'

/**
 * Over https the `__Host-` prefix makes the browser accept and send the cookie only over https and
 * only for this host. A panel on loopback, which has no TLS, uses another name, so that neither
 * cookie passes for the other, and a path: cookies ignore ports, and the public listener of the
 * same machine must not receive it.
 */
const nameFor = (origin: string) =>
  isSecure(origin) ? '__Host-reelhouse-admin' : 'reelhouse-admin-local'

/** One per account, so that two people who share a browser do not make each other unknown. */
const deviceNameFor = (origin: string, account: string) =>
  `${isSecure(origin) ? '__Host-reelhouse-device' : 'reelhouse-device-local'}-${hideName(account)}`

const isSecure = (origin: string) => origin.startsWith('https:')
const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** Null: no cookie, or not in our form. */
export function readSessionToken(cookie: string, origin: string): string | null {
  return readToken(cookie, nameFor(origin))
}

/** @param account the name that is signed in with */
export function readDeviceToken(cookie: string, origin: string, account: string): string | null {
  return readToken(cookie, deviceNameFor(origin, account))
}

function readToken(cookie: string, name: string): string | null {
  for (const part of cookie.split(';')) {
    // Trims only blanks and tabs: a name after any other white space is another name, to which the
    // browser does not apply the rules of the prefix.
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
