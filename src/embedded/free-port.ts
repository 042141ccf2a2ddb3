// Finds TCP ports. Must never hold one: the caller binds it, and tries another when it lost the race.

import { createServer } from 'node:net'

function tryPort(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen({ host, port, exclusive: true }, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : port))
    })
  })
}

export function findFreePort(): Promise<number> {
  return tryPort('127.0.0.1', 0)
}

/**
 * Whether a server could listen there. Asked before the front end binds, which shares a port with
 * another process instead of failing (SO_REUSEPORT).
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
