// Operator free spins in a browser: granted over real HTTP while the player plays with money,
// played to their end and into the next grant, reloaded and cancelled in the middle of a round. The
// bets cost nothing, the wins are paid, and the balance on screen is the wallet's.

import type { Page } from 'playwright-core'
import t from 'tap'
import { parseAmount } from '../../src/core/money.ts'
import { picture } from '../support/browser.ts'
import { post } from '../support/operator-setup.ts'
import { sized } from '../support/size.ts'
import {
  collectAtCards,
  finishRound,
  isIn,
  openGame,
  readMinor,
  type Screen,
  startSpin,
  stateIs,
} from './person.ts'
import { openOperator } from './setup.ts'

/** A win may be gambled there, so rounds stop in the middle. */
const GAME = 'cherry-classic'
const BET = '0.25'
const HOUR_MS = 3_600_000
/** A win comes long before. */
const MANY = 200

const { setup, node, browser } = await openOperator(t)

async function act(method: string, fields: object): Promise<Record<string, unknown>> {
  const { projectId, apiKey } = setup.project
  const body = { partner: projectId, api_key: apiKey, method, ...fields }
  const answer = await post(node, '/gameActions.do', body)
  if (answer.status !== 200) throw new Error(`${method}: ${JSON.stringify(answer.body)}`)
  return answer.body.grant as Record<string, unknown>
}

const grant = (player: string, count: number, hours: number) =>
  act('freespins_create', {
    player_id: player,
    currency: 'EUR',
    symbol: GAME,
    count,
    bet: BET,
    expires_at: new Date(Date.now() + hours * HOUR_MS).toISOString(),
  })

for (const screen of sized<Screen[]>(['phone'], ['desktop', 'phone'])) {
  t.test(`free spins on a ${screen}: two grants in a row, a reload, a cancel`, async t => {
    const player = `free-${screen}`
    const { link } = await setup.launch(node, { player_id: player, symbol: GAME })
    const { page, faults, close } = await openGame(browser, screen, link)
    await page.locator('[data-test=turbo]').click()
    await page.locator('[data-test=bet-more]').click()
    const ownStake = await readMinor(page, 'stake')
    const first = await grant(player, 2, 2)
    const second = await grant(player, MANY, 3)

    await page.locator('[data-test=spin]').click()
    await t.test('a paid spin is replaced by the grant that expires first', async t => {
      await cardIs(page, 'begins', '2')
      t.equal(await noticeCode(page), 'FREE_SPINS_ACTIVE')
      await pictures(page, 'begins', screen)
      await readCard(page, 'begins')
      t.equal(await readMinor(page, 'stake'), parseAmount(BET))
      t.notOk(await page.locator('#bets').isVisible(), 'the bet is the grant’s')
      await pictures(page, 'panel', screen)
    })

    await t.test('its last spin shows the total, and the next grant follows', async t => {
      for (let spin = 0; spin < 2; spin++) await playSpin(page)
      await page.locator('[data-test=free-spins-over]').waitFor()
      await pictures(page, 'over', screen)
      const used = await act('freespins_get', { grant_id: first.grant_id })
      t.match(used, { status: 'used', played: 2, remaining: 0 })
      t.equal(await readMinor(page, 'free-spins-won'), parseAmount(String(used.total_win)))
      await readCard(page, 'over')
      await cardIs(page, 'begins', String(MANY))
      await readCard(page, 'begins')
    })

    await t.test('a reload in the middle of a round restores it', async t => {
      while (!(await isIn(page, 'awaiting'))) await startSpin(page)
      const left = await page.locator('[data-test=free-spins-left]').textContent()
      const won = await readMinor(page, 'free-spins-won')
      await page.reload()
      await stateIs(page, 'awaiting')
      t.equal(await page.locator('[data-test=free-spins-left]').textContent(), left)
      t.equal(await readMinor(page, 'free-spins-won'), won)
      t.equal(await readMinor(page, 'stake'), parseAmount(BET))
      t.notOk(await page.locator('[data-test=grant-card]').isVisible(), 'nothing starts again')
      await pictures(page, 'gamble', screen)
    })

    await t.test('a cancelled grant ends with this round, which is paid', async t => {
      await act('freespins_cancel', { grant_id: second.grant_id })
      await collectAtCards(page)
      await page.locator('[data-test=free-spins-over]').waitFor()
      const cancelled = await act('freespins_get', { grant_id: second.grant_id })
      t.equal(cancelled.status, 'cancelled')
      t.equal(await readMinor(page, 'free-spins-won'), parseAmount(String(cancelled.total_win)))
      await pictures(page, 'early', screen)
      await readCard(page, 'over')
    })

    await t.test('paid play resumes with the player’s own bet', async t => {
      t.ok(await page.locator('#bets').isVisible())
      t.equal(await readMinor(page, 'stake'), ownStake)
      t.equal(await readMinor(page, 'balance'), setup.wallet.balance(player))
      await playSpin(page)
      const bets = setup.wallet.of('bet', player).map(({ amountMinor }) => amountMinor)
      t.equal(bets.pop(), ownStake, 'the paid spin costs it')
      t.ok(bets.length >= 3 && bets.every(minor => minor === 0n), 'free spins cost nothing')
      t.equal(await readMinor(page, 'balance'), setup.wallet.balance(player))
    })
    t.same(faults, [], 'no error in the page')
    await close()
  })
}

/** Plays one spin; a win is collected, not gambled. */
async function playSpin(page: Page): Promise<void> {
  await page.locator('[data-test=spin]').click()
  await finishRound(page)
}

async function cardIs(page: Page, kind: 'begins' | 'over', figure: string): Promise<void> {
  const exactly = new RegExp(`^${figure}$`)
  await page.locator(`.grant-${kind} [data-test=grant-figure]`, { hasText: exactly }).waitFor()
}

async function readCard(page: Page, kind: 'begins' | 'over'): Promise<void> {
  await page.locator(`[data-test=free-spins-${kind}]`).click()
}

async function noticeCode(page: Page): Promise<string | null> {
  return page.locator('[data-test=notice]').getAttribute('data-code')
}

/** A picture for people; see `picture`. */
async function pictures(page: Page, name: string, screen: Screen): Promise<void> {
  await picture(page, `free-spins-${name}-${screen}`)
}
