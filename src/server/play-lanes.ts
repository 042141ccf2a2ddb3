// Starts the lanes of a node and connects their messages with the play sockets. Counts and logs a lane
// that lost its thread; the lane's own code replaces it.

import path from 'node:path'
import type { PlaySockets } from '../edge/play.ts'
import { PROJECT_ROOT } from '../environment.ts'
import { startLanes } from '../lanes/routing.ts'
import type { LaneProgram } from '../lanes/thread.ts'
import type { Parts } from './parts.ts'

const LANE_FILE = path.join(PROJECT_ROOT, 'dist', 'threads', 'lane.js')

/** A message of a lane that comes before the sockets are connected is dropped: nobody listens yet. */
export function startPlayLanes({ config, log, metrics }: Parts, lane: Partial<LaneProgram>) {
  let connected: PlaySockets | null = null
  const program = { file: LANE_FILE, workerData: config, ...lane }
  const lanes = startLanes(config.lanes, program, {
    push: news => connected?.push(news),
    lost(lane, { reason, error, startsInMs }) {
      metrics.laneLost(reason)
      log.error({ err: error, lane, reason, startsInMs }, 'a lane lost its thread; it is replaced')
    },
  })
  return {
    lanes,
    connectSockets: (sockets: PlaySockets) => {
      connected = sockets
    },
  }
}
