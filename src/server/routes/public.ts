// What anyone may ask a node: health, capabilities, the catalogue, the documentation, the built
// pages, and the lobby of the demo operator if the node has one.

import path from 'node:path'
import { formatAmount } from '../../core/money.ts'
import { registerDocs } from '../../edge/docs.ts'
import type { Routes } from '../../edge/listener.ts'
import { registerLobby } from '../../edge/lobby.ts'
import { readPictures, registerPages } from '../../edge/pages.ts'
import { registerPublic } from '../../edge/public.ts'
import { GAMES } from '../../games/catalogue/games.ts'
import { createLobbyBackend } from '../../lobby/backend.ts'
import { countCaller } from '../../operator/caller-address.ts'
import {
  describeCapabilities,
  describeCatalog,
  describeHealth,
} from '../../operator/catalog/describe.ts'
import { readFrameAncestors, readLobbyUrl } from '../../operator/launch/embedding.ts'
import { readSignedText, signText } from '../../operator/signed-text.ts'
import { DOCS_SITE_DIR, PAGES_DIR, readReleaseId } from '../build.ts'
import type { Parts } from '../parts.ts'
import type { Readiness } from '../readiness.ts'
import { ownUrl } from '../settings/config.ts'

export function registerPublicRoutes(app: Routes, parts: Parts, readiness: Readiness): void {
  const { config } = parts
  if (config.demo) registerDemoOperator(app, parts)
  registerBuiltPages(app, parts)
  registerDocs(app, path.join(PAGES_DIR, 'docs'), DOCS_SITE_DIR)
  registerPublic(app, {
    games: describeHealth(GAMES),
    capabilities: describeCapabilities(GAMES),
    catalog: describeCatalog(GAMES, findPictures(config.publicUrl)),
    releaseId: readReleaseId(),
    security:
      config.securityContact === null
        ? null
        : { contact: config.securityContact, publicUrl: config.publicUrl },
    isReady: () => readiness.now().obstacles.length === 0,
  })
}

/** Game id -> the address at which operators find its picture. */
function findPictures(publicUrl: string): ReadonlyMap<string, string> {
  return new Map([...readPictures(PAGES_DIR)].map(([id, at]) => [id, `${publicUrl}${at}`]))
}

function registerBuiltPages(app: Routes, { config, clock, embeddingKeys }: Parts): void {
  registerPages(app, PAGES_DIR, {
    gameIds: GAMES.map(game => game.id),
    hasLobby: config.demo,
    hasSourceMaps: config.allowLoopbackWallets,
    readFrameAncestors: value => readFrameAncestors(embeddingKeys.frameKey, value, clock.nowMs()),
    readLobbyUrl: value => readLobbyUrl(embeddingKeys.lobbyKey, value, clock.nowMs()),
  })
}

function registerDemoOperator(app: Routes, parts: Parts): void {
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
