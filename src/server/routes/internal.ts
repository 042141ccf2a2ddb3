// What this node's own network may ask it: the probes, on a separate listener, and the admin panel.

import type { Server } from 'node:http'
import { createPanel } from '../../admin/panel.ts'
import { createNodeServer } from '../../edge/node-server.ts'
import type { PlaySockets } from '../../edge/play.ts'
import { createProbes } from '../../edge/probes.ts'
import type { Lanes } from '../../lanes/routing.ts'
import { ADMIN_CONNECTIONS, ADMIN_CONNECTIONS_PER_ADDRESS } from '../../limits/admin.ts'
import { PROBE_CONNECTIONS, PROBE_CONNECTIONS_PER_ADDRESS } from '../../limits.ts'
import { countConnection } from '../listeners/public-listener.ts'
import { createLedgerFigures, type LedgerFigures } from '../metrics/ledger-figures.ts'
import { createOverviewFeed } from '../overview/feed.ts'
import type { FiguresOf } from '../overview/node-figures.ts'
import type { Parts } from '../parts.ts'
import type { Readiness } from '../readiness.ts'
import { panelOf } from './admin.ts'

export interface InternalServers {
  /** They answer however busy the panel is. */
  readonly probes: Server
  /** The panel; and the probes for monitors that still use this listener, while it has room. */
  readonly internal: Server
}

export async function openInternalServers(
  of: FiguresOf,
  sockets: Pick<PlaySockets, 'sessions'>,
): Promise<InternalServers> {
  const { parts, lanes, readiness } = of
  const { config, onFault } = parts
  const figures = createLedgerFigures(parts.databases, onFault)
  const probe = createProbes({
    metricsToken: config.metricsToken,
    metrics: () => readMetrics(parts, lanes, readiness, figures),
    readiness,
    onFault,
  })
  const countAddress = (address: string) => countConnection(config, address)
  const probes = createNodeServer(
    {
      connections: { inAll: PROBE_CONNECTIONS, byCaller: PROBE_CONNECTIONS_PER_ADDRESS },
      countAddress,
    },
    probe,
  )
  const panel = panelOf(parts, {
    lanes,
    overview: createOverviewFeed(of, figures),
    sessionsHere: sockets.sessions,
  })
  const { server } = await createPanel(panel, answer =>
    createNodeServer(
      {
        connections: { inAll: ADMIN_CONNECTIONS, byCaller: ADMIN_CONNECTIONS_PER_ADDRESS },
        countAddress,
      },
      (req, res) => (/^\/admin(\/|\?|$)/.test(req.url ?? '') ? answer : probe)(req, res),
    ),
  )
  return { probes, internal: server }
}

async function readMetrics(
  { metrics, threadMetrics, databases: all }: Parts,
  lanes: Lanes,
  readiness: Readiness,
  figures: LedgerFigures,
): Promise<string> {
  const projects = await figures.firstProjects()
  if (projects !== null) threadMetrics.nameProjects(projects)
  const [texts, unfinished, keptAnswers, { obstacles, away }] = await Promise.all([
    lanes.metrics(projects),
    figures.unfinishedRounds(),
    figures.keptAnswers(),
    readiness(),
  ])
  const front = threadMetrics.read()
  const isReady = obstacles.length === 0
  const out = [...obstacles, ...away]
  const databases = all.all.map(({ name, isHome, gate }) => ({
    name,
    isUp: !gate.isHeld() && !out.includes(isHome ? 'postgres' : `postgres ${name}`),
  }))
  const load = lanes.load()
  return metrics.text({ front, lanes: texts, load, isReady, databases, unfinished, keptAnswers })
}
