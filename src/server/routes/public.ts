// What anybody may ask a node: health, capabilities, the catalogue, the API's pages; and from this
// machine alone its metrics.

import type uWS from 'uWebSockets.js'
import { BlockList, isIPv6 } from 'node:net'
import { registerDocs } from '../../edge/docs.ts'
import { readPictures } from '../../edge/pages.ts'
import { registerPublic } from '../../edge/public.ts'
import { GAMES } from '../../games/catalogue/games.ts'
import type { Lanes } from '../../lanes/routing.ts'
import {
  describeCapabilities,
  describeCatalog,
  describeHealth,
} from '../../operator/catalog/describe.ts'
import { describeOperatorApi } from '../../operator/openapi.ts'
import { checkStorage, readReleaseId } from '../health.ts'
import { PAGES_DIR } from '../pages-dir.ts'
import type { Parts } from '../parts.ts'

export function registerPublicRoutes(app: uWS.TemplatedApp, parts: Parts, lanes: Lanes): void {
  const { config, metrics, threadMetrics } = parts
  registerDocs(app, PAGES_DIR, describeOperatorApi())
  registerPublic(app, {
    games: describeHealth(GAMES),
    capabilities: describeCapabilities(GAMES),
    catalog: describeCatalog(GAMES, findPictures(config.publicUrl)),
    releaseId: readReleaseId(),
    checkStorage: () => checkStorage(parts),
    metrics: async () => {
      const threads = [await threadMetrics.read(), ...(await lanes.metrics())]
      return metrics.text(threads, lanes.load())
    },
    mayReadMetrics: loopbackOnly(),
    onFault: parts.onFault,
  })
}

/** Game id -> the address at which operators find its picture. */
function findPictures(publicUrl: string): ReadonlyMap<string, string> {
  return new Map([...readPictures(PAGES_DIR)].map(([id, at]) => [id, `${publicUrl}${at}`]))
}

/** Metrics name projects: readable from this machine only. */
function loopbackOnly(): (address: string) => boolean {
  const loopback = new BlockList()
  loopback.addSubnet('127.0.0.0', 8)
  loopback.addAddress('::1', 'ipv6')
  return address => loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
