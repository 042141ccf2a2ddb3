// The entry of a lane's worker thread: starts the lane and hands its tasks over.

import { parentPort } from 'node:worker_threads'
import { workerData } from 'piscina'
import { type LaneConfig, startLane } from '../src/server/lane.ts'
import type { LaneTask } from '../src/wire/lane.ts'

const { workMark, ...config } = workerData as LaneConfig & { workMark: SharedArrayBuffer }
const lane = await startLane(config, parentPort, workMark)

export default function run(task: LaneTask): Promise<string> {
  return lane.run(task)
}
