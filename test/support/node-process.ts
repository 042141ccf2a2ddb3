// A node in its own process, for tests that kill it: settings from the environment, loopback
// wallets allowed. Prints "ready" on standard output when it listens.

import { readEnvironment } from '../../src/environment.ts'
import { readConfig } from '../../src/server/settings/config.ts'
import { startNode } from '../../src/server/start.ts'

const read = readConfig(readEnvironment(), { allowLoopbackWallets: true })
if (!read.ok) throw new Error(read.problems.join('\n'))
const node = await startNode(read.config)
process.once('SIGTERM', () => void node.drain().then(() => process.exit(0)))
console.log('ready')
