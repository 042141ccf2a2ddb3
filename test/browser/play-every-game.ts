// A person in a browser: from the lobby through the real launch to every mode, choice and guess of
// every game; at the end the balance on screen is the wallet's. Real node, stores, wallet and
// Chromium.

import type { Pool } from 'pg'
import type { Page } from 'playwright-core'
import t from 'tap'
import { findGame, GAMES } from '../../src/games/catalogue/games.ts'
import { GAMBLE_OPTIONS } from '../../src/games/engine/gamble.ts'
import type { Game } from '../../src/games/engine/mathematics.ts'
import { findSerious } from '../support/axe.ts'
import { picture } from '../support/browser.ts'
import { isFullSize, sized } from '../support/size.ts'
import { hurryTo, isIn, openCards, openPage, readMinor, type Screen, stateIs } from './person.ts'
import { openLobby } from './setup.ts'

/** Of the base game, and of the ante bet. */
const SPINS = sized(2, 4)
/** At each change one guess of a colour and one of a suit. */
const GUESSES = isFullSize ? GAMBLE_OPTIONS : [GAMBLE_OPTIONS[0]!, GAMBLE_OPTIONS.at(-1)!]
/** A guess is offered after a win only. */
const SPINS_FOR_A_GUESS = 60

/**
 * At each change a game for each kind of mode and decision; the others have the same page with
 * other mathematics and pictures.
 */
const EVERYDAY = {
  desktop: ['lucky-lanterns', 'vault-keeper'],
  phone: ['river-of-ways', 'sugar-cascade'],
} as const satisfies Record<Screen, readonly string[]>

/** In npm run prove every game on both screens. */
function gamesOf(screen: Screen): readonly Game[] {
  return isFullSize ? GAMES : EVERYDAY[screen].map(id => findGame(id)!)
}

/** Plays games on one screen; the calling file is a separate test. */
export async function testEveryGame(screen: Screen): Promise<void> {
  const setup = await openLobby(t)
  const games = gamesOf(screen)
  for (const game of games) {
    t.test(`${game.id} on a ${screen}: every mode, choice and guess`, async t => {
      const { page, faults, close } = await openPage(setup.browser, screen)
      await openGame(page, setup.url, game.id, screen)
      t.notMatch(page.url(), /token/, 'the token has left the address bar')
      await page.locator('[data-test=turbo]').click()
      const played = await playEverything(page, game, `${game.id}-${screen}`)
      await picture(page, `${game.id}-${screen}`)
      const player = await playerOf(page, setup.url)
      const walletMinor = await setup.accounts.balance('demo', player, 'EUR')
      t.equal(
        await readMinor(page, 'balance'),
        walletMinor,
        'the balance on screen is the wallet’s record',
      )
      t.same(await readRounds(setup.pool, player), played, 'the ledger has every round, settled')
      const reels = await page.locator('[data-test=board-text] li').allTextContents()
      t.equal(reels.length, game.layout.columns, 'the board is available as text, reel by reel')
      t.ok(
        reels.every(reel => /^[A-Z].*, [A-Z]/.test(reel)),
        reels.join(' | '),
      )
      // The games of a screen share their page's elements.
      if (isFullSize || game === games[0])
        t.same(await findSerious(page), [], 'axe finds nothing serious')
      t.same(faults, [], 'no error in the page')
      await close()
    })
  }
}

/** What the ledger must hold afterwards: rounds by mode, and every answer given. */
interface Played {
  rounds: Record<string, number>
  answers: Record<string, number>
}

function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1
}

/** Every mode of the game, every option of its choice, every guess of its gamble. */
async function playEverything(page: Page, game: Game, name: string): Promise<Played> {
  const played: Played = { rounds: {}, answers: {} }
  for (let spin = 0; spin < SPINS; spin++) await playRound(page, played, 'base', null)
  for (const mode of game.modes) {
    if (mode.kind === 'ante') await playAnte(page, played, mode.id, name)
    if (mode.kind !== 'buy') continue
    for (const option of optionsOf(game)) {
      await buy(page, mode.id, name)
      await playRound(page, played, mode.id, option, `${name}-${option ?? mode.id}`)
    }
  }
  if (game.mechanics.includes('gamble')) {
    for (const guess of GUESSES) await playUntilGuessed(page, played, guess, name)
  }
  return played
}

/** Of a bought choice: at each change the first and the last. Null: the game has no choice. */
function optionsOf({ options }: Game): readonly (string | null)[] {
  if (options.length === 0) return [null]
  return isFullSize ? options : [options[0]!, options.at(-1)!]
}

async function playAnte(page: Page, played: Played, mode: string, name: string): Promise<void> {
  await page.locator(`[data-test=mode-${mode}]`).click()
  for (let spin = 0; spin < SPINS; spin++) await playRound(page, played, mode, null)
  await picture(page, `${name}-${mode}`)
  await page.locator(`[data-test=mode-${mode}]`).click()
}

async function buy(page: Page, mode: string, name: string): Promise<void> {
  await page.locator(`[data-test=mode-${mode}]`).click()
  await page.locator('[data-test=buy-yes]').waitFor()
  await picture(page, `${name}-${mode}-ask`)
  await page.locator('[data-test=buy-yes]').press('Enter')
  await page.locator('body:not([data-state=idle])').waitFor()
}

async function playUntilGuessed(
  page: Page,
  played: Played,
  guess: string,
  name: string,
): Promise<void> {
  for (let spin = 0; spin < SPINS_FOR_A_GUESS; spin++) {
    await playRound(page, played, 'base', guess, `${name}-gamble`)
    if (played.answers[guess] !== undefined) return
  }
  throw new Error(`no win in ${SPINS_FOR_A_GUESS} spins`)
}

/**
 * Plays one round to its end: a base or ante spin is pressed, a bought one is in flight. `answer`
 * is given to the first decision, everything after it is collected.
 */
async function playRound(
  page: Page,
  played: Played,
  mode: string,
  answer: string | null,
  shot?: string,
): Promise<void> {
  count(played.rounds, mode)
  // A bought round may have been drawn and shown, and may wait for a choice, by now.
  if (await isIn(page, 'idle')) await page.locator('[data-test=spin]').click()
  await hurryTo(page, 'idle', 'awaiting')
  let open = answer
  while (await isIn(page, 'awaiting')) {
    const given = open ?? (await declineOf(page))
    if (!(await isChoice(page))) await openCards(page)
    if (shot !== undefined && open !== null) await picture(page, shot)
    open = null
    count(played.answers, given)
    const key = page.locator(
      `[data-test="${given}"], [data-test="choose-${given}"], [data-test="gamble-${given}"]`,
    )
    await key.first().click()
    await page.locator('body:not([data-state=awaiting])').waitFor()
    await hurryTo(page, 'idle', 'awaiting')
  }
}

/**
 * An unwanted guess is collected; a choice of a round that was not bought takes its first option.
 */
async function declineOf(page: Page): Promise<string> {
  if (!(await isChoice(page))) return 'collect'
  const first = page.locator('[data-test^="choose-"]').first()
  return (await first.getAttribute('data-test'))!.replace('choose-', '')
}

async function isChoice(page: Page): Promise<boolean> {
  return page.locator('.decision-choice').isVisible()
}

async function openGame(page: Page, url: string, gameId: string, screen: Screen): Promise<void> {
  await page.goto(url)
  await page.locator(`[data-game="${gameId}"]`).first().waitFor()
  if (gameId === GAMES[0]!.id) await picture(page, `lobby-${screen}`)
  await page.locator('[data-test=currency]').selectOption('EUR')
  await page.locator(`[data-game="${gameId}"]`).first().click()
  await page.waitForURL(/\/play\//)
  await stateIs(page, 'idle')
  await picture(page, `${gameId}-${screen}-open`)
}

async function playerOf(page: Page, url: string): Promise<string> {
  const cookies = await page.context().cookies(`${url}/lobby/`)
  const { value } = cookies.find(cookie => cookie.name === 'lobby_player')!
  // The signature follows the id.
  return value.split('.')[0]!
}

async function readRounds(pool: Pool, player: string): Promise<Played> {
  const { rows } = await pool.query<{ mode: string; choices: string[] }>(
    `SELECT game_mode AS mode, choices FROM round JOIN player USING (player_key)
     WHERE player_id = $1 AND state = 'settled'`,
    [player],
  )
  const read: Played = { rounds: {}, answers: {} }
  for (const { mode, choices } of rows) {
    count(read.rounds, mode)
    for (const choice of choices) count(read.answers, choice)
  }
  return read
}
