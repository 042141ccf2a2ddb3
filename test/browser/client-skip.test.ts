// Played by npm run prove: it plays the same round at several speeds.
//
// Taps on the reels: they shorten the presentation where the play rules allow it, and do nothing
// where they do not; a tap always closes a banner or a card. Measured by a clock that the test
// controls. Real node and Chromium.

import type { Page } from 'playwright-core'
import t from 'tap'
import { createOperator } from '../support/operator-calls.ts'
import { holdClock, openWithClock, passUntil } from './motion-clock.ts'
import { isIn, readMinor } from './person.ts'
import { openOperator } from './setup.ts'

/** No decisions. */
const GAME = 'forty-suns'
/** A full presentation takes longer than this, a shortened one less. */
const SHORT_MS = 900

const { setup, node, browser } = await openOperator(t)
const operator = createOperator(setup, node)

/**
 * A page whose next spin wins so many bets; its clock stops once the platform has sent the whole
 * round.
 */
async function spinHeld(player: string, skip: boolean, multiplier: string) {
  await operator.setProject({ playProfile: { skip } })
  await operator.scheduleReady(player, GAME, { multiplier, kind: 'spin' })
  const { link } = await setup.launch(node, { player_id: player, symbol: GAME })
  let resolveSettled = () => {}
  const settled = new Promise<void>(resolve => {
    resolveSettled = resolve
  })
  const { page, close } = await openWithClock(browser, link, async page =>
    page.on('websocket', socket =>
      socket.on('framereceived', ({ payload }) => {
        if (payload.includes('"type":"settled"')) resolveSettled()
      }),
    ),
  )
  await holdClock(page)
  await page.locator('[data-test=spin]').click()
  await settled
  return { page, close }
}

const tap = (page: Page) => page.locator('#board').click({ position: { x: 4, y: 4 }, force: true })

const isOver = (page: Page) => isIn(page, 'idle')

t.test('a round takes its time, and a tap shortens it where that is allowed', async t => {
  const untouched = await spinHeld('patient', true, '2')
  const wholeMs = await passUntil(untouched.page, () => isOver(untouched.page))
  t.ok(wholeMs > SHORT_MS, `${wholeMs} ms`)
  await untouched.close()

  const hurried = await spinHeld('impatient', true, '2')
  t.ok(await hurried.page.locator('[data-test=spin]').isEnabled())
  await tap(hurried.page)
  const cutMs = await passUntil(hurried.page, () => isOver(hurried.page))
  t.ok(cutMs < SHORT_MS && cutMs < wholeMs, `${cutMs} ms of ${wholeMs} ms`)
  await hurried.close()

  const forbidden = await spinHeld('may-not', false, '2')
  t.notOk(await forbidden.page.locator('[data-test=spin]').isEnabled(), 'the key skips nothing')
  const keptMs = await passUntil(forbidden.page, async () => {
    if (await isOver(forbidden.page)) return true
    await tap(forbidden.page)
    await forbidden.page.keyboard.press('Space')
    return false
  })
  t.ok(keptMs > SHORT_MS, `with repeated taps: ${keptMs} ms`)
  await forbidden.close()
})

t.test('a tap closes a banner under any rules', async t => {
  const { page, close } = await spinHeld('may-read', false, '45')
  const banner = page.locator('[data-test=moment][data-kind=win]:not([hidden])')
  await passUntil(page, () => banner.isVisible())
  await tap(page)
  const countMs = await passUntil(page, async () => {
    const shown = await page.locator('[data-test=moment-amount]').getAttribute('data-minor')
    return shown === `${await readMinor(page, 'win')}` && BigInt(shown) > 0n
  })
  t.ok(countMs < SHORT_MS, `the count ends ${countMs} ms after the tap`)
  t.ok(await banner.isVisible())
  await tap(page)
  const standMs = await passUntil(page, () => isOver(page))
  t.ok(standMs < SHORT_MS, `the banner closes ${standMs} ms after the second one`)
  await close()
})
