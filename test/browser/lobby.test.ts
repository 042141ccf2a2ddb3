// The lobby in a browser: search, filters, orders, the last played game, a guest's name, on a
// desktop and a phone; axe finds nothing serious.

import type { Page } from 'playwright-core'
import t from 'tap'
import { GAMES } from '../../src/games/catalogue/games.ts'
import { findSerious } from '../support/axe.ts'
import { picture } from '../support/browser.ts'
import { sized } from '../support/size.ts'
import { openPage, SCREENS, type Screen, type Size } from './person.ts'
import { openLobby } from './setup.ts'

/** A phone on its side, and an upright one whose browser shows its bars. */
const FIRST_SCREENS: readonly Size[] = [
  [844, 390],
  [390, 664],
]
const { url, browser } = await openLobby(t)
const gamesOn = (page: Page) =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll('#games .game')].map(each => each.dataset.game)`,
  )

for (const screen of sized<Screen[]>(['phone'], ['desktop', 'phone'])) {
  t.test(`the lobby on a ${screen}`, async t => {
    const { page, faults, close } = await openPage(browser, screen)
    await page.goto(`${url}/`)
    await page.locator('body[data-state=ready]').waitFor()
    t.equal((await gamesOn(page)).length, GAMES.length)
    const player = (await page.locator('#player').textContent())!
    t.match(player, /^Guest [A-Z][a-z]+ [0-9]+$/)
    await page.locator('[data-test=category-cascades]').click()
    await page.locator('[data-test=order]').selectOption('rtp')
    const found = await gamesOn(page)
    t.ok(found.length > 1 && found.length < GAMES.length, found.join())
    await page.locator('[data-test=search]').fill('crystal')
    t.strictSame(await gamesOn(page), ['crystal-cluster'])
    await page.locator('[data-test=provider]').selectOption('provider_a')
    t.strictSame(await gamesOn(page), [])
    await picture(page, `lobby-none-${screen}`)
    await page.locator('#show-all').click()
    t.equal((await gamesOn(page)).length, GAMES.length, 'one press shows all again')
    await page.locator('[data-test=order]').selectOption('recent')
    await page.locator('[data-test=favourite-scarab-codex]').click()
    await page.locator('[data-test=category-favourites]').click()
    t.strictSame(await gamesOn(page), ['scarab-codex'], 'the favourites')
    await page.locator('[data-test=category-any]').click()
    await page.locator('[data-test=game-forty-suns]').click()
    await page.waitForURL(/\/play\//)
    await page.goto(`${url}/`)
    await page.locator('.latest').waitFor()
    const hero = page.locator('[data-test=hero-game]')
    t.equal(await hero.getAttribute('data-game'), 'forty-suns', 'it is in the large picture')
    for (const [width, height] of FIRST_SCREENS) {
      await page.setViewportSize({ width, height })
      const box = (await hero.boundingBox())!
      t.ok(box.y >= 0 && box.y + box.height <= height, `whole on ${width} x ${height}`)
    }
    await page.setViewportSize(SCREENS[screen].viewport)
    t.equal((await gamesOn(page))[0], 'forty-suns', 'the game played last is first')
    t.equal(await page.locator('#player').textContent(), player, 'the guest keeps the name')
    await page.locator('[data-test=language]').selectOption('uk')
    t.match(await page.locator('#player').textContent(), /^Гість /)
    await picture(page, `lobby-${screen}`)
    t.strictSame(await findSerious(page), [], 'axe finds nothing serious')
    const width = await page.evaluate('document.documentElement.scrollWidth')
    t.equal(width, page.viewportSize()!.width, 'nothing is wider than the screen')
    t.strictSame(faults, [])
    await close()
  })
}
