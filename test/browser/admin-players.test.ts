// Played by npm run prove: tests of the admin API do the same to players, without pages.
//
// A player in the admin panel, in a browser: found, sessions ended while the game is open, a level
// and a limit set and removed, free spins and a target outcome given and cancelled; and a viewer,
// who may do none of it.

import type { Page } from 'playwright-core'
import t from 'tap'
import { PASSWORD } from '../support/admin.ts'
import { checkPage, OWNER, openAdminPanel, VIEWER } from '../support/admin-browser.ts'
import { GAME, settingsOf } from '../support/operator-setup.ts'

const panel = await openAdminPanel(t)
const { setup, node } = panel
const { pool } = setup

/** Levels by player, so that one can be set by hand. */
const settings = settingsOf({ rtp: { provider_a: { level: '95', personal: true } } })
await setup.change({ settings })
const here = await setup.openGame(node, 'ann')
const there = await setup.openGame(node, 'ann', { symbol: 'cherry-classic' })

const PLAYER = '/projects/casino/players/ann'
/** Types the password in the open dialog. */
const givePassword = (page: Page) =>
  page.getByRole('dialog').getByLabel('Your password').fill(PASSWORD)
/** Presses a key in the open dialog, and waits until it has closed. */
async function press(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name }).click()
  await dialog.waitFor({ state: 'detached' })
}
const openTab = (page: Page, name: string) => page.getByRole('tab', { name }).click()
const rowWith = (page: Page, text: string) => page.locator('tbody tr', { hasText: text })

t.test('a player is found; one session is ended, then all', async t => {
  const opened = await panel.openAs(OWNER, '/players')
  const { page } = opened
  await page.getByLabel('Player id begins with').fill('an')
  await page.getByRole('link', { name: 'ann', exact: true }).click()
  await rowWith(page, GAME).getByText('connected to').waitFor()
  await rowWith(page, GAME).getByRole('button', { name: 'End' }).click()
  await page.getByText('Sessions ended: 1.').waitFor()
  await here.client.closed
  await rowWith(page, GAME).getByText('ended').waitFor()
  t.equal(there.client.closeCode(), null, 'the other session stays')
  await page.getByRole('button', { name: 'End all sessions' }).click()
  await checkPage(t, opened, 'player-end-all')
  await press(page, 'Confirm')
  await there.client.closed
  await rowWith(page, 'cherry-classic').getByText('ended').waitFor()
  await opened.close()
})

t.test('a level is set by hand, and automatic again', async t => {
  const opened = await panel.openAs(OWNER, PLAYER)
  const { page } = opened
  await openTab(page, 'Levels and limits')
  const provider = rowWith(page, 'provider_a').first()
  await provider.getByRole('button', { name: 'Set level' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Level, percent').fill('40')
  await dialog.getByLabel('Reason').fill('a complaint')
  await givePassword(page)
  await dialog.getByRole('button', { name: 'Set level' }).click()
  await dialog.getByText('RTP_LEVEL_OUT_OF_RANGE').waitFor()
  t.equal(await dialog.getByLabel('Reason').inputValue(), 'a complaint', 'the typed text stays')
  await checkPage(t, opened, 'player-level-refused')
  await dialog.getByLabel('Level, percent').fill('91.25')
  await press(page, 'Set level')
  await provider.getByText('manual').waitFor()
  await rowWith(page, 'a complaint').getByText('admin').waitFor()
  await provider.getByRole('button', { name: 'Back to automatic' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('it is settled')
  await givePassword(page)
  await press(page, 'Confirm')
  await provider.getByText('automatic', { exact: true }).waitFor()
  await rowWith(page, 'it is settled').waitFor()
  await opened.close()
})

t.test('a personal limit is set and removed', async t => {
  const opened = await panel.openAs(OWNER, `${PLAYER}?tab=rtp`)
  const { page } = opened
  const open = () => page.getByRole('button', { name: 'Set a limit' }).click()
  await open()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('From, EUR').fill('5.00')
  await dialog.getByLabel('To, EUR').fill('1')
  await givePassword(page)
  await dialog.getByRole('button', { name: 'Set a limit' }).click()
  await dialog.getByText('INVALID_BET_LIMIT').waitFor()
  await checkPage(t, opened, 'player-limit-refused')
  await dialog.getByLabel('From, EUR').fill('0,10')
  await press(page, 'Set a limit')
  const remove = page.getByRole('button', { name: 'Remove' })
  await remove.waitFor()
  const stored = 'SELECT min_minor::text, max_minor::text FROM player_bet_limit'
  t.match((await pool.query(stored)).rows, [{ min_minor: '10', max_minor: '100' }])
  await remove.click()
  await givePassword(page)
  await press(page, 'Confirm')
  await page.getByText('No personal limits.').waitFor()
  t.equal((await pool.query(stored)).rowCount, 0)
  await opened.close()
})

t.test('free spins are given and cancelled', async t => {
  const opened = await panel.openAs(OWNER, `${PLAYER}?tab=grants`)
  const { page } = opened
  await page.getByRole('button', { name: 'Grant free spins' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Game').selectOption(GAME)
  await dialog.getByLabel(/^Spins/).fill('0')
  await givePassword(page)
  await dialog.getByRole('button', { name: 'Grant free spins' }).click()
  await dialog.getByText('INVALID_COUNT').waitFor()
  await dialog.getByLabel(/^Spins/).fill('7')
  await checkPage(t, opened, 'player-give')
  await press(page, 'Grant free spins')
  const grant = rowWith(page, GAME)
  await grant.getByText('7 / 7').waitFor()
  await grant.getByRole('button', { name: 'Cancel free spins' }).click()
  await givePassword(page)
  await press(page, 'Confirm')
  await grant.getByText('cancelled').waitFor()
  await opened.close()
})

t.test('a target outcome becomes ready on the page, and is cancelled', async t => {
  const opened = await panel.openAs(OWNER, `${PLAYER}?tab=targets`)
  const { page } = opened
  await page.getByRole('button', { name: 'Schedule a target' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Game').selectOption(GAME)
  await dialog.getByLabel('Win in base bets').fill('5')
  await dialog.getByLabel('Paid spin number').fill('90000')
  await dialog.getByLabel('Comment').fill('a show')
  await givePassword(page)
  await checkPage(t, opened, 'player-schedule')
  await press(page, 'Schedule a target')
  const target = rowWith(page, 'a show')
  await target.getByText('ready', { exact: true }).waitFor()
  await target.getByRole('button', { name: 'Cancel target' }).click()
  await givePassword(page)
  await press(page, 'Confirm')
  await target.getByText('cancelled').waitFor()
  t.equal(await target.getByRole('button').count(), 0)
  await opened.close()
})

t.test('a viewer sees everything and cannot change it', async t => {
  const { page, close } = await panel.openAs(VIEWER, PLAYER)
  await rowWith(page, GAME).waitFor()
  for (const name of ['Now', 'Levels and limits', 'Free spins', 'Target outcomes']) {
    await openTab(page, name)
    await page.locator('main h2').first().waitFor()
    await page.locator('main .rows').first().waitFor()
    t.equal(await page.locator('main [role=tabpanel] button').count(), 0, name)
  }
  await close()
})
