// Builds one node: parts, lanes, routes, ports, jobs. The only place where all rooms meet; holds no
// rule.

import uWS from 'uWebSockets.js'
import type { Lanes } from '../lanes/routing.ts'
import type { LaneProgram } from '../lanes/thread.ts'
import { readReleaseId } from './build.ts'
import { followNodeSettings, readWanted } from './channels/node-settings.ts'
import { followPauses, readFirstPauses } from './channels/pauses.ts'
import { followPlaces } from './channels/places.ts'
import { listenForRevokedSessions } from './channels/revoked-sessions.ts'
import { listenForPushes } from './channels/round-pushes.ts'
import type { LedgerDatabases } from './databases/ledger-databases.ts'
import { closeParts, drain } from './drain.ts'
import { startRecovery, startRetention } from './jobs.ts'
import { startPlayLanes } from './lanes/play-lanes.ts'
import { type BuiltInWallet, openBuiltInWallet } from './listeners/built-in-wallet.ts'
import { listen, listenOnServer } from './listeners/listen.ts'
import { openProbes } from './listeners/probes.ts'
import { createPublicListener } from './listeners/public-listener.ts'
import { publishNodeFigures } from './overview/node-figures.ts'
import { openParts, type Parts } from './parts.ts'
import { createReadiness } from './readiness.ts'
import { type InternalServer, openInternalServer } from './routes/internal.ts'
import { registerOperatorRoutes } from './routes/operator.ts'
import { registerPlayRoutes } from './routes/play.ts'
import { registerPublicRoutes } from './routes/public.ts'
import { type Config, internalUrl, probesUrl } from './settings/config.ts'
import { withPlaced } from './settings/placed.ts'
import { startSocketBalance } from './socket-balance.ts'
import { auditWalletNetworks } from './wallet-networks.ts'

export interface RunningNode {
  baseUrl: string
  /** Liveness, readiness and metrics. */
  probesUrl: string
  /** The listener of the panel. */
  internalUrl: string
  /** The admin panel. */
  adminUrl: string
  /** The panel of operators' people; null: it is off. */
  operatorPanelUrl: string | null
  /** The present number. */
  lanes(): number
  /**
   * Sends its players elsewhere, finishes started rounds, closes. Resolves when nothing is left
   * running.
   */
  drain(): Promise<void>
}

/**
 * Rejects with EADDRINUSE as `code` when the port is taken.
 * @param lane another program for the lanes, or other bounds of it: for tests
 */
export async function startNode(
  config: Config,
  lane: Partial<LaneProgram> = {},
): Promise<RunningNode> {
  const wallet = config.demo ? await openBuiltInWallet(config) : null
  const opened = withPlaced(config).then(placed => openParts(placed, wallet?.url ?? null))
  const parts = await opened.catch(async error => {
    await wallet?.close()
    throw error
  })
  await auditWalletNetworks(parts.pool, config).catch(async error => {
    await wallet?.close()
    await parts.close()
    throw error
  })
  return startWith(parts, wallet, lane)
}

async function startWith(
  parts: Parts,
  wallet: BuiltInWallet | null,
  lane: Partial<LaneProgram>,
): Promise<RunningNode> {
  const { config } = parts
  const { wanted } = await readWanted(parts)
  parts.bounds.replace(wanted)
  const count = Number(wanted.lanes ?? config.lanes)
  const pauses = await readFirstPauses(parts)
  const started = startPlayLanes(parts, count, pauses.pauses, lane)
  const { lanes: allLanes, projectChanges, connectSockets, setLogLevel, setPauses } = started
  const { setPlaced } = started
  await wallet?.serve(projectChanges.name, parts.onFault)
  const lanes = behindGates(allLanes, parts.databases)
  const readiness = createReadiness(parts, lanes)
  const front = createPublicListener(parts)
  const sockets = registerPlayRoutes(front.routes, parts, lanes, front.connections)
  connectSockets(sockets)
  const figures = { parts, lanes, readiness, sockets: sockets.count }
  const internal = await openInternalServer(figures, sockets)
  const { all } = parts.databases
  const listeners = [
    projectChanges,
    ...all.map(each => listenForRevokedSessions(parts, each, sockets)),
    ...all.map(each => listenForPushes(parts, each, lanes)),
    followNodeSettings(parts, { lanes, setLogLevel, sockets: sockets.count }),
    followPauses(parts, pauses, setPauses),
    followPlaces(parts, setPlaced),
  ]
  registerOperatorRoutes(front.routes, parts, lanes)
  registerPublicRoutes(front.routes, parts, readiness)
  const listening = await listenOn(config, internal, front.app).catch(async error => {
    await wallet?.close()
    readiness.stop()
    await Promise.all(listeners.map(each => each.close()))
    await closeParts(parts, lanes)
    throw error
  })
  await Promise.all(all.map(({ gate }) => gate.watch(allLanes)))
  await readiness.start()
  listening.report()
  const jobs = all.flatMap(each => [startRecovery(parts, each, lanes), startRetention(parts, each)])
  const stopPublishing = publishNodeFigures(figures)
  const stopBalance = startSocketBalance(parts, sockets)
  const release = readReleaseId()
  parts.log.info({ release, lanes: count, url: config.publicUrl }, 'the node has started')
  return {
    baseUrl: config.publicUrl,
    probesUrl: probesUrl(config),
    internalUrl: internalUrl(config),
    adminUrl: `${config.adminUrl}/admin/`,
    operatorPanelUrl: config.operatorPanel && `${config.operatorPanel.url}/admin/`,
    lanes: () => lanes.load().length,
    drain: async () => {
      stopPublishing()
      stopBalance()
      readiness.stop()
      await drain({
        parts,
        lanes,
        sockets,
        listeners,
        jobs,
        closeListeners: listening.close,
      })
      await wallet?.close()
    },
  }
}

/**
 * A task that the gate keeps from the lanes is answered like one for a full lane: nothing was
 * started.
 */
function behindGates(lanes: Lanes, databases: LedgerDatabases): Lanes {
  return {
    ...lanes,
    run: (player, task) => (databases.of(player).gate.letsPlay() ? lanes.run(player, task) : null),
  }
}

/** The probes first: monitors can see the node before its players do. */
async function listenOn(
  config: Config,
  { probes: deps, internal, operators }: InternalServer,
  front: uWS.TemplatedApp,
): Promise<{ report(): void; close(): Promise<void> }> {
  const { host, port, internalHost, internalPort, operatorPanel } = config
  const probes = await openProbes(config, deps)
  const closeInternal = () => {
    for (const server of [internal, operators]) {
      server?.close()
      server?.closeAllConnections()
    }
    return probes.close()
  }
  try {
    await listenOnServer(internal, internalHost, internalPort)
    if (operators !== null) {
      await listenOnServer(operators, operatorPanel!.host, operatorPanel!.port)
    }
    const listening = await listen(front, host, port)
    const close = () => {
      uWS.us_listen_socket_close(listening)
      front.close()
      return closeInternal()
    }
    return { report: probes.report, close }
  } catch (error) {
    await closeInternal()
    throw error
  }
}
