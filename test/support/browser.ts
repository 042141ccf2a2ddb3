// Chromium for the page tests, and pictures of what they see. Contains nothing about single pages.

import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { type Browser, type BrowserServer, chromium, type Page } from 'playwright-core'
import { PROJECT_ROOT } from '../../src/environment.ts'

/** The folder of the pictures, for people: set it to keep them. */
const SHOTS = process.env.REELHOUSE_SCREENSHOTS

/**
 * Without a graphics card pages draw on the plain canvas with any of these flags. Chromium composes
 * them in software: through an emulated card it took three times the processor time.
 */
const BROWSER_ARGUMENTS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-gpu',
]

/** A part of the browser of this run for this caller alone; without such a run, a new browser. */
export function launchBrowser(): Promise<Browser> {
  const { REELHOUSE_TEST_BROWSER: served, REELHOUSE_TEST_CHROMIUM: program } = process.env
  if (served !== undefined) return chromium.connect(served)
  return chromium.launch({
    executablePath: program ?? '/usr/bin/chromium',
    args: BROWSER_ARGUMENTS,
  })
}

/** One browser for every file of a run: starting it for each takes half a second of a core. */
export function serveBrowser(executablePath: string): Promise<BrowserServer> {
  return chromium.launchServer({
    executablePath,
    args: BROWSER_ARGUMENTS,
    // The run ends it, in its order.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
}

export async function picture(page: Page, name: string): Promise<void> {
  if (SHOTS === undefined) return
  const folder = path.resolve(PROJECT_ROOT, SHOTS)
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: path.join(folder, `${name}.png`) })
}
