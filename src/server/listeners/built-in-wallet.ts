// Starts the thread of the built-in wallet before anything calls it.

import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { PROJECT_ROOT } from '../../environment.ts'
import { withDeadline } from '../../limits/deadline.ts'
import type { Config } from '../settings/config.ts'
import type { FromWallet, ToWallet } from './built-in-wallet-thread.ts'

const WALLET_FILE = path.join(PROJECT_ROOT, 'dist', 'threads', 'built-in-wallet.js')
/** Its accounts are in Redis; a call is a few kilobytes. */
const HEAP_MAX_MB = 128
/** A thread that has not ended by itself after this time is ended. */
const CLOSE_MS = 2_000

export interface BuiltInWallet {
  readonly url: string
  /** Resolves once it answers calls. */
  serve(projectChanges: string, onFault: (error: unknown) => void): Promise<void>
  close(): Promise<void>
}

export async function openBuiltInWallet(config: Config): Promise<BuiltInWallet> {
  const worker = new Worker(WALLET_FILE, {
    name: 'built-in wallet',
    workerData: config,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MAX_MB },
  })
  const send = (message: ToWallet) => worker.postMessage(message)
  const ended = new Promise<void>(resolve => worker.once('exit', () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    worker.once('error', reject)
    worker.once('message', (message: FromWallet) => {
      if (message.kind === 'listening') resolve(`http://127.0.0.1:${message.port}`)
      else if (message.kind === 'fault') reject(message.error)
    })
  })
  worker.unref()
  return {
    url,
    serve(projectChanges, onFault) {
      // Without the thread the demo's wallet is away, and its rounds wait, like any wallet's.
      worker.on('error', onFault)
      const serving = new Promise<void>(resolve => {
        worker.on('message', (message: FromWallet) => {
          if (message.kind === 'fault') onFault(message.error)
          // A wallet that could not be opened has said why.
          if (message.kind !== 'listening') resolve()
        })
      })
      send({ kind: 'serve', projectChanges })
      return Promise.race([serving, ended])
    },
    async close() {
      send({ kind: 'close' })
      await withDeadline(ended, CLOSE_MS)
      await worker.terminate()
    },
  }
}
