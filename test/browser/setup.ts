// The real node, its stores and the browser of the page tests: through the platform's lobby, or
// launched by an operator. Contains nothing about single games.

import type { Test } from 'tap'
import { ensureInternalProjects } from '../../src/ledger/projects/internal-projects.ts'
import { createBuiltInWalletAccounts } from '../../src/redis/built-in-wallet.ts'
import { connectRedis } from '../../src/redis/connection.ts'
import { startNode } from '../../src/server/start.ts'
import { launchBrowser } from '../support/browser.ts'
import { makeNodeConfig } from '../support/node-config.ts'
import { openSetup } from '../support/operator-setup.ts'
import { openStores } from '../support/real-stores.ts'

/** A node with the lobby's own projects and wallet, and a browser; both end with the test. */
export async function openLobby(t: Test) {
  const stores = await openStores(t)
  const masterKey = Buffer.alloc(32, 1)
  await ensureInternalProjects(stores.pool, masterKey)
  const config = await makeNodeConfig(stores, masterKey)
  const node = await startNode({ ...config, logLevel: 'error' })
  const redis = await connectRedis(stores.redisUrl, stores.redisPrefix)
  const accounts = createBuiltInWalletAccounts(redis)
  const browser = await launchBrowser()
  t.teardown(async () => {
    await browser.close()
    await node.drain()
    await redis.quit()
  })
  return { url: config.publicUrl, accounts, browser, pool: stores.pool }
}

/** An operator's project with a scripted wallet, a node, and a browser; all end with the test. */
export async function openOperator(t: Test) {
  const setup = await openSetup(t)
  const node = await setup.startNode()
  const browser = await launchBrowser()
  t.teardown(() => browser.close())
  return { setup, node, browser }
}
