// A support agent's day in the panel, in a browser: a complaint about a round is found by the one
// search, the player's page tells what happened, a note and a tag are kept, the replay is watched,
// the player is blocked and unblocked; and a viewer, who may do none of it.

import type { Page } from 'playwright-core'
import t from 'tap'
import { PASSWORD } from '../support/admin.ts'
import { checkPage, type Look, OWNER, openAdminPanel, VIEWER } from '../support/admin-browser.ts'
import { createOperator, finish } from '../support/operator-calls.ts'
import { BET, launchBody, post } from '../support/operator-setup.ts'
import { codeOf, roundOf } from '../support/play-client.ts'
import { onlyFullSize } from '../support/size.ts'

const panel = await openAdminPanel(t)
const { setup, node } = panel
const PLAYER = '/projects/casino/players/ann'
const NAMES = {
  en: { search: 'An id, its beginning, or a tag', money: 'Money', close: 'Close' },
  uk: { search: 'Ідентифікатор, його початок або тег', money: 'Гроші', close: 'Закрити' },
} as const

const { client } = await setup.openGame(node, 'ann')
const rounds: string[] = []
for (let spin = 0; spin < 3; spin++) {
  rounds.push((await finish(client, roundOf(await client.spin(BET)))).roundId)
}
/** What the first eight digits of a round's id find, which change every 65 s. */
const roundId = rounds[1]!
const found = rounds.filter(id => id.slice(0, 8) === roundId.slice(0, 8))
await createOperator(setup, node).giveSpins('bob', { external_id: 'welcome-7' })

/** Opens the search by its key, and types. */
async function search(page: Page, text: string, language: Look['language'] = 'en') {
  const field = page.getByRole('combobox', { name: NAMES[language].search })
  if (!(await field.isVisible())) await page.keyboard.press('Control+k')
  await field.fill(text)
  await page.getByRole('option').first().waitFor()
  return field
}
const dialogOf = (page: Page) => page.getByRole('dialog')

t.test('a round, a transaction, a player and a grant are found from any page', async t => {
  const opened = await panel.openAs(OWNER, '/audit')
  const { page } = opened
  const field = await search(page, roundId.slice(0, 8))
  const options = page.getByRole('option')
  await options.filter({ hasText: found.find(id => id !== roundId)! }).waitFor()
  const first = await field.getAttribute('aria-activedescendant')
  await page.keyboard.press('ArrowDown')
  t.not(await field.getAttribute('aria-activedescendant'), first, 'an arrow key moves on')
  await page.keyboard.press('ArrowUp')
  await field.fill(`bet-${roundId}`)
  await options.filter({ hasText: `bet-${roundId}` }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/rounds/${roundId}`)
  t.equal(await field.count(), 0, 'the search has closed')

  await search(page, 'welcome-7')
  await options.filter({ hasText: 'bob' }).click()
  await page.getByRole('tab', { name: 'Free spins', selected: true }).waitFor()
  // Also while a field of a form has the focus.
  await page.goto(panel.url('/players'))
  await page.getByLabel('Project').fill('casino')
  await search(page, 'an')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${PLAYER}`)
  await opened.close()
})

t.test('a text that finds nothing says so, and keeps nothing when it is closed', async t => {
  const opened = await panel.openAs(VIEWER, '/')
  const { page } = opened
  await page.locator('[data-test=search]').click()
  const field = page.getByRole('combobox', { name: NAMES.en.search })
  await field.fill('no such id')
  await page.getByText('Nothing begins with this.').waitFor()
  t.equal(await field.getAttribute('aria-expanded'), 'false')
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  t.equal(await field.inputValue(), '')
  await opened.close()
})

t.test('the page of a player shows money, keeps a note and a tag, and opens a replay', async t => {
  const opened = await panel.openAs(OWNER, PLAYER)
  const { page } = opened
  const money = page.getByRole('table', { name: 'Money' })
  await money.getByText('EUR').first().waitFor()
  const { rows } = await setup.pool.query(
    'SELECT sum(stake_minor)::text AS staked FROM round JOIN player USING (player_key) ' +
      "WHERE player_id = 'ann'",
  )
  await money.locator(`[data-minor="${rows[0].staked}"]`).first().waitFor()
  await page.locator('[data-test=last-play]').getByRole('link').waitFor()

  await page.getByLabel('New tag').fill('VIP')
  await page.getByRole('button', { name: 'Add tag' }).click()
  await page.locator('[data-tag=vip]').waitFor()
  await page.getByLabel('New note').fill('Asks about\nthe first round.')
  await page.getByRole('button', { name: 'Add note' }).click()
  const note = page.locator('.notes li', { hasText: /Asks about\s+the first round\./ })
  await note.getByText('owner:olga').waitFor()
  t.equal(await page.getByLabel('New note').inputValue(), '', 'the field is empty again')
  await checkPage(t, opened, 'player-notes')

  await page.getByRole('tab', { name: 'Rounds' }).click()
  const row = page.locator(`tr[data-row="${roundId}"]`)
  await row.getByRole('link', { name: 'Watch the replay' }).click()
  await page.locator('iframe.replay').waitFor()
  await page.goBack()
  await page.getByRole('tab', { name: 'Wallet calls' }).click()
  await page.locator('main .rows tbody tr').first().waitFor()

  await page.getByRole('tab', { name: 'Now' }).click()
  await note.getByRole('button', { name: 'Delete note' }).click()
  await dialogOf(page).getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('No notes yet.').waitFor()
  await page.getByRole('button', { name: 'Remove the tag vip' }).click()
  await page.getByText('No tags.').waitFor()
  await opened.close()
})

t.test('a player is blocked with a reason, and unblocked with the password', async t => {
  const opened = await panel.openAs(OWNER, PLAYER)
  const { page } = opened
  await page.getByRole('button', { name: 'Block player', exact: true }).click()
  const dialog = dialogOf(page)
  const confirm = dialog.getByRole('button', { name: 'Block player', exact: true })
  t.equal(await confirm.isDisabled(), true, 'not without a reason')
  await dialog.getByLabel('Reason').fill('asked for it')
  await confirm.click()
  await page.locator('[data-test=blocked]', { hasText: 'asked for it' }).waitFor()
  t.equal(codeOf(await client.spin(BET)), 'PLAYER_BLOCKED')
  const launched = await post(node, '/playGame.do', launchBody(setup.project, { player_id: 'ann' }))
  t.match(launched, { status: 403, body: { message: 'PLAYER_BLOCKED' } })
  await checkPage(t, opened, 'player-blocked')
  await search(page, 'ann')
  await page.getByRole('option').filter({ hasText: 'blocked' }).waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Unblock player' }).click()
  await dialog.getByLabel('Reason').fill('it is settled')
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Unblock player' }).click()
  await page.getByText('Player unblocked.').waitFor()
  await page.getByRole('button', { name: 'Block player', exact: true }).waitFor()
  t.match(await client.spin(BET), { type: 'round' })
  await opened.close()
})

t.test('a blocked player reads in the game why it does not open', onlyFullSize, async t => {
  const { link } = await setup.openGame(node, 'carl')
  const opened = await panel.openAs(OWNER, '/projects/casino/players/carl')
  await opened.page.getByRole('button', { name: 'Block player', exact: true }).click()
  await dialogOf(opened.page).getByLabel('Reason').fill('a test')
  await dialogOf(opened.page).getByRole('button', { name: 'Block player', exact: true }).click()
  await opened.page.locator('[data-test=blocked]').waitFor()
  const context = await panel.browser.newContext({ locale: 'en' })
  const game = await context.newPage()
  await game.goto(link)
  await game.getByText('Your casino does not let you play right now.').first().waitFor()
  await context.close()
  await opened.close()
  t.pass('the text is shown')
})

t.test('a viewer sees the page and can change nothing', async t => {
  const { page, close } = await panel.openAs(VIEWER, PLAYER)
  await page.getByText('No notes yet.').waitFor()
  await page.getByRole('table', { name: 'Money' }).waitFor()
  t.equal(await page.locator('main button:not([role=tab])').count(), 0)
  t.equal(await page.locator('main input, main textarea').count(), 0)
  await close()
})

t.test('search and page are whole in both languages, on a desktop and a phone', async t => {
  const byKey = async (page: Page, { language }: Look) => {
    await search(page, roundId.slice(0, 8), language)
  }
  await panel.lookAt(t, 'support-search', OWNER, '/', byKey)
  const shown = (page: Page, { language }: Look) =>
    page.getByRole('table', { name: NAMES[language].money }).waitFor()
  await panel.lookAt(t, 'support-player', OWNER, PLAYER, shown)
})
