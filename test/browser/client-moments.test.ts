// Played by npm run prove: it waits for whole features and big wins.
//
// Big moments in a browser: a scheduled win under its banner, with the meter behind it and taps
// that end it, the features of a hold-and-win game and of a ways game from their first card to
// their last, and what their cards are lettered on. Real node, stores, wallet and Chromium.

import type { Page } from 'playwright-core'
import t from 'tap'
import { GAMES } from '../../src/games/catalogue/games.ts'
import { picture } from '../support/browser.ts'
import { createOperator } from '../support/operator-calls.ts'
import { holdClock, openWithClock, passUntil } from './motion-clock.ts'
import { lookAtPage, resizeTo } from './page-faults.ts'
import {
  buyFeature,
  hurryTo,
  isIn,
  openGame,
  openPage,
  readMinor,
  SCREENS,
  startSpin,
  stateIs,
  WINDOWS,
} from './person.ts'
import { openOperator } from './setup.ts'

const { setup, node, browser } = await openOperator(t)
const operator = createOperator(setup, node)

/** The page at one instant: text and data of the parts that moments use. */
interface Seen {
  card: string | null
  tier: string | null
  amount: string | null
  win: string
  lamps: string | null
  note: string | null
  plate: string | null
  stone: boolean
  /** The special symbol is being shown, or is in the panel. */
  special: 'shown' | 'kept' | null
  played: string | null
  times: string | null
  left: string | null
  total: string | null
  ways: string | null
  scene: string | null
  sum: string | null
  ladder: string | null
  sun: string | null
  marquee: string | null
}

/** Runs in the page: records every change of these parts in order. */
function keepChanges(): void {
  const seen: Seen[] = []
  const page = globalThis as unknown as { seen: Seen[]; document: PageDocument } & PageObserver
  page.seen = seen
  const look = () => {
    const { document } = page
    const data = (test: string, name: string) =>
      document.querySelector(`[data-test="${test}"]:not([hidden])`)?.getAttribute(name) ?? null
    const has = (selector: string) => document.querySelector(selector) !== null
    const now: Seen = {
      card: data('moment', 'data-kind'),
      tier: data('moment', 'data-tier'),
      amount: data('moment-amount', 'data-minor'),
      win: data('win', 'data-minor') ?? '',
      lamps: data('lamps', 'data-lit'),
      note: document.querySelector('[data-test=feature-note]')?.textContent ?? null,
      plate: document.querySelector('[data-test=win-plate]:not([hidden])')?.textContent ?? null,
      stone: document.body.getAttribute('class')?.includes('has-stone') === true,
      special: has('.banner-high:not([hidden])')
        ? 'shown'
        : has('.feature-picture canvas')
          ? 'kept'
          : null,
      played: document.querySelector('[data-test=feature-played]')?.textContent ?? null,
      times: document.querySelector('[data-test=feature-multiplier]')?.textContent ?? null,
      left: document.querySelector('[data-test=feature-left]')?.textContent ?? null,
      total: data('feature-total', 'data-minor'),
      ways: data('ways', 'data-ways'),
      scene: document.body.getAttribute('data-scene'),
      sum: data('tumble-sum', 'data-minor'),
      ladder: data('ladder', 'data-reached'),
      sun: data('sun', 'data-multiplier'),
      marquee: data('marquee', 'data-multiplier'),
    }
    if (JSON.stringify(now) !== JSON.stringify(seen.at(-1))) seen.push(now)
  }
  page.addEventListener('DOMContentLoaded', () => {
    new page.MutationObserver(look).observe(page.document.body, {
      subtree: true,
      childList: true,
      attributes: true,
    })
  })
}

interface PageDocument {
  body: PageElement
  querySelector(selector: string): PageElement | null
}
interface PageElement {
  textContent: string | null
  getAttribute(name: string): string | null
}
interface PageObserver {
  addEventListener(kind: string, listener: () => void): void
  MutationObserver: new (look: () => void) => { observe(what: PageElement, how: object): void }
}

const seenIn = (page: Page) => page.evaluate(() => (globalThis as unknown as { seen: Seen[] }).seen)

t.test('a scheduled win counts in its banner and in the meter, and taps end it', async t => {
  const player = 'moments-win'
  const game = 'forty-suns'
  await operator.scheduleReady(player, game, { multiplier: '45', kind: 'spin' })
  const { link } = await setup.launch(node, { player_id: player, symbol: game })
  // At normal speed the banner would stay for 8 seconds.
  const { page, close } = await openWithClock(browser, link, page =>
    page.addInitScript(keepChanges),
  )
  await page.locator('body[data-big-win=ready]').waitFor()
  await page.locator('[data-test=spin]').click()
  const banner = page.locator('[data-test=moment][data-kind=win]:not([hidden])')
  await banner.waitFor()
  await holdClock(page)
  const hasCounted = () => page.evaluate<boolean>(`seen.filter(({ amount }) => amount).length > 3`)
  await passUntil(page, hasCounted)
  t.ok(await page.locator('body[data-big-win=shown]').isVisible(), 'over the scene of the game')
  await picture(page, 'moments-banner')
  await tap(page)
  await passUntil(page, () => page.locator('[data-tier=mega]').isVisible())
  const counted = await shownWhenStill(page)
  t.ok(await banner.isVisible(), 'the first tap ends the count, not the banner')
  await tap(page)
  await passUntil(page, () => isIn(page, 'idle'))
  t.notOk(await banner.isVisible(), 'the second one closes it')
  t.ok(await page.locator('body[data-big-win=ready]').isVisible(), 'and the scene with it')
  t.equal(await readMinor(page, 'win'), counted, 'the count reached the win')

  const seen = await seenIn(page)
  const before = seen.slice(
    0,
    seen.findIndex(({ card }) => card === 'win'),
  )
  t.same([...new Set(before.map(({ win }) => win))], ['0'], 'no figure before the banner')
  const during = seen.filter(({ card, amount }) => card === 'win' && amount !== null)
  t.ok(during.length > 2, 'intermediate amounts are shown')
  t.ok(
    during.every(({ win, amount }) => BigInt(win) <= BigInt(amount!)),
    'the meter is never ahead of the banner',
  )
  t.same(new Set(during.map(({ tier }) => tier)), new Set(['big', 'mega']), 'the titles rise')
  await close()
})

t.test('hold and win shows first card, lamps, pots, running total and last card', async t => {
  const { page, faults, close } = await buyOn('vault-keeper')
  const pots = page.locator('[data-test=pots] .pot')
  t.equal(await pots.count(), 4, 'the pots are above the reels')
  await page.locator('[data-test=moment-key]').waitFor()
  await picture(page, 'moments-respins-intro')
  await page.locator('[data-test=lamps]').waitFor()
  await picture(page, 'moments-respins')
  // A phone is rotated: the held symbols are drawn again, at another size.
  for (const size of [{ width: 1280, height: 800 }, SCREENS.phone.viewport]) {
    await resizeTo(page, [size.width, size.height])
    t.same(faults, [], `drawn at ${size.width}`)
  }
  await hurryTo(page, 'idle')
  const seen = await seenIn(page)
  t.same(order(seen), ['intro', 'outro'])
  const lamps = seen.flatMap(({ lamps }) => (lamps === null ? [] : [Number(lamps)]))
  t.equal(lamps[0], 3)
  t.ok(lamps.includes(0), 'a lamp goes out with each respin')
  const notes = seen.flatMap(({ note }) => note ?? [])
  t.match(notes[0], /^\d+ coins start 3 respins\. Every new coin starts them again\.$/)
  const held = Number.parseInt(notes[0]!, 10)
  t.ok(held >= 6, 'as many coins as lay on the board')
  const again = seen.filter(({ note }) => note === 'A new coin: respins start again')
  t.ok(
    again.every(({ lamps }) => lamps === '3'),
    'where respins start again, all lamps are lit',
  )
  const totals = seen.flatMap(({ total }) => (total === null ? [] : [BigInt(total)]))
  const counted = seen.filter(({ card, amount }) => card === 'outro' && amount !== null).at(-1)
  t.equal(totals.at(-1), BigInt(counted!.amount!), 'the last card has the running total')
  t.ok(seen.some(({ scene }) => scene === 'respins'))
  t.equal(seen.at(-1)?.scene, null, 'the background is as before')
  t.same(faults, [])
  await close()
})

t.test('each pot shows its pay at the bet, including that of a full board', async t => {
  const { link } = await setup.launch(node, { player_id: 'pots', symbol: 'vault-keeper' })
  const { page, faults, close } = await openPage(browser, 'phone')
  await page.goto(link)
  await stateIs(page, 'idle')
  const pays = { mini: 20n, minor: 50n, major: 200n, grand: 1_000n }
  for (const more of [false, true]) {
    if (more) await page.locator('.step').last().click()
    const stake = await readMinor(page, 'stake')
    for (const [pot, bets] of Object.entries(pays)) {
      t.equal(await readMinor(page, `pot-${pot}`), stake * bets, `${pot} at ${stake}`)
      t.match(await page.locator(`[data-test=pot-${pot}]`).textContent(), /€[\d,]+\.\d\d$/)
    }
  }
  await page.locator('[data-test=bet-open]').click()
  await page.locator('.bet-max').click()
  for (const size of [SCREENS.phone.viewport, { width: 320, height: 568 }]) {
    await page.setViewportSize(size)
    t.same((await lookAtPage(page)).faults, [], `the largest bet fits ${size.width} pixels`)
    await picture(page, `moments-pots-${size.width}`)
  }
  t.same(faults, [])
  await close()
})

t.test('free games of a ways game show ways, games left, total and last card', async t => {
  const { page, faults, close } = await buyOn('thunder-reels')
  await page.locator('[data-test=moment-key]').waitFor()
  await picture(page, 'moments-free-games-intro')
  await hurryTo(page, 'idle')
  const seen = await seenIn(page)
  t.same(order(seen), ['intro', 'outro'])
  const left = seen.flatMap(({ left }) => (left === null ? [] : [Number(left)]))
  t.ok(left.includes(0) && left.includes(9), 'the games are counted down')
  const ways = new Set(seen.flatMap(({ ways }) => (ways === null ? [] : [ways])))
  t.ok(ways.size > 3, 'the ways belong to each board')
  const totals = seen.flatMap(({ total }) => (total === null ? [] : [BigInt(total)]))
  t.ok(
    totals.every((total, at) => at === 0 || total >= totals[at - 1]!),
    'the total only grows',
  )
  const inGames = seen.filter(({ left }) => left !== null)
  t.ok(
    inGames.every(({ stone, times }) => stone && times !== null),
    'the multiplier is in the scene, and for screen readers in the panel',
  )
  t.equal(seen.at(-1)?.stone, false, 'it leaves with the free games')
  t.same(productsIn(seen), [], 'a win times its multiplier is the win that follows')
  t.same(faults, [])
  await close()
})

t.test('the codex chooses its symbol, expands it and ends with its last card', async t => {
  const { page, faults, close } = await buyOn('scarab-codex')
  await page.locator('[data-test=moment-key]').click()
  await hurryTo(page, 'idle')
  const seen = await seenIn(page)
  t.same(order(seen), ['intro', 'outro'])
  const specials = seen.map(({ special }) => special)
  const changes = specials.filter((special, at) => special !== specials[at - 1])
  t.same(changes, [null, 'shown', null, 'kept', null], 'shown once, then kept in the panel')
  t.same(faults, [])
  await close()
})

t.test('held reels show first card, respins, running total and last card', async t => {
  const { page, faults, close } = await winFeature('cherry-classic', '10')
  await page.locator('[data-test=moment-key]').waitFor()
  t.equal(await page.locator('.moment-figure').textContent(), '×2')
  await picture(page, 'moments-held-reels-intro')
  await page.locator('[data-test=feature-played]').waitFor()
  await hurryTo(page, 'awaiting')
  const seen = await seenIn(page)
  t.same(order(seen), ['intro', 'outro'])
  const played = seen.flatMap(({ played }) => (played === null ? [] : [Number(played)]))
  t.same(
    [...new Set(played)],
    Array.from({ length: played.at(-1)! + 1 }, (_, each) => each),
  )
  t.ok(played.at(-1)! > 0, 'every respin is counted')
  t.same(
    new Set(seen.flatMap(({ played, marquee }) => (played === null ? [] : [marquee]))),
    new Set(['2']),
    'the marquee has the multiplier while reels are held',
  )
  const counted = seen.filter(({ card, amount }) => card === 'outro' && amount !== null).at(-1)
  const totals = seen.flatMap(({ total }) => (total === null ? [] : [total]))
  t.equal(totals.at(-1), counted!.amount, 'the last card has the running total')
  t.ok(seen.some(({ scene }) => scene === 'respins'))
  t.equal(seen.at(-1)?.scene, null, 'the background is as before')
  t.same(faults, [])
  await close()
})

t.test('wilds raise the multiplier of free games, which the panel shows from one on', async t => {
  const { page, faults, close } = await winFeature('forty-suns', '50')
  await page.locator('[data-test=moment-key]').waitFor()
  await picture(page, 'moments-growing-intro')
  await hurryTo(page, 'idle')
  const seen = await seenIn(page)
  t.same(order(seen), ['intro', 'outro'])
  const factors = seen.flatMap(({ times }) => (times === null ? [] : [Number(times.slice(1))]))
  t.equal(factors[0], 1)
  t.ok(factors.at(-1)! > 1)
  t.ok(
    factors.every((factor, at) => at === 0 || factor >= factors[at - 1]!),
    'it only grows',
  )
  const suns = seen.flatMap(({ sun }) => (sun === null ? [] : [Number(sun)]))
  t.equal(suns[0], 1, 'the sun begins low')
  t.equal(suns.at(-1), factors.at(-1), 'and ends at the multiplier of the last game')
  t.equal(seen.at(-1)?.sun, null, 'it sets with the feature')
  t.same(faults, [])
  await close()
})

t.test('a sum over the reels has each tumble, and all sums together are the win', async t => {
  const { page, faults, close } = await buyOn('sugar-cascade')
  await hurryTo(page, 'idle')
  const seen = await seenIn(page)
  const ends = seen.filter(({ sum }, at) => sum !== null && (seen[at + 1]?.sum ?? null) === null)
  t.ok(ends.length > 1, `${ends.length} tumbles have won`)
  const all = ends.reduce((total, { sum }) => total + BigInt(sum!), 0n)
  t.equal(all, await readMinor(page, 'win'))
  const waits = seen.every(({ sum, win }, at) => {
    const next = seen[at + 1]
    return sum === null || next === undefined || next.sum === null || next.win === win
  })
  t.ok(waits, 'the meter waits while a sum is shown')
  t.same(faults, [])
  await close()
})

t.test('the ladder has every step of the game, climbs with cascades and begins anew', async t => {
  const game = 'crystal-cluster'
  const { link } = await setup.launch(node, { player_id: 'moments-ladder', symbol: game })
  const { page, faults, close } = await openGame(browser, 'phone', link, page =>
    page.context().addInitScript(keepChanges),
  )
  await page.locator('[data-test=ladder]').waitFor()
  const { cascadeMultipliers } = GAMES.find(({ id }) => id === game)!.rules
  t.same(
    await page.locator('[data-test=ladder] b').allTextContents(),
    cascadeMultipliers.map(step => `×${step}`),
  )
  const reachedSoFar = async () =>
    (await seenIn(page)).flatMap(({ ladder }) => (ladder === null ? [] : [Number(ladder)]))
  // Three spins in ten have a cascade.
  while ((await reachedSoFar()).every(step => step === 1)) await startSpin(page)
  const reached = await reachedSoFar()
  const climbed = [...new Set(reached)]
  t.same(climbed, cascadeMultipliers.slice(0, climbed.length), 'step by step')
  t.equal(reached.at(-1), 1, 'the next spin begins at the first')
  t.same(faults, [])
  await close()
})

t.test('the options of a choice are pictures that fill their cards, and one opens', async t => {
  const { page, faults, close } = await buyOn('river-of-ways')
  await hurryTo(page, 'awaiting')
  const pictures = page.locator('.choice img')
  await pictures.nth(2).waitFor()
  for (const size of [
    SCREENS.phone.viewport,
    { width: 320, height: 568 },
    { width: 1440, height: 900 },
  ]) {
    await resizeTo(page, [size.width, size.height])
    const cards = await page.locator('.choice').evaluateAll(cardBoxes)
    t.same(
      cards.map(({ mood }) => mood),
      ['dawn', 'rain', 'dusk'],
    )
    for (const { card, picture: shown } of cards) {
      t.ok(shown.width >= card.width - 1 && shown.height >= card.height - 1, `${size.width}`)
    }
    const lefts = new Set(cards.map(({ card }) => Math.round(card.left)))
    t.equal(lefts.size, size.height > size.width ? 1 : 3, 'upright they are wide panels, stacked')
    await picture(page, `moments-choice-${size.width}`)
  }
  await page.locator('.choice').nth(1).click()
  await page.locator('body[data-scene=freeGames]').waitFor()
  await hurryTo(page, 'idle')
  t.same(faults, [])
  await close()
})

interface Box {
  left: number
  width: number
  height: number
}

/** Runs in the page. */
function cardBoxes(cards: unknown[]): { mood: string; card: Box; picture: Box }[] {
  interface Card {
    dataset: Record<string, string>
    offsetWidth: number
    offsetHeight: number
    querySelector(selector: string): Card
    getBoundingClientRect(): Box
  }
  return (cards as Card[]).map(card => ({
    mood: card.querySelector('.choice-scene').dataset.mood!,
    card: { ...sizeOf(card), left: card.getBoundingClientRect().left },
    picture: { ...sizeOf(card.querySelector('img')), left: 0 },
  }))

  function sizeOf({ offsetWidth: width, offsetHeight: height }: Card) {
    return { width, height }
  }
}

for (const game of ['thunder-reels', 'vault-keeper']) {
  t.test(`${game}: the panel of the feature overlaps nothing, in any window`, async t => {
    const { link } = await setup.launch(node, { player_id: `panel-${game}`, symbol: game })
    const { page, close } = await openWithClock(browser, link)
    await holdClock(page)
    await buyFeature(page)
    const begins = page.locator('[data-test=moment-key]')
    await passUntil(page, () => begins.isVisible())
    await begins.click()
    await passUntil(page, () => begins.isHidden())
    // Lamps that light up are larger for a moment.
    await page.evaluate(`Promise.all([...document.querySelectorAll('.lamp')]
      .flatMap(lamp => lamp.getAnimations()).map(({ finished }) => finished)).then(() => {})`)
    for (const size of WINDOWS) {
      await resizeTo(page, size)
      t.ok(await page.locator('[data-test=feature]').isVisible())
      t.same((await lookAtPage(page)).faults, [], `${size}`)
      await picture(page, `moments-panel-${game}-${size.join('x')}`)
    }
    await close()
  })
}

/** Runs in the page: the words of a card that leave the face of its sign, or the window. */
const OFF_THE_SIGN = `(() => {
  for (const motion of document.getAnimations()) {
    if (motion.effect.getTiming().iterations === 1) motion.finish()
  }
  const box = each => each.getBoundingClientRect()
  const paper = document.querySelector('.moment-paper')
  const unit = Number.parseFloat(getComputedStyle(paper, '::before').borderTopWidth) / 150
  const { left, top, right, bottom } = box(paper)
  const within = (across, above, below) => ({
    left: left + across * unit,
    top: top + above * unit,
    right: right - across * unit,
    bottom: bottom - below * unit,
  })
  const isOut = (each, of) =>
    each.left < of.left - 1 || each.top < of.top - 1 ||
    each.right > of.right + 1 || each.bottom > of.bottom + 1
  const whole = { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
  const words = [...paper.querySelectorAll('p, .moment-title i, output')]
  const face = within(84, 96, 80)
  return [
    ...words.filter(each => each.checkVisibility() && isOut(box(each), face))
      .map(each => each.textContent),
    ...(isOut(within(40, 60, 40), whole) ? ['the sign'] : []),
    ...(isOut(box(document.querySelector('.moment-key')), whole) ? ['its key'] : []),
  ]
})()`

for (const [game, multiplier, lang] of [
  ['cherry-classic', '10', 'de'],
  ['sugar-cascade', '30', 'uk'],
  ['scarab-codex', '30', 'ru'],
  ['lucky-lanterns', '30', 'zh-hans'],
] as const) {
  t.test(`${game}, ${lang}: the words of a card stay on its sign, in any window`, async t => {
    const player_id = `signs-${game}`
    await operator.scheduleReady(player_id, game, { multiplier, kind: 'bonus' })
    const { link } = await setup.launch(node, { player_id, symbol: game, lang })
    const { page, close } = await openInPlaces(link)
    // At normal speed the free games may last longer than the clock is advanced.
    await page.locator('[data-test=turbo]').click()
    await page.locator('[data-test=spin]').click()
    for (const card of ['intro', 'outro']) {
      const shown = page.locator(`.moment-sign[data-kind=${card}]:not([hidden])`)
      await passUntil(page, async () => {
        if (await shown.isVisible()) return true
        const other = page.locator('[data-test=moment-key]')
        if (await other.isVisible()) await other.click()
        return false
      })
      for (const size of WINDOWS) {
        await resizeTo(page, size)
        t.same(await page.evaluate(OFF_THE_SIGN), [], `${card}, ${size}`)
        await picture(page, `signs-${game}-${card}-${size.join('x')}`)
      }
      await resizeTo(page, [390, 844])
    }
    await close()
  })
}

t.test('a feature is a place with its pictures, and a shade of the game without them', async t => {
  const look = async (
    player_id: string,
    open: (link: string) => ReturnType<typeof openInPlaces>,
  ) => {
    const { link } = await setup.launch(node, { player_id, symbol: 'vault-keeper' })
    const { page, close } = await open(link)
    await buyFeature(page)
    const card = page.locator('[data-test=moment]:not([hidden])')
    await passUntil(page, () => card.isVisible())
    const classes = await page
      .locator('.moment, body')
      .evaluateAll(all =>
        all.flatMap(each => [...(each as { classList: Iterable<string> }).classList]),
      )
    await picture(page, player_id)
    await close()
    return ['in-place', 'moment-sign'].filter(name => classes.includes(name))
  }
  t.same(await look('places-with', openInPlaces), ['in-place', 'moment-sign'])
  const names = await laterFiles()
  const without = (link: string) =>
    openWithClock(browser, link, page => page.route(isOneOf(names), route => route.abort()))
  t.same(await look('places-without', without), [])
})

/** Opens a game whose pictures of features have arrived. */
async function openInPlaces(link: string) {
  const opened = await openWithClock(browser, link)
  await opened.page.locator('body[data-places=ready]').waitFor()
  await holdClock(opened.page)
  return opened
}

/** The files of the pictures of Vault Keeper's respins, which its page lists. */
async function laterFiles(): Promise<string[]> {
  const { link } = await setup.launch(node, { player_id: 'places', symbol: 'vault-keeper' })
  const { page, close } = await openWithClock(browser, link)
  const parts = await page.evaluate<Record<string, string[]>>(
    `JSON.parse(document.getElementById('later-parts').textContent)`,
  )
  await close()
  return ['wide', 'upright'].flatMap(form => parts[`themes/vault-keeper/feature-${form}`]!)
}

const isOneOf = (names: readonly string[]) => (url: URL) =>
  names.some(name => url.pathname.endsWith(`/${name}`))

/** Wins a scheduled feature; the page records what it shows. */
async function winFeature(game: string, multiplier: string) {
  const player = `moments-${game}`
  await operator.scheduleReady(player, game, { multiplier, kind: 'bonus' })
  const { link } = await setup.launch(node, { player_id: player, symbol: game })
  const opened = await openGame(browser, 'phone', link, page =>
    page.context().addInitScript(keepChanges),
  )
  await opened.page.locator('[data-test=spin]').click()
  return opened
}

/** Buys a feature and plays it at a higher speed; the page records what it shows. */
async function buyOn(game: string) {
  const player = `moments-${game}`
  const { link } = await setup.launch(node, { player_id: player, symbol: game })
  const opened = await openGame(browser, 'phone', link, page =>
    page.context().addInitScript(keepChanges),
  )
  await buyFeature(opened.page)
  return opened
}

/** The cards in the order in which they were shown. */
function order(seen: readonly Seen[]): string[] {
  const cards = seen.map(({ card }) => card)
  const changed = cards.filter((card, at) => card !== cards[at - 1])
  return changed.filter(card => card === 'intro' || card === 'outro') as string[]
}

/** The plates that show an amount and its multiplier, and after them another product. */
function productsIn(seen: readonly Seen[]): string[] {
  const plates = seen.flatMap(({ plate }) => plate ?? [])
  const texts = plates.filter((plate, at) => plate !== plates[at - 1])
  const minorOf = (text: string) => Number(text.replace(/\D/g, ''))
  return texts.flatMap((text, at) => {
    const [, amount = '', factor] = /^(.+) × ([\d,]+)$/.exec(text.trim()) ?? []
    if (factor === undefined) return []
    const product = texts[at + 1] ?? ''
    return minorOf(amount) * minorOf(factor) === minorOf(product) ? [] : [`${text} → ${product}`]
  })
}

function tap(page: Page): Promise<void> {
  return page.locator('#board').click({ position: { x: 4, y: 4 }, force: true })
}

/** The banner's amount once the meter has caught up with it. */
async function shownWhenStill(page: Page): Promise<bigint> {
  const amount = page.locator('[data-test=moment-amount]')
  await passUntil(page, async () => {
    const minor = await amount.getAttribute('data-minor')
    return minor !== '0' && minor === `${await readMinor(page, 'win')}`
  })
  return readMinor(page, 'win')
}
