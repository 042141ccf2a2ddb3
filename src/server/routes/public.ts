// What anyone may ask a node: health, capabilities, the catalogue, the API's pages.

import { registerDocs } from '../../edge/docs.ts'
import type { Routes } from '../../edge/listener.ts'
import { readPictures } from '../../edge/pages.ts'
import { registerPublic } from '../../edge/public.ts'
import { GAMES } from '../../games/catalogue/games.ts'
import {
  describeCapabilities,
  describeCatalog,
  describeHealth,
} from '../../operator/catalog/describe.ts'
import { describeOperatorApi } from '../../operator/openapi.ts'
import { PAGES_DIR } from '../pages-dir.ts'
import type { Parts } from '../parts.ts'
import type { Readiness } from '../readiness.ts'
import { readReleaseId } from '../release.ts'

export function registerPublicRoutes(app: Routes, parts: Parts, readiness: Readiness): void {
  const { config } = parts
  registerDocs(app, PAGES_DIR, describeOperatorApi())
  registerPublic(app, {
    games: describeHealth(GAMES),
    capabilities: describeCapabilities(GAMES),
    catalog: describeCatalog(GAMES, findPictures(config.publicUrl)),
    releaseId: readReleaseId(),
    security:
      config.securityContact === null
        ? null
        : { contact: config.securityContact, publicUrl: config.publicUrl },
    isReady: async () => (await readiness()).obstacles.length === 0,
    onFault: parts.onFault,
  })
}

/** Game id -> the address at which operators find its picture. */
function findPictures(publicUrl: string): ReadonlyMap<string, string> {
  return new Map([...readPictures(PAGES_DIR)].map(([id, at]) => [id, `${publicUrl}${at}`]))
}
