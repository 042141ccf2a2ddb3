// The cookies of a browser: one for its session, and one for each account that it has signed in
// with; their names, their limits, and how they are read. Must never be readable by a page of
// another site, nor by a script.

import { ADMIN_DEVICE_MS, ADMIN_SESSION_MS } from '../../limits/admin.ts'
import { hideName } from './limits.ts'
import type { Side } from './side.ts'

/**
 * Over https the `__Host-` prefix makes the browser accept and send the cookie only over https and
 * only for this host. A panel on loopback, which has no TLS, uses another name, so that neither
 * cookie passes for the other, and a path: cookies ignore ports, and the public listener of the
 * same machine must not receive it.
 */
const nameFor = ({ origin, side }: PanelPlace) =>
  isSecure(origin) ? `__Host-reelhouse-${NAMES[side]}` : `reelhouse-${NAMES[side]}-local`

/** On one machine both sides may have the same host: they do not replace each other's sessions. */
const NAMES = { platform: 'admin', operators: 'operator' } as const

/** Which panel it is, and its scheme, host and port. */
interface PanelPlace {
  readonly origin: string
  readonly side: Side
}

/** One per account, so that two people who share a browser do not make each other unknown. */
const deviceNameFor = ({ origin }: PanelPlace, account: string) =>
  `${isSecure(origin) ? '__Host-reelhouse-device' : 'reelhouse-device-local'}-${hideName(account)}`

/** What a sign-in through a provider needs when the browser comes back. */
const flowNameFor = ({ origin, side }: PanelPlace) =>
  isSecure(origin) ? `__Host-reelhouse-${NAMES[side]}-flow` : `reelhouse-${NAMES[side]}-flow-local`

const isSecure = (origin: string) => origin.startsWith('https:')
const TOKEN = /^[A-Za-z0-9_-]{43}$/
const FLOW = /^[A-Za-z0-9_-]{1,3000}$/

/** Null: no cookie, or not in our form. */
export function readSessionToken(cookie: string, panel: PanelPlace): string | null {
  return readToken(cookie, nameFor(panel))
}

/** @param account the name that is signed in with */
export function readDeviceToken(cookie: string, panel: PanelPlace, account: string): string | null {
  return readToken(cookie, deviceNameFor(panel, account))
}

export function readFlowCookie(cookie: string, panel: PanelPlace): string | null {
  return readToken(cookie, flowNameFor(panel), FLOW)
}

function readToken(cookie: string, name: string, form = TOKEN): string | null {
  for (const part of cookie.split(';')) {
    // Trims only blanks and tabs: a name after any other white space is another name, to which the
    // browser does not apply the rules of the prefix.
    const [given = '', value = ''] = part.replace(/^[ \t]+|[ \t]+$/g, '').split('=', 2)
    if (given === name && form.test(value)) return value
  }
  return null
}

export function sessionCookie(token: string, panel: PanelPlace): string {
  return printCookie(nameFor(panel), token, panel, ADMIN_SESSION_MS / 1000)
}

export function endedCookie(panel: PanelPlace): string {
  return printCookie(nameFor(panel), '', panel, 0)
}

/** @param sealed by the master key */
export function flowCookie(sealed: string, panel: PanelPlace, maxAgeS: number): string {
  return printCookie(flowNameFor(panel), sealed, panel, maxAgeS)
}

export function endedFlowCookie(panel: PanelPlace): string {
  return printCookie(flowNameFor(panel), '', panel, 0)
}

export function deviceCookie(token: string, panel: PanelPlace, account: string): string {
  return printCookie(deviceNameFor(panel, account), token, panel, ADMIN_DEVICE_MS / 1000)
}

function printCookie(name: string, value: string, { origin }: PanelPlace, maxAgeS: number): string {
  const bounds = isSecure(origin) ? 'Path=/; Secure' : 'Path=/admin'
  return `${name}=${value}; ${bounds}; Max-Age=${maxAgeS}; HttpOnly; SameSite=Strict`
}
