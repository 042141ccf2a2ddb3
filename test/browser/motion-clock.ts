// The clock of a page's motions: a test can stop it and advance it, so that the machine's speed
// does not change what is measured. Timers keep real time.

import type { Browser, Page } from 'playwright-core'
import { openSilent, SCREENS, stateIs } from './person.ts'

const STEP_MS = 100
/** Longer than any round that a test waits for. */
const LONGEST_MS = 60_000

interface PageClock {
  performance: { now(): number }
  requestAnimationFrame(step: (ms: number) => void): number
  holdClock(): void
  passMs(ms: number): Promise<void>
}

/** For `addInitScript`. */
export function installClock(): void {
  const page = globalThis as unknown as PageClock
  const now = page.performance.now.bind(page.performance)
  const frame = page.requestAnimationFrame.bind(page)
  let heldMs: number | null = null
  page.performance.now = () => heldMs ?? now()
  page.requestAnimationFrame = step => frame(ms => step(heldMs ?? ms))
  page.holdClock = () => {
    heldMs = now()
  }
  page.passMs = async ms => {
    heldMs = (heldMs ?? now()) + ms
    // One frame takes the step, the next one shows its result.
    for (let frames = 0; frames < 2; frames++) await new Promise(done => frame(done as () => void))
  }
}

/**
 * A launched game that is ready, on a phone, with such a clock. @param before a step on the page
 * before it loads
 */
export async function openWithClock(
  browser: Browser,
  link: string,
  before: (page: Page) => Promise<unknown> = async () => {},
) {
  const context = await openSilent(browser, SCREENS.phone)
  await context.addInitScript(installClock)
  const page = await context.newPage()
  await before(page)
  await page.goto(link)
  await stateIs(page, 'idle')
  return { page, close: () => context.close() }
}

export function holdClock(page: Page): Promise<void> {
  return page.evaluate('holdClock()')
}

export function passMs(page: Page, ms: number): Promise<void> {
  return page.evaluate(`passMs(${ms})`)
}

/** Advances the clock until the condition is true. @returns the advance in ms */
export async function passUntil(page: Page, isSo: () => Promise<boolean>): Promise<number> {
  for (let passedMs = 0; passedMs < LONGEST_MS; passedMs += STEP_MS) {
    if (await isSo()) return passedMs
    await passMs(page, STEP_MS)
  }
  throw new Error(`not so after ${LONGEST_MS} ms of the page's time`)
}
