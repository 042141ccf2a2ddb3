// What every browser besides Chromium plays: each game on a phone and on a desktop with pointer and
// keyboard, a decision, a grant, a reload, a lost connection, the lobby and the panel. Real node,
// stores and wallet. Contains nothing about single browsers.

import type { Page } from 'playwright-core'
import t from 'tap'
import { GAMES } from '../../src/games/catalogue/games.ts'
import { lookAtPage, resizeTo } from '../browser/page-faults.ts'
import {
  buyFeature,
  collectAtCards,
  drawnBy,
  finishRound,
  hastenFrames,
  hurryTo,
  openCards,
  PACE,
  readMinor,
  type Size,
  silence,
  spinUntilOffered,
  startSpin,
  stateIs,
} from '../browser/person.ts'
import { makeAccount, PASSWORD } from '../support/admin.ts'
import { picture } from '../support/browser.ts'
import { openGate } from '../support/gate.ts'
import { createOperator } from '../support/operator-calls.ts'
import type { openShared } from '../support/shared-node.ts'
import { until } from '../support/until.ts'

const PHONE: Size = [390, 844]
const DESKTOP: Size = [1440, 900]
/** Multiples of the bet, in the order of trying; every game reaches at least one. */
const WINS = ['4', '5', '3', '2', '8']

/**
 * Runs in the page: keeps errors, files that did not load and what the page's policy refused, also
 * before it ran, where the browser remembers refusals.
 */
const WATCH = `if (globalThis.faults === undefined) {
  globalThis.faults = []
  const faults = { push: text => globalThis.faults.push(text) }
  const refuse = ({ blockedURI, blockedURL, effectiveDirective }) =>
    faults.push(effectiveDirective + ' refused ' + (blockedURI ?? blockedURL))
  const fail = ({ message, target }) =>
    faults.push(message ?? 'did not load: ' + (target.src ?? target.href))
  addEventListener('error', fail, true)
  addEventListener('unhandledrejection', ({ reason }) => faults.push(String(reason)))
  addEventListener('securitypolicyviolation', refuse)
  const report = reports => reports.forEach(({ body }) => refuse(body))
  const options = { types: ['csp-violation'], buffered: true }
  globalThis.ReportingObserver && new ReportingObserver(report, options).observe()
  const Made = AudioContext
  globalThis.AudioContext = class extends Made {
    constructor(...given) { super(...given); globalThis.audio = this }
  }
  const { error } = console
  console.error = (...words) => { faults.push(words.join(' ')); error.apply(console, words) }
}`

/** The browser's page, of which all tests are visits. */
export interface Other {
  name: string
  page: Page
  /** What its games are drawn by. */
  renderer: 'webgl' | 'canvas'
}

type Node = Awaited<ReturnType<typeof openShared>>

export async function playIn({ name, page, renderer }: Other, { setup, node }: Node) {
  const operator = createOperator(setup, node)
  await page.addInitScript(WATCH)
  await page.addInitScript(silence)
  await page.addInitScript(hastenFrames, PACE)

  const faults = () => page.evaluate<string[]>('globalThis.faults.splice(0)')
  const press = (key: string) => page.locator(`[data-test=${key}]`).click()
  const isOpen = (sheet: string) => page.locator(`${sheet}[open]`).waitFor()
  const isClosed = (sheet: string) => page.locator(`${sheet}[open]`).waitFor({ state: 'hidden' })
  const bets = (player: string) => setup.wallet.of('bet', player).length

  /** In Firefox playwright adds a style sheet for a picture, which the page's policy refuses. */
  async function shoot(what: string): Promise<void> {
    const before = await faults()
    await picture(page, `${name}-${what}`)
    await page.evaluate(`globalThis.faults = ${JSON.stringify(before)}`)
  }

  async function open(player_id: string, symbol: string, size = PHONE): Promise<void> {
    const { link } = await setup.launch(node, { player_id, symbol })
    await page.goto(link)
    await stateIs(page, 'idle')
    await resizeTo(page, size)
  }

  async function scheduleWin(player: string, symbol: string): Promise<void> {
    for (const multiplier of WINS) {
      const terms = { multiplier, kind: 'spin' }
      const isReady = await operator.scheduleReady(player, symbol, terms).catch(() => null)
      if (isReady !== null) return
    }
    throw new Error(`${symbol} reaches no win of ${WINS}`)
  }

  async function balances(t: Tap, player: string): Promise<void> {
    const walletMinor = setup.wallet.balance(player)
    t.equal(await readMinor(page, 'balance'), walletMinor, 'the balance is the wallet’s')
  }

  async function fitsBothSizes(t: Tap, what: string): Promise<void> {
    for (const [screen, size] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
      await resizeTo(page, size)
      await shoot(`${what}-${screen}`)
      t.ok((await page.evaluate<number>(WIDTH)) <= size[0], 'nothing is wider than the screen')
    }
  }

  /** The keys of the sheets, and Escape. */
  async function readSheets(): Promise<void> {
    await press('bet-open')
    await isOpen('#bet-sheet')
    await page.keyboard.press('Escape')
    await isClosed('#bet-sheet')
    await press('info')
    await page.locator('[data-test=rules][data-state=shown]').waitFor()
    await press('open-history')
    await page.locator('[data-test=history][data-state=shown]').waitFor()
    await page.locator('[data-test=history-row]').first().waitFor()
    await press('history-close')
    await page.locator('#paytable .sheet-close').first().click()
    await isClosed('#paytable')
  }

  for (const { id } of GAMES) {
    t.test(`${id} in ${name}: a win by pointer, a spin by keyboard, sheets, a desktop`, async t => {
      const player = `${name}-${id}`
      await scheduleWin(player, id)
      await open(player, id)
      t.equal(await drawnBy(page), renderer)
      await shoot(`${id}-idle`)
      t.same((await lookAtPage(page)).faults, [], 'all is readable on a phone')
      await startSpin(page)
      t.ok((await readMinor(page, 'win')) > 0n, 'the win is shown')
      await shoot(`${id}-win`)
      await finishRound(page)
      await balances(t, player)

      await page.keyboard.press('Space')
      await until('the key spins', () => bets(player) === 2)
      await finishRound(page)
      await readSheets()
      await resizeTo(page, DESKTOP)
      t.same((await lookAtPage(page)).faults, [], 'all is readable on a desktop')
      await startSpin(page)
      await shoot(`${id}-desktop`)
      await finishRound(page)
      await balances(t, player)
      t.equal(bets(player), 3)
      t.same(await faults(), [])
    })
  }

  t.test(`a choice in ${name}, left and shown again`, async t => {
    await open('chooses', 'river-of-ways')
    await buyFeature(page)
    await hurryTo(page, 'awaiting')
    const options = await page.locator('.choice').count()
    t.same(await faults(), [])
    await page.reload()
    await stateIs(page, 'awaiting')
    t.equal(await page.locator('.choice').count(), options, 'it is asked again')
    await shoot('choice')
    await page.locator('.choice').last().click()
    await hurryTo(page, 'idle')
    await balances(t, 'chooses')
    const winMinor = await readMinor(page, 'win')
    t.same(await faults(), [])
    await page.reload()
    await stateIs(page, 'idle')
    await page.locator(`[data-test=win][data-minor="${winMinor}"]`).waitFor()
    t.same(await faults(), [])
  })

  t.test(`a gamble in ${name}`, async t => {
    await open('gambles', 'cherry-classic')
    await spinUntilOffered(page)
    await openCards(page)
    await shoot('gamble')
    await page.locator('.guess-red').first().click()
    await page.locator('.card-open').waitFor()
    await finishRound(page)
    await balances(t, 'gambles')
    t.same(await faults(), [])
  })

  t.test(`a round in ${name} that is left while it is drawn`, async t => {
    await scheduleWin('leaves', 'cherry-classic')
    await open('leaves', 'cherry-classic')
    const paid = setup.wallet.nextCall(call => call.playerId === 'leaves')
    await press('spin')
    await paid
    t.same(await faults(), [])
    await page.reload()
    await hurryTo(page, 'awaiting')
    t.ok((await readMinor(page, 'win')) > 0n, 'its win is shown again')
    await collectAtCards(page)
    await hurryTo(page, 'idle')
    t.equal(bets('leaves'), 1)
    await balances(t, 'leaves')
    t.same(await faults(), [])
  })

  t.test(`free spins in ${name}`, async t => {
    await operator.giveSpins('given', { symbol: 'cherry-classic', count: 2, bet: '0.25' })
    await open('given', 'cherry-classic')
    await page.locator('.grant-begins').waitFor()
    await shoot('free-spins')
    await press('free-spins-begins')
    for (let spin = 0; spin < 2; spin++) {
      await startSpin(page)
      await finishRound(page)
    }
    await page.locator('.grant-over').waitFor()
    await shoot('free-spins-over')
    await press('free-spins-over')
    t.equal(bets('given'), 2)
    await balances(t, 'given')
    t.same(await faults(), [])
  })

  t.test(`a connection that is lost in ${name}, and comes back`, async t => {
    const gate = await openGate(t, 'http://127.0.0.1:1')
    const other = await setup.startNode({ allowedOrigins: [new URL(gate.url).origin] })
    gate.lead(other.baseUrl)
    const { link } = await setup.launch(other, { player_id: 'cut', symbol: 'vault-keeper' })
    await page.goto(link.replace(new URL(link).origin, new URL(gate.url).origin))
    await stateIs(page, 'idle')
    gate.close()
    await stateIs(page, 'reconnecting')
    t.ok(await page.locator('[data-test=spin]').isDisabled())
    await shoot('reconnecting')
    gate.open()
    await stateIs(page, 'idle')
    await startSpin(page)
    await finishRound(page)
    await balances(t, 'cut')
    t.same(await faults(), [])
  })

  // Without a loudspeaker the audio of these browsers does not run, so nothing is heard.
  t.test(`a game in ${name} with its sound on`, async t => {
    await open('hears', 'sugar-cascade')
    await page.keyboard.press('m')
    await until('the sound is loaded', () => page.evaluate<boolean>(HAS_AUDIO))
    await startSpin(page)
    await finishRound(page)
    await page.keyboard.press('m')
    t.same(await faults(), [])
  })

  t.test(`the lobby in ${name}`, async t => {
    await page.goto(`${node.baseUrl}/`)
    await page.locator('body[data-state=ready]').waitFor()
    await fitsBothSizes(t, 'lobby')
    t.same(await faults(), [])
    await press('game-forty-suns')
    await stateIs(page, 'idle')
    await startSpin(page)
    await finishRound(page)
  })

  t.test(`the panel in ${name}, signed in`, async t => {
    const owner = `owner${setup.suffix}`
    await makeAccount(setup.pool, owner, 'owner')
    await page.goto(`${node.internalUrl}/admin/`)
    // In Firefox the fields do not notice what playwright's `fill` does.
    await page.locator('input[name=username]').click()
    await page.keyboard.type(owner)
    await page.locator('input[name=password]').click()
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await page.locator('[data-test=account-menu]').waitFor()
    await page.goto(`${node.internalUrl}/admin/rounds`)
    await page.locator('h1').waitFor()
    await fitsBothSizes(t, 'panel')
    t.same(await faults(), [])
  })
}

const HAS_AUDIO = 'globalThis.audio !== undefined'
type Tap = Pick<typeof t, 'equal' | 'ok'>

/** In the page. */
const WIDTH = 'document.documentElement.scrollWidth'
