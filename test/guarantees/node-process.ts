// A node as a process of its own, for tests that kill it: settings from the environment, loopback
// wallets allowed. Says "ready" on standard output when it listens.

import { startNode } from '../../src/cli/start-node.ts'
import { readConfig, readEnvironment } from '../../src/config.ts'

const read = readConfig(readEnvironment(), { allowLoopbackWallets: true })
if (!read.ok) throw new Error(read.problems.join('\n'))
const node = await startNode(read.config)
process.once('SIGTERM', () => void node.drain().then(() => process.exit(0)))
console.log('ready')
