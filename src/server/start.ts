// Puts one node together: parts, lanes, routes, port, recovery job. The only place where the rooms meet;
// holds no rule of its own.

import uWS from 'uWebSockets.js'
import type { LaneProgram } from '../lanes/thread.ts'
import type { Config } from './config.ts'
import { closeParts, drain } from './drain.ts'
import { listen } from './listen.ts'
import { openParts } from './parts.ts'
import { startPlayLanes } from './play-lanes.ts'
import { startRecovery } from './recovery.ts'
import { listenForRevokedSessions } from './revoked-sessions.ts'
import { registerDemoOperator } from './routes/demo-operator.ts'
import { registerOperatorRoutes } from './routes/operator.ts'
import { registerPlayRoutes } from './routes/play.ts'
import { registerPublicRoutes } from './routes/public.ts'

export interface RunningNode {
  baseUrl: string
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
  const app = uWS.App()
  const sockets = registerPlayRoutes(app, parts, lanes)
  connectSockets(sockets)
  const revoked = listenForRevokedSessions(parts, sockets)
  registerOperatorRoutes(app, parts, lanes)
  registerDemoOperator(app, parts)
  registerPublicRoutes(app, parts, lanes)
  const listening = await listen(app, config.host, config.port).catch(async error => {
    await revoked.close()
    await closeParts(parts, lanes)
    throw error
  })
  const recovery = startRecovery(parts, lanes)
  const node = { app, listening, parts, lanes, sockets, revoked, recovery }
  return { baseUrl: config.publicUrl, drain: () => drain(node) }
}
