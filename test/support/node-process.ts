// A node in its own process, for tests that kill it: settings from the environment, loopback
// wallets allowed. Prints "ready" on standard output when it listens. With STOPS_ON_SIGUSR2_MS,
// SIGUSR2 stops its main thread for that time, as work in one piece would. It ends with the process
// that started it, which may be killed: its standard input ends then.

import { readEnvironment } from '../../src/environment.ts'
import { readConfig } from '../../src/server/settings/config.ts'
import { startNode } from '../../src/server/start.ts'

const { STOPS_ON_SIGUSR2_MS: stopMs, ...settings } = readEnvironment()
const read = readConfig(settings, { allowLoopbackWallets: true })
if (!read.ok) throw new Error(read.problems.join('\n'))
const node = await startNode(read.config)
process.stdin.resume().once('end', () => process.exit(1))
process.once('SIGTERM', () => void node.drain().then(() => process.exit(0)))
if (stopMs !== undefined) {
  process.on('SIGUSR2', () => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(stopMs))
  })
}
console.log('ready')
