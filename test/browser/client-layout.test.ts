// Played by npm run prove: it opens every game in eight windows.
//
// The game client in players' windows: the reels take the width of an upright screen, nothing
// overlaps or is out of reach, and every key is large enough for a finger. Real node, wallet and
// Chromium.

import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { LANGUAGES, type Language } from '../../src/core/language.ts'
import { DAY_MS } from '../../src/core/time.ts'
import { GAMES } from '../../src/games/catalogue/games.ts'
import { picture } from '../support/browser.ts'
import { createOperator } from '../support/operator-calls.ts'
import { isFullSize, sized } from '../support/size.ts'
import { lookAtPage, lookAtPanel, resizeTo } from './page-faults.ts'
import {
  buyFeature,
  hurryTo,
  ON_ITS_SIDE,
  openCards,
  openGame,
  PHONES,
  type Size,
  spinUntilOffered,
} from './person.ts'
import { openOperator } from './setup.ts'

/** Of the window's width, on every upright phone. */
const REELS_SHARE = 0.92
/** Of the height of this phone, in games with three or four rows. */
const REELS_HEIGHT_SHARE = 0.55
const [TALL_PHONE] = PHONES
const OTHERS: readonly Size[] = [ON_ITS_SIDE, [1280, 800], [1440, 900], [1920, 1080], [3840, 2160]]
/** At each change larger windows are tested with one game, in npm run prove with all. */
const GAME_IN_ALL = 'sugar-cascade'
const SMALLEST: Size = [320, 568]
/** Their texts are the longest; at each change these are tested, in npm run prove all. */
const WIDE_LANGUAGES: readonly Language[] = ['de', 'uk']

const { setup, node, browser } = await openOperator(t)

async function open(symbol: string, player_id: string, language = 'en') {
  const { link } = await setup.launch(node, { player_id, symbol, lang: language })
  return openGame(browser, 'desktop', link)
}

for (const { id, layout } of GAMES) {
  t.test(`${id}: the reels take the width, nothing overlaps or is cut`, async t => {
    const { page, faults, close } = await open(id, `sizes-${id}`)
    for (const size of windowsOf(id)) {
      const name = size.join('x')
      await resizeTo(page, size)
      const look = await lookAtPage(page)
      t.same(look.faults, [], name)
      if (PHONES.includes(size)) t.ok(look.share >= REELS_SHARE, `${name}: ${look.share}`)
      if (size === TALL_PHONE && layout.rows <= 4) {
        t.ok(look.heightShare >= REELS_HEIGHT_SHARE, `${name}: ${look.heightShare}`)
      }
      await picture(page, `layout-${id}-${name}`)
    }
    t.same(faults, [], 'no error in the page')
    await close()
  })
}

function windowsOf(game: string): readonly Size[] {
  return isFullSize || game === GAME_IN_ALL ? [...PHONES, ...OTHERS] : PHONES
}

t.test('every language fits the smallest screen, with its sheets', async t => {
  for (const language of sized<readonly Language[]>(WIDE_LANGUAGES, LANGUAGES)) {
    const { page, close } = await open('sugar-cascade', `language-${language}`, language)
    for (const size of sized<Size[]>([SMALLEST], [SMALLEST, ON_ITS_SIDE])) {
      await resizeTo(page, size)
      t.same((await lookAtPage(page)).faults, [], `${language} ${size}`)
      for (const [key, sheet] of SHEETS) {
        await page.locator(`[data-test=${key}]`).click()
        await page.locator(`${sheet}[open]`).waitFor()
        t.same((await lookAtPanel(page, sheet)).faults, [], `${language} ${size} ${sheet}`)
        t.ok(await says(page, sheet), `${language} ${sheet} states the units`)
        await picture(page, `layout-${sheet.slice(1)}-${language}-${size.join('x')}`)
        await page.keyboard.press('Escape')
      }
    }
    await close()
  }
})

t.test('the autoplay sheet is complete, with title and start key in every language', async t => {
  for (const language of sized<readonly Language[]>(['en', ...WIDE_LANGUAGES], LANGUAGES)) {
    const { page, close } = await open('sugar-cascade', `auto-${language}`, language)
    await page.locator('[data-test=auto]').click()
    for (const size of [SMALLEST, ON_ITS_SIDE]) {
      await resizeTo(page, size)
      const { faults, scrolls } = await lookAtPanel(page, '#auto-sheet')
      t.same(faults, [], `${language} ${size}`)
      if (language === 'en') t.notOk(scrolls, `${size}`)
      for (const end of [0, 10_000]) {
        t.ok(await page.evaluate(`${HEAD_AND_FOOT_SEEN}(${end})`), `${language} ${size} at ${end}`)
      }
      await picture(page, `layout-auto-${language}-${size.join('x')}`)
    }
    await close()
  }
})

/** Runs in the page. */
const HEAD_AND_FOOT_SEEN = `(at => {
  const sheet = document.getElementById('auto-sheet')
  sheet.scrollTop = at
  return [...sheet.querySelectorAll('h2, [data-test=auto-start]')].every(part => {
    const { left, top, width, height } = part.getBoundingClientRect()
    return part.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
})`

t.test('texts grow with the window, as keys do', async t => {
  const { page, close } = await open('vault-keeper', 'large')
  const sizesOf = async (size: Size) => {
    await resizeTo(page, size)
    return page.evaluate<Record<string, number>>(READ_SIZES)
  }
  await page.locator('[data-test=info]').click()
  await page.locator('[data-test=rules][data-state=shown]').waitFor()
  const usual = await sizesOf([1440, 900])
  const huge = await sizesOf([3840, 2160])
  for (const [name, size] of Object.entries(usual)) {
    t.ok(huge[name]! > size * 2, `${name}: ${size} px, then ${huge[name]} px`)
  }
  await picture(page, 'layout-rules-3840x2160')
  await close()
})

/** Runs in the page: sizes of letters. */
const READ_SIZES = `Object.fromEntries(
  ['#spin', '#paytable p', '#paytable h3', '#paytable td', '.pot .amount', '.notice'].map(selector => {
    const part = document.querySelector(selector)
    const { fontSize, width } = getComputedStyle(part)
    return [selector, Number.parseFloat(selector === '#spin' ? width : fontSize)]
  }))`

const SHEETS = [
  ['bet-open', '#bet-sheet'],
  ['auto', '#auto-sheet'],
  ['mode-buy', '#ask'],
] as const

t.test('a decision covers a phone and is complete', async t => {
  const choice = await open('river-of-ways', 'asked-choice')
  await choice.page.locator('[data-test=turbo]').click()
  await buyFeature(choice.page)
  await hurryTo(choice.page, 'awaiting')
  await panelFits(t, choice.page, 'choice')
  await choice.close()

  const gamble = await open('cherry-classic', 'asked-gamble')
  await gamble.page.locator('[data-test=turbo]').click()
  await spinUntilOffered(gamble.page)
  await openCards(gamble.page)
  await panelFits(t, gamble.page, 'gamble')
  await gamble.close()
})

t.test('the card of free spins covers a phone, and their panel replaces the bet', async t => {
  const player_id = 'gifted'
  const expires_at = new Date(Date.now() + DAY_MS).toISOString()
  const gift = { player_id, symbol: GAME_IN_ALL, currency: 'EUR', count: 10, bet: '1.00' }
  await createOperator(setup, node).act('freespins_create', { ...gift, expires_at })
  const { page, close } = await open(GAME_IN_ALL, player_id)
  await page.locator('[data-test=grant-card]').waitFor()
  await panelFits(t, page, 'grant', '#grant-card')
  await page.locator('[data-test=free-spins-begins]').click()
  for (const size of [...PHONES, ON_ITS_SIDE]) {
    await resizeTo(page, size)
    t.same((await lookAtPage(page)).faults, [], `panel at ${size}`)
    await picture(page, `layout-gifted-${size.join('x')}`)
  }
  await close()
})

/** A panel that covers the page must repeat that nothing can be won or lost. */
const says = (page: Page, sheet: string) =>
  page.locator(`${sheet} .test-note`, { hasText: 'TEST_ONLY' }).isVisible()

for (const game of ['sugar-cascade', 'crystal-cluster', 'vault-keeper']) {
  t.test(`${game}: the paytable holds the largest wins`, async t => {
    const { page, close } = await open(game, `pays-${game}`)
    await page.locator('[data-test=bet-open]').click()
    await page.locator('.bet-max').click()
    await page.locator('[data-test=info]').click()
    await page.locator('#paytable[open]').waitFor()
    for (const size of [...PHONES, ON_ITS_SIDE]) {
      await resizeTo(page, size)
      t.same((await lookAtPanel(page, '#paytable')).faults, [], `${size}`)
      await picture(page, `layout-pays-${game}-${size.join('x')}`)
    }
    await close()
  })
}

async function panelFits(t: Test, page: Page, name: string, selector = '#decision'): Promise<void> {
  for (const size of [...PHONES, ON_ITS_SIDE]) {
    await resizeTo(page, size)
    const { faults, scrolls } = await lookAtPanel(page, selector)
    t.same(faults, [], `${name} at ${size}`)
    t.notOk(scrolls, `${name} at ${size} is complete`)
    t.ok(await says(page, selector), `${name} at ${size} states the units`)
    await picture(page, `layout-${name}-${size.join('x')}`)
  }
}
