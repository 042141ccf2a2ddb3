// A node in its own process, with lanes into which faults can be injected: settings from the
// environment, loopback wallets allowed. Prints "ready" on standard output when it listens.

import { readEnvironment } from '../../src/environment.ts'
import { readConfig } from '../../src/server/settings/config.ts'
import { startNode } from '../../src/server/start.ts'
import { FAULTY_LANE } from '../support/faulty-lane.ts'

/** A run does not wait for a hang as long as production does, nor fill as much memory. */
const LANE = { file: FAULTY_LANE, heapMaxMb: 256, hangMs: 3_000 }

const read = readConfig(readEnvironment(), { allowLoopbackWallets: true })
if (!read.ok) throw new Error(read.problems.join('\n'))
const node = await startNode(read.config, LANE)
process.once('disconnect', () => process.exit(1))
process.once('SIGTERM', () => void node.drain().then(() => process.exit(0)))
console.log('ready')
