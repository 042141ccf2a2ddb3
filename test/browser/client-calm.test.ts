// Played by npm run prove: it waits for a whole feature.
//
// The game for a player who prefers reduced motion: nothing moves in idle state, a large win is
// shown at once under its last title, and a feature runs. Real node, stores, wallet and Chromium.

import type { Page } from 'playwright-core'
import t from 'tap'
import { picture } from '../support/browser.ts'
import { createOperator } from '../support/operator-calls.ts'
import { holdClock, installClock, passMs } from './motion-clock.ts'
import { buyFeature, hurryTo, openSilent, readMinor, SCREENS, stateIs } from './person.ts'
import { openOperator } from './setup.ts'

const FRAMES = 90
const { setup, node, browser } = await openOperator(t)
const operator = createOperator(setup, node)

/** Runs in the page: whether the drawn picture changes within so many frames. */
const MOVES = `(async () => {
  // Letters of a font that comes late are drawn once more.
  await document.fonts.ready
  for (const frame of [1, 2]) await new Promise(requestAnimationFrame)
  const canvas = document.querySelector('#stage canvas')
  const before = canvas.toDataURL()
  for (let frame = 0; frame < ${FRAMES}; frame++) {
    await new Promise(requestAnimationFrame)
    if (canvas.toDataURL() !== before) return true
  }
  return false
})()`

/** Runs in the page: every title and every amount of a big moment. */
const WATCH_MOMENT = `
  globalThis.tiers = new Set()
  globalThis.amounts = new Set()
  new MutationObserver(() => {
    const { tier } = document.getElementById('moment').dataset
    const minor = document.querySelector('[data-test=moment-amount]')?.dataset.minor
    if (tier !== undefined) tiers.add(tier)
    if (minor !== undefined) amounts.add(minor)
  }).observe(document.getElementById('board'), { subtree: true, childList: true, attributes: true })`

async function open(player_id: string, symbol: string, reducedMotion: 'reduce' | 'no-preference') {
  const { link } = await setup.launch(node, { player_id, symbol })
  const context = await openSilent(browser, { ...SCREENS.phone, reducedMotion })
  await context.addInitScript(installClock)
  const page = await context.newPage()
  await page.goto(link)
  await stateIs(page, 'idle')
  return { page, close: () => context.close() }
}

const shown = (page: Page, what: 'tiers' | 'amounts') => page.evaluate<string[]>(`[...${what}]`)

t.test('nothing moves in idle state', async t => {
  const calm = await open('calm-idle', 'lucky-lanterns', 'reduce')
  t.notOk(await calm.page.evaluate(MOVES))
  await calm.close()
  const lively = await open('lively-idle', 'lucky-lanterns', 'no-preference')
  t.ok(await lively.page.evaluate(MOVES), 'the background moves for all other players')
  await lively.close()
})

t.test('a large win is shown at once, without a count', async t => {
  const player = 'calm-win'
  const game = 'forty-suns'
  await operator.scheduleReady(player, game, { multiplier: '45', kind: 'spin' })
  const { page, close } = await open(player, game, 'reduce')
  await page.evaluate(WATCH_MOMENT)
  await page.locator('[data-test=spin]').click()
  await page.locator('[data-test=moment][data-tier]:not([hidden])').waitFor()
  await picture(page, 'calm-win')
  await stateIs(page, 'idle')
  t.strictSame(await shown(page, 'tiers'), ['mega'], 'its title is the last one from the start')
  const win = await readMinor(page, 'win')
  t.ok(win > 0n)
  t.strictSame(await shown(page, 'amounts'), [`${win}`], 'the amount is the whole win')
  await close()
})

/** Runs in the page: every place of the sum of a tumble, and whether anything flies to it. */
const WATCH_SUM = `
  globalThis.places = new Set()
  globalThis.sums = []
  new MutationObserver(() => {
    const sum = document.querySelector('[data-test=tumble-sum]:not([hidden])')
    if (sum === null) return
    places.add(sum.querySelector('.sum-text').style.transform)
    if (sums.at(-1) !== sum.dataset.minor) sums.push(sum.dataset.minor)
  }).observe(document.getElementById('board'), { subtree: true, childList: true, attributes: true })`

t.test('the sum of a tumble stays on its plate, and does not count up', async t => {
  const player = 'calm-sum'
  const game = 'sugar-cascade'
  await operator.scheduleReady(player, game, { multiplier: '10', kind: 'spin' })
  const { page, close } = await open(player, game, 'reduce')
  await page.locator('body[data-show=ready]').waitFor()
  await page.evaluate(WATCH_SUM)
  await page.locator('[data-test=spin]').click()
  await stateIs(page, 'idle')
  const { places, sums } = await page.evaluate<{ places: string[]; sums: string[] }>(
    '({ places: [...places], sums })',
  )
  t.equal(new Set(places).size, 1, `${places}`)
  t.equal(BigInt(sums.at(-1)!), await readMinor(page, 'win'))
  t.ok(sums.length < 20, `${sums.length} amounts: one for each win`)
  await picture(page, 'calm-sum')
  await close()
})

t.test('a feature shows its cards without counting up', async t => {
  const { page, close } = await open('calm-feature', 'vault-keeper', 'reduce')
  await page.evaluate(WATCH_MOMENT)
  await page.locator('body[data-places=ready]').waitFor()
  await buyFeature(page)
  await page.locator('.moment-sign[data-kind=intro]').waitFor()
  t.notOk(await page.evaluate(MOVES), 'its place is there at once')
  t.equal(await page.evaluate('document.getAnimations().length'), 0, 'and so is its sign')
  await page.locator('[data-test=moment-key]').click()
  await hurryTo(page, 'idle')
  t.strictSame(await shown(page, 'amounts'), [`${await readMinor(page, 'win')}`])
  await close()
})

t.test('the codex shows its symbol as a still picture', async t => {
  const { page, close } = await open('calm-codex', 'scarab-codex', 'reduce')
  await buyFeature(page)
  await page.locator('[data-test=moment-key]').click()
  await page.locator('.banner-high:not([hidden])').waitFor()
  await holdClock(page)
  await passMs(page, 50)
  const drawn = () => page.evaluate<string>(`document.querySelector('#stage canvas').toDataURL()`)
  const before = await drawn()
  await picture(page, 'calm-codex')
  for (let step = 0; step < 6; step++) {
    await passMs(page, 100)
    t.equal(await drawn(), before, `after ${(step + 1) * 100} ms`)
  }
  await close()
})

t.test('the multiplier is in the scene and leaves with the free games', async t => {
  const { page, close } = await open('calm-stone', 'thunder-reels', 'reduce')
  await buyFeature(page)
  await page.locator('[data-test=moment-key]').click()
  await page.locator('body.has-stone').waitFor()
  await picture(page, 'calm-stone')
  await hurryTo(page, 'idle')
  t.notOk(await page.locator('body.has-stone').isVisible())
  await close()
})
