// Ports for servers that must know theirs before they listen. A port is held by a socket on another
// loopback address until this process ends, so that no two processes of tests take the same one.

import { createServer } from 'node:net'
import { findFreePort } from '../../src/embedded/free-port.ts'

/** Servers listen on 127.0.0.1. */
const HELD_AT = '127.0.0.2'

export async function holdPort(): Promise<number> {
  for (;;) {
    const port = await findFreePort()
    if (await hold(port)) return port
  }
}

function hold(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const server = createServer().unref()
    // macOS has no such address unless it is set up.
    server.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code !== 'EADDRINUSE'))
    server.listen({ host: HELD_AT, port, exclusive: true }, () => resolve(true))
  })
}
