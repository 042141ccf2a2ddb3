// What a request says about where it comes from: the socket's address and the hops proxies name.
// Believes nothing of it; operator/caller-address decides.

import type { HttpRequest, HttpResponse } from 'uWebSockets.js'
import { readHeader } from './http.ts'

export interface Origin {
  /** Address of whoever holds the connection. */
  socket: string
  /** Hops in the order they were passed, each text one or more, comma-separated. */
  forwarded: readonly string[]
}

/** Borrowed memory: call it before anything is awaited. */
export function readOrigin(res: HttpResponse, req: HttpRequest): Origin {
  const forwarded = readHeader(req, 'x-forwarded-for')
  // The PROXY protocol names the peer of the proxy on our socket: the hop passed last. A listener that
  // does not speak it has refused the request by now.
  const proxied = textOf(res.getProxiedRemoteAddressAsText())
  if (proxied !== '') forwarded.push(proxied)
  return { socket: textOf(res.getRemoteAddressAsText()), forwarded }
}

function textOf(bytes: ArrayBuffer): string {
  return Buffer.from(bytes).toString('latin1')
}
