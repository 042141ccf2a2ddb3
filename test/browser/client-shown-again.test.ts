// Played by npm run prove: it plays whole rounds twice.
//
// Rounds with decisions, replayed from the player's own list: the choice with its chosen option,
// the gamble with its card, and the win that was paid. Real node, stores, wallet and Chromium.

import type { Page } from 'playwright-core'
import t from 'tap'
import { createOperator } from '../support/operator-calls.ts'
import { buyFeature, hurryTo, isIn, openCards, openGame, readMinor } from './person.ts'
import { openOperator } from './setup.ts'

const { setup, node, browser } = await openOperator(t)
const operator = createOperator(setup, node)

async function open(player_id: string, symbol: string) {
  const { link } = await setup.launch(node, { player_id, symbol })
  const opened = await openGame(browser, 'phone', link)
  await opened.page.evaluate(WATCH)
  return opened
}

/**
 * Runs in the page: what the decision panel and the win have shown, without duplicates and in
 * order.
 */
const WATCH = `globalThis.seen = []
  const look = () => {
    const panel = document.getElementById('decision')
    const taken = panel.hidden ? null : panel.querySelector('.choice-taken')?.textContent ?? null
    const card = panel.hidden ? null : panel.querySelector('.card-open .card-rank')?.textContent ?? null
    const now = {
      asks: panel.hidden ? null : [...panel.querySelectorAll('.choice')].length,
      taken, card,
      win: document.getElementById('win').dataset.minor,
    }
    if (JSON.stringify(now) !== JSON.stringify(seen.at(-1))) seen.push(now)
  }
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true })`

interface Seen {
  /** Options of a choice; 0: a gamble. */
  asks: number | null
  taken: string | null
  card: string | null
  win: string
}

/** The newest round of the player's list, from its first moment to its last. */
async function watchNewest(page: Page): Promise<Seen[]> {
  await page.locator('[data-test=info]').click()
  await page.locator('[data-test=open-history]').click()
  await page.locator('[data-test=history][data-state=shown]').waitFor()
  await page.evaluate('seen.splice(0)')
  await page.locator('[data-test=history-watch]').first().click()
  const ribbon = page.locator('[data-test=replay-ribbon]')
  await ribbon.waitFor()
  while (!(await isIn(page, 'idle'))) await hurryTo(page, 'idle')
  await ribbon.waitFor({ state: 'detached' })
  return readSeen(page)
}

const readSeen = (page: Page) => page.evaluate<Seen[]>('seen.splice(0)')
const shown = (seen: readonly Seen[], what: 'taken' | 'card') => [
  ...new Set(seen.map(each => each[what]).filter(each => each !== null)),
]

const OWN = 'SELECT FROM round WHERE project_id = $1'
const countRounds = async () => (await setup.pool.query(OWN, [setup.project.projectId])).rowCount

t.test('a round with a choice is replayed', async t => {
  const { page, faults, close } = await open('chose', 'river-of-ways')
  await buyFeature(page)
  await hurryTo(page, 'awaiting')
  const options = await page.locator('.choice').count()
  await page.locator('.choice').last().click()
  await hurryTo(page, 'idle')
  const [win, balance] = [await readMinor(page, 'win'), await readMinor(page, 'balance')]
  const rounds = await countRounds()
  const lived = await readSeen(page)
  const seen = await watchNewest(page)
  t.ok(
    seen.some(({ asks }) => asks === options),
    'the question is shown again',
  )
  t.equal(shown(lived, 'taken').length, 1)
  t.strictSame(shown(seen, 'taken'), shown(lived, 'taken'), 'with the chosen option')
  t.ok(
    seen.some(each => BigInt(each.win) === win),
    'the win is the paid one',
  )
  t.notOk(await page.locator('#decision').isVisible(), 'no new decision is asked for')
  t.equal(await readMinor(page, 'win'), win, 'the stage is as it was')
  t.equal(await readMinor(page, 'balance'), balance)
  t.equal(await countRounds(), rounds)
  t.same(faults, [])
  await close()
})

t.test('a round with a gamble is replayed', async t => {
  const player = 'gambled'
  const game = 'cherry-classic'
  await operator.scheduleReady(player, game, { multiplier: '5', kind: 'spin' })
  const { page, faults, close } = await open(player, game)
  await page.locator('[data-test=spin]').click()
  await hurryTo(page, 'awaiting')
  await openCards(page)
  await page.locator('.guess-red').first().click()
  await page.locator('.card-open').waitFor()
  await hurryTo(page, 'idle', 'awaiting')
  if (await isIn(page, 'awaiting')) await page.locator('[data-test=collect]').click()
  await hurryTo(page, 'idle')
  const [win, balance] = [await readMinor(page, 'win'), await readMinor(page, 'balance')]
  const rounds = await countRounds()
  const lived = await readSeen(page)
  const seen = await watchNewest(page)
  t.equal(shown(lived, 'card').length, 1)
  t.strictSame(shown(seen, 'card'), shown(lived, 'card'), 'the card is turned again')
  const wins = seen.map(each => BigInt(each.win))
  t.ok(wins.includes(win) && wins.some(each => each > 0n), `${wins}`)
  t.equal(await readMinor(page, 'win'), win, 'the stage is as it was')
  t.equal(await readMinor(page, 'balance'), balance)
  t.equal(await countRounds(), rounds)
  t.same(faults, [])
  await close()
})
