// The pages of players and kill switches in a real browser, and the kill switch while a player spins in the game's page.

import t from 'tap'
import { OWNER, openAdminPanel, VIEWER } from '../support/admin-browser.ts'
import { GAME } from '../support/operator-setup.ts'

const panel = await openAdminPanel(t)
const { setup, node } = panel

t.test('a player sees a pause in the game, and goes on after lifting without a reload', async t => {
  const { link } = await setup.launch(node, { player_id: 'ann' })
  const context = await panel.browser.newContext()
  const game = await context.newPage()
  await game.goto(link)
  await game.locator('body[data-state=idle]').waitFor()
  const { page, close } = await panel.openAs(OWNER, '/pauses')
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Which one').selectOption({ label: 'Lucky Lanterns' })
  await dialog.getByLabel('Reason').fill('A wrong picture')
  await dialog.getByRole('button', { name: 'Pause', exact: true }).click()
  await page.locator('[data-row="game:lucky-lanterns"]').waitFor()
  await game.evaluate('window.isStillHere = true')
  await game.locator('#spin').click()
  await game.getByText('No new rounds of this game just now').waitFor()
  await page.getByRole('button', { name: 'Lift' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Lift' }).click()
  await page.getByText('Nothing is paused').waitFor()
  await game.locator('body[data-state=idle]').waitFor()
  const opened = setup.wallet.nextCall(call => call.method === 'bet')
  await game.locator('#spin').click()
  t.equal((await opened).game, GAME)
  t.equal(await game.evaluate('window.isStillHere'), true, 'the page was not loaded again')
  await close()
  await context.close()
})

t.test('kill switches look good to an owner', t =>
  panel.lookAt(t, 'pauses', OWNER, '/pauses', page => page.locator('table').first().waitFor()),
)

t.test('players and one player look good', async t => {
  await panel.lookAt(t, 'players', VIEWER, '/players?player=a', page =>
    page.locator('table').first().waitFor(),
  )
  for (const tab of ['now', 'rtp', 'grants', 'targets']) {
    const at = `/projects/casino/players/ann?tab=${tab}`
    await panel.lookAt(t, `player-${tab}`, OWNER, at, page => page.locator('h2').first().waitFor())
  }
})
