// WebKit for the page tests: the browser of Debian's package webkit2gtk-driver on a virtual screen,
// driven over the W3C protocol. Offers the part of playwright's Page that the scenarios of other
// browsers use; playwright itself drives only a WebKit that it downloads.

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { request } from 'undici'
import { holdPort } from './held-port.ts'
import type { Owner } from './owner.ts'
import { moment } from './until.ts'

/** As long as playwright waits. */
const WAIT_MS = 30_000
/** Without them the window of this browser cannot be as narrow as a phone. */
const NARROW = '* { min-width: 0; min-height: 0; padding: 0; margin: 0; font-size: 1px }'
const KEYS: Readonly<Record<string, string>> = {
  Enter: '\uE007',
  Escape: '\uE00C',
  Space: ' ',
}
/** In the page: what a locator finds first, in sight. */
const SEEN = `each => each?.checkVisibility({ visibilityProperty: true })
  && each.getBoundingClientRect().width * each.getBoundingClientRect().height > 0`
/** In the page: the middle of an element that a pointer can press there; null: it cannot yet. */
const MIDDLE = `each => {
  if (each === undefined || each.disabled) return null
  each.scrollIntoView({ block: 'nearest' })
  const { left, top, width, height } = each.getBoundingClientRect()
  const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)]
  return each.contains(document.elementFromPoint(x, y)) ? [x, y] : null
}`

export interface WebKitPrograms {
  driver: string
  browser: string
  screen: string
}

/** As on a machine without a graphics card: no WebGL, and no compositor, which Mesa crashes. */
export async function openWebKit(owner: Owner, programs: WebKitPrograms) {
  const folder = mkdtempSync(path.join(tmpdir(), 'reelhouse-webkit-'))
  mkdirSync(path.join(folder, 'gtk-3.0'))
  writeFileSync(path.join(folder, 'gtk-3.0', 'gtk.css'), NARROW)
  owner.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const screen = spawn(programs.screen, ['-displayfd', '3', '-screen', '0', '1600x1200x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  owner.teardown(() => end(screen))
  const display = await new Promise<string>((resolve, reject) => {
    screen.on('error', reject).on('exit', code => reject(new Error(`Xvfb ended with ${code}`)))
    screen.stdio[3]!.once('data', (number: Buffer) => resolve(`:${number.toString().trim()}`))
  })
  const port = await holdPort()
  const driver = spawn(programs.driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display,
      GDK_BACKEND: 'x11',
      XDG_CONFIG_HOME: folder,
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    },
  })
  owner.teardown(() => end(driver))
  const base = `http://127.0.0.1:${port}`
  await waitFor('the driver of WebKit listens', () => send<object>('GET', `${base}/status`))
  const args = ['--automation', '--enable-webgl=false']
  const { sessionId, capabilities } = await send<Session>('POST', `${base}/session`, {
    capabilities: {
      alwaysMatch: {
        // The page is watched from its first moment, not from its last file.
        pageLoadStrategy: 'none',
        'webkitgtk:browserOptions': { binary: programs.browser, args },
      },
    },
  })
  const at = `${base}/session/${sessionId}`
  owner.teardown(() => send('DELETE', at))
  return { page: createPage(at), version: capabilities.browserVersion }
}

interface Session {
  sessionId: string
  capabilities: { browserVersion: string }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise(resolve => child.once('exit', resolve))
  child.kill()
  await ended
}

async function send<Value>(method: 'GET' | 'POST' | 'DELETE', url: string, fields?: object) {
  const answer = await request(url, {
    method,
    body: fields === undefined ? null : JSON.stringify(fields),
  })
  const { value } = (await answer.body.json()) as { value: Value & Refused }
  if (answer.statusCode !== 200) throw new Error(`${value.error}: ${value.message}`)
  return value
}

interface Refused {
  error: string
  message: string
}

/** Looks until it finds something: neither null nor false, as in a page that is being left. */
async function waitFor<Found>(
  what: string,
  look: () => Promise<Found | null | false>,
  timeoutMs = WAIT_MS,
): Promise<Found> {
  const startedMs = performance.now()
  let refused = ''
  for (;;) {
    const found = await look().catch((error: Error) => {
      refused = `, ${error.message}`
      return null
    })
    if (found !== null && found !== false) return found
    if (performance.now() - startedMs > timeoutMs) throw new Error(`Timeout: ${what}${refused}`)
    await moment()
  }
}

function createPage(at: string): Page {
  const scripts: string[] = []
  const post = <Value>(command: string, fields: object = {}) =>
    send<Value>('POST', `${at}/${command}`, fields)

  async function evaluate<Value>(expression: string): Promise<Value> {
    const script = `const [done] = [...arguments].slice(-1)
      const failed = error => done({ error: String(error) })
      Promise.resolve(${expression}).then(value => done({ value }), failed)`
    const { value, error } = await post<{ value: Value; error?: string }>('execute/async', {
      script,
      args: [],
    })
    if (error !== undefined) throw new Error(error)
    return value
  }

  const perform = (id: string, type: string, actions: object[], more: object = {}) =>
    post('actions', { actions: [{ id, type, actions, ...more }] })

  const pressAt = (x: number, y: number) =>
    perform('mouse', 'pointer', [
      { type: 'pointerMove', x, y, origin: 'viewport', duration: 0 },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ])

  const type = (texts: readonly string[]) =>
    perform(
      'keys',
      'key',
      texts.flatMap(value => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]),
    )

  const keyboard = {
    press: (key: string) => type([KEYS[key] ?? key]),
    type: (text: string) => type([...text]),
  }

  /** Starts a new document and runs the scripts of the page in it as soon as it is there. */
  async function load(command: string, fields?: object): Promise<void> {
    await evaluate('globalThis.isLeft = true').catch(() => {})
    await post(command, fields)
    await waitFor('a new document', () =>
      evaluate<boolean>(`globalThis.isLeft !== true && document.body !== null`),
    )
    for (const script of scripts) await evaluate(`(() => { ${script} })()`)
    const isLoaded = `document.readyState === 'complete'`
    await waitFor('the page is loaded', () => evaluate<boolean>(isLoaded))
  }

  /** @param found an expression of the page for an array of elements */
  function locate(found: string) {
    const first = <Value>(work: string) => evaluate<Value>(`(${work})((${found})[0])`)
    const waitAndRead = <Value>(work: string) =>
      waitFor(found, () =>
        first<Value | null>(`each => each === undefined ? null : (${work})(each)`),
      )
    const isVisible = () => first<boolean>(`each => Boolean((${SEEN})(each))`)
    async function click(given: { position?: { x: number; y: number } } = {}): Promise<void> {
      const { position: at } = given
      if (at === undefined) {
        await waitFor(`${found} can be pressed`, isVisible)
        const [x, y] = await waitFor(found, () => first<[number, number] | null>(MIDDLE))
        return void (await pressAt(x, y))
      }
      const corner = 'each => (({ left, top }) => [left, top])(each.getBoundingClientRect())'
      const [left, top] = await waitAndRead<[number, number]>(corner)
      await pressAt(Math.round(left + at.x), Math.round(top + at.y))
    }
    return {
      found,
      first: () => locate(`(${found}).slice(0, 1)`),
      last: () => locate(`(${found}).slice(-1)`),
      or: (other: { found: string }) => locate(`[...${found}, ...${other.found}]`),
      locator: (selector: string) =>
        locate(
          `(${found}).flatMap(each => [...each.querySelectorAll(${JSON.stringify(selector)})])`,
        ),
      click,
      isVisible,
      isDisabled: async () => (await waitAndRead<[boolean]>('each => [each.disabled]'))[0],
      count: () => evaluate<number>(`(${found}).length`),
      allTextContents: () => evaluate<string[]>(`(${found}).map(each => each.textContent)`),
      textContent: () => waitAndRead<string>('each => each.textContent'),
      async getAttribute(name: string): Promise<string | null> {
        const read = `each => [each.getAttribute(${JSON.stringify(name)})]`
        return (await waitAndRead<[string | null]>(read))[0]
      },
      async waitFor(given: { state?: string; timeout?: number } = {}): Promise<void> {
        const { state = 'visible', timeout } = given
        const isSo: Record<string, () => Promise<boolean>> = {
          visible: isVisible,
          hidden: async () => !(await isVisible()),
          attached: () => first<boolean>('each => each !== undefined'),
          detached: () => first<boolean>('each => each === undefined'),
        }
        await waitFor(`${found} ${state}`, isSo[state]!, timeout)
      },
      focus: () => waitAndRead('each => [each.focus()]'),
      async press(key: string): Promise<void> {
        await waitFor(`${found} can be pressed`, isVisible)
        await waitAndRead('each => [each.focus()]')
        await keyboard.press(key)
      },
    }
  }

  const page = {
    keyboard,
    evaluate,
    async addInitScript(script: string | ((given: unknown) => void), given?: unknown) {
      scripts.push(typeof script === 'string' ? script : `(${script})(${JSON.stringify(given)})`)
    },
    goto: (url: string) => load('url', { url }),
    reload: () => load('refresh'),
    locator: (selector: string) =>
      locate(`[...document.querySelectorAll(${JSON.stringify(selector)})]`),
    async setViewportSize({ width, height }: { width: number; height: number }): Promise<void> {
      const bars = await evaluate<number>('outerHeight - innerHeight')
      await post('window/rect', { width, height: height + bars })
      await waitFor('the window has its size', () =>
        evaluate<boolean>(`innerWidth === ${width} && innerHeight === ${height}`),
      )
    },
    async screenshot({ path: file }: { path: string }): Promise<void> {
      writeFileSync(file, Buffer.from(await send<string>('GET', `${at}/screenshot`), 'base64'))
    },
  }
  return page as unknown as Page
}
