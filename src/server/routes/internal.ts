// What people may ask this node's main thread: the panel, on the internal listener and on that of
// operators; and what the listener of the probes gets from it.

import type { Server } from 'node:http'
import { createPanel } from '../../admin/panel.ts'
import { createNodeServer } from '../../edge/node-server.ts'
import type { PlaySockets } from '../../edge/play.ts'
import { createProbes } from '../../edge/probes.ts'
import type { Lanes } from '../../lanes/routing.ts'
import { databasePart } from '../../ledger/database/shard-map.ts'
import { ADMIN_CONNECTIONS, ADMIN_CONNECTIONS_PER_ADDRESS } from '../../limits/admin.ts'
import { countConnection } from '../listeners/counted-connection.ts'
import type { ProbesDeps } from '../listeners/probes.ts'
import { createLedgerFigures, type LedgerFigures } from '../metrics/ledger-figures.ts'
import { createOverviewFeed } from '../overview/feed.ts'
import type { FiguresOf } from '../overview/node-figures.ts'
import type { Parts } from '../parts.ts'
import type { Readiness } from '../readiness.ts'
import { onlyFromNetworks, operatorPanelOf, panelOf } from './admin.ts'

export interface InternalServer {
  /** The panel; and the probes for monitors that still use this listener, while it has room. */
  readonly internal: Server
  /** The panel of operators' people; null: it is off. */
  readonly operators: Server | null
  /** What its thread answers monitors. */
  readonly probes: ProbesDeps
}

export async function openInternalServer(
  of: FiguresOf,
  sockets: Pick<PlaySockets, 'sessions'>,
): Promise<InternalServer> {
  const { parts, lanes, readiness } = of
  const { config, onFault } = parts
  const figures = createLedgerFigures(parts.databases, onFault)
  const metrics = () => readMetrics(parts, lanes, readiness, figures)
  const probe = createProbes({
    metricsToken: config.metricsToken,
    metrics,
    // This thread answers only while it runs.
    isLive: () => true,
    readiness: readiness.now,
    onFault,
  })
  const bounds = {
    connections: { inAll: ADMIN_CONNECTIONS, byCaller: ADMIN_CONNECTIONS_PER_ADDRESS },
    countAddress: (address: string) => countConnection(config, address),
  }
  const ofNode = {
    lanes,
    overview: createOverviewFeed(of, figures),
    sessionsHere: sockets.sessions,
  }
  const { server: internal } = await createPanel(panelOf(parts, ofNode), answer =>
    createNodeServer(bounds, (req, res) =>
      (/^\/admin(\/|\?|$)/.test(req.url ?? '') ? answer : probe)(req, res),
    ),
  )
  const ofOperators = operatorPanelOf(parts, ofNode)
  const operators =
    ofOperators &&
    (await createPanel(ofOperators, answer =>
      createNodeServer(bounds, onlyFromNetworks(parts, answer)),
    ))
  return {
    internal,
    operators: operators?.server ?? null,
    probes: { ready: readiness.now, metrics, onFault },
  }
}

async function readMetrics(
  { metrics, threadMetrics, databases: all }: Parts,
  lanes: Lanes,
  readiness: Readiness,
  figures: LedgerFigures,
): Promise<string> {
  const projects = await figures.firstProjects()
  if (projects !== null) threadMetrics.nameProjects(projects)
  const [texts, unfinished, keptAnswers] = await Promise.all([
    lanes.metrics(projects),
    figures.unfinishedRounds(),
    figures.keptAnswers(),
  ])
  const { obstacles, away } = readiness.now()
  const out = [...obstacles, ...away]
  const isUp = (part: string) => !out.includes(part)
  const masters = readiness.masters()
  return metrics.text({
    front: threadMetrics.read(),
    lanes: texts,
    load: lanes.load(),
    isReady: obstacles.length === 0,
    readinessAgeMs: readiness.ageMs(),
    databases: all.all.map(each => ({
      name: each.name,
      isUp: !each.gate.isHeld() && isUp(databasePart(each)),
    })),
    masters:
      masters.length === 0
        ? [{ name: 'redis', isUp: isUp('redis') }]
        : masters.map(name => ({ name, isUp: isUp('redis') && isUp(`redis ${name}`) })),
    unfinished,
    keptAnswers,
  })
}
