// The real node, its stores and the browser of the page tests: through the platform's lobby, or
// launched by an operator. Contains nothing about single games.

import type { Test } from 'tap'
import { createBuiltInWalletAccounts } from '../../src/redis/built-in-wallet.ts'
import { connectRedis } from '../../src/redis/connection.ts'
import { launchBrowser } from '../support/browser.ts'
import { findShared, openShared } from '../support/shared-node.ts'

/** The lobby's wallet on the node of all files, and a browser. */
export async function openLobby(t: Test) {
  const { stores, node } = await findShared(t)
  const redis = await connectRedis(stores.redisUrl, stores.redisPrefix)
  const accounts = createBuiltInWalletAccounts(redis)
  const browser = await launchBrowser()
  t.teardown(async () => {
    await browser.close()
    await redis.quit()
  })
  return { url: node.baseUrl, accounts, browser, pool: stores.pool }
}

/** An operator's project with a scripted wallet on the node of all files, and a browser. */
export async function openOperator(t: Test) {
  const { setup, node } = await openShared(t)
  const browser = await launchBrowser()
  t.teardown(() => browser.close())
  return { setup, node, browser }
}
