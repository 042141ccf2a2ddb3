// A person at a browser: from the lobby through the real launch to ten spins in every game, the
// balance on screen being the wallet's own at every stop. Real node, stores, wallet and Chromium.

import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import t from 'tap'
import { startNode } from '../../src/cli/start-node.ts'
import { PROJECT_ROOT } from '../../src/config.ts'
import { findFreePort } from '../../src/embedded/free-port.ts'
import { GAMES } from '../../src/games/catalogue.ts'
import { createBuiltInWalletAccounts } from '../../src/hot/built-in-wallet.ts'
import { connectRedis } from '../../src/hot/connection.ts'
import { ensureInternalProjects } from '../../src/ledger/projects.ts'
import { openStores } from '../world.ts'

const SPINS = 10
/** Where the pictures go, for people: set to a folder to keep them. */
const SHOTS = process.env.REELHOUSE_SCREENSHOTS
const SCREENS = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const

const BROWSER_ARGUMENTS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
]

const stores = await openStores(t)
const port = await findFreePort()
const url = `http://127.0.0.1:${port}`
const masterKey = Buffer.alloc(32, 1)
await ensureInternalProjects(stores.pool, masterKey, url)
const node = await startNode({
  host: '127.0.0.1',
  port,
  publicUrl: url,
  redisUrl: stores.redisUrl,
  redisPrefix: stores.redisPrefix,
  databaseUrl: stores.databaseUrl,
  masterKey,
  allowLoopbackWallets: true,
  lanes: 1,
  trustedProxies: [],
  logLevel: 'error',
  builtInWalletUrl: url,
})
const redis = await connectRedis(stores.redisUrl, stores.redisPrefix)
const accounts = createBuiltInWalletAccounts(redis)
const browser: Browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: BROWSER_ARGUMENTS,
})
t.teardown(async () => {
  await browser.close()
  await node.drain()
  await redis.quit()
})

for (const [screen, options] of Object.entries(SCREENS)) {
  for (const game of GAMES) {
    t.test(`ten spins of ${game.id} on a ${screen} end with the wallet's balance`, async t => {
      const context = await browser.newContext(options)
      const page = await context.newPage()
      const faults: string[] = []
      page.on('pageerror', error => faults.push(error.message))
      page.on('console', line => line.type() === 'error' && faults.push(line.text()))
      await openGame(page, game.id, screen)
      t.notMatch(page.url(), /token/, 'the token has left the address bar')
      await page.locator('[data-test=turbo]').click()
      for (let spin = 0; spin < SPINS; spin++) await playOneRound(page)
      await picture(page, `${game.id}-${screen}`)
      const player = await playerOf(page)
      const walletMinor = await accounts.balance('demo', player, 'EUR')
      const shownMinor = await page.locator('[data-test=balance]').getAttribute('data-minor')
      t.equal(shownMinor, walletMinor.toString(), 'the balance on screen is the wallet’s record')
      t.equal(await countRounds(player), SPINS, 'the ledger holds every round, settled')
      t.same(faults, [], 'no error in the page')
      await context.close()
    })
  }
}

async function openGame(page: Page, gameId: string, screen: string): Promise<void> {
  await page.goto(url)
  await page.locator(`[data-game="${gameId}"]`).first().waitFor()
  if (gameId === GAMES[0]!.id) await picture(page, `lobby-${screen}`)
  await page.locator('[data-test=currency]').selectOption('EUR')
  await page.locator(`[data-game="${gameId}"]`).first().click()
  await page.waitForURL(/\/play\//)
  await stateIs(page, 'idle')
  await picture(page, `${gameId}-${screen}-open`)
}

/** Spins once; a gamble that is offered is declined. */
async function playOneRound(page: Page): Promise<void> {
  await page.locator('[data-test=spin]').click()
  await stateIs(page, 'idle', 'awaiting')
  if ((await page.locator('body').getAttribute('data-state')) === 'awaiting') {
    await page.locator('[data-test=collect]').click()
    await stateIs(page, 'idle')
  }
}

async function stateIs(page: Page, ...states: string[]): Promise<void> {
  const wanted = states.map(state => `body[data-state=${state}]`).join(', ')
  await page.locator(wanted).waitFor()
}

async function playerOf(page: Page): Promise<string> {
  const cookies = await page.context().cookies(`${url}/lobby/`)
  return cookies.find(cookie => cookie.name === 'lobby_player')!.value
}

async function countRounds(player: string): Promise<number> {
  const { rows } = await stores.pool.query(
    `SELECT count(*)::int AS rounds FROM round JOIN player USING (player_key)
     WHERE player_id = $1 AND state = 'settled'`,
    [player],
  )
  return rows[0].rounds
}

async function picture(page: Page, name: string): Promise<void> {
  if (SHOTS === undefined) return
  const folder = path.resolve(PROJECT_ROOT, SHOTS)
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: path.join(folder, `${name}.png`) })
}
