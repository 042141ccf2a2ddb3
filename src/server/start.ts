// Puts one node together: parts, lanes, routes, port, recovery job. The only place where the rooms meet;
// holds no rule of its own.

import type uWS from 'uWebSockets.js'
import type { Listener } from '../edge/listener.ts'
import type { LaneProgram } from '../lanes/thread.ts'
import { type Config, internalUrl } from './config.ts'
import { closeParts, drain } from './drain.ts'
import { listen } from './listen.ts'
import { createInternalListener, createPublicListener } from './listeners.ts'
import { openParts } from './parts.ts'
import { startPlayLanes } from './play-lanes.ts'
import { startRecovery } from './recovery.ts'
import { startRetention } from './retention.ts'
import { listenForRevokedSessions } from './revoked-sessions.ts'
import { registerDemoOperator, registerPageRoutes } from './routes/demo-operator.ts'
import { registerInternalRoutes } from './routes/internal.ts'
import { registerOperatorRoutes } from './routes/operator.ts'
import { registerPlayRoutes } from './routes/play.ts'
import { registerPublicRoutes } from './routes/public.ts'

export interface RunningNode {
  baseUrl: string
  /** Metrics and the built-in wallet. */
  internalUrl: string
  /** Refuses new rounds, finishes started ones, closes. Resolves when nothing is left running. */
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
  const parts = await openParts(config)
  const { lanes, connectSockets } = startPlayLanes(parts, lane)
  const internal = createInternalListener(parts)
  registerInternalRoutes(internal.routes, parts, lanes)
  const front = createPublicListener(parts)
  const sockets = registerPlayRoutes(front.routes, parts, lanes, front.connections)
  connectSockets(sockets)
  const revoked = listenForRevokedSessions(parts, sockets)
  registerOperatorRoutes(front.routes, parts, lanes)
  if (config.demo) registerDemoOperator(front.routes, parts)
  registerPageRoutes(front.routes, parts)
  registerPublicRoutes(front.routes, parts)
  const listening = await listenOn(config, internal, front).catch(async error => {
    await revoked.close()
    await closeParts(parts, lanes)
    throw error
  })
  const recovery = startRecovery(parts, lanes)
  const retention = startRetention(parts)
  const node = {
    apps: [front.app, internal.app],
    listening,
    parts,
    lanes,
    sockets,
    revoked,
    recovery,
    retention,
  }
  return {
    baseUrl: config.publicUrl,
    internalUrl: internalUrl(config),
    drain: () => drain(node),
  }
}

/** The internal one first: who is let in by the public one finds the built-in wallet there. */
async function listenOn(
  { host, port, internalHost, internalPort }: Config,
  internal: Listener,
  front: Listener,
): Promise<uWS.us_listen_socket[]> {
  const first = await listen(internal.app, internalHost, internalPort)
  try {
    return [first, await listen(front.app, host, port)]
  } catch (error) {
    internal.app.close()
    throw error
  }
}
