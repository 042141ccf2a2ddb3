// A person who plays: the screens, and the gestures that every page test of games needs. Contains
// nothing about games or wallets.

import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { isFullSize } from '../support/size.ts'

const HURRY_EVERY_MS = 120
/** At 60 frames a second 333 ms each: the page takes steps of up to 350 ms. */
export const PACE = 20
export const SCREENS = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const
export type Screen = keyof typeof SCREENS

export type Size = readonly [widthPx: number, heightPx: number]
/** Upright phones. */
export const PHONES: readonly Size[] = [
  [390, 844],
  [390, 664],
  [375, 667],
  [360, 640],
  [320, 568],
]
export const ON_ITS_SIDE: Size = [844, 390]
export const WINDOWS: readonly Size[] = [...PHONES, ON_ITS_SIDE, [1920, 1080], [1440, 900]]

/** A win comes long before. */
const SPINS_FOR_A_WIN = 60

/** A browser for a person who plays without sound: making it takes seconds of a core. */
export async function openSilent(
  browser: Browser,
  options: BrowserContextOptions,
): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  await context.addInitScript(silence)
  return context
}

export interface PersonPage {
  page: Page
  /** Every error that the page reports. */
  faults: string[]
  close(): Promise<void>
}

/**
 * Closed pages without a trace of their visit, by screen. A new one takes a second of a core before
 * it loads anything, and compiles the client's code again.
 */
const closed = new WeakMap<Browser, Record<Screen, PersonPage[]>>()

function closedOf(browser: Browser): Record<Screen, PersonPage[]> {
  const known = closed.get(browser) ?? { desktop: [], phone: [] }
  closed.set(browser, known)
  return known
}

/** A silent page. For one that a test changes for good (scripts, routes, clock): `openAlone`. */
export async function openPage(browser: Browser, screen: Screen): Promise<PersonPage> {
  const kept = closedOf(browser)[screen]
  const opened = kept.pop() ?? (await openAlone(browser, screen))
  // What the page reported after its visit.
  opened.faults.splice(0)
  async function close(): Promise<void> {
    await empty(opened, screen)
    kept.push(opened)
  }
  return { ...opened, close }
}

/** A page in a context that no other page of its file gets. */
export async function openAlone(
  browser: Browser,
  screen: Screen,
  sound: 'silent' | 'audible' = 'silent',
): Promise<PersonPage> {
  const screenOf = SCREENS[screen]
  const context = await (sound === 'silent'
    ? openSilent(browser, screenOf)
    : browser.newContext(screenOf))
  await context.addInitScript(hastenFrames, PACE)
  if (!isFullSize) await context.addInitScript(LOW_BATTERY)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', error => faults.push(error.message))
  page.on('console', line => line.type() === 'error' && faults.push(line.text()))
  return { page, faults, close: () => context.close() }
}

/** Leaves the page on an address of its site that has no page: its process stays. */
async function empty({ page }: PersonPage, screen: Screen): Promise<void> {
  const context = page.context()
  for (const other of context.pages()) if (other !== page) await other.close()
  for (const frame of page.frames()) {
    await frame.evaluate('localStorage.clear(); sessionStorage.clear()')
  }
  await page.goto(new URL('/assets/none', page.url()).href)
  await context.clearCookies()
  await page.setViewportSize(SCREENS[screen].viewport)
}

/**
 * A page with a launched game that is ready. @param before a step on the page before it loads
 */
export async function openGame(
  browser: Browser,
  screen: Screen,
  link: string,
  before?: (page: Page) => Promise<unknown>,
): Promise<PersonPage> {
  const opened = await (before === undefined ? openPage : openAlone)(browser, screen)
  await before?.(opened.page)
  await opened.page.goto(link)
  await stateIs(opened.page, 'idle')
  return opened
}

/**
 * Runs in the page: its motion clock runs `pace` times as fast, so that every motion is drawn from
 * its start to its end in a few frames. Timers keep real time; the connection has some.
 */
export function hastenFrames(pace: number): void {
  const page = globalThis as unknown as PageClock
  const { performance } = page
  const now = performance.now.bind(performance)
  const frame = page.requestAnimationFrame.bind(page)
  performance.now = () => now() * pace
  page.requestAnimationFrame = step => frame(ms => step(ms * pace))
}

/**
 * Runs in the page before its code: with a low battery the background rests. Else it is drawn seven
 * times a second, also while nothing happens.
 */
export const LOW_BATTERY = `navigator.getBattery = async () =>
  Object.assign(new EventTarget(), { charging: false, level: 0.1 })`

/** Runs in the page: as if the player had switched the sound off on an earlier visit. */
export function silence(): void {
  try {
    const { localStorage } = globalThis as unknown as PageStorage
    localStorage.setItem('sound', localStorage.getItem('sound') ?? 'off 70 music')
  } catch {
    // A frame that is still empty has no storage.
  }
}

interface PageStorage {
  localStorage: { getItem(name: string): string | null; setItem(name: string, text: string): void }
}

interface PageClock {
  performance: { now(): number }
  requestAnimationFrame(step: (ms: number) => void): number
}

/** A canvas has contexts of one kind only. */
export function drawnBy(page: Page): Promise<'canvas' | 'webgl'> {
  const stage = `document.querySelector('#stage canvas')`
  return page.evaluate(`${stage}.getContext('2d') === null ? 'webgl' : 'canvas'`)
}

/** A page, or the frame in it with the game. */
type GamePage = Pick<Page, 'locator'>

export async function stateIs(page: GamePage, ...states: string[]): Promise<void> {
  const wanted = states.map(state => `body[data-state=${state}]`).join(', ')
  await page.locator(wanted).waitFor()
}

export async function isIn(page: GamePage, state: string): Promise<boolean> {
  return (await page.locator('body').getAttribute('data-state')) === state
}

/** An impatient player taps the board until the round is over or waits for a decision. */
export async function hurryTo(page: GamePage, ...states: string[]): Promise<void> {
  const wanted = page.locator(states.map(state => `body[data-state=${state}]`).join(', '))
  for (;;) {
    const reached = await wanted.waitFor({ timeout: HURRY_EVERY_MS }).then(
      () => true,
      () => false,
    )
    if (reached) return
    await page.locator('#board').click({ position: { x: 4, y: 4 }, force: true })
  }
}

/** Presses spin; then the round is over or waits for a decision. */
export async function startSpin(page: GamePage): Promise<void> {
  await page.locator('[data-test=spin]').click()
  await hurryTo(page, 'idle', 'awaiting')
}

/** To the end of the round: a win is collected, not gambled. */
export async function finishRound(page: Page): Promise<void> {
  await hurryTo(page, 'idle', 'awaiting')
  if (!(await isIn(page, 'awaiting'))) return
  await collectAtCards(page)
  await page.locator('body:not([data-state=awaiting])').waitFor()
  await hurryTo(page, 'idle')
}

/** Spins until a win may be gambled. */
export async function spinUntilOffered(page: GamePage): Promise<void> {
  for (let spin = 0; spin < SPINS_FOR_A_WIN; spin++) {
    await startSpin(page)
    if (await page.locator('.gamble-offered').isVisible()) return
  }
  throw new Error(`no win in ${SPINS_FOR_A_WIN} spins`)
}

export async function buyFeature(page: Page): Promise<void> {
  await page.locator('[data-test=mode-buy]').click()
  // A pointer would have to hold it.
  await page.locator('[data-test=buy-yes]').press('Enter')
}

/** Collects a win that may be gambled without spinning again: with the cards, which offer both. */
export async function collectAtCards(page: GamePage): Promise<void> {
  await openCards(page)
  await page.locator('[data-test=collect]').click()
}

/** Opens the cards of an offered gamble, unless they are open. */
export async function openCards(page: GamePage): Promise<void> {
  const offer = page.locator('.gamble-offered [data-test=gamble]')
  await offer.or(page.locator('[data-test=collect]')).waitFor()
  if (await offer.isVisible()) await offer.click()
}

/** An amount on screen, in minor units. */
export async function readMinor(page: GamePage, name: string): Promise<bigint> {
  return BigInt((await page.locator(`[data-test=${name}]`).getAttribute('data-minor'))!)
}

/**
 * Runs in the page before its own code: acts like a browser that denies storage to frames of other
 * sites.
 */
export function denyStorage(): void {
  for (const name of ['sessionStorage', 'localStorage']) {
    Object.defineProperty(globalThis, name, {
      get() {
        throw new DOMException('denied', 'SecurityError')
      },
    })
  }
}
