// Played by npm run prove: it opens every game twice.
//
// The first seconds of a game's page: the loading screen shows before any script, the bar shows the
// progress, only one theme is requested, the page is small, and all text is in the bundled fonts.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import t from 'tap'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { GAMES } from '../../src/games/catalogue/games.ts'
import { picture } from '../support/browser.ts'
import { createGate } from '../support/scripted-wallet.ts'
import { onlyFullSize, sized } from '../support/size.ts'
import { openSilent, SCREENS, stateIs } from './person.ts'
import { openLobby } from './setup.ts'

/** All bytes until the game is ready, with headers: 1.5 s at 1.6 Mbit/s. */
const MOST_BYTES = 300_000
const GAME = 'thunder-reels'

const { browser, url } = await openLobby(t)

/** As the lobby does it, for a new guest. */
async function launch(page: Page, game: string, lang = 'en'): Promise<string> {
  await page.request.get(`${url}/lobby/games`)
  const data = { game, currency: 'EUR', lang, client_platform: 'mobile' }
  const headers = { accept: 'application/json' }
  const answer = await page.request.post(`${url}/lobby/launch`, { headers, data })
  return ((await answer.json()) as { link: string }).link
}

/** The files that a game's page requests at once. */
function filesOf(game: string): string[] {
  const file = path.join(PROJECT_ROOT, 'dist', 'pages', 'play', game, 'index.html')
  const html = readFileSync(file, 'utf8')
  return [...html.matchAll(/rel="modulepreload" href="([^"]+)"/g)].map(([, at]) => at!)
}

t.test('every game shows its loading screen and its logo without a script', async t => {
  const context = await browser.newContext({ ...SCREENS.phone, javaScriptEnabled: false })
  const page = await context.newPage()
  for (const { id } of GAMES) {
    await page.goto(`${url}/play/${id}/`)
    const logo = page.locator('[data-test=loading-screen] img')
    await logo.waitFor()
    const { x, width } = (await logo.boundingBox())!
    t.ok(x >= 0 && x + width <= 390 && width > 220, `${id}: ${Math.round(width)} px wide`)
  }
  await picture(page, 'loading-phone')
  await context.close()
})

t.test('a first visit loads completely', async t => {
  const context = await browser.newContext({ ...SCREENS.phone, locale: 'en' })
  const page = await context.newPage()
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  await page.addInitScript(NOTE_PROGRESS)
  await page.goto(await launch(page, GAME))
  await stateIs(page, 'idle')
  await page.locator('#loading-bar[aria-valuenow="100"]').waitFor({ state: 'attached' })

  await t.test('the bar fills as parts arrive, and never goes back', async t => {
    const shown = await page.evaluate<number[]>('shown')
    t.ok(shown[0]! < 50 && new Set(shown).size >= 4, shown.join(' '))
    t.strictSame(
      shown,
      [...shown].sort((one, other) => one - other),
    )
  })

  await t.test('only the game’s own theme is loaded', async t => {
    const own = new Set(filesOf(GAME))
    t.ok([...own].every(file => asked.includes(file)))
    const others = GAMES.flatMap(({ id }) => filesOf(id)).filter(file => !own.has(file))
    t.ok(others.length >= GAMES.length - 1)
    t.strictSame(
      others.filter(file => asked.includes(file)),
      [],
    )
  })

  await t.test('the page is small', async t => {
    const bytes = await page.evaluate<number>(READ_BYTES)
    t.ok(bytes > 50_000 && bytes < MOST_BYTES, `${bytes} bytes`)
  })

  await t.test('the logo names the game', async t => {
    t.equal(
      await page.getByRole('heading', { level: 1 }).locator('img').getAttribute('alt'),
      'Thunder Reels',
    )
  })

  await t.test('no text is in a system font', async t => {
    await page.locator('[data-test=info]').click()
    const families = await page.evaluate<string[]>(READ_FAMILIES)
    t.ok(families.length > 0)
    t.strictSame(
      families.filter(family => !/^"?Reelhouse (Text|Display)"?,.*sans-serif$/.test(family)),
      [],
    )
    const loaded = await page.evaluate(`document.fonts.check('900 20px "Reelhouse Text"')`)
    t.ok(loaded, 'the bundled font is loaded')
  })
  await context.close()
})

t.test('a page that ends while its table is built stays covered', onlyFullSize, async t => {
  const context = await browser.newContext(SCREENS.phone)
  const page = await context.newPage()
  const others = new Set(GAMES.flatMap(({ id }) => (id === GAME ? [] : filesOf(id))))
  const own = filesOf(GAME).filter(file => !others.has(file))
  const gate = createGate()
  await page.route(
    ({ pathname }) => own.includes(pathname),
    async route => {
      await gate.pass()
      await route.continue()
    },
  )
  const code = 'SESSION_REPLACED'
  await page.routeWebSocket(/socket/, socket => {
    socket.connectToServer().onMessage(text => {
      socket.send(text)
      if ((JSON.parse(String(text)) as { type: string }).type !== 'welcome') return
      socket.send(
        JSON.stringify({ type: 'error', requestId: null, code, message: '', retry: false }),
      )
    })
  })
  await page.goto(await launch(page, GAME), { waitUntil: 'commit' })
  await page.locator(`body[data-code=${code}]`).waitFor()
  gate.open()
  await page.waitForLoadState('networkidle')
  t.ok(await page.locator('body.covered').isVisible())
  await stateIs(page, 'error')
  await context.close()
})

t.test('letters of pictures need no font', onlyFullSize, async t => {
  const game = 'lucky-lanterns'
  const context = await browser.newContext({ ...SCREENS.phone, locale: 'en' })
  const inTime = await context.newPage()
  await inTime.goto(await launch(inTime, game))
  await stateIs(inTime, 'idle')
  const drawn = await inTime.evaluate<string>(READ_SYMBOL)
  await inTime.close()

  const page = await context.newPage()
  await page.route(/text-latin-[^/]*woff2/, route => route.abort())
  await page.goto(await launch(page, game), { waitUntil: 'commit' })
  await stateIs(page, 'idle')
  t.equal(await page.evaluate<string>(READ_SYMBOL), drawn)
  await context.close()
})

t.test('a language loads its own letters', async t => {
  const chinese = ['zh-Hans', 'han'] as const
  for (const [locale, file] of sized([chinese], [chinese, ['uk', 'text-cyrillic']])) {
    const context = await openSilent(browser, { ...SCREENS.phone, locale })
    const page = await context.newPage()
    const fonts: string[] = []
    page.on('request', request => {
      if (request.url().endsWith('.woff2')) fonts.push(path.basename(request.url()))
    })
    await page.goto(await launch(page, GAME, locale))
    await stateIs(page, 'idle')
    t.ok(
      fonts.some(name => name.startsWith(file)),
      fonts.join(' '),
    )
    t.equal(fonts.filter(name => /^(han|text-cyrillic)-/.test(name)).length, 1)
    await context.close()
  }
})

/** Runs in the page: the scatter with its word, as the symbols of the reels are drawn. */
const READ_SYMBOL = `document.querySelector('#teaser canvas').toDataURL()`

/** Runs in the page: every value of the bar, and the time at which the game was ready. */
const NOTE_PROGRESS = `
  globalThis.shown = []
  globalThis.readyMs = null
  const note = () => {
    if (document.body?.dataset.state === 'idle') readyMs ??= performance.now()
    const value = Number(document.getElementById('loading-bar')?.getAttribute('aria-valuenow') ?? 0)
    if (shown.at(-1) !== value) shown.push(value)
  }
  new MutationObserver(note).observe(document, {
    subtree: true,
    childList: true,
    attributeFilter: ['aria-valuenow', 'data-state'],
  })
`

/** Runs in the page: what had arrived when the game was ready. */
const READ_BYTES = `['navigation', 'resource']
  .flatMap(type => performance.getEntriesByType(type))
  .filter(({ responseEnd }) => responseEnd < readyMs)
  .reduce((sum, { transferSize }) => sum + transferSize, 0)`

/** Runs in the page: the fonts of its elements, without duplicates. */
const READ_FAMILIES = `[...new Set(Array.from(
  document.body.querySelectorAll('*'),
  element => getComputedStyle(element).fontFamily,
))]`
