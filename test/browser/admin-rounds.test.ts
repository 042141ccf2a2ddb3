// Played by npm run prove: tests of the admin API do the same to rounds, without pages.
//
// A person finds a round in the panel, replays it in the real game, and acts on rounds: with the
// wallet down and up again, where the machine refuses, and as an account without the right.

import { text as readText } from 'node:stream/consumers'
import type { FrameLocator, Page } from 'playwright-core'
import t from 'tap'
import { GAMES } from '../../src/games/catalogue/games.ts'
import { PASSWORD } from '../support/admin.ts'
import { OWNER, openAdminPanel, VIEWER } from '../support/admin-browser.ts'
import { picture } from '../support/browser.ts'
import { cheapestBet } from '../support/operator-calls.ts'
import { BET } from '../support/operator-setup.ts'
import { roundOf } from '../support/play-client.ts'
import { oweWin, spinToDecision } from '../support/round-points.ts'
import { isFullSize, onlyFullSize } from '../support/size.ts'
import { until } from '../support/until.ts'

const panel = await openAdminPanel(t)
const { setup, node, openAs } = panel
const { wallet, pool } = setup

/** A round with a decision, settled. */
async function decided(playerId: string) {
  const { client } = await setup.openGame(node, playerId)
  const { roundId } = await spinToDecision(client)
  const round = roundOf(await client.collect(roundId))
  client.close()
  return round
}

/** A round whose bet the wallet has never confirmed, in any later state. */
async function oweBet(playerId: string): Promise<string> {
  const { client } = await setup.openGame(node, playerId)
  wallet.rule({ method: 'bet', playerId, act: 'http-500-before-apply', times: 10_000 })
  void client.spin(BET).catch(() => {})
  let roundId = ''
  await until('a bet without an answer', async () => {
    const { rows } = await pool.query<{ round_id: string }>(
      `SELECT round_id FROM unfinished JOIN player USING (player_key)
       WHERE player_id = $1 AND bet_status = 'unknown'`,
      [playerId],
    )
    roundId = rows[0]?.round_id ?? ''
    return roundId !== ''
  })
  return roundId
}

const isBuy = ({ kind }: { kind: string }) => kind === 'buy'

const replayOf = (page: Page) => page.frameLocator('iframe.replay')
const replayIs = (frame: FrameLocator, phase: string) =>
  frame.locator(`body[data-replay=${phase}]`).waitFor()
const minorOf = async (frame: FrameLocator, name: string) =>
  frame.locator(`[data-test=${name}]`).getAttribute('data-minor')

async function watch(page: Page): Promise<FrameLocator> {
  await page.getByRole('button', { name: /Watch the replay|Дивитися повтор/ }).click()
  const frame = replayOf(page)
  await replayIs(frame, 'ready')
  return frame
}

t.test('a round is found by its id, and its replay ends with the recorded win', async t => {
  const round = await decided('watched')
  const { page, faults, close } = await openAs(VIEWER, '/rounds')
  await page.locator('input[name=roundId]').fill(` win-${round.roundId} `)
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await page.locator(`[data-row="${round.roundId}"] a[data-to=round]`).click()
  await page.getByText('Settled: all money has moved').waitFor()
  const frame = await watch(page)
  const before = await minorOf(frame, 'balance')
  await frame.locator('[data-test=replay-speed]').selectOption('4')
  await frame.locator('[data-test=replay-next]').click()
  await replayIs(frame, 'waiting')
  await picture(page, 'admin-round-replay-decision')
  await frame.locator('[data-test=replay-next]').click()
  await replayIs(frame, 'ended')
  const win = BigInt(round.win.replace('.', ''))
  const stake = BigInt(round.stake.replace('.', ''))
  t.equal(await minorOf(frame, 'win'), String(win))
  t.equal(await minorOf(frame, 'balance'), String(BigInt(before!) - stake + win))
  t.equal(await minorOf(frame, 'stake'), String(stake))
  t.match(await frame.locator('.replay-says').textContent(), /End of the record/)
  await picture(page, 'admin-round-replay-ended')
  await frame.locator('[data-test=replay-again]').click()
  await replayIs(frame, 'ready')
  t.equal(await minorOf(frame, 'balance'), before)
  await frame.locator('[data-test=replay-play]').focus()
  await page.keyboard.press('Enter')
  await replayIs(frame, 'playing')
  await replayIs(frame, 'ended')
  t.equal(await minorOf(frame, 'win'), String(win))
  t.strictSame(faults, [])
  await close()
})

t.test('a bought feature with a choice is replayed to its end', onlyFullSize, async t => {
  const game = GAMES.find(({ options, modes }) => options.length > 0 && modes.some(isBuy))!
  wallet.openWith(1_000_000_00n)
  const { client } = await setup.openGame(node, 'chooses', { symbol: game.id })
  const bet = cheapestBet(game.id)
  let round = roundOf(await client.send({ type: 'spin', bet, mode: game.modes.find(isBuy)!.id }))
  const option = game.options.at(-1)!
  t.equal(round.awaiting?.kind, 'choice')
  round = roundOf(await client.send({ type: 'choose', roundId: round.roundId, option }))
  while (round.status === 'awaiting') round = roundOf(await client.collect(round.roundId))
  const { page, faults, close } = await openAs(VIEWER, `/rounds/${round.roundId}`)
  const frame = await watch(page)
  await frame.locator('[data-test=replay-speed]').selectOption('4')
  await frame.locator('[data-test=replay-next]').click()
  await replayIs(frame, 'waiting')
  await picture(page, 'admin-round-replay-choice')
  await frame.locator('[data-test=replay-play]').click()
  await frame.locator('body[data-replay=ended]').waitFor({ timeout: 240_000 })
  await picture(page, 'admin-round-replay-choice-ended')
  t.equal(await minorOf(frame, 'win'), round.win.replace('.', '').replace(/^0+(?=[0-9])/, ''))
  t.strictSame(faults, [])
  await close()
})

t.test('a search stays in the address, and its pages follow one another', onlyFullSize, async t => {
  const { page, close } = await openAs(VIEWER, '/rounds')
  await page.locator('input[name=projectId]').fill('casino')
  await page.locator('input[name=playerId]').fill('watched')
  await page.keyboard.press('Enter')
  await page.waitForURL(/playerId=watched/)
  await page.locator('[data-row]').first().waitFor()
  const rows = await page.locator('[data-row]').count()
  await page.reload()
  await page.locator('[data-row]').first().waitFor()
  t.equal(await page.locator('[data-row]').count(), rows)
  t.equal(await page.locator('input[name=playerId]').inputValue(), 'watched')
  await page.locator('input[name=playerId]').fill('no-such-player')
  await page.keyboard.press('Enter')
  await page.getByText('No rounds found').waitFor()
  await close()
})

t.test(
  'a push with the wallet down shows the reason, and with the wallet up settles the round',
  async t => {
    const roundId = await oweWin(setup, node, 'pushed', 10_000)
    const { page, faults, close } = await openAs(OWNER, `/rounds/${roundId}`)
    const push = async () => {
      await page.locator('[data-test=round-push]').click()
      await page.getByRole('dialog').getByLabel('Your password').fill(PASSWORD)
      await page.getByRole('dialog').getByRole('button', { name: 'Push now' }).click()
    }
    const outcome = page.locator('[data-test=pushed]')
    // With each attempt the next automatic one is later.
    for (let tries = 0; tries < 4; tries++) {
      await push()
      await outcome.getByText(/The wallet’s answer to the win: .*500/).waitFor()
      if (tries === 0) await picture(page, 'admin-round-pushed-down')
      await outcome.getByRole('button', { name: 'Close' }).click()
    }
    wallet.behave()
    await push()
    await outcome.getByText(/Now: settled\. Nothing is owed\./).waitFor()
    await page.locator('[data-test=money-win]').getByText('confirmed').waitFor()
    t.ok(wallet.of('win', 'pushed').length >= 6)
    t.equal(await page.locator('[data-test=round-push]').getAttribute('aria-disabled'), 'true')
    t.strictSame(faults, [])
    await close()
  },
)

t.test('a cancel with a reason refunds the bet', async t => {
  const roundId = await oweBet('cancelled')
  const { page, faults, close } = await openAs(OWNER, `/rounds/${roundId}`)
  await page.locator('[data-test=round-cancel]').click()
  const dialog = page.getByRole('dialog')
  const submit = dialog.getByRole('button', { name: 'Cancel and refund' })
  await dialog.locator('textarea').fill('the operator asked')
  await dialog.getByLabel('Your password').fill(PASSWORD)
  // Refused while one of its wallet calls is in flight: the person tries again.
  await until('no call is under way', async () => {
    await submit.click()
    const busy = dialog.getByText('ROUND_BUSY')
    const over = page.getByText('Round cancelled; the refund is being sent.')
    await busy.or(over).first().waitFor()
    return !(await busy.isVisible())
  })
  await dialog.waitFor({ state: 'detached' })
  wallet.behave()
  await page.locator('[data-test=money-refund]').getByText('confirmed').waitFor()
  await page.getByText('owner:olga').first().waitFor()
  t.equal(await page.locator('[data-test=round-cancel]').getAttribute('aria-disabled'), 'true')
  t.strictSame(faults, [])
  await close()
})

t.test('a round that was set aside is brought back into play', onlyFullSize, async t => {
  const { client } = await setup.openGame(node, 'aside')
  const { roundId } = await spinToDecision(client)
  client.close()
  await pool.query(
    `UPDATE unfinished_round SET state = 'reconciliation_required', failure = 'broken'
     WHERE round_id = $1`,
    [roundId],
  )
  const { page, faults, close } = await openAs(OWNER, `/rounds/${roundId}`)
  t.equal(await page.locator('[data-test=round-push]').getAttribute('aria-disabled'), 'true')
  await page.locator('[data-test=round-putBack]').click()
  await page.getByRole('dialog').getByLabel('Your password').fill(PASSWORD)
  await page.getByRole('dialog').getByRole('button', { name: 'Return to play' }).click()
  await page.getByText('The round is in play again.').waitFor()
  await page.locator('[data-test=round-putBack][aria-disabled=true]').waitFor()
  t.strictSame(faults, [])
  await close()
})

t.test('a cancel that comes too late is refused in its dialog', onlyFullSize, async t => {
  const roundId = await oweBet('late')
  const { page, close } = await openAs(OWNER, `/rounds/${roundId}`)
  await page.locator('[data-test=not-shown]').waitFor()
  await page.locator('[data-test=round-cancel]').click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('textarea').fill('the operator asked')
  await dialog.getByLabel('Your password').fill(PASSWORD)
  wallet.behave()
  await until('it goes on', async () => {
    const { rows } = await pool.query<{ state: string }>(
      'SELECT state FROM round WHERE round_id = $1',
      [roundId],
    )
    return rows[0]!.state !== 'debit_pending'
  })
  await dialog.getByRole('button', { name: 'Cancel and refund' }).click()
  await dialog.getByText('ROUND_NOT_CANCELLABLE').waitFor()
  t.equal(await dialog.locator('textarea').inputValue(), 'the operator asked', 'it stays typed')
  await close()
})

t.test(
  'a viewer may read and download the dispute pack, and has no actions',
  onlyFullSize,
  async t => {
    const roundId = await oweWin(setup, node, 'looked-at', 10_000)
    const { page, close } = await openAs(VIEWER, `/rounds/${roundId}`)
    const push = page.locator('[data-test=round-push]')
    t.equal(await push.getAttribute('aria-disabled'), 'true')
    await push.focus()
    await page.getByText('Only owners can do this.').waitFor()
    await push.press('Enter')
    t.equal(await page.getByRole('dialog').count(), 0)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Dispute pack' }).click(),
    ])
    t.equal(file.suggestedFilename(), `round-${roundId}.html`)
    const pack = await page.context().newPage()
    const complaints: string[] = []
    pack.on('console', line => complaints.push(line.text()))
    await pack.setContent(await readText(await file.createReadStream()))
    await picture(pack, 'admin-dispute-pack')
    const marked = await pack.evaluate<string>(
      `getComputedStyle(document.querySelector('.board .won')).outlineStyle`,
    )
    t.equal(marked, 'solid', 'its own style, which its policy names, applies')
    await pack.locator('.board').first().scrollIntoViewIfNeeded()
    await picture(pack, 'admin-dispute-pack-boards')
    t.strictSame(complaints, [])
    await close()
  },
)

t.test('the pages of rounds pass in every look', async t => {
  const round = await decided('looks')
  const owed = await oweWin(setup, node, 'looks-owed', 10_000)
  await panel.lookAt(t, 'rounds', VIEWER, '/rounds', page =>
    page.locator('[data-row]').first().waitFor(),
  )
  if (!isFullSize) return
  await panel.lookAt(t, 'round', OWNER, `/rounds/${round.roundId}`, async page => {
    await page.locator('[data-row="0"]').waitFor()
    const frame = await watch(page)
    await frame.locator('[data-test=replay-speed]').selectOption('4')
    await frame.locator('[data-test=replay-next]').click()
    await replayIs(frame, 'waiting')
  })
  await panel.lookAt(t, 'round-owed', OWNER, `/rounds/${owed}`, async page => {
    await page.locator('[data-test=owed]').waitFor()
    await page.locator('[data-row="3"]').scrollIntoViewIfNeeded()
  })
})
