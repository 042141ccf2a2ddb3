// The built pages, and the server of the demo operator's lobby if the node has one.

import { formatAmount } from '../../core/money.ts'
import type { Routes } from '../../edge/listener.ts'
import { registerLobby } from '../../edge/lobby.ts'
import { registerPages } from '../../edge/pages.ts'
import { GAMES } from '../../games/catalogue/games.ts'
import { createLobbyBackend } from '../../lobby/backend.ts'
import { countCaller } from '../../operator/caller-address.ts'
import { readFrameAncestors, readLobbyUrl } from '../../operator/launch/embedding.ts'
import { readSignedText, signText } from '../../operator/signed-text.ts'
import { ownUrl } from '../config.ts'
import { PAGES_DIR } from '../pages-dir.ts'
import type { Parts } from '../parts.ts'

export function registerPageRoutes(app: Routes, { config, embeddingKeys }: Parts): void {
  registerPages(app, PAGES_DIR, {
    gameIds: GAMES.map(game => game.id),
    hasLobby: config.demo,
    hasSourceMaps: config.allowLoopbackWallets,
    readFrameAncestors: value => readFrameAncestors(embeddingKeys.frameKey, value, Date.now()),
    readLobbyUrl: value => readLobbyUrl(embeddingKeys.lobbyKey, value, Date.now()),
  })
}

export function registerDemoOperator(app: Routes, parts: Parts): void {
  const { trustedProxies, publicUrl } = parts.config
  registerLobby(app, {
    backend: createBackend(parts),
    signGuest: player => signText(parts.guestKey, player),
    readGuest: value => readSignedText(parts.guestKey, value),
    isSecure: publicUrl.startsWith('https:'),
    countedCaller: ({ socket, forwarded }) => countCaller(socket, forwarded, trustedProxies),
    clockMs: () => performance.now(),
    onFault: parts.onFault,
  })
}

function createBackend({ accounts, config, projects }: Parts) {
  return createLobbyBackend({
    baseUrl: ownUrl(config),
    projectId: 'demo',
    apiKey: async () => (await projects.find('demo')).apiKey,
    games: GAMES,
    balances: async player => {
      const all = Object.entries(await accounts.balances('demo', player))
      return Object.fromEntries(all.map(([currency, minor]) => [currency, formatAmount(minor)]))
    },
  })
}
