// The spin key in a browser: it collects a win that may be gambled and spins again, and it controls
// autoplay. After any failure the next step is left to the player. Real node, wallet and Chromium.

import type { Page, WebSocketRoute } from 'playwright-core'
import t from 'tap'
import { createOperator } from '../support/operator-calls.ts'
import { onlyFullSize } from '../support/size.ts'
import {
  collectAtCards,
  hurryTo,
  isIn,
  openGame,
  readMinor,
  spinUntilOffered,
  startSpin,
  stateIs,
} from './person.ts'
import { openOperator } from './setup.ts'

const { setup, node, browser } = await openOperator(t)

/** @param before a step on the page before it loads */
async function open(symbol: string, player_id: string, before?: (page: Page) => Promise<unknown>) {
  const { link } = await setup.launch(node, { player_id, symbol })
  const opened = await openGame(browser, 'phone', link, before)
  await opened.page.locator('[data-test=turbo]').click()
  return opened
}

t.test('spin collects a win that may be gambled and spins again, in one press', async t => {
  const player = 'goes-on'
  const { page, faults, close } = await open('cherry-classic', player)
  await spinUntilOffered(page)
  t.notOk(await page.locator('#decision').isVisible(), 'no dialog is open')
  t.ok(await page.locator('[data-test=bet-open]').isEnabled(), 'the next bet can be chosen')
  const before = await roundsOf(player)
  t.equal(before.filter(({ state }) => state !== 'settled').length, 1)
  await page.locator('[data-test=spin]').click()
  await page.locator('body:not(.gamble-offered)').waitFor()
  await hurryTo(page, 'idle', 'awaiting')
  while ((await roundsOf(player)).length === before.length) await hurryTo(page, 'idle', 'awaiting')
  await hurryTo(page, 'idle', 'awaiting')
  const after = await roundsOf(player)
  t.equal(after.length, before.length + 1, 'one more round')
  t.same(after.at(-2), { state: 'settled', choices: ['collect'] }, 'the win was collected')
  t.same(faults, [])
  await takeOffered(page)
  await close()
})

async function roundsOf(player: string): Promise<{ state: string; choices: string[] }[]> {
  const { rows } = await setup.pool.query<{ state: string; choices: string[] }>(
    `SELECT state, choices FROM round JOIN player USING (player_key)
     WHERE player_id = $1 AND round.project_id = $2 ORDER BY sequence`,
    [player, setup.project.projectId],
  )
  return rows
}

t.test(
  'a bet that is refused after the collect leaves the win with the player',
  onlyFullSize,
  async t => {
    const player = 'out-of-money'
    const { page, close } = await open('cherry-classic', player)
    await spinUntilOffered(page)
    const played = (await roundsOf(player)).length
    setup.wallet.rule({ method: 'bet', playerId: player, act: 'insufficient-funds' })
    await page.locator('[data-test=spin]').click()
    await page.locator('[data-test=notice]:not([hidden])').waitFor()
    await stateIs(page, 'idle')
    const won = (await roundsOf(player))[played - 1]
    t.same(won, { state: 'settled', choices: ['collect'] })
    t.equal(await readMinor(page, 'balance'), setup.wallet.balance(player))
    await close()
  },
)

t.test('a key held or pressed early answers no gamble', onlyFullSize, async t => {
  const { page, faults, close } = await open('cherry-classic', 'by-keyboard')
  const guess = page.locator('[data-test=gamble-red]')
  const isAtHint = () => page.evaluate<boolean>(`document.activeElement.matches('.gamble-hint')`)
  let steps = 0
  let isLost = false
  while (!isLost || steps === 0) {
    await spinUntilOffered(page)
    await page.locator('[data-test=gamble]').focus()
    // Held: the second one is a repeat.
    for (let times = 0; times < 2; times++) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    while (!(await isIn(page, 'idle'))) {
      t.ok(await isAtHint(), 'the focus is on no key')
      for (const key of ['Enter', ' ']) await page.keyboard.press(key)
      t.ok(await guess.isEnabled(), 'nothing is answered')
      await guess.press('Enter')
      await page.locator('[data-test=gamble-red]:disabled').waitFor({ state: 'detached' })
      await stateIs(page, 'idle', 'awaiting')
      if (await isIn(page, 'awaiting')) steps++
    }
    isLost = (await readMinor(page, 'win')) === 0n
    if (isLost) t.equal(await page.locator('#spoken').textContent(), 'Not this time')
  }
  t.same(faults, [])
  await close()
})

t.test(
  'a connection lost during the collect starts nothing when it is restored',
  onlyFullSize,
  async t => {
    const player = 'cut-off'
    const { page, cut, close } = await openCuttable('cherry-classic', player)
    await spinUntilOffered(page)
    const played = (await roundsOf(player)).length
    const collected = setup.wallet.nextCall(call => call.playerId === player)
    let pay = () => {}
    const paid = new Promise<void>(resolve => {
      pay = resolve
    })
    setup.wallet.rule({ method: 'win', playerId: player, before: () => paid })
    await page.locator('[data-test=spin]').click()
    await collected
    await cut()
    await stateIs(page, 'reconnecting')
    t.match(await page.locator('[data-test=waiting]').textContent(), /Your round is safe/)
    pay()
    await stateIs(page, 'idle')
    t.match((await roundsOf(player)).at(-1), { state: 'settled', choices: ['collect'] })
    t.equal((await roundsOf(player)).length, played, 'no bet without a press')
    await startSpin(page)
    t.equal((await roundsOf(player)).length, played + 1, 'a press spins again')
    await close()
  },
)

/** Its connection can be lost as often as wanted. */
async function openCuttable(symbol: string, player: string) {
  let close: WebSocketRoute['close'] = async () => {}
  let isOut = false
  const opened = await open(symbol, player, page =>
    page.routeWebSocket(/socket/, socket => {
      if (isOut) return void socket.close({ code: 3000 })
      socket.connectToServer()
      close = options => socket.close(options)
    }),
  )
  return {
    ...opened,
    /** The next connection succeeds. */
    cut: () => close({ code: 3000 }),
    /** No connection succeeds until the answer is called. */
    async cutOut() {
      isOut = true
      await close({ code: 3000 })
      return () => {
        isOut = false
      }
    },
  }
}

t.test(
  'a lost connection stops autoplay, which the page says once it is back',
  onlyFullSize,
  async t => {
    const { page, cut, cutOut, close } = await openCuttable('lucky-lanterns', 'cut-autoplay')
    await order(page, 100)
    await page.locator('.auto-play').waitFor()
    await cut()
    const notice = page.locator('[data-code=AUTOPLAY_LOST]:not([hidden])')
    t.match(await notice.textContent(), /connection/)
    await hurryTo(page, 'idle', 'awaiting')
    await takeOffered(page)
    const reconnect = await cutOut()
    await stateIs(page, 'reconnecting')
    const waited = await page.locator('[data-test=waiting]').textContent()
    t.equal(waited, 'Connection lost. Reconnecting…', 'no round, which would be safe, is mentioned')
    reconnect()
    await stateIs(page, 'idle')
    await close()
  },
)

t.test('the key of a game that goes on after a refusal', async t => {
  const player = 'plays-on'
  const { page, faults, close } = await open('lucky-lanterns', player)
  await t.test('a bet that is refused for good shows why, and the key spins again', async t => {
    await createOperator(setup, node).setProject({ finalRefusals: true })
    setup.wallet.rule({ method: 'bet', playerId: player, act: 'player-blocked' })
    await page.locator('[data-test=spin]').click()
    const notice = page.locator('[data-code=PLAYER_BLOCKED]:not([hidden])')
    t.match(await notice.textContent(), /Your casino does not let you play/)
    await stateIs(page, 'idle')
    t.match(await roundsOf(player), [{ state: 'rejected' }])
    await startSpin(page)
    t.equal((await roundsOf(player)).length, 2, 'the next press spins')
    await takeOffered(page)
  })

  await t.test(
    'autoplay plays its rounds, counts on the spin key and stops at a press',
    async t => {
      await order(page, 100)
      const left = page.locator('[data-test=auto-left]')
      await page.locator('[data-test=auto-left]', { hasText: /^9[0-7]$|^8\d$/ }).waitFor()
      await page.locator('[data-test=spin]').click()
      t.equal(await left.textContent(), '', 'a press stops it')
      await hurryTo(page, 'idle', 'awaiting')
      const played = (await roundsOf(player)).length
      await page.locator('[data-test=info]').click()
      await page.locator('[data-test=paytable]').waitFor()
      await page.keyboard.press('Escape')
      await page.locator('[data-test=paytable]').waitFor({ state: 'hidden' })
      t.equal((await roundsOf(player)).length, played, 'no further spin')
      await takeOffered(page)
      await order(page, 100)
      await page.locator('.auto-play').waitFor()
      await page.locator('[data-test=info]').click()
      await page.locator('body:not(.auto-play)').waitFor()
    },
  )
  t.same(faults, [])
  await close()
})

/** Collects a win of the last spin that may be gambled. */
async function takeOffered(page: Page): Promise<void> {
  if (await page.locator('.gamble-offered').isVisible()) await collectAtCards(page)
}

async function order(page: Page, rounds: number): Promise<void> {
  await page.locator('[data-test=auto]').click()
  await page.locator(`[data-test=auto-rounds-${rounds}]`).click()
  await page.locator('#auto-sheet .auto-row:nth-of-type(2) .chip').last().click()
  await page.locator('[data-test=auto-feature]').click()
  await page.locator('[data-test=auto-start]').click()
}
