// Finds TCP ports. Must never hold one: the caller binds it, and takes another if a different
// program was faster.

import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import getPort from 'get-port'

/**
 * Below the ports that systems give to outgoing connections, which could take one before it is
 * bound.
 */
const FIRST = 15_000
const LAST = 31_999
const TRIES = 32

/** On loopback; every call in a process gives another port, even before the first is bound. */
export function findFreePort(): Promise<number> {
  const wanted = Array.from({ length: TRIES }, () => randomInt(FIRST, LAST + 1))
  return getPort({ host: '127.0.0.1', port: wanted })
}

/**
 * Whether a server could listen there. Asked before the front end binds, because it would share the
 * port with another process instead of failing (SO_REUSEPORT).
 */
export async function checkPort(
  host: string,
  port: number,
): Promise<'free' | 'taken' | 'forbidden' | 'no such address'> {
  try {
    await tryPort(host, port)
    return 'free'
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'EADDRINUSE') return 'taken'
    if (code === 'EACCES') return 'forbidden'
    return 'no such address'
  }
}

/** Listens there for a moment. */
function tryPort(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve()))
  })
}
