// Owns the real node, its stores and the browser of the tests that play through the lobby of the
// platform. It must never know a game.

import type { Test } from 'tap'
import { DAY_MS } from '../../src/core/time.ts'
import { findFreePort } from '../../src/embedded/free-port.ts'
import { ensureInternalProjects } from '../../src/ledger/projects/internal-projects.ts'
import { BET_CANCEL_AFTER_MS, BET_CANCEL_ATTEMPTS } from '../../src/limits.ts'
import { createBuiltInWalletAccounts } from '../../src/redis/built-in-wallet.ts'
import { connectRedis } from '../../src/redis/connection.ts'
import { startNode } from '../../src/server/start.ts'
import { launchBrowser } from '../support/browser.ts'
import { openStores } from '../support/real-stores.ts'

/** A node with its stores, and a browser; both end with the test. */
export async function openSetup(t: Test) {
  const stores = await openStores(t)
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const masterKey = Buffer.alloc(32, 1)
  await ensureInternalProjects(stores.pool, masterKey)
  const node = await startNode({
    nodeName: `test:${port}`,
    host: '127.0.0.1',
    port,
    publicUrl: url,
    redis: stores.redisUrl,
    redisPrefix: stores.redisPrefix,
    databaseShards: [],
    databaseUrl: stores.databaseUrl,
    masterKey,
    previousMasterKey: null,
    allowLoopbackWallets: true,
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
    logLevel: 'error',
    drainGraceMs: 0,
    proxyProtocol: false,
    allowedOrigins: [],
    internalHost: '127.0.0.1',
    internalPort: await findFreePort(),
    adminUrl: 'http://127.0.0.1',
    demo: true,
    metricsToken: null,
    tracing: null,
    securityContact: null,
  })
  const redis = await connectRedis(stores.redisUrl, stores.redisPrefix)
  const accounts = createBuiltInWalletAccounts(redis)
  const browser = await launchBrowser()
  t.teardown(async () => {
    await browser.close()
    await node.drain()
    await redis.quit()
  })
  return { url, accounts, browser, pool: stores.pool }
}
