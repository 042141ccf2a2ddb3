// Reads the `frame` value of an address exactly as the browser's page reads it: otherwise a value
// that frames a page could be hidden from the socket. Does not check the value.

import type { HttpRequest } from 'uWebSockets.js'

/** Empty if the address has no value, or more than one. */
export function frameValueOf(req: HttpRequest): string {
  const values = new URLSearchParams(req.getQuery()).getAll('frame')
  return values.length === 1 ? values[0]! : ''
}
