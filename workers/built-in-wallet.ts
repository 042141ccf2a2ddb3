// The entry of the built-in wallet's thread.

import { parentPort, workerData } from 'node:worker_threads'
import { startBuiltInWallet } from '../src/server/listeners/built-in-wallet-thread.ts'
import type { Config } from '../src/server/settings/config.ts'

await startBuiltInWallet(parentPort!, workerData as Config)
