// A person at the admin panel: a node with real stores, an owner and a viewer, and a browser that
// signs in through the page. Every page that it opens meets the same rules: no fault in the
// console, nothing wider than the screen, no serious finding of axe. Contains nothing about single
// pages.

import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { Config } from '../../src/server/settings/config.ts'
import { type AdminCaller, makeAccount, nextAddress, PASSWORD, signIn } from './admin.ts'
import { findSerious } from './axe.ts'
import { launchBrowser, picture } from './browser.ts'
import { LOOPBACK, openSetup } from './operator-setup.ts'
import type { openStores, TestStores } from './real-stores.ts'
import { isFullSize } from './size.ts'

export const OWNER = 'olga'
export const VIEWER = 'viktor'

export const PANEL_SCREENS = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const satisfies Record<string, BrowserContextOptions>

export interface Look {
  screen: keyof typeof PANEL_SCREENS
  scheme: 'light' | 'dark'
  language: 'en' | 'uk'
}

const ALL_LOOKS: readonly Look[] = [
  { screen: 'desktop', scheme: 'light', language: 'en' },
  { screen: 'phone', scheme: 'dark', language: 'uk' },
  { screen: 'desktop', scheme: 'dark', language: 'en' },
  { screen: 'phone', scheme: 'light', language: 'uk' },
]
/**
 * A page is tested in every look when the tests run at full length, else in one of the first two,
 * in turns.
 */
const EVERYDAY_LOOKS = ALL_LOOKS.slice(0, 2)
let pagesSeen = 0

function nextLooks(): readonly Look[] {
  return isFullSize ? ALL_LOOKS : [EVERYDAY_LOOKS[pagesSeen++ % EVERYDAY_LOOKS.length]!]
}

/** The part of a tap test that is needed here. */
interface Test {
  strictSame(found: unknown, wanted: unknown, what: string): unknown
  ok(found: unknown, what: string): unknown
  teardown(work: () => unknown): void
}

export interface PanelPage {
  page: Page
  /** What the page reported as errors, except refusals of the API. */
  faults: string[]
  close(): Promise<void>
}

export type AdminPanel = Awaited<ReturnType<typeof openAdminPanel>>

/** @param config of the node, where it is not the usual one */
export async function openAdminPanel(
  t: Test & Parameters<typeof openStores>[0],
  config: Partial<Config> = {},
  given?: TestStores,
) {
  const setup = await openSetup(t, given)
  const node = await setup.startNode({ trustedProxies: LOOPBACK, ...config })
  await makeAccount(setup.pool, OWNER, 'owner')
  await makeAccount(setup.pool, VIEWER, 'viewer')
  const browser = await launchBrowser()
  t.teardown(() => browser.close())
  const url = (at: string) => `${node.internalUrl}/admin${at}`
  const signedIn = new Map<string, ReturnType<typeof signIn>>()
  /** Closed ones are used again: a new one takes more processor time than a test does on it. */
  const closed = new Map<string, PanelPage[]>()
  /**
   * A page of the named account; null: signed out. Each name signs in once: sign-ins are throttled.
   */
  const openAs = async (name: string | null, at: string, look: Look = ALL_LOOKS[0]!) => {
    if (name !== null && !signedIn.has(name)) signedIn.set(name, signIn(node.internalUrl, name))
    const caller = name === null ? null : await signedIn.get(name)!
    const key = JSON.stringify(look)
    const opened = closed.get(key)?.pop() ?? (await openPage(browser, look))
    await enter(opened.page, node.internalUrl, caller)
    await opened.page.goto(url(at))
    await opened.page.locator('h1').waitFor()
    async function close(): Promise<void> {
      await empty(opened, url('/assets/none'))
      closed.set(key, [...(closed.get(key) ?? []), opened])
    }
    return { ...opened, close }
  }
  return {
    setup,
    node,
    browser,
    url,
    openAs,
    /**
     * Opens a page in the looks of this run and checks it; `act` brings it to the state to test.
     * @param name of the pictures
     */
    async lookAt(t: Test, name: string, who: string | null, at: string, act?: Act) {
      for (const look of nextLooks()) {
        const opened = await openAs(who, at, look)
        await act?.(opened.page, look)
        await checkPage(t, opened, `${name}-${look.screen}-${look.scheme}`, true)
        await opened.close()
      }
    },
  }
}

type Act = (page: Page, look: Look) => Promise<unknown>

/**
 * Fails on serious findings of axe, on anything wider than the screen, and on faults; keeps a
 * picture.
 * @param isRead by axe, which takes a second of a core: at each change once for each screen of the
 *   panel, in npm run prove in each of its states too
 */
export async function checkPage(
  t: Test,
  { page, faults }: PanelPage,
  name: string,
  isRead = isFullSize,
): Promise<void> {
  // Pictures and contrasts need a page at rest.
  await page
    .evaluate('Promise.all(document.getAnimations().map(each => each.finished))')
    .catch(() => {})
  await picture(page, `admin-${name}`)
  if (isRead) t.strictSame(await findSerious(page), [], `${name}: axe finds nothing serious`)
  const width = await page.evaluate<number>('document.documentElement.scrollWidth')
  t.ok(width <= page.viewportSize()!.width, `${name}: nothing is wider than the screen`)
  t.strictSame(faults, [], `${name}: the page reports no errors`)
}

/** Fills in the form of the page, or of the dialog over it. */
export async function signInByPage(page: Page, name: string, password = PASSWORD): Promise<void> {
  await page.locator('input[name=username]').last().fill(name)
  await page.locator('input[name=password]').last().fill(password)
  await page.locator('form:has(input[name=password]) button[type=submit]').last().click()
}

/** Gives the page the session of the caller, or none, and an address of no other page. */
async function enter(page: Page, internalUrl: string, caller: AdminCaller | null): Promise<void> {
  const context = page.context()
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': nextAddress() })
  if (caller === null) return
  const [name = '', value = ''] = caller.cookie.split('=')
  const place = { domain: new URL(internalUrl).hostname, path: '/admin' }
  await context.addCookies([{ name, value, ...place, httpOnly: true, sameSite: 'Strict' }])
}

async function openPage(browser: Browser, { screen, scheme, language }: Look): Promise<PanelPage> {
  const context = await browser.newContext({
    ...PANEL_SCREENS[screen],
    colorScheme: scheme,
    locale: language,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', error => faults.push(error.message))
  page.on('console', line => {
    // The browser's own line for a refusal, which the page also shows.
    const isRefusal =
      line.text().startsWith('Failed to load resource') && isApi(line.location().url)
    if (line.type() === 'error' && !isRefusal) faults.push(line.text())
  })
  return { page, faults, close: () => context.close() }
}

/**
 * Nothing of the visit is left.
 * @param missing an address of the panel without a page: for one of another site Chromium would
 *   start another process
 */
async function empty({ page, faults }: PanelPage, missing: string): Promise<void> {
  for (const other of page.context().pages()) if (other !== page) await other.close()
  await page.evaluate('localStorage.clear(); sessionStorage.clear()')
  await page.goto(missing)
  await page.context().clearCookies()
  faults.splice(0)
}

function isApi(url: string): boolean {
  return url.includes('/admin/api/')
}
