// The worker of a peer's queue: does the spins that the server was asked for.

import { type CasinoSetup, openCasino } from '../peer-casino.ts'
import { workQueue } from '../peer-queue.ts'
import { runProgram } from '../program.ts'

export interface PeerWorkerSetup extends CasinoSetup {
  atOnce: number
}

runProgram<PeerWorkerSetup>(async setup => {
  const casino = await openCasino(setup)
  void workQueue(setup, setup.atOnce, casino.spin)
  return { ready: null }
})
