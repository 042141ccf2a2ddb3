// A game in the page of the example casino, in a real browser, on a real node: launched, played,
// paused, refreshed and closed by messages; messages of all other senders are refused or ignored;
// and the home key of a game without a frame.

import type { Frame, Page } from 'playwright-core'
import t from 'tap'
import { Compile } from 'typebox/compile'
import { startCasinoPage } from '../../examples/casino-page/server.ts'
import { createOperatorClient } from '../../src/sdk/client.ts'
import { GameMessage } from '../../src/wire/embedding.ts'
import { picture } from '../support/browser.ts'
import { holdPort } from '../support/held-port.ts'
import { onlyFullSize } from '../support/size.ts'
import {
  collectAtCards,
  denyStorage,
  hurryTo,
  openAlone,
  openPage,
  readMinor,
  spinUntilOffered,
  stateIs,
} from './person.ts'
import { openOperator } from './setup.ts'

/** No decisions: every spin is a whole round. */
const GAME = 'crystal-cluster'
const LOBBY = 'https://casino.example/games'
const gameMessage = Compile(GameMessage)

const { setup, node, browser } = await openOperator(t)
const [walletPort, pagePort] = [await holdPort(), await holdPort()]
const { projectId, apiKey } = await setup.newProject('acorn', {
  callbackUrl: `http://127.0.0.1:${walletPort}/wallet`,
})
await setup.pool.query('UPDATE project SET settings = $1 WHERE project_id = $2', [
  { frameAncestors: [`http://localhost:${pagePort}`], lobbyUrl: LOBBY },
  projectId,
])
const access = { baseUrl: node.baseUrl, partner: projectId, apiKey }
const casino = await startCasinoPage({ ...access, walletPort, pagePort })
const api = createOperatorClient(access)
t.teardown(() => casino.close())

interface Logged {
  type: string
  [field: string]: unknown
}

/** The messages of the game to the page, oldest first. */
async function readLog(page: Page): Promise<Logged[]> {
  const lines = await page.locator('#log li').allTextContents()
  return lines.reverse().map(line => JSON.parse(line))
}

/** Waits for a message of this type; resolves with the log since it was last cleared. */
async function untilSent(page: Page, type: string, text = ''): Promise<Logged[]> {
  await page.locator(`#log li[data-type="${type}"]`, { hasText: text }).first().waitFor()
  return readLog(page)
}

const forget = (page: Page) => page.evaluate(`document.getElementById('log').replaceChildren()`)

async function launch(page: Page, at = casino.url, game = GAME): Promise<Frame> {
  await page.goto(at)
  await page.locator(`[data-game="${game}"]`).click()
  return (await (await page.waitForSelector('#game')).contentFrame())!
}

async function openInCasino(screen: 'desktop' | 'phone' = 'desktop') {
  const opened = await openPage(browser, screen)
  const frame = await launch(opened.page)
  await untilSent(opened.page, 'ready')
  await stateIs(frame, 'idle')
  return { ...opened, frame }
}

async function spin(frame: Frame): Promise<void> {
  await frame.locator('[data-test=spin]').click()
  await hurryTo(frame, 'idle')
}

/** The key shows the game's state: it is pressed once the game has answered. */
async function pause(page: Page, on: boolean): Promise<void> {
  await page.locator('#pause').click()
  await page.locator(`#pause[aria-pressed=${on}]`).waitFor()
}

const countRounds = async () =>
  (await setup.pool.query('SELECT FROM round WHERE project_id = $1', [projectId])).rowCount

/** For the game's page: records the origins of all messages. */
const LISTEN = `addEventListener('message', ({ origin }) => {
  document.body.dataset.heardFrom = (document.body.dataset.heardFrom ?? '') + ' ' + origin
})`
const PAUSE = `{ reelhouse: 1, type: 'pause' }`

/** From the casino's page to the game in it. */
const post = (page: Page, fields: object) =>
  page.evaluate(
    ([message, to]) => {
      const { document } = globalThis as unknown as { document: PageWithFrame }
      document.querySelector('iframe').contentWindow.postMessage(message, to)
    },
    [{ reelhouse: 1, ...fields }, node.baseUrl] as const,
  )

interface PageWithFrame {
  querySelector(selector: 'iframe'): {
    contentWindow: { postMessage(message: object, to: string): void }
  }
}

/** For the casino's page. */
const postBroken = (to: string) => `{
  const { contentWindow } = document.querySelector('iframe')
  for (const broken of ['pause', { type: 'pause' }, { reelhouse: 1, type: 'dance' }]) {
    contentWindow.postMessage(broken, '${to}')
    contentWindow.postMessage(broken, '${to}')
  }
}`

t.test('a casino shows a game in its page and gets its messages', async t => {
  const { page, frame, faults, close } = await openInCasino()
  t.match(await readLog(page), [{ type: 'loaded', game: GAME, ignored: 0 }])
  t.equal(await page.locator('#balance').textContent(), '1000.00 EUR')

  await forget(page)
  await spin(frame)
  const sent = await untilSent(page, 'state', '"inRound":false')
  for (const message of sent) t.ok(gameMessage.Check(message), JSON.stringify(message))
  const types = sent.map(({ type }) => type)
  const order = ['round-started', 'outcome', 'settled'].map(type => types.indexOf(type))
  t.strictSame(
    order,
    [...order].sort((a, b) => a - b),
  )
  t.notOk(order.includes(-1), types.join())
  const [round] = (await api.reports.rounds({ state: 'settled' })).rounds
  t.match(sent[order[0]!], { roundId: round!.round_id, stake: { amount: round!.bet.amount } })
  t.match(sent[order[2]!], { status: 'settled', win: { amount: round!.win.amount ?? '0.00' } })
  t.equal(await readMinor(frame, 'balance'), casino.balance())
  await picture(page, 'casino-page')

  await t.test('a deposit shows when the page asks for it', async t => {
    await forget(page)
    await page.locator('#deposit').click()
    await untilSent(page, 'balance')
    t.equal(await readMinor(frame, 'balance'), casino.balance())
    const shown = await page.locator('#balance').textContent()
    t.equal(shown, `${(Number(casino.balance()) / 100).toFixed(2)} EUR`)
  })

  await t.test(
    'a paused game starts nothing and reports it, and a started round finishes',
    async t => {
      const before = await countRounds()
      await pause(page, true)
      await frame.locator('[data-test=held]').waitFor()
      t.ok(await frame.locator('[data-test=spin]').isDisabled())
      await picture(page, 'casino-page-paused')
      // The click gives the frame the keyboard focus.
      await frame.locator('#board').click({ position: { x: 4, y: 4 } })
      await page.keyboard.press(' ')
      await pause(page, false)
      await frame.locator('[data-test=held]').waitFor({ state: 'hidden' })
      t.equal(await countRounds(), before)
      await forget(page)
      await frame.locator('[data-test=spin]').click()
      await pause(page, true)
      await hurryTo(frame, 'idle')
      await untilSent(page, 'settled')
      await frame.locator('[data-test=held]').waitFor()
      t.equal(await countRounds(), before! + 1)
      await pause(page, false)
      await frame.locator('[data-test=held]').waitFor({ state: 'hidden' })
    },
  )

  await t.test('a pause ends autoplay after its round, and autoplay does not resume', async t => {
    await forget(page)
    await frame.locator('[data-test=auto]').click()
    await frame.locator('[data-test=auto-rounds-100]').click()
    await frame.locator('#auto-sheet .auto-row:nth-of-type(2) .chip').last().click()
    await frame.locator('[data-test=auto-start]').click()
    await frame.locator('.auto-play').waitFor()
    await untilSent(page, 'round-started')
    await pause(page, true)
    await frame.locator('body:not(.auto-play)').waitFor()
    await frame.locator('[data-test=held]').waitFor()
    await hurryTo(frame, 'idle')
    const sent = await untilSent(page, 'state', '"paused":true,"muted":false,"inRound":false')
    const count = (type: string) => sent.filter(each => each.type === type).length
    t.equal(count('settled'), count('round-started'), 'the started round is over')
    const played = await countRounds()
    await pause(page, false)
    await frame.locator('[data-test=held]').waitFor({ state: 'hidden' })
    t.notOk(await frame.locator('.auto-play').isVisible(), 'only the player can continue')
    await spin(frame)
    t.equal(await countRounds(), played! + 1)
  })

  await t.test('the sound sheet shows that the casino has muted the game', async t => {
    await forget(page)
    const part = (name: string) => frame.locator(`[data-test=${name}]`)
    await part('sound').click()
    await part('sound-switch').setChecked(true)
    await page.locator('#mute').click()
    await untilSent(page, 'state', '"muted":true')
    await part('sound-muted-by-casino').waitFor()
    for (const name of ['sound-switch', 'sound-music']) {
      t.notOk(await part(name).isChecked(), `${name} is off`)
      t.ok(await part(name).isDisabled(), `${name} cannot be switched`)
    }
    t.match(await part('sound').getAttribute('aria-label'), /casino/, 'the key shows the reason')
    t.equal(await part('sound').getAttribute('data-sound'), 'off')
    await part('sound-sheet').press('m')
    await forget(page)
    await page.locator('#mute').click()
    await untilSent(page, 'state', '"muted":false')
    await part('sound-muted-by-casino').waitFor({ state: 'hidden' })
    t.ok(await part('sound-switch').isChecked(), 'as the player had set it')
    await part('sound-switch').setChecked(false)
    await part('sound-close').click()
  })

  await t.test('messages of other windows and origins do nothing', async t => {
    await forget(page)
    await frame.evaluate(LISTEN)
    for (const host of ['localhost', '127.0.0.1']) {
      const opening = page.waitForEvent('popup')
      const origin = `http://${host}:${pagePort}`
      await page.evaluate(`void window.open('${origin}/style.css')`)
      const popup = await opening
      await popup.waitForLoadState()
      await popup.evaluate(`opener.frames[0].postMessage(${PAUSE}, '${node.baseUrl}')`)
      await frame.locator(`body[data-heard-from*="${origin}"]`).waitFor()
      await popup.close()
    }
    await page.locator('#mute').click()
    const [state, ...more] = await untilSent(page, 'state')
    t.match(state, { muted: true, paused: false })
    t.strictSame(more, [], 'no sender was answered')
  })

  await t.test('an invalid message is reported once', async t => {
    await forget(page)
    await page.evaluate(postBroken(node.baseUrl))
    await page.locator('#mute').click()
    const sent = await untilSent(page, 'state', '"muted":false')
    t.match(sent, [{ type: 'error', code: 'INVALID_MESSAGE' }, { type: 'state' }])
  })

  await t.test(
    'the casino opens rules and rounds, shows a message, and offers to top up',
    async t => {
      await forget(page)
      await post(page, { type: 'open-rules' })
      await frame.locator('#paytable[open]').waitFor()
      await post(page, { type: 'open-history' })
      await frame.locator('[data-test=history][data-state=shown]').waitFor()
      await frame.locator('[data-test=history-close]').click()
      await frame.locator('.sheet-close').first().click()
      const text = 'Your <b>deposit</b> has arrived.'
      await post(page, { type: 'show-message', messageId: 'deposit-1', text })
      const message = frame.locator('[data-test=casino-message]')
      t.match(await message.textContent(), text, 'as text, not as markup')
      await picture(page, 'casino-page-message')
      await frame.locator('[data-test=casino-message-close]').click()
      const closed = (await untilSent(page, 'message-closed')).at(-1)
      t.match(closed, { type: 'message-closed', messageId: 'deposit-1' })
      const topUp = frame.locator('[data-test=top-up]')
      t.notOk(await topUp.isVisible(), 'no key without an offer')
      await post(page, { type: 'offer-top-up', offered: true })
      await forget(page)
      await topUp.click()
      await untilSent(page, 'top-up')
      await post(page, { type: 'offer-top-up', offered: false })
      await topUp.waitFor({ state: 'hidden' })
    },
  )

  await t.test('the home key asks the casino to close', async t => {
    await frame.locator('[data-test=home]').click()
    await page.locator('#table').waitFor({ state: 'hidden' })
    t.match((await readLog(page)).at(-1), { type: 'close', reason: 'home' })
  })
  t.strictSame(faults, [], 'no error in either page')
  await close()
})

t.test('the casino ends the game with a reason, after the round that has started', async t => {
  const { page, frame, close } = await openInCasino()
  await forget(page)
  const before = await countRounds()
  await frame.locator('[data-test=spin]').click()
  await untilSent(page, 'round-started')
  const reason = 'You have reached your time limit for today.'
  await post(page, { type: 'end', reason })
  await hurryTo(frame, 'error')
  const sent = await untilSent(page, 'error')
  const types = sent.map(({ type }) => type)
  t.ok(types.indexOf('settled') >= 0, 'the round is over')
  t.ok(types.indexOf('settled') < types.indexOf('error'), 'before the end')
  const end = sent[types.indexOf('error')]
  t.match(end, { code: 'ENDED_BY_CASINO', message: reason, fatal: true })
  t.equal(await frame.locator('#loading-text').textContent(), reason, 'the player reads why')
  await picture(page, 'casino-page-ended')
  await forget(page)
  await frame.locator('#loading-button').click()
  t.match((await untilSent(page, 'close')).at(-1), { reason: 'session-ended' })
  t.equal(await countRounds(), before! + 1, 'nothing else was started')
  await close()
})

t.test('a page that is not on the list may not show the game', onlyFullSize, async t => {
  const { page, faults, close } = await openAlone(browser, 'desktop')
  const refusal = page.waitForEvent('console', line => /frame-ancestors/.test(line.text()))
  const frame = await launch(page, casino.url.replace('localhost', '127.0.0.1'))
  await refusal
  t.notMatch(frame.url(), '/play/')
  t.strictSame(await readLog(page), [])
  t.ok(faults.length > 0, 'only the browser reports it, in its console')
  await close()
})

t.test(
  'without storage a game in a frame plays on after a reload, and gets hello again',
  onlyFullSize,
  async t => {
    const opened = await openAlone(browser, 'phone')
    const { page } = opened
    await page.context().addInitScript(denyStorage)
    const frame = await launch(page)
    await untilSent(page, 'ready')
    await t.rejects(frame.evaluate('sessionStorage'), /denied/)
    await forget(page)
    await frame.evaluate('location.reload()')
    const sent = await untilSent(page, 'ready')
    t.match(sent[0], { type: 'loaded', greeted: false })
    await stateIs(frame, 'idle')
    await frame.locator('[data-test=home]').waitFor()
    await picture(page, 'casino-page-phone')
    await opened.close()
  },
)

t.test('a game without a frame leads to the lobby of its project', onlyFullSize, async t => {
  const { page, close } = await openAlone(browser, 'phone')
  await page.route('https://casino.example/**', route => route.fulfill({ body: 'the lobby' }))
  const fields = { player_id: 'alone', currency: 'EUR', symbol: GAME } as const
  const { link, meta } = await api.launch(fields)
  await page.goto(link)
  await stateIs(page, 'idle')
  await page.locator('[data-test=home]').click()
  await page.waitForURL(LOBBY)
  await setup.pool.query(
    `UPDATE session SET expires_at = now() - interval '1 s' WHERE session_id = $1`,
    [meta.session_id],
  )
  await page.goto(link)
  await stateIs(page, 'expired')
  await picture(page, 'alone-expired')
  await page.locator('#loading-button').click()
  await page.waitForURL(LOBBY)
  t.notMatch(page.url(), /token|rt_/)
  await close()
})

t.test(
  'a pause waits while the round waits for its player, who may still decide',
  onlyFullSize,
  async t => {
    const { page, close } = await openAlone(browser, 'desktop')
    const frame = await launch(page, casino.url, 'cherry-classic')
    await untilSent(page, 'ready')
    await stateIs(frame, 'idle')
    await spinUntilOffered(frame)
    await forget(page)
    await pause(page, true)
    await untilSent(page, 'state', '"paused":true,"muted":false,"inRound":false')
    t.ok(await frame.locator('[data-test=held]').isVisible(), 'the player reads why')
    t.equal(await frame.locator('[data-test=spin]').getAttribute('aria-label'), 'Collect')
    await picture(page, 'casino-page-paused-offer')
    t.notOk(
      (await readLog(page)).some(({ type }) => type === 'settled'),
      'nothing was decided',
    )
    await forget(page)
    await collectAtCards(frame)
    await untilSent(page, 'settled')
    const sent = await untilSent(page, 'state', '"paused":true,"muted":false,"inRound":false')
    t.match(
      sent.filter(({ type }) => type === 'state').map(({ inRound }) => inRound),
      [true, false],
    )
    await close()
  },
)
