// Played by npm run prove: guarantees/decision-deadline holds the same without pages.
//
// A decision past its deadline on the page: a connected player sees the round end at once with the
// reason; a player who returns is shown it. One node, one browser.

import t from 'tap'
import { launchBrowser, picture } from '../support/browser.ts'
import { createOperator } from '../support/operator-calls.ts'
import { openSetup } from '../support/operator-setup.ts'
import { sized } from '../support/size.ts'
import { hurryTo, openAlone, openGame, readMinor, spinUntilOffered, stateIs } from './person.ts'

// Separate: only the node that decides pushes the decision to its own pages.
const setup = await openSetup(t)
const node = await setup.startNode()
const browser = await launchBrowser()
t.teardown(() => browser.close())
await createOperator(setup, node).setProject({ decisionDeadlineMinutes: 5 })

const NOTICE = '#notice[data-code=DECIDED]:not([hidden])'

/**
 * Sets the only open round's decision to have been open for so long, as if saved by another
 * process.
 */
const passDeadline = () =>
  setup.pool.query(
    `UPDATE unfinished_round SET awaiting_since = now() - interval '6 minutes',
      version = version + 1
     WHERE awaiting_since IS NOT NULL AND project_id = $1`,
    [setup.project.projectId],
  )

for (const atCards of sized([true], [false, true])) {
  t.test(`a connected player, ${atCards ? 'at the cards' : 'before the cards'}`, async t => {
    const player = `there-${atCards}`
    const { link } = await setup.launch(node, { player_id: player, symbol: 'cherry-classic' })
    const screen = atCards ? 'phone' : 'desktop'
    const { page, close } = await openAlone(browser, screen)
    await page.goto(link)
    await stateIs(page, 'idle')
    await spinUntilOffered(page)
    if (atCards) await page.locator('[data-test=gamble]').click()
    const winMinor = await readMinor(page, 'win')
    await passDeadline()
    await page.locator(NOTICE).waitFor()
    await stateIs(page, 'idle')
    t.notOk(await page.locator('#decision').isVisible(), 'no question is left')
    t.equal(await readMinor(page, 'win'), winMinor)
    t.equal(setup.wallet.of('win', player).at(-1)!.amountMinor, winMinor)
    await picture(page, `decision-deadline-${atCards ? 'phone' : 'desktop'}`)

    await page.clock.install()
    await page.reload()
    await page.locator(NOTICE).waitFor()
    await page.clock.fastForward(60_000)
    t.ok(await page.locator(NOTICE).isVisible(), 'it waits to be read')
    await page.locator('[data-test=spin]').click()
    await hurryTo(page, 'idle', 'awaiting')
    t.notOk(await page.locator(NOTICE).isVisible(), 'it is shown until the next round')
    await close()
  })
}

t.test('a returning player is shown the decision, also in the list', async t => {
  const { link } = await setup.launch(node, { player_id: 'away', symbol: 'cherry-classic' })
  const first = await openGame(browser, 'phone', link)
  await spinUntilOffered(first.page)
  await first.close()
  const paid = setup.wallet.nextCall(call => call.method === 'win')
  await passDeadline()
  await paid
  const { page, close } = await openGame(browser, 'phone', link)
  await page.locator(NOTICE).waitFor()
  t.equal(await readMinor(page, 'win'), setup.wallet.of('win', 'away').at(-1)!.amountMinor)
  await picture(page, 'decision-deadline-return')
  await page.locator('[data-test=info]').click()
  await page.locator('[data-test=open-history]').click()
  await page.locator('[data-test=history][data-state=shown]').waitFor()
  const [state] = await page.locator('[data-test=history-state]').allTextContents()
  t.match(state, /decided for you/)
  await close()
})
