// Played by npm run prove: it opens seven games.
//
// The game page's messages besides play: a connection that is lost or silent and why the spin key
// waits; the rules of the game; the player's rounds and their replay; the last round on return. One
// node, one browser.

import type { Page } from 'playwright-core'
import t from 'tap'
import { findSerious } from '../support/axe.ts'
import { picture } from '../support/browser.ts'
import { createGate } from '../support/scripted-wallet.ts'
import { isFullSize } from '../support/size.ts'
import { hurryTo, openGame, readMinor, SCREENS, stateIs } from './person.ts'
import { openOperator } from './setup.ts'

const PLAYER = 'info'
/** No decisions. */
const GAME = 'vault-keeper'

const { setup, node, browser } = await openOperator(t)

const line = { isFrozen: false }
const { link } = await setup.launch(node, { player_id: PLAYER, symbol: GAME })
const opened: string[] = []
/** As on a platform with several places. */
const placed = link.replace('#', '?place=512#')
const { page, close } = await openGame(browser, 'desktop', placed, page =>
  page.routeWebSocket(/\/play\/socket/, socket => {
    opened.push(new URL(socket.url()).search)
    const platform = socket.connectToServer()
    socket.onMessage(message => {
      if (!line.isFrozen) platform.send(message)
    })
    platform.onMessage(message => {
      if (!line.isFrozen) socket.send(message)
    })
  }),
)
await page.locator('[data-test=turbo]').click()

const spinKey = page.locator('[data-test=spin]')
const notice = page.locator('[data-test=waiting]')
const waitsFor = (...names: string[]) =>
  page.locator(names.map(name => `body[data-waits=${name}]`).join(', ')).waitFor()
const waitsNoMore = () => page.locator('body:not([data-waits])').waitFor()

/** Plays a round to its end; resolves with its win. */
async function play(page: Page): Promise<bigint> {
  await spinKey.click()
  await hurryTo(page, 'idle')
  return readMinor(page, 'win')
}

async function winSomething(): Promise<bigint> {
  for (;;) {
    const winMinor = await play(page)
    if (winMinor > 0n) return winMinor
  }
}

async function checkAccess(t: Pick<typeof import('tap').t, 'strictSame'>, name: string) {
  t.strictSame(await findSerious(page), [], `${name}: axe finds nothing serious`)
  await picture(page, `info-${name}`)
}

t.test('a lost network is shown at once and until it is restored', async t => {
  await page.context().setOffline(true)
  await waitsFor('offline')
  t.match(await notice.textContent(), /offline/i)
  t.ok(await spinKey.isDisabled())
  t.match(await spinKey.getAttribute('aria-label'), /connection/i, 'the key shows the reason')
  await picture(page, 'info-offline')
  await page.context().setOffline(false)
  await waitsNoMore()
  t.notOk(await notice.isVisible())
  t.ok(opened.length > 1, 'a new socket was opened')
  t.ok(
    opened.every(query => query === '?place=512'),
    'every socket names the place',
  )
  await play(page)
})

t.test('a platform that stops answering is reported, and the round comes later', async t => {
  line.isFrozen = true
  await spinKey.click()
  await waitsFor('silent', 'down')
  t.ok(await notice.isVisible())
  await picture(page, 'info-silent')
  line.isFrozen = false
  await waitsNoMore()
  await hurryTo(page, 'idle')
})

t.test('a text explains the wait for an unconfirmed bet', async t => {
  const gate = createGate()
  // Its repeats wait as well.
  setup.wallet.rule({ method: 'bet', playerId: PLAYER, before: gate.pass, times: 1_000 })
  await spinKey.click()
  await page.locator('body[data-waits=wallet]').waitFor()
  t.match(await notice.textContent(), /bet/i)
  t.match(await spinKey.getAttribute('aria-label'), /casino/i)
  await picture(page, 'info-wallet')
  gate.open()
  setup.wallet.behave()
  await waitsNoMore()
  await hurryTo(page, 'idle')
})

t.test('the rules have the figures of the game', async t => {
  await page.locator('[data-test=info]').click()
  await page.locator('[data-test=rules][data-state=shown]').waitFor()
  const text = (await page.locator('[data-test=rules]').textContent())!
  for (const figure of ['95.37', '32.90', '2,500', '6+', '1,000 × bet'])
    t.match(text, figure, figure)
  t.match(text, 'Malfunction voids all pays and plays.')
  await checkAccess(t, 'rules')
  await page.locator('[data-test=rule-general]').scrollIntoViewIfNeeded()
  await picture(page, 'info-rules-end')
})

t.test('the player finds the own rounds, copies an id and replays a round', async t => {
  await page.locator('.sheet-close').first().click()
  const winMinor = await winSomething()
  const balance = await readMinor(page, 'balance')
  await page.locator('[data-test=info]').click()
  await page.locator('[data-test=open-history]').click()
  await page.locator('[data-test=history][data-state=shown]').waitFor()
  const rows = page.locator('[data-test=history-row]')
  t.ok((await rows.count()) >= 4)
  const newest = rows.first()
  const printed = `${winMinor / 100n}.${String(winMinor % 100n).padStart(2, '0')}`
  t.match(await newest.locator('[data-test=history-win]').textContent(), printed)
  t.match(await newest.locator('[data-test=history-state]').textContent(), 'settled')
  const stakeMinor = await readMinor(page, 'stake')
  const netMinor = winMinor - stakeMinor
  const cents = netMinor < 0n ? -netMinor : netMinor
  const net = `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
  t.match(await newest.locator('[data-test=history-net]').textContent(), net, 'the net')
  t.match(await page.locator('[data-test=history-sum]').textContent(), 'Net position')
  t.equal(await newest.locator('[data-test=history-id]').count(), 0, 'the id is behind its key')
  await page.locator('[data-test=history-filter-wins]').click()
  const wins = await page.locator('[data-test=history-row]:visible [data-test=history-win]').all()
  t.ok(wins.length > 0 && wins.length <= (await rows.count()))
  for (const win of wins) t.not(await win.textContent(), '€0.00', 'a filter shows its rounds only')
  await page.locator('[data-test=history-filter-all]').click()
  await checkAccess(t, 'history')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await newest.locator('[data-test=history-copy]').click()
  await newest.getByText('Copied').waitFor()
  const clipboard = 'navigator.clipboard.readText()'
  t.equal(await page.evaluate(clipboard), await newest.getAttribute('data-round'))

  await newest.locator('[data-test=history-watch]').click()
  await page.locator('[data-test=replay-ribbon]').waitFor()
  await picture(page, 'info-replay')
  await page.locator('[data-test=replay-ribbon]').waitFor({ state: 'detached' })
  await stateIs(page, 'idle')
  t.equal(await readMinor(page, 'win'), winMinor, 'the stage is as it was')
  t.equal(await readMinor(page, 'balance'), balance, 'a replay moves no money')
  const own = 'SELECT count(*)::int FROM round WHERE project_id = $1'
  const [{ count }] = (await setup.pool.query(own, [setup.project.projectId])).rows
  t.equal(await countListed(), count, 'and starts no round')
})

async function countListed(): Promise<number> {
  await page.locator('[data-test=info]').click()
  await page.locator('[data-test=open-history]').click()
  await page.locator('[data-test=history][data-state=shown]').waitFor()
  const listed = await page.locator('[data-test=history-row]').count()
  await page.locator('[data-test=history-close]').click()
  await page.locator('.sheet-close').first().click()
  return listed
}

t.test('the last round is on the board when the player returns', async t => {
  const winMinor = await winSomething()
  await page.reload()
  await stateIs(page, 'idle')
  await page.locator(`[data-test=win][data-minor="${winMinor}"]`).waitFor()
  t.equal(await readMinor(page, 'win'), winMinor)
})

t.test('rules and rounds fit a phone', async t => {
  await page.setViewportSize(SCREENS.phone.viewport)
  await page.locator('[data-test=info]').click()
  await page.locator('[data-test=rules][data-state=shown]').waitFor()
  if (isFullSize) await checkAccess(t, 'rules-phone')
  t.ok(await fits('#paytable'), 'the rules are no wider than the screen')
  await page.locator('[data-test=open-history]').click()
  await page.locator('[data-test=history][data-state=shown]').waitFor()
  if (isFullSize) await checkAccess(t, 'history-phone')
  t.ok(await fits('.history'), 'neither are the rounds')
  await close()
})

function fits(sheet: string): Promise<boolean> {
  return page.evaluate(
    '(({ scrollWidth, clientWidth }) => scrollWidth <= ' +
      `clientWidth)(document.querySelector('${sheet}'))`,
  )
}
