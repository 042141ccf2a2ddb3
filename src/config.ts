// The one reader of process.env: environment in, one validated, frozen Config out.
// Every value has a unit in its name; a missing or broken one is a single clear line.

import path from 'node:path'

/** Where package.json lies; the compiled file is dist/src/config.js. */
export const PROJECT_ROOT = path.resolve(import.meta.dirname, '..', '..')

export interface Config {
  /** Address the front end listens on. */
  host: string
  port: number
  /** How browsers and the operator reach this node; links are built from it. No trailing slash. */
  publicUrl: string
  redisUrl: string
  /** Put before every Redis key; tests use one each. */
  redisPrefix: string
  databaseUrl: string
  /** 32 bytes: keys at rest and session tokens are derived from it. */
  masterKey: string
  /** Development only: wallets on loopback and plain http are allowed. */
  allowLoopbackWallets: boolean
  /** Lanes (worker threads of actors). */
  lanes: number
  /** Proxies whose X-Forwarded-For is believed, CIDR. */
  trustedProxies: readonly string[]
  logLevel: string
  /** Origin of the built-in wallet for the internal projects. */
  builtInWalletUrl: string
}
