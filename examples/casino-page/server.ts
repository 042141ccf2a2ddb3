// SPDX-License-Identifier: Apache-2.0
// A casino with a page: the backend of operator-backend.ts, and a server that serves the page and
// launches games for it. The key stays here; the browser gets only launch links. Its one player is
// invented. Runs alone:
//   API_KEY=rk_… node dist/examples/casino-page/server.js \
//     <platform> <project> <wallet port> <page port>

import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { createOperatorClient } from '../../src/sdk/client.ts'
import { startOperatorBackend } from '../operator-backend.ts'

/** The page and its style come from the sources, its code from the build. */
const SOURCES = new URL('../../../examples/casino-page/', import.meta.url)
const COMPILED = new URL('./', import.meta.url)
const FILES: Readonly<Record<string, readonly [file: URL, type: string]>> = {
  '/': [new URL('index.html', SOURCES), 'text/html; charset=utf-8'],
  '/style.css': [new URL('style.css', SOURCES), 'text/css; charset=utf-8'],
  '/page.js': [new URL('page.js', COMPILED), 'text/javascript; charset=utf-8'],
  // The SDK module that the page imports.
  '/src/sdk/game-frame.js': [
    new URL('../../src/sdk/game-frame.js', COMPILED),
    'text/javascript; charset=utf-8',
  ],
}
const PLAYER = 'ann'
const DEPOSIT_MINOR = 50_00n

/** The page is at http://localhost:<pagePort>: `frameAncestors` of the project must list it. */
export async function startCasinoPage(casino: {
  baseUrl: string
  partner: string
  apiKey: string
  walletPort: number
  pagePort: number
}) {
  const backend = await startOperatorBackend({ ...casino, port: casino.walletPort })
  const api = createOperatorClient(casino)
  const policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
    `frame-src ${new URL(casino.baseUrl).origin}; base-uri 'none'; frame-ancestors 'none'`

  async function answer(method: string, url: URL): Promise<[status: number, body: object]> {
    if (url.pathname === '/games') {
      return [200, { games: (await api.games()).games.map(({ game_id }) => game_id) }]
    }
    if (method !== 'POST') return [404, {}]
    if (url.pathname === '/launch') {
      return [200, { link: await backend.play(PLAYER, url.searchParams.get('game') ?? '') }]
    }
    if (url.pathname !== '/deposit') return [404, {}]
    backend.deposit(PLAYER, DEPOSIT_MINOR)
    return [200, {}]
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const file = FILES[url.pathname]
    if (file !== undefined) {
      const [from, type] = file
      response
        .writeHead(200, { 'content-type': type, 'content-security-policy': policy })
        .end(readFileSync(from))
      return
    }
    // Only the platform's answer can fail here: the page then shows that the game could not be
    // opened.
    const [status, body] = await answer(request.method ?? '', url).catch(() => [502, {}] as const)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>(resolve => server.listen(casino.pagePort, '127.0.0.1', resolve))

  return {
    url: `http://localhost:${casino.pagePort}/`,
    balance: () => backend.balance(PLAYER),
    close() {
      server.close()
      server.closeAllConnections()
      backend.close()
    },
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [baseUrl = '', partner = '', walletPort = '', pagePort = ''] = process.argv.slice(2)
  const apiKey = process.env.API_KEY ?? ''
  const ports = { walletPort: Number(walletPort), pagePort: Number(pagePort) }
  const { url } = await startCasinoPage({ baseUrl, partner, apiKey, ...ports })
  console.log(`The casino: ${url}`)
}
