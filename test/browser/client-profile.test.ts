// Played by npm run prove: it opens a game for each setting.
//
// The play profile of a project on the game page: what is not offered, the figures on the screen,
// the pace, the reality check, plain wins and the texts of a game without money. Real node, stores,
// wallet and Chromium.

import type { Page } from 'playwright-core'
import t from 'tap'
import { LANGUAGES } from '../../src/core/language.ts'
import { picture } from '../support/browser.ts'
import { createOperator } from '../support/operator-calls.ts'
import { openAlone, openGame, readMinor, type Screen, stateIs, WINDOWS } from './person.ts'
import { openOperator } from './setup.ts'

const { setup, node, browser } = await openOperator(t)
const operator = createOperator(setup, node)
const { pool } = setup

/** Sets the project's rules, and opens the player's page of the game. */
async function openByRules(
  playProfile: object,
  player_id: string,
  fields: object = {},
  screen: Screen = 'desktop',
) {
  await operator.setProject({ playProfile })
  const link = await launch(player_id, fields)
  return openGame(browser, screen, link, page => page.addInitScript(moveClock))
}

async function launch(player_id: string, fields: object = {}): Promise<string> {
  return (await setup.launch(node, { player_id, symbol: 'cherry-classic', ...fields })).link
}

/**
 * Runs in the page before its own code: the player's clock is `aheadMs` ahead, as if so much time
 * had passed.
 */
function moveClock(): void {
  const page = globalThis as unknown as { aheadMs: number }
  const now = Date.now.bind(Date)
  page.aheadMs = 0
  Date.now = () => now() + page.aheadMs
}

/** Runs in the page, once its layout fits the window. */
const inNextFrame = (look: string) =>
  `new Promise(done => requestAnimationFrame(() => done(${look})))`
const LINE_FITS =
  inNextFrame(`(line => line.scrollWidth <= line.clientWidth && line.clientHeight <= 30)(
  document.querySelector('[data-test=status-line]'))`)
/** The names of the line's figures that are cut off. */
const CUT_NAMES = inNextFrame(`[...document.querySelectorAll('.status-figure > :first-child')]
  .filter(name => name.scrollWidth > name.clientWidth).map(name => name.textContent)`)
/** Runs in the page: every amount that the win has shown. */
const WATCH_WIN = `globalThis.shown = [];
  new MutationObserver(() => shown.push(document.getElementById('win').dataset.minor))
    .observe(document.getElementById('win'), { attributeFilter: ['data-minor'] })`

interface Key {
  isOff: boolean
  isPacing: boolean
}

/** Runs in the page: the spin key at the next change to the state, however short it is. */
const nextKey = (state: string) => `new Promise(done => {
  const key = document.getElementById('spin')
  const watch = new MutationObserver(() => {
    if (document.body.dataset.state !== '${state}') return
    watch.disconnect()
    done({ isOff: key.disabled, isPacing: key.classList.contains('pacing') })
  })
  watch.observe(document.body, { attributeFilter: ['data-state'] })
})`

const spinKey = (page: Page) => page.locator('[data-test=spin]')
const isShown = (page: Page, name: string) => page.locator(`[data-test=${name}]`).isVisible()
const ready = (page: Page) =>
  page.locator('body[data-state=idle] [data-test=spin]:enabled').waitFor()

async function spin(page: Page): Promise<void> {
  const begun = page.evaluate(nextKey('spinning'))
  await spinKey(page).click()
  await begun
  await ready(page)
}

/** As if the session had been launched so long ago. */
const launchedAgo = (player: string, seconds: number) =>
  pool.query(
    `UPDATE session s SET balance_at = now() - $2 * interval '1 second'
     FROM player p WHERE p.player_key = s.player_key AND player_id = $1`,
    [player, seconds],
  )

t.test('uk: nothing speeds up a round, and time and net position are on the screen', async t => {
  const { page, faults, close } = await openByRules({ preset: 'uk' }, 'careful', {
    symbol: 'sugar-cascade',
  })
  for (const name of ['turbo', 'mode-buy', 'auto']) t.notOk(await isShown(page, name), name)
  t.ok(await isShown(page, 'mode-ante'))
  for (const name of ['time-played', 'clock', 'net-position']) t.ok(await isShown(page, name), name)
  t.equal(await readMinor(page, 'net-position'), 0n)
  const before = await readMinor(page, 'balance')
  const begun = page.evaluate<Key>(nextKey('spinning'))
  const over = page.evaluate<Key>(nextKey('idle'))
  await spinKey(page).click()
  t.strictSame(await begun, { isOff: true, isPacing: true }, 'nothing to skip, and the ring fills')
  const { isOff, isPacing } = await over
  // The round may have taken as long: then the key is on, and the ring's timer is about to end it.
  t.ok(isPacing || !isOff, 'the key waits for the ring only')
  await picture(page, 'profile-uk-pace')
  await ready(page)
  await spin(page)
  t.notOk(await isShown(page, 'notice'), 'the pace is not shown as an error')
  const net = await readMinor(page, 'net-position')
  t.equal(net, (await readMinor(page, 'balance')) - before)
  await page.reload()
  await stateIs(page, 'idle')
  t.equal(await readMinor(page, 'net-position'), net, 'a reload keeps it')
  for (const [width, height] of WINDOWS) {
    await page.setViewportSize({ width, height })
    const fits = await page.evaluate(LINE_FITS)
    t.ok(fits, `the line fits ${width}x${height}`)
    await picture(page, `profile-uk-${width}x${height}`)
  }
  t.strictSame(faults, [])
  await close()
})

t.test('a reality check blocks play until it is answered, also after a reload', async t => {
  const exitUrl = 'https://casino.example.com/out'
  const rules = { realityCheckMinutes: 1, netPosition: true, gamble: false, exitUrl }
  const { page, faults, close } = await openByRules(rules, 'asked', {}, 'phone')
  t.notOk(await isShown(page, 'reality-check'))
  await spin(page)
  await launchedAgo('asked', 61)
  // The hello answer is cached for seconds; a round ends that.
  await spin(page)
  await page.reload()
  const check = page.locator('[data-test=reality-check]')
  await check.waitFor()
  t.match(await check.textContent(), /1:0\d.*Net position: -?€\d+\.\d\d/s)
  await picture(page, 'profile-check')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Space')
  await check.waitFor()
  t.equal(await page.locator('body').getAttribute('data-state'), 'idle')
  await page.reload()
  await check.waitFor()
  await page.locator('[data-test=check-go-on]').click()
  await check.waitFor({ state: 'detached' })
  await spin(page)
  await page.reload()
  await ready(page)
  t.notOk(await check.isVisible(), 'it was answered')
  await launchedAgo('asked', 125)
  await spin(page)
  await page.route(exitUrl, route => route.fulfill({ body: 'outside' }))
  await page.reload()
  await page.locator('[data-test=check-leave]').click()
  await page.waitForURL(exitUrl)
  t.strictSame(faults, [])
  await close()
})

t.test(
  'an open reality check shows present figures, and the next counts from its answer',
  async t => {
    const rules = { realityCheckMinutes: 10, netPosition: true, gamble: false }
    const { page, faults, close } = await openByRules(rules, 'dallies')
    const check = page.locator('[data-test=reality-check]')
    const pass = (minutes: number) => page.evaluate(`aheadMs += ${minutes * 60_000}`)
    await pass(10)
    await check.getByText(/for 10:\d\d/).waitFor()
    await pass(14)
    await check.getByText(/for 24:\d\d/).waitFor()
    await page.locator('[data-test=check-go-on]').click()
    await check.waitFor({ state: 'detached' })
    await spin(page)
    await pass(8)
    await spin(page)

    await t.test('a reload keeps the next check', async t => {
      await launchedAgo('dallies', 32 * 60)
      await spin(page)
      await page.reload()
      await ready(page)
      t.notOk(await check.isVisible())
      await launchedAgo('dallies', 35 * 60)
      await spin(page)
      await page.reload()
      await check.getByText(/for 35:\d\d/).waitFor()
    })

    await t.test('an answer counts for its own launch only', async () => {
      await page.goto(await launch('dallies'))
      await ready(page)
      await pass(10)
      await check.waitFor()
      await page.locator('[data-test=check-go-on]').click()
      await page.goto(await launch('dallies'))
      await ready(page)
      await pass(10)
      await check.waitFor()
    })
    t.strictSame(faults, [])
    await close()
  },
)

t.test('in German the reality check shows a duration, and no start time', async t => {
  const rules = { realityCheckMinutes: 1, sessionClock: true, netPosition: true }
  const { page, faults, close } = await openByRules(rules, 'german', { lang: 'de' })
  const check = page.locator('[data-test=reality-check]')
  const pass = (minutes: number) => page.evaluate(`aheadMs += ${minutes * 60_000}`)
  await pass(17)
  await check.getByText(/^Du spielst schon 17:\d\d Minuten\.$/).waitFor()
  await pass(60)
  await check.getByText(/^Du spielst schon 1:17:\d\d Stunden\.$/).waitFor()
  t.match(await check.textContent(), /Nettoergebnis: €?0,00/)
  t.strictSame(faults, [])
  await close()
})

t.test('the line with time and net position fits in every language', async t => {
  for (const lang of LANGUAGES) {
    const rules = { sessionClock: true, netPosition: true }
    const { page, close } = await openByRules(rules, `reads-${lang}`, { lang })
    for (const [width, height] of WINDOWS) {
      await page.setViewportSize({ width, height })
      t.ok(await page.evaluate(LINE_FITS), `${lang}: the line fits ${width}x${height}`)
      t.strictSame(await page.evaluate(CUT_NAMES), [], `${lang} ${width}x${height}`)
      await picture(page, `profile-line-${lang}-${width}x${height}`)
    }
    await close()
  }
})

t.test('a page that reconnects under other rules reloads with them', async t => {
  await operator.setProject({ playProfile: { preset: 'uk' } })
  const { link } = await setup.launch(node, { player_id: 'outdated', symbol: 'cherry-classic' })
  const { page, faults, close } = await openAlone(browser, 'desktop')
  const sockets: { close(): Promise<void> }[] = []
  await page.routeWebSocket(/socket/, socket => {
    socket.connectToServer()
    sockets.push(socket)
  })
  await page.goto(link)
  await ready(page)
  t.notOk(await isShown(page, 'turbo'))
  await operator.setProject({ playProfile: { gamble: false } })
  await sockets.at(-1)!.close()
  await page.locator('[data-test=turbo]').waitFor()
  t.notOk(await isShown(page, 'status-line'))
  await spin(page)
  t.strictSame(faults, [])
  await close()
})

t.test('a win up to its stake is shown plainly, a larger one is counted up', async t => {
  const rules = { celebrateUpToStake: false, gamble: false }
  const { page, faults, close } = await openByRules(rules, 'modest')
  await page.evaluate(WATCH_WIN)
  const seen = { plain: false, celebrated: false }
  for (let spins = 0; !(seen.plain && seen.celebrated) && spins < 120; spins++) {
    await page.evaluate('shown.splice(0)')
    await spin(page)
    const [win, stake] = [await readMinor(page, 'win'), await readMinor(page, 'stake')]
    if (win === 0n) continue
    const isPlain = await page.locator('body.plain-win').isVisible()
    t.equal(isPlain, win <= stake)
    const steps = await page.evaluate<string[]>('shown')
    if (isPlain)
      t.strictSame(
        steps.filter(minor => ![0n, win].includes(BigInt(minor))),
        [],
      )
    seen[isPlain ? 'plain' : 'celebrated'] = true
  }
  t.strictSame(seen, { plain: true, celebrated: true })
  t.strictSame(faults, [])
  await close()
})

t.test('a social game has its own texts, and a link to help', async t => {
  const helpLinks = [{ label: 'Play safely', url: 'https://casino.example.com/safer' }]
  const { page, faults, close } = await openByRules({ preset: 'social', helpLinks }, 'social', {
    symbol: 'sugar-cascade',
  })
  t.match(await page.locator('[data-test=balance]').textContent(), /coins$/)
  await page.locator('[data-test=info]').click()
  const link = page.locator('[data-test=help-link]')
  t.equal(await link.textContent(), 'Play safely')
  t.equal(await link.getAttribute('href'), helpLinks[0]!.url)
  t.match(await link.getAttribute('rel'), 'noopener')
  await link.scrollIntoViewIfNeeded()
  await picture(page, 'profile-social')
  const words = await page.locator('body').textContent()
  t.notMatch(words, /\bbets?\b|\bstake|gambl|EUR/i)
  t.strictSame(faults, [])
  await close()
})
