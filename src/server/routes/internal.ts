// What this node's own network may ask it, on a listener of its own.

import type { Server } from 'node:http'
import { createInternalServer } from '../../edge/internal.ts'
import type { PlaySockets } from '../../edge/play.ts'
import type { Lanes } from '../../lanes/routing.ts'
import { createLedgerFigures, type LedgerFigures } from '../metrics/ledger-figures.ts'
import { createOverviewFeed } from '../overview/feed.ts'
import type { FiguresOf } from '../overview/node-figures.ts'
import type { Parts } from '../parts.ts'
import type { Readiness } from '../readiness.ts'
import { createAdmin } from './admin.ts'

export function openInternalServer(of: FiguresOf, sockets: Pick<PlaySockets, 'sessions'>): Server {
  const { parts, lanes, readiness } = of
  const { onFault } = parts
  const figures = createLedgerFigures(parts.databases, onFault)
  return createInternalServer({
    metricsToken: parts.config.metricsToken,
    metrics: () => readMetrics(parts, lanes, readiness, figures),
    readiness,
    admin: createAdmin(parts, {
      lanes,
      overview: createOverviewFeed(of, figures),
      sessionsHere: sockets.sessions,
    }),
    onFault,
  })
}

async function readMetrics(
  { metrics, threadMetrics, databases: all }: Parts,
  lanes: Lanes,
  readiness: Readiness,
  figures: LedgerFigures,
): Promise<string> {
  const projects = await figures.firstProjects()
  if (projects !== null) threadMetrics.nameProjects(projects)
  const [texts, unfinished, { obstacles, away }] = await Promise.all([
    lanes.metrics(projects),
    figures.unfinishedRounds(),
    readiness(),
  ])
  const front = threadMetrics.read()
  const isReady = obstacles.length === 0
  const out = [...obstacles, ...away]
  const databases = all.all.map(({ name, isHome }) => ({
    name,
    isUp: !out.includes(isHome ? 'postgres' : `postgres ${name}`),
  }))
  return metrics.text({ front, lanes: texts, load: lanes.load(), isReady, databases, unfinished })
}
