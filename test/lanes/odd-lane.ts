// A lane's program that starts or fails by its shared numbers, answers a ping, and holds everything
// else for ever. For lane-thread.test.ts.

import { workerData } from 'piscina'
import { createTaskServer } from '../../src/lanes/task-port.ts'
import type { LaneTask } from '../../src/wire/lane.ts'
import { hang } from '../support/size.ts'

export interface OddOrders {
  /** The numbers of starts still to fail, and still to hang. */
  failing: Int32Array
  hanging: Int32Array
}

const { failing, hanging } = workerData as OddOrders
if (Atomics.sub(failing, 0, 1) > 0) throw new Error('it does not start')
if (Atomics.sub(hanging, 0, 1) > 0) hang()

function run(task: LaneTask): Promise<string> {
  if (task.kind === 'ping') return Promise.resolve('')
  if (task.kind === 'notify') process.exit(0)
  return new Promise(() => {})
}

export default createTaskServer().serving(run)
