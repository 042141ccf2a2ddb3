// Binds a listener to its port, for this process only.

import type uWS from 'uWebSockets.js'
import type { Server } from 'node:http'

/** LIBUS_LISTEN_EXCLUSIVE_PORT; the declared enum does not exist at run time. */
const EXCLUSIVE_PORT = 1

/** Rejects with EADDRINUSE as `code` when the port is taken. */
export function listen(
  app: uWS.TemplatedApp,
  host: string,
  port: number,
): Promise<uWS.us_listen_socket> {
  return new Promise((resolve, reject) => {
    // Exclusive: without it a second node would share the port unnoticed.
    const listenExclusively = app.listen.bind(app) as unknown as (
      host: string,
      port: number,
      options: number,
      done: (socket: uWS.us_listen_socket | false) => void,
    ) => void
    listenExclusively(host, port, EXCLUSIVE_PORT, socket => {
      if (socket) resolve(socket)
      else reject(Object.assign(new Error(`port ${port} is taken`), { code: 'EADDRINUSE', port }))
    })
  })
}

/**
 * Binds a server from Node's `http` module. Rejects with EADDRINUSE as `code` when the port is
 * taken.
 */
export function listenOnServer(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}
