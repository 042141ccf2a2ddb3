// The entry of the probes listener's thread.

import { parentPort, workerData } from 'node:worker_threads'
import { type ProbesOptions, serveProbes } from '../src/server/listeners/probes-thread.ts'

await serveProbes(parentPort!, workerData as ProbesOptions)
