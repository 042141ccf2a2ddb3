// Played by npm run prove: test/admin/pauses states what a pause stops.
//
// The pages of players and kill switches in a real browser, and the kill switch while a player
// spins in the game's page.

import t from 'tap'
import { PASSWORD } from '../support/admin.ts'
import { OWNER, openAdminPanel, VIEWER } from '../support/admin-browser.ts'
import { openSilent } from './person.ts'

const panel = await openAdminPanel(t)
const { setup, node } = panel

t.test(
  'guarantee 21: a started round finishes, a new one waits for lifting, without a reload',
  async t => {
    // A game without a feature or decisions: its round finishes without input, and soon.
    const { link } = await setup.launch(node, { player_id: 'ann', symbol: 'forty-suns' })
    const context = await openSilent(panel.browser, {})
    const game = await context.newPage()
    await game.goto(link)
    await game.locator('body[data-state=idle]').waitFor()
    // A round is in flight, and the wallet does not answer its bet yet.
    setup.wallet.rule({
      method: 'bet',
      playerId: 'ann',
      act: 'http-500-before-apply',
      times: 1_000,
    })
    const sent = setup.wallet.nextCall(call => call.method === 'bet')
    await game.locator('#spin').click()
    const { roundId } = await sent
    const { page, close } = await panel.openAs(OWNER, '/pauses')
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Which one').selectOption({ label: 'Forty Suns' })
    await dialog.getByLabel('Reason').fill('A wrong picture')
    await dialog.getByRole('button', { name: 'Pause', exact: true }).click()
    await page.locator('[data-row="game:forty-suns"]').waitFor()
    await game.evaluate('window.isStillHere = true')
    const finished = setup.wallet.nextCall(
      call => call.event === 'finish' && call.roundId === roundId,
    )
    setup.wallet.behave()
    await finished
    await game.locator('body[data-state=idle]').waitFor()
    t.equal(setup.wallet.of('bet', 'ann').at(-1)!.roundId, roundId, 'no other round was started')
    await game.locator('#spin').click()
    await game.getByText('This game is paused right now').waitFor()
    await page.getByRole('button', { name: 'Lift' }).click()
    await page.getByRole('dialog').getByLabel('Your password').fill(PASSWORD)
    await page.getByRole('dialog').getByRole('button', { name: 'Lift' }).click()
    await page.getByText('Nothing is paused').waitFor()
    await game.locator('body[data-state=idle]').waitFor()
    const opened = setup.wallet.nextCall(call => call.method === 'bet')
    await game.locator('#spin').click()
    t.equal((await opened).game, 'forty-suns')
    t.equal(await game.evaluate('window.isStillHere'), true, 'the page was not loaded again')
    await close()
    await context.close()
  },
)

t.test('the kill switches of an owner pass in every look', t =>
  panel.lookAt(t, 'pauses', OWNER, '/pauses', page => page.locator('table').first().waitFor()),
)

t.test('a viewer sees what is paused, and cannot change it', async t => {
  const owned = await panel.openAs(OWNER, '/pauses')
  await owned.page.getByRole('button', { name: 'Pause', exact: true }).click()
  const dialog = owned.page.getByRole('dialog')
  await dialog.getByLabel('Which one').selectOption({ label: 'Vault Keeper' })
  await dialog.getByLabel('Reason').fill('To be looked at')
  await dialog.getByRole('button', { name: 'Pause', exact: true }).click()
  await owned.page.locator('[data-row="game:vault-keeper"]').waitFor()
  const { page, close } = await panel.openAs(VIEWER, '/pauses')
  await page.locator('[data-row="game:vault-keeper"]').getByText('To be looked at').waitFor()
  t.equal(await page.locator('main').getByRole('button').count(), 0)
  await close()
  await owned.page.getByRole('button', { name: 'Lift' }).click()
  await owned.page.getByRole('dialog').getByLabel('Your password').fill(PASSWORD)
  await owned.page.getByRole('dialog').getByRole('button', { name: 'Lift' }).click()
  await owned.page.getByText('Nothing is paused').waitFor()
  await owned.close()
})

t.test('the player list and one player pass in every look', async t => {
  await panel.lookAt(t, 'players', VIEWER, '/players?player=a', page =>
    page.locator('table').first().waitFor(),
  )
  const { page, close } = await panel.openAs(OWNER, '/projects/casino/players/ann')
  const here = page.locator('nav a[aria-current=page]')
  t.strictSame(await here.allTextContents(), ['Players'], 'the navigation marks the present page')
  await close()
  for (const tab of ['now', 'rtp', 'grants', 'targets']) {
    const at = `/projects/casino/players/ann?tab=${tab}`
    await panel.lookAt(t, `player-${tab}`, OWNER, at, page => page.locator('h2').first().waitFor())
  }
})
