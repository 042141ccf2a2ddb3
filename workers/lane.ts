// The entry of a lane's worker thread: starts the lane and passes its tasks on.

import { workerData } from 'piscina'
import { createTaskServer } from '../src/lanes/task-port.ts'
import { type LaneConfig, startLane } from '../src/server/lanes/lane.ts'

const { workMark, ...config } = workerData as LaneConfig & { workMark: SharedArrayBuffer }
export const server = createTaskServer()
export const lane = await startLane(config, server.push, workMark)

export default server.serving(lane.run)
