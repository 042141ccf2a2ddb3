// Played by npm run prove: tests of the admin API hold its figures, without pages.
//
// The overview in a browser: what the node pushes, a wallet that is down, a connection that is lost
// and restored.

import type { Page } from 'playwright-core'
import t from 'tap'
import { checkPage, OWNER, openAdminPanel, VIEWER } from '../support/admin-browser.ts'
import { BET } from '../support/operator-setup.ts'
import { roundOf } from '../support/play-client.ts'

const panel = await openAdminPanel(t)
const { setup, node } = panel

const live = (page: Page, state: string) =>
  page.locator(`[data-test=live][data-state=${state}]`).waitFor()

t.test('the overview in every look', t =>
  panel.lookAt(t, 'overview', VIEWER, '/', async page => {
    await live(page, 'live')
    await page.locator('[data-test=spins]').waitFor()
  }),
)

t.test('a spin shows while the page is open', async t => {
  const { page, close } = await panel.openAs(OWNER, '/')
  await live(page, 'live')
  const { client } = await setup.openGame(node, 'ann')
  for (let round = roundOf(await client.spin(BET)); round.status === 'awaiting'; ) {
    await client.collect(round.roundId)
    round = roundOf(await client.spin(BET))
  }
  await page.locator('[data-test=spins]:not(:text-is("0"))').waitFor()
  const casino = page.locator('tr[data-row=casino]')
  await casino.getByText('healthy').waitFor()
  t.ok(await page.locator('.sparkline-line').isVisible())
  await close()
})

t.test('a wallet that is down is shown as failing', async t => {
  const opened = await panel.openAs(OWNER, '/')
  const { page } = opened
  await live(page, 'live')
  setup.wallet.rule({ method: 'bet', playerId: 'bob', act: 'http-500-before-apply', times: 99 })
  const { client } = await setup.openGame(node, 'bob')
  const answer = client.spin(BET)
  await page.locator('tr[data-row=casino]').getByText('failing').waitFor()
  await checkPage(t, opened, 'overview-wallet-down')
  setup.wallet.behave()
  await answer
  await opened.close()
})

t.test('a place that moves has a progress bar', async t => {
  await setup.pool.query(
    `INSERT INTO place_move (move_id, place, to_server, step, origin, target_origin, source_bytes,
       copied_bytes, behind_bytes, began_by)
     VALUES (gen_random_uuid(), 'home', 'big', 'copying', '1', '2', 200, 50, 7, 'owner:ann')`,
  )
  const opened = await panel.openAs(OWNER, '/')
  const bar = opened.page.locator('[data-move=home]').getByRole('progressbar')
  await bar.waitFor()
  t.equal(await bar.getAttribute('aria-valuenow'), '25')
  await checkPage(t, opened, 'overview-move')
  await setup.pool.query('DELETE FROM place_move')
  await opened.close()
})

t.test('a lost connection is shown, and is restored without an action', async t => {
  const other = await setup.startNode()
  const opened = await panel.openAs(OWNER, '/')
  const { page } = opened
  await page.goto(`${other.internalUrl}/admin/`)
  await live(page, 'live')
  await other.drain()
  await live(page, 'lost')
  t.ok(await page.locator('[data-test=spins]').isVisible(), 'the last figures stay')
  await checkPage(t, { ...opened, faults: [] }, 'overview-lost')
  await setup.startNode(other.config)
  await live(page, 'live')
  await opened.close()
})
