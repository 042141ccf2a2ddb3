// What a request claims about where it comes from: the socket's address and the hops that proxies
// name. Trusts none of it; operator/caller-address decides.

import type { HttpRequest, HttpResponse } from 'uWebSockets.js'
import { readHeader } from './http.ts'

export interface Origin {
  /** Address of the other end of the connection. */
  socket: string
  /** Hops in the order in which they were passed; each text holds one or more, comma-separated. */
  forwarded: readonly string[]
}

/** Borrowed memory: call it before anything is awaited. */
export function readOrigin(res: HttpResponse, req: HttpRequest): Origin {
  const forwarded = readHeader(res, req, 'x-forwarded-for')
  // The PROXY protocol names the peer of the proxy in front of our socket: the last hop passed. A
  // listener without the PROXY protocol has already refused the request.
  const proxied = textOf(res.getProxiedRemoteAddressAsText())
  if (proxied !== '') forwarded.push(proxied)
  return { socket: readPeer(textOf(res.getRemoteAddressAsText())), forwarded }
}

/**
 * How uWebSockets.js writes an IPv4 peer of a dual-stack listener: four hexadecimal digits per
 * group, no group left out.
 */
const MAPPED = '0000:0000:0000:0000:0000:ffff:'

/** A shortcut for the usual peers: a general parser takes ten times as long. */
export function readPeer(text: string): string {
  if (!text.startsWith(MAPPED)) return text
  const [high = 0, low = 0] = text
    .slice(MAPPED.length)
    .split(':')
    .map(group => Number.parseInt(group, 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

function textOf(bytes: ArrayBuffer): string {
  return Buffer.from(bytes).toString('latin1')
}
