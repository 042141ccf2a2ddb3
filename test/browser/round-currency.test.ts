// Played by npm run prove: test/player states the currency of a round.
//
// An open round of another session, in another currency: the page shows its amounts in the round's
// currency, and never takes its balance for the session's.

import t from 'tap'
import { roundOf } from '../support/play-client.ts'
import { collectAtCards, openPage, stateIs } from './person.ts'
import { openOperator } from './setup.ts'

const { setup, node, browser } = await openOperator(t)

t.test('a round in roubles stays in roubles on a page in euros', async t => {
  // A launch in another currency is refused while a round is open.
  const { link } = await setup.launch(node, { player_id: 'two-currencies' })
  const roubles = await setup.openGame(node, 'two-currencies', { currency: 'RUB' })
  const bet = { denominationMinor: '20', credits: 20 }
  let round = roundOf(await roubles.client.spin(bet))
  while (round.status !== 'awaiting') round = roundOf(await roubles.client.spin(bet))
  const { page, faults, close } = await openPage(browser, 'desktop')
  await page.goto(link)
  await stateIs(page, 'awaiting')
  const shown = (name: string) => page.locator(`[data-test=${name}]`).textContent()
  t.match(await shown('stake'), /^₽/)
  t.match(await shown('balance'), /^€/)
  const balance = await shown('balance')
  await collectAtCards(page)
  await stateIs(page, 'idle')
  t.equal(await shown('balance'), balance)
  t.match(await shown('stake'), /^€/, 'the price of the next round')
  t.strictSame(faults, [])
  await close()
})
