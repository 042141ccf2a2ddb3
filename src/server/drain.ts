// Ends a node in order: new rounds are refused, what is under way is finished, then sockets, lanes and
// connections are closed. Every step has a deadline, so a drain always ends.

import uWS from 'uWebSockets.js'
import { requestsInFlight } from '../edge/http.ts'
import type { PlaySockets } from '../edge/play.ts'
import type { Lanes } from '../lanes/routing.ts'
import type { Listener } from '../ledger/projects/listener.ts'
import { DRAIN_DEADLINE_MS, LANE_CLOSE_DEADLINE_MS, SEARCH_CLOSE_DEADLINE_MS } from '../limits.ts'
import type { RecoveryJob } from '../recovery/recovery-job.ts'
import type { RetentionJob } from '../recovery/retention-job.ts'
import { withDeadline } from './deadline.ts'
import type { Parts } from './parts.ts'

/** How often the drain looks whether anything is still under way. */
const IDLE_POLL_MS = 20

export interface Serving {
  apps: readonly uWS.TemplatedApp[]
  listening: readonly uWS.us_listen_socket[]
  parts: Parts
  lanes: Lanes
  sockets: PlaySockets
  revoked: Listener
  recovery: RecoveryJob
  retention: RetentionJob
}

export async function drain(node: Serving): Promise<void> {
  const { apps, listening, parts, lanes, sockets, recovery } = node
  parts.draining = true
  const underWay = () => requestsInFlight() + commandsIn(lanes)
  const finished = Promise.all([recovery.stop(), node.retention.stop(), idle(underWay)])
  await withDeadline(finished, DRAIN_DEADLINE_MS)
  sockets.closeAll()
  for (const socket of listening) uWS.us_listen_socket_close(socket)
  for (const app of apps) app.close()
  await node.revoked.close()
  await closeParts(parts, lanes)
}

/** Ends the lanes, then the searches, then the connections that both use. */
export async function closeParts(parts: Parts, lanes: Lanes): Promise<void> {
  await withDeadline(lanes.close(), LANE_CLOSE_DEADLINE_MS)
  await withDeadline(parts.targetSearch.close(), SEARCH_CLOSE_DEADLINE_MS)
  await parts.close()
}

const commandsIn = (lanes: Lanes) => lanes.load().reduce((sum, { depth }) => sum + depth, 0)

/** Resolves once nothing is under way any more. */
async function idle(underWay: () => number): Promise<void> {
  while (underWay() > 0) await new Promise(resolve => setTimeout(resolve, IDLE_POLL_MS))
}
