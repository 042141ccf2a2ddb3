// `npm run measure-client`: the size of the game client and how smoothly it moves, game by game, in
// Chromium against a running platform. Prints the table of docs/client.md; it must never judge a
// figure.

import type { Browser, CDPSession, Page } from 'playwright-core'
import { createHistogram } from '../bench/histogram.ts'
import { medianOf } from '../bench/suite/statistics.ts'
import {
  createCommand,
  defineCommand,
  printLine,
  printLines,
  say,
} from '../src/cli/command-line.ts'
import { countUpTo } from '../src/cli/option-values.ts'
import { launchBrowser } from '../test/support/browser.ts'
import { measureMusic } from './measure-client/music.ts'

/**
 * A phone on a poor line: 1.6 Mbit/s down, 0.75 Mbit/s up, 150 ms round trip. The processor is not
 * slowed.
 */
const LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
const VIEWPORT = { width: 390, height: 844 }
const SPINS_WATCHED = 8
/** How much faster the page's clock runs while the spins for the heap are played. */
const PACE = 20

export const command = defineCommand(
  createCommand(
    'npm run measure-client --',
    `Measures the game client in Chromium (REELHOUSE_TEST_CHROMIUM, else /usr/bin/chromium) at a
    running platform (npm start): bytes and time to ready on a line of 1.6 Mbit/s and 150 ms, frame
    times of spins and of a bought feature, the time from the first press to music, and the heap of
    the first game before and after many spins.`,
  )
    .option('--url <address>', 'of the platform', 'http://127.0.0.1:8080')
    .option('--games <ids>', 'with commas between them (default: all)')
    .option('--opens <count>', 'of each page; the median counts', countUpTo(99), 3)
    .option('--spins <count>', 'for the heap; 0 for none', countUpTo(100_000, 0), 500)
    .option('--only-weight', 'leave out frames, music and heap')
    .option('--only-music', 'leave out all but music'),
  async ({ url, games, opens, spins, onlyWeight, onlyMusic }) => {
    const browser = await launchBrowser()
    try {
      const ids = games?.split(',') ?? (await readGames(url))
      if (onlyMusic !== true) await measureWeight(browser, url, ids, opens)
      if (onlyWeight !== true) await measureMusic(ids, opens, id => openFresh(browser, url, id))
      if (onlyWeight === true || onlyMusic === true) return 0
      await measureFrames(browser, url, ids)
      if (spins > 0) await measureHeap(browser, url, ids[0]!, spins)
    } finally {
      await browser.close()
    }
    return 0
  },
)

async function readGames(url: string): Promise<string[]> {
  const answer = await fetch(`${url}/lobby/games`)
  const { games } = (await answer.json()) as { games: { id: string }[] }
  return games.map(({ id }) => id)
}

async function measureWeight(browser: Browser, url: string, ids: string[], opens: number) {
  printLines('| game | KB to ready | requests | first paint, s | ready, s |\n|---|---|---|---|---|')
  for (const id of ids) {
    say(`${id}: opening`)
    const seen: Opened[] = []
    for (let open = 0; open < opens; open++) seen.push(await openSlowly(browser, url, id))
    const median = (name: keyof Opened) => medianOf(seen.map(each => each[name]))
    const kb = (median('bytes') / 1000).toFixed(0)
    const [paint, ready] = [median('paintMs'), median('readyMs')].map(ms => (ms / 1000).toFixed(2))
    printLine(`| ${id} | ${kb} | ${median('requests')} | ${paint} | ${ready} |`)
  }
}

interface Opened {
  bytes: number
  requests: number
  /** From the start of the navigation. */
  paintMs: number
  readyMs: number
}

/** A first visit: nothing is cached. */
async function openSlowly(browser: Browser, url: string, id: string): Promise<Opened> {
  const { page, link, close } = await openFresh(browser, url, id)
  try {
    const cdp = await page.context().newCDPSession(page)
    const sum = { bytes: 0, requests: 0 }
    await cdp.send('Network.enable')
    cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
      sum.bytes += encodedDataLength
      sum.requests += 1
    })
    await cdp.send('Network.emulateNetworkConditions', LINE)
    await page.addInitScript(noteReady)
    await page.goto(link, { waitUntil: 'commit' })
    const readyMs = await page.waitForFunction(() => (globalThis as unknown as Noted).readyMs)
    const paintMs = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    )
    return { ...sum, paintMs, readyMs: (await readyMs.jsonValue())! }
  } finally {
    await close()
  }
}

interface Noted {
  readyMs?: number
}

/** Runs in the page: notes the moment at which the spin button can be pressed. */
function noteReady(): void {
  const page = globalThis as unknown as Noted & {
    document: { body: { dataset: { state?: string } } | null }
    setTimeout(step: () => void, ms: number): void
  }
  const look = () => {
    if (page.document.body?.dataset.state === 'idle') page.readyMs = performance.now()
    else page.setTimeout(look, 4)
  }
  look()
}

/** As the lobby does it, for a new guest. */
async function launch(page: Page, url: string, id: string): Promise<string> {
  await page.request.get(`${url}/lobby/games`)
  const answer = await page.request.post(`${url}/lobby/launch`, {
    headers: { accept: 'application/json' },
    data: { game: id, currency: 'EUR', lang: 'en', client_platform: 'mobile' },
  })
  const { link, message } = (await answer.json()) as { link?: string; message?: string }
  if (link === undefined) throw new Error(`${id} can't be launched: ${message}`)
  return link
}

async function measureFrames(browser: Browser, url: string, ids: string[]) {
  printLines(
    '\n| game | spin p50 | p95 | p99 | feature p50 | p95 | p99 |\n|---|---|---|---|---|---|---|',
  )
  for (const id of ids) {
    say(`${id}: watching frames`)
    const { page, close } = await openAtOnce(browser, url, id)
    const spin = await watchFrames(page, async () => {
      for (let count = 0; count < SPINS_WATCHED; count++) await playOnce(page)
    })
    const buy = page.locator('.mode-buy').first()
    const feature =
      (await buy.count()) === 0 ? ['', '', ''] : await watchFrames(page, () => playBought(page))
    printLine(`| ${[id, ...spin, ...feature].join(' | ')} |`)
    await close()
  }
}

/** A page before its first visit to the game. */
async function openFresh(browser: Browser, url: string, id: string) {
  const context = await browser.newContext({ viewport: VIEWPORT, locale: 'en' })
  const page = await context.newPage()
  return { page, link: await launch(page, url, id), close: () => context.close() }
}

async function openAtOnce(browser: Browser, url: string, id: string, pace = 1) {
  const { page, link, close } = await openFresh(browser, url, id)
  if (pace > 1) await page.addInitScript(hasten, pace)
  await page.goto(link)
  await page.locator('body[data-state=idle]').waitFor()
  return { page, close }
}

/** Runs in the page: speeds up the clock of its motions, so that each is drawn in a few frames. */
function hasten(pace: number): void {
  const page = globalThis as unknown as {
    requestAnimationFrame(step: (ms: number) => void): number
  }
  const now = performance.now.bind(performance)
  const frame = page.requestAnimationFrame.bind(page)
  performance.now = () => now() * pace
  page.requestAnimationFrame = step => frame(ms => step(ms * pace))
}

/** Three percentiles of the times between frames, in milliseconds. */
async function watchFrames(page: Page, play: () => Promise<void>): Promise<string[]> {
  await page.evaluate(startWatch)
  await play()
  const gaps = await page.evaluate(() => {
    const watch = globalThis as unknown as Watch
    watch.watching = false
    return watch.gaps
  })
  const histogram = createHistogram()
  for (const gapMs of gaps) histogram.record(gapMs * 1000)
  return [0.5, 0.95, 0.99].map(share => histogram.percentileMs(share).toFixed(1))
}

interface Watch {
  gaps: number[]
  watching: boolean
  requestAnimationFrame(step: (ms: number) => void): number
}

/** Runs in the page. */
function startWatch(): void {
  const page = globalThis as unknown as Watch
  let last = performance.now()
  page.gaps = []
  page.watching = true
  const note = (ms: number) => {
    page.gaps.push(ms - last)
    last = ms
    if (page.watching) page.requestAnimationFrame(note)
  }
  page.requestAnimationFrame(note)
}

async function playOnce(page: Page): Promise<void> {
  await page.locator('[data-test=spin]').click()
  await toTheEnd(page)
}

async function playBought(page: Page): Promise<void> {
  await page.locator('.mode-buy').first().click()
  await page.locator('[data-test=buy-yes]').press('Enter')
  await page.locator('body:not([data-state=idle])').waitFor()
  await toTheEnd(page)
}

/** Takes the first choice, collects every gamble, and taps whatever waits for a tap. */
async function toTheEnd(page: Page): Promise<void> {
  await page
    .locator('body:not([data-state=idle])')
    .waitFor({ timeout: 2_000 })
    .catch(() => {})
  for (;;) {
    const state = page.locator('body[data-state=idle], body[data-state=awaiting]')
    const isThere = await state.waitFor({ timeout: 4_000 }).then(
      () => true,
      () => false,
    )
    if (!isThere) await page.locator('#board').click({ position: { x: 4, y: 4 }, force: true })
    else if ((await page.locator('body').getAttribute('data-state')) === 'idle') return
    else {
      const choice = page.locator('[data-test^="choose-"], [data-test=collect]:visible').first()
      if ((await choice.count()) > 0) await choice.click()
      else await page.locator('[data-test=spin]').click()
      await page.locator('body:not([data-state=awaiting])').waitFor()
    }
  }
}

async function measureHeap(browser: Browser, url: string, id: string, spins: number) {
  say(`${id}: ${spins} spins for the heap`)
  const { page, close } = await openAtOnce(browser, url, id, PACE)
  const cdp = await page.context().newCDPSession(page)
  await playOnce(page)
  const before = await heapMb(cdp)
  for (let count = 0; count < spins; count++) await playOnce(page)
  const after = await heapMb(cdp)
  printLines(`\nHeap of ${id}: ${before} MB after one spin, ${after} MB after ${spins} more.`)
  await close()
}

async function heapMb(cdp: CDPSession): Promise<string> {
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  return (usedSize / 1_000_000).toFixed(1)
}
