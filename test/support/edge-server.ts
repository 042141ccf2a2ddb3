// Servers on a free loopback port for tests of the edge: with uWebSockets.js, and with the probes.

import uWS, { type TemplatedApp } from 'uWebSockets.js'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'
import { createProbes } from '../../src/edge/probes.ts'

/** Starts an app with the routes of `register`; the address ends without a slash. */
export async function startEdge(t: Test, register: (app: TemplatedApp) => void): Promise<string> {
  const app = uWS.App()
  register(app)
  return startApp(t, app)
}

/** Lets an app with its routes listen. */
export async function startApp(t: Test, app: TemplatedApp): Promise<string> {
  const port = await new Promise<number>((resolve, reject) => {
    app.listen('127.0.0.1', 0, socket => {
      if (socket === false) reject(new Error('no port'))
      else resolve(uWS.us_socket_local_port(socket))
    })
  })
  t.teardown(() => app.close())
  return `http://127.0.0.1:${port}`
}

export async function startProbes(t: Test, rules: Parameters<typeof createProbes>[0]) {
  const server = http.createServer(createProbes(rules)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
