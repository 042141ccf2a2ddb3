// Played by npm run prove: it opens a game for each state of its keys.
//
// Every enabled key of the game has an effect: without a connection, during a casino's pause, and
// during a replay. A disabled key is off for the keyboard and for screen readers, and looks
// disabled. Real node, stores, wallet and Chromium.

import type { Page } from 'playwright-core'
import t from 'tap'
import { findSerious } from '../support/axe.ts'
import { picture } from '../support/browser.ts'
import { onlyFullSize } from '../support/size.ts'
import {
  collectAtCards,
  hurryTo,
  isIn,
  openCards,
  openGame,
  spinUntilOffered,
  stateIs,
} from './person.ts'
import { openOperator } from './setup.ts'

const { setup, node, browser } = await openOperator(t)

async function open(symbol: string, player_id: string) {
  const { link } = await setup.launch(node, { player_id, symbol })
  return openGame(browser, 'desktop', link)
}

/** In the page: the names of the enabled keys. */
const KEYS_ON = `[...document.querySelectorAll('button')]
  .filter(key => !key.disabled && key.checkVisibility({ visibilityProperty: true }) && key.closest('[inert]') === null)
  .map(key => key.dataset.test ?? key.className).sort()`
const keysOn = (page: Page) => page.evaluate<string[]>(KEYS_ON)

/** They start nothing: they show, speed up, mute and enlarge. */
const ALWAYS = ['full-screen', 'info', 'sound', 'turbo']
const STARTS = ['auto', 'bet-open', 'mode-ante', 'mode-buy', 'spin']

const isOn = (page: Page, name: string) => page.locator(`[data-test=${name}]:enabled`).waitFor()
const isOff = (page: Page, name: string) => page.locator(`[data-test=${name}]:disabled`).waitFor()

/** In the page: the visible state of the keys, once all transitions are over. */
const LOOKS = `(async names => {
  await Promise.all(document.getAnimations().filter(each => each instanceof CSSTransition).map(each => each.finished))
  return names.map(name => {
    const { opacity, color, filter, backgroundImage } = getComputedStyle(document.querySelector('[data-test=' + name + ']'))
    return [opacity, color, filter, backgroundImage].join()
  })
})`
const looksOf = (page: Page, names: readonly string[]) =>
  page.evaluate<string[]>(`${LOOKS}(${JSON.stringify(names)})`)

async function loseLine(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await page.locator('body[data-waits=offline]').waitFor()
}

async function findLine(page: Page): Promise<void> {
  await page.context().setOffline(false)
  await page.locator('body:not([data-waits])').waitFor()
}

t.test('without a connection every key that needs one is disabled', async t => {
  const { page, close } = await open('sugar-cascade', 'cut')
  const on = await keysOn(page)
  t.strictSame(
    STARTS.filter(name => !on.includes(name)),
    [],
    'all keys before',
  )
  const looks = await looksOf(page, STARTS)
  await loseLine(page)
  t.strictSame(await keysOn(page), ALWAYS)
  const looksOff = await looksOf(page, STARTS)
  for (const [index, name] of STARTS.entries()) t.not(looksOff[index], looks[index], name)
  t.strictSame(await findSerious(page), [], 'axe finds nothing serious')
  await picture(page, 'keys-offline')
  await findLine(page)
  t.strictSame(await keysOn(page), on, 'all keys afterwards')
  await close()
})

t.test(
  'an open order of a purchase or autoplay waits for the connection',
  onlyFullSize,
  async t => {
    const { page, close } = await open('sugar-cascade', 'ordering')
    for (const [opens, starts, closes] of [
      ['mode-buy', 'buy-yes', 'buy-no'],
      ['auto', 'auto-start', 'auto-sheet-close'],
    ] as const) {
      await page.locator(`[data-test=${opens}]`).click()
      await isOn(page, starts)
      await loseLine(page)
      await isOff(page, starts)
      t.ok(await page.locator(`[data-test=${closes}]`).isEnabled(), 'it can be closed')
      await findLine(page)
      await isOn(page, starts)
      await page.locator(`[data-test=${closes}]`).click()
    }
    await close()
  },
)

t.test('a decision waits for the connection', onlyFullSize, async t => {
  const { page, close } = await open('cherry-classic', 'deciding')
  await spinUntilOffered(page)
  await loseLine(page)
  t.strictSame(await keysOn(page), ALWAYS, 'neither the cards nor the next round')
  await findLine(page)
  await isOn(page, 'gamble')
  await openCards(page)
  await loseLine(page)
  t.strictSame(await keysOn(page), ALWAYS)
  await picture(page, 'keys-offline-cards')
  await findLine(page)
  await isOn(page, 'gamble-red')
  await page.locator('[data-test=collect]').click()
  await hurryTo(page, 'idle')
  t.ok((await keysOn(page)).includes('spin'))
  await close()
})

/** In the page: the opacity of each sign on the spin key, once all transitions are over. */
const SIGNS = `(async () => {
  await Promise.all(document.getAnimations().filter(each => each instanceof CSSTransition).map(each => each.finished))
  return [...document.querySelectorAll('.spin svg')].map(sign => Number(getComputedStyle(sign).opacity))
})()`
const signsOf = async (page: Page) =>
  (await page.evaluate<number[]>(SIGNS)).reduce((sum, each) => sum + each, 0)

t.test(
  'the spin key names the reason of its wait, without a sign under the text',
  onlyFullSize,
  async t => {
    const { page, close } = await open('cherry-classic', 'named')
    t.equal(await signsOf(page), 1)
    await spinUntilOffered(page)
    t.equal(await signsOf(page), 1)
    await loseLine(page)
    t.equal(await signsOf(page), 0, 'offline, with a win on offer')
    await findLine(page)
    await collectAtCards(page)
    await hurryTo(page, 'idle')
    setup.wallet.rule({
      method: 'bet',
      playerId: 'named',
      act: 'http-500-before-apply',
      times: 1_000,
    })
    await page.locator('[data-test=spin]').click()
    await page.locator('body[data-waits=wallet]').waitFor()
    t.equal(await signsOf(page), 0, 'until the bet is confirmed')
    await isOff(page, 'spin')
    await picture(page, 'keys-bet-waits')
    setup.wallet.behave()
    await hurryTo(page, 'idle', 'awaiting')
    await close()
  },
)

t.test('a win is shown as not credited until it is, also after a reload', async t => {
  const { page, close } = await open('cherry-classic', 'credited')
  await spinUntilOffered(page)
  setup.wallet.rule({
    method: 'win',
    playerId: 'credited',
    act: 'http-500-before-apply',
    times: 1_000,
  })
  await collectAtCards(page)
  for (const isReload of [false, true]) {
    if (isReload) await page.reload()
    await page.locator('body[data-waits=win]').waitFor()
    t.match(await page.locator('[data-test=waiting]').textContent(), /credited/)
    await isOff(page, 'spin')
    await picture(page, `keys-win-waits-${isReload}`)
  }
  setup.wallet.behave()
  await hurryTo(page, 'idle')
  t.notOk(await page.locator('[data-test=waiting]').isVisible())
  await close()
})

/** In the page: the enabled keys at the start of a replay. */
const KEYS_OF_REPLAY = `new Promise(done => {
  const look = new MutationObserver(() => {
    const isSheet = document.querySelector('dialog[open]') !== null
    if (isSheet || document.querySelector('[data-test=replay-ribbon]') === null) return
    look.disconnect()
    done(${KEYS_ON})
  })
  look.observe(document.body, { childList: true, subtree: true, attributeFilter: ['open'] })
})`

t.test('a tap on the key of a purchase buys nothing, holding it does', async t => {
  const { page, faults, close } = await open('vault-keeper', 'holding')
  await page.locator('[data-test=mode-buy]').click()
  await page.locator('[data-test=buy-facts][data-state=shown]').waitFor()
  const facts = await page.locator('[data-test=buy-facts]').textContent()
  t.match(facts, /RTP[0-9.]+\s%/, 'the return of the mode is shown before')
  const yes = page.locator('[data-test=buy-yes]')
  await yes.click()
  t.ok(await yes.isVisible(), 'the question is still open')
  t.ok(await isIn(page, 'idle'), 'and no round has started')
  await picture(page, 'keys-buy')
  await yes.hover()
  await page.mouse.down()
  await page.locator('#ask').waitFor({ state: 'hidden' })
  await page.mouse.up()
  await page.locator('body:not([data-state=idle])').waitFor()
  await hurryTo(page, 'idle')
  t.strictSame(faults, [])
  await close()
})

t.test('during a replay every enabled key has an effect', async t => {
  const { page, faults, close } = await open('sugar-cascade', 'again')
  const before = await keysOn(page)
  await page.locator('[data-test=spin]').click()
  await hurryTo(page, 'idle')
  await page.locator('[data-test=info]').click()
  await page.locator('[data-test=open-history]').click()
  await page.locator('[data-test=history][data-state=shown]').waitFor()
  const keys = page.evaluate<string[]>(KEYS_OF_REPLAY)
  await page.locator('[data-test=history-watch]').first().click()
  t.strictSame(await keys, [...ALWAYS, 'replay-end', 'spin'].sort())
  await picture(page, 'keys-replay')
  await hurryTo(page, 'idle')
  await page.locator('[data-test=replay-ribbon]').waitFor({ state: 'detached' })
  await stateIs(page, 'idle')
  t.strictSame(await keysOn(page), before)
  t.strictSame(faults, [])
  await close()
})
