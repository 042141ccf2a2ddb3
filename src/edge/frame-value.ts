// Reads the `frame` value of an address as a browser's page reads its own: both have to see the same one, or a value that
// frames a page could be hidden from the socket. Never judges it.

import type { HttpRequest } from 'uWebSockets.js'

/** Empty where there is none, or more than one. */
export function frameValueOf(req: HttpRequest): string {
  const values = new URLSearchParams(req.getQuery()).getAll('frame')
  return values.length === 1 ? values[0]! : ''
}
