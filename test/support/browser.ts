// Chromium for the page tests, and pictures of what they see. Contains nothing about single pages.

import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { type Browser, type BrowserServer, chromium, type Page } from 'playwright-core'
import { findProgram } from '../../src/embedded/install-with-apt.ts'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { isFullSize } from './size.ts'

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

/**
 * At each change one process draws and runs all pages of a file's context: in the shell, a page in
 * the process of the one before it takes 2.2 s of a core to an idle game, in a new process 3.4 s.
 * In npm run prove Chromium has its usual processes.
 */
const FEW_PROCESSES = [
  '--process-per-site',
  '--disable-site-isolation-trials',
  '--in-process-gpu',
  '--num-raster-threads=1',
]
/** Chromium without its window's parts, where it is installed: a fifth less for each page. */
const SHELL = 'chromium-headless-shell'

/** WebGL, emulated in software: pages draw with it only after `pretendCard`. */
const EMULATED_CARD = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader']

/** A new browser in which pages have WebGL. */
export function launchWithCard(): Promise<Browser> {
  const { REELHOUSE_TEST_CHROMIUM: program } = process.env
  const args = [...BROWSER_ARGUMENTS.filter(each => each !== '--disable-gpu'), ...EMULATED_CARD]
  return chromium.launch({ executablePath: program ?? '/usr/bin/chromium', args })
}

/** Runs in the page before its code: WebGL does not say that it is emulated. */
export const pretendCard = `{
  const { getContext } = HTMLCanvasElement.prototype
  HTMLCanvasElement.prototype.getContext = function (kind, options) {
    return getContext.call(this, kind, { ...options, failIfMajorPerformanceCaveat: false })
  }
  const { getExtension } = WebGL2RenderingContext.prototype
  WebGL2RenderingContext.prototype.getExtension = function (name) {
    return name === 'WEBGL_debug_renderer_info' ? null : getExtension.call(this, name)
  }
}`

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
    executablePath: isFullSize ? executablePath : (findProgram([SHELL]) ?? executablePath),
    args: isFullSize ? BROWSER_ARGUMENTS : [...BROWSER_ARGUMENTS, ...FEW_PROCESSES],
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
