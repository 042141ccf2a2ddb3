// The demo operator of every node: its built-in wallet, its lobby's server and the built pages.

import type uWS from 'uWebSockets.js'
import { formatAmount } from '../../core/money.ts'
import { registerBuiltInWallet } from '../../edge/built-in-wallet.ts'
import { registerLobby } from '../../edge/lobby.ts'
import { registerPages } from '../../edge/pages.ts'
import { GAMES } from '../../games/catalogue/games.ts'
import { createLobbyBackend } from '../../lobby/backend.ts'
import { createBuiltInWallet } from '../../wallet/built-in.ts'
import { PAGES_DIR } from '../pages-dir.ts'
import type { Parts } from '../parts.ts'

export function registerDemoOperator(app: uWS.TemplatedApp, parts: Parts): void {
  registerWallet(app, parts)
  registerLobby(app, createBackend(parts), parts.onFault)
  const gameIds = GAMES.map(game => game.id)
  registerPages(app, PAGES_DIR, gameIds)
}

function registerWallet(app: uWS.TemplatedApp, { accounts, onFault, projects }: Parts): void {
  const wallet = createBuiltInWallet({
    accounts,
    apiKeySha256: async projectId => {
      const project = await projects.find(projectId).catch(() => null)
      return project?.internal ? project.apiKeySha256 : null
    },
  })
  registerBuiltInWallet(app, { answer: wallet.answer, onFailure: onFault })
}

function createBackend({ accounts, config, projects }: Parts) {
  return createLobbyBackend({
    baseUrl: config.builtInWalletUrl,
    projectId: 'demo',
    apiKey: async () => (await projects.find('demo')).apiKey,
    games: GAMES,
    balances: async player => {
      const all = Object.entries(await accounts.balances('demo', player))
      return Object.fromEntries(all.map(([currency, minor]) => [currency, formatAmount(minor)]))
    },
  })
}
