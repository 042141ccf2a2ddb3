// The configuration of a node that runs in the test's process: one lane, the test's stores, free
// ports on loopback.

import { DAY_MS } from '../../src/core/time.ts'
import { BET_CANCEL_AFTER_MS, BET_CANCEL_ATTEMPTS } from '../../src/limits.ts'
import type { Config } from '../../src/server/settings/config.ts'
import { holdPort } from './held-port.ts'
import type { TestStores } from './real-stores.ts'

export async function makeNodeConfig(
  { databaseUrl, redisUrl, redisPrefix }: Omit<TestStores, 'pool'>,
  masterKey: Buffer,
): Promise<Config> {
  const port = await holdPort()
  const internalPort = await holdPort()
  return {
    nodeName: `test:${port}`,
    host: '127.0.0.1',
    port,
    publicUrl: `http://127.0.0.1:${port}`,
    redis: redisUrl,
    redisPrefix,
    databaseUrl,
    databaseShards: [],
    databaseServers: {},
    placed: {},
    parts: [],
    masterKey,
    previousMasterKey: null,
    allowLoopbackWallets: true,
    walletNetworks: { networks: [], authority: null, storeHosts: [] },
    lanes: 1,
    betCancel: { afterMs: BET_CANCEL_AFTER_MS, attempts: BET_CANCEL_ATTEMPTS },
    retention: {
      sessionsMs: DAY_MS,
      answersMs: DAY_MS,
      notificationsMs: DAY_MS,
      guestsMs: DAY_MS,
      callbacksMs: DAY_MS,
    },
    trustedProxies: [],
    logLevel: 'silent',
    drainGraceMs: 0,
    proxyProtocol: false,
    allowedOrigins: [],
    internalHost: '127.0.0.1',
    internalPort,
    probesHost: '127.0.0.1',
    probesPort: await holdPort(),
    adminUrl: `http://127.0.0.1:${internalPort}`,
    operatorPanel: null,
    oidc: null,
    demo: false,
    metricsToken: null,
    tracing: null,
    securityContact: null,
  }
}
