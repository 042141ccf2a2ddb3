// The panel's listener with given routes, and the head of a request to it.

import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'
import type { AdminDeps } from '../../src/admin/deps.ts'
import { createPanel } from '../../src/admin/panel.ts'
import type { AdminRoute } from '../../src/admin/route.ts'

export const ORIGIN = 'https://panel.test'

/** Returns where its API is. */
export async function startPanel(
  t: Test,
  deps: Partial<AdminDeps>,
  routes: readonly AdminRoute[],
): Promise<string> {
  const panel = { deps: { side: 'platform', ...deps, origin: ORIGIN } as AdminDeps, routes }
  const dirs = { pagesDir: 'none', gamePagesDir: 'none' }
  const { server } = await createPanel(
    { ...panel, ...dirs, readAddress: socket => socket },
    http.createServer,
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/admin/api`
}

export const headersOf = (cookie: string) => ({
  host: 'panel.test',
  origin: ORIGIN,
  cookie,
  ...{ 'x-admin-request': '1', 'content-type': 'application/json' },
})
