// Played by npm run prove: each test opens two games.
//
// A player with two pages open: both show the newest balance, no matter which page changed it, and two
// pages of one session show a notice until one of them is closed. Real node, stores, wallet and
// Chromium.

import type { BrowserContext, Page } from 'playwright-core'
import t from 'tap'
import { LANGUAGES } from '../../src/core/language.ts'
import { findSerious } from '../support/axe.ts'
import { picture } from '../support/browser.ts'
import { isFullSize, onlyFullSize } from '../support/size.ts'
import { holdClock, openWithClock, passUntil } from './motion-clock.ts'
import { lookAtPage, resizeTo } from './page-faults.ts'
import {
  collectAtCards,
  hurryTo,
  openGame,
  readMinor,
  spinUntilOffered,
  stateIs,
  WINDOWS,
} from './person.ts'
import { openOperator } from './setup.ts'

/** No decisions. */
const GAME = 'crystal-cluster'

const { setup, node, browser } = await openOperator(t)
const { wallet } = setup

const notice = (page: Page) => page.locator('[data-test=elsewhere]')
const says = (page: Page) => notice(page).filter({ hasText: /./ }).waitFor()
const isSilent = (page: Page) =>
  notice(page).filter({ hasText: /^$/ }).waitFor({ state: 'attached' })

async function openAnother(context: BrowserContext, link: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(link)
  await stateIs(page, 'idle')
  return page
}

async function spin(page: Page): Promise<void> {
  await page.locator('[data-test=spin]').click()
  await hurryTo(page, 'idle')
}

/** The page shows the wallet's balance. */
const showsBalance = (page: Page, player: string) =>
  page.locator(`[data-test=balance][data-minor="${wallet.balance(player)}"]`).waitFor()

t.test('two pages of one session show a notice until one of them is closed', async t => {
  const { link } = await setup.launch(node, { player_id: 'twice', symbol: GAME })
  const { page: one, faults, close } = await openGame(browser, 'desktop', link)
  await isSilent(one)
  const two = await openAnother(one.context(), link)
  for (const page of [one, two]) {
    await says(page)
    t.equal(await notice(page).getAttribute('role'), 'status')
    t.match(await notice(page).textContent(), /another page/)
    if (isFullSize || page === one)
      t.strictSame(await findSerious(page), [], 'axe finds nothing serious')
  }
  await picture(two, 'two-pages')
  await spin(two)
  await showsBalance(one, 'twice')
  await spin(one)
  await showsBalance(two, 'twice')
  await two.close()
  await isSilent(one)
  t.notOk(await notice(one).isVisible())
  await spin(one)
  t.equal(await readMinor(one, 'balance'), wallet.balance('twice'))
  t.strictSame(faults, [])
  await close()
})

t.test(
  'a page without a connection shows no notice, and shows it again afterwards',
  onlyFullSize,
  async t => {
    const { link } = await setup.launch(node, { player_id: 'lost', symbol: GAME })
    const { page: one, close } = await openGame(browser, 'desktop', link)
    const other = await openGame(browser, 'phone', link)
    await says(one)
    await one.context().setOffline(true)
    await isSilent(one)
    await isSilent(other.page)
    await one.context().setOffline(false)
    await says(one)
    await says(other.page)
    await other.close()
    await isSilent(one)
    t.pass('it disappears with the other page')
    await close()
  },
)

t.test('two sessions of one player show one balance in any games', onlyFullSize, async t => {
  const launch = (symbol: string) => setup.launch(node, { player_id: 'same', symbol })
  const { page: one, faults, close } = await openGame(browser, 'desktop', (await launch(GAME)).link)
  const two = await openAnother(one.context(), (await launch('cherry-classic')).link)
  await spin(one)
  await showsBalance(two, 'same')
  await isSilent(one)
  await spinUntilOffered(two)
  const offered = wallet.balance('same')
  await showsBalance(one, 'same')
  await spin(one)
  t.not(wallet.balance('same'), offered)
  await showsBalance(two, 'same')
  t.ok(await two.locator('.gamble-offered').isVisible(), 'the question stays')
  await collectAtCards(two)
  await hurryTo(two, 'idle')
  await showsBalance(two, 'same')
  await showsBalance(one, 'same')
  t.strictSame(faults, [])
  await close()
})

t.test('during the presentation of a round the balance does not change', async t => {
  const { link } = await setup.launch(node, { player_id: 'shows', symbol: GAME })
  let hear = () => {}
  const heard = new Promise<void>(resolve => {
    hear = resolve
  })
  const { page: one, close } = await openWithClock(browser, link, async page => {
    page.on('websocket', socket =>
      socket.on('framereceived', ({ payload }) => {
        const { type, requestId } = JSON.parse(String(payload))
        if (type === 'balance' && requestId === undefined) hear()
      }),
    )
  })
  const two = await openGame(browser, 'desktop', link)
  const before = await readMinor(one, 'balance')
  await holdClock(one)
  await one.locator('[data-test=spin]').click()
  const debited = before - (await readMinor(one, 'stake'))
  await one.locator(`[data-test=balance][data-minor="${debited}"]`).waitFor()
  await spin(two.page)
  await showsBalance(two.page, 'shows')
  await heard
  t.equal(await readMinor(one, 'balance'), debited, 'the win is not revealed early')
  await passUntil(one, async () => (await one.locator('body[data-state=idle]').count()) === 1)
  await showsBalance(one, 'shows')
  await two.close()
  await close()
})

t.test('a question that another page has answered is no longer asked', onlyFullSize, async t => {
  const { link } = await setup.launch(node, { player_id: 'asked', symbol: 'cherry-classic' })
  const { page: one, faults, close } = await openGame(browser, 'desktop', link)
  await spinUntilOffered(one)
  const two = await one.context().newPage()
  await two.goto(link)
  await stateIs(two, 'awaiting')
  await collectAtCards(two)
  await hurryTo(two, 'idle')
  await hurryTo(one, 'idle')
  t.notOk(await one.locator('[data-test=gamble]').isVisible())
  await showsBalance(one, 'asked')
  await showsBalance(two, 'asked')
  t.strictSame(faults, [])
  await close()
})

t.test('the notice is complete in every language, and overlaps nothing', onlyFullSize, async t => {
  for (const language of LANGUAGES) {
    const fields = { player_id: `reads-${language}`, symbol: GAME, lang: language }
    const { link } = await setup.launch(node, fields)
    const { page, close } = await openGame(browser, 'desktop', link)
    const other = await openAnother(page.context(), link)
    await says(page)
    for (const size of WINDOWS) {
      await resizeTo(page, size)
      t.same((await lookAtPage(page)).faults, [], `${language} ${size}`)
      t.ok(
        await page.evaluate(NOTICE_FITS),
        `${language} ${size}: ${await notice(page).textContent()}`,
      )
      await picture(page, `elsewhere-${language}-${size.join('x')}`)
    }
    await other.close()
    await close()
  }
})

/** Runs in the page: it is one line, no part of it is cut, and the game starts below it. */
const NOTICE_FITS = `(line => line.scrollWidth <= line.clientWidth && line.clientHeight <= 30 &&
  line.getBoundingClientRect().bottom <= document.getElementById('table').getBoundingClientRect().top + 0.5)(
  document.querySelector('[data-test=elsewhere]'))`
