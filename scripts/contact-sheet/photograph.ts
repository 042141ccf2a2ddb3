// Brings one game into every state of play and takes the pictures. Wins and features are target
// outcomes; motion is stopped while a picture is taken. It must never depend on how a sheet looks.

import type { Browser, Page } from 'playwright-core'
import type { Game } from '../../src/games/engine/mathematics.ts'
import { holdClock, installClock } from '../../test/browser/motion-clock.ts'
import { resizeTo } from '../../test/browser/page-faults.ts'
import { drawnBy, openCards, readMinor, type Size, stateIs } from '../../test/browser/person.ts'
import { pretendCard } from '../../test/support/browser.ts'
import type { createOperator } from '../../test/support/operator-calls.ts'

export const STATES = [
  'idle',
  'spin',
  'win',
  'big win',
  'feature start',
  'feature',
  'feature end',
  'bets',
  'autoplay',
  'rules',
  'buy',
  'question',
  'free spins',
] as const
export type State = (typeof STATES)[number]

/**
 * Multiples of the bet, in the order of trying; every game reaches at least one, and a target is
 * met within 2 %.
 */
const WINS = ['4', '5', '3', '2', '8']
const BIG_WINS = ['20', '18', '25', '30', '50']
const FEATURES = ['20', '30', '50', '15', '80']
/** The cards of big moments: a win's banner, a feature's first and last card. */
const card = (kind: 'win' | 'intro' | 'outro') => `#moment[data-kind=${kind}]:not([hidden])`
/** In a feature that has won something, without a card over it. */
const IN_FEATURE =
  '.in-feature:has(#moment[hidden]) [data-test=feature-total]:not([data-minor="0"])'
/** The middle of a motion: reels at full speed, an amount half counted up. */
const AMID_MS = 450
/** The scene of a feature has come in. */
const CHANGED_MS = 1600
/** PNG pictures of nine games in 4K windows are more than a browser page can hold. */
const PICTURE = { animations: 'disabled', type: 'jpeg', quality: 90 } as const
const IS_OVER = 'body[data-state=idle], body[data-state=awaiting]'
/** The tapping of a player who wants to see the end soon. */
const HURRY_EVERY_MS = 150
const TRIES = 400
/** Runs in the page in one step, so that a card that has just appeared is not dismissed. */
const TAP_UNLESS = `selector => {
  const there = [...document.querySelectorAll(selector)].some(each => each.checkVisibility())
  if (!there) document.getElementById('board').click()
}`

export interface Photographer {
  browser: Browser
  /** In the browser of `launchWithCard`, WebGL. */
  renderer: string
  operator: ReturnType<typeof createOperator>
  /** Launches the game for a player and returns the link. */
  launch(player: string): Promise<string>
  game: Game
  states: readonly State[]
  sizes: readonly Size[]
  onPicture(): void
  /** Called for a state that the game did not reach. */
  onFault(state: State, error: unknown): void
}

export interface Row {
  state: State
  /** JPEG, one for each window; null: the game has no such state. */
  pictures: readonly (Buffer | null)[]
}

export async function photographGame(given: Photographer): Promise<Row[]> {
  const rows: Row[] = []
  for (const state of given.states) {
    try {
      rows.push({ state, pictures: await photographState(given, state) })
    } catch (error) {
      given.onFault(state, error)
    }
  }
  return rows
}

/** Every state has a separate player and page, so none depends on earlier ones. */
async function photographState(given: Photographer, state: State): Promise<Row['pictures']> {
  const { browser, renderer, game, sizes, launch, onPicture } = given
  const player = `${game.id}-${state.replaceAll(' ', '-')}`
  const nothing = () =>
    sizes.map(() => {
      onPicture()
      return null
    })
  if (!(await prepare(given, state, player))) return nothing()
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await context.addInitScript(installClock)
  if (renderer === 'webgl') await context.addInitScript(pretendCard)
  try {
    const page = await context.newPage()
    await page.goto(await launch(player))
    await page.locator('.loading-screen').waitFor({ state: 'hidden' })
    const drawn = await drawnBy(page)
    if (drawn !== renderer) throw new Error(`the page is drawn by ${drawn}`)
    if (!(await bring(page, state, game))) return nothing()
    const pictures: Buffer[] = []
    for (const size of sizes) {
      await resizeTo(page, size)
      // Marks of winning cells disappear when the size changes, and come back after a moment.
      if (state === 'win') await page.waitForTimeout(AMID_MS)
      pictures.push(await page.screenshot(PICTURE))
      onPicture()
    }
    return pictures
  } finally {
    await context.close()
  }
}

/** What the operator does beforehand; false: the game does not have this state. */
async function prepare(
  { game, operator }: Photographer,
  state: State,
  player: string,
): Promise<boolean> {
  const schedule = (kind: 'spin' | 'bonus', multipliers: readonly string[]) =>
    scheduleAny(operator, player, game.id, kind, multipliers)
  if (state === 'win') return schedule('spin', WINS)
  if (state === 'big win') return schedule('spin', BIG_WINS)
  if (state.startsWith('feature')) return schedule('bonus', FEATURES)
  if (state === 'question' && game.mechanics.includes('gamble')) return schedule('spin', WINS)
  if (state === 'question') return game.options.length > 0
  if (state === 'buy') return game.modes.some(({ kind }) => kind === 'buy')
  if (state !== 'free spins') return true
  if (!game.freeSpins) return false
  const expires_at = new Date(Date.now() + 86_400_000).toISOString()
  const fields = { player_id: player, currency: 'EUR', symbol: game.id, count: 10, expires_at }
  await operator.act('freespins_create', { ...fields, bet: '1.00' })
  return true
}

async function scheduleAny(
  operator: Photographer['operator'],
  player: string,
  symbol: string,
  kind: 'spin' | 'bonus',
  multipliers: readonly string[],
): Promise<boolean> {
  for (const multiplier of multipliers) {
    try {
      await operator.scheduleReady(player, symbol, { multiplier, kind })
      return true
    } catch {
      // This multiple is unreachable; another one may not be.
    }
  }
  return false
}

/** What a key opens over the game. */
const SHEETS = {
  bets: { key: '[data-test=bet-open]', sheet: '#bet-sheet' },
  autoplay: { key: '[data-test=auto]', sheet: '#auto-sheet' },
  rules: { key: '[data-test=info]', sheet: '#paytable' },
  buy: { key: '.mode-buy', sheet: '#ask' },
}

/** Plays the page to the point where the picture is taken; false: it did not get there. */
async function bring(page: Page, state: State, game: Game): Promise<boolean> {
  const press = (name: string) => page.locator(`[data-test=${name}]`).click()
  if (state === 'free spins') return appears(page, '[data-test=grant-card]')
  await stateIs(page, 'idle')
  switch (state) {
    case 'idle':
      return true
    case 'spin':
      await press('spin')
      await page.waitForTimeout(AMID_MS)
      return hold(page)
    case 'win':
      await press('spin')
      await hurry(page, IS_OVER)
      return (await readMinor(page, 'win')) > 0n
    case 'big win':
      await press('spin')
      return holdAt(page, `${card('win')} [data-test=moment-amount][data-minor]`)
    case 'feature start':
      return startFeature(page, () => holdAt(page, card('intro'), CHANGED_MS))
    case 'feature':
      return startFeature(page, async () => {
        await press('moment-key')
        return holdAt(page, IN_FEATURE)
      })
    case 'feature end':
      await press('turbo')
      return startFeature(page, () =>
        holdAt(page, `${card('outro')} [data-test=moment-amount][data-minor]`),
      )
    case 'question':
      return ask(page, game)
    default:
      await page.locator(SHEETS[state].key).click()
      return appears(page, `${SHEETS[state].sheet}[open]`)
  }
}

async function ask(page: Page, game: Game): Promise<boolean> {
  if (game.mechanics.includes('gamble')) {
    await page.locator('[data-test=spin]').click()
    await hurry(page, '.gamble-offered')
    await openCards(page)
  } else {
    await page.locator('.mode-buy').click()
    await page.locator('[data-test=buy-yes]').press('Enter')
    await hurry(page, '.decision-choice')
  }
  return true
}

/** Enters a feature, taking the first option if one has to be chosen. */
async function startFeature(page: Page, then: () => Promise<boolean>): Promise<boolean> {
  await page.locator('[data-test=spin]').click()
  await hurry(page, `.decision-choice, ${card('intro')}, .in-feature`)
  if (await isSeen(page, '.decision-choice')) await page.locator('.choice').first().click()
  return then()
}

function isSeen(page: Page, selector: string): Promise<boolean> {
  return page.locator(selector).first().isVisible()
}

async function appears(page: Page, selector: string): Promise<boolean> {
  await page.locator(selector).first().waitFor()
  return true
}

/** Taps the board until the selector matches: this shortens motions and dismisses cards. */
async function hurry(page: Page, selector: string): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    if (await isSeen(page, selector)) return
    await page.evaluate(`(${TAP_UNLESS})(${JSON.stringify(selector)})`)
    await page.waitForTimeout(HURRY_EVERY_MS)
  }
  throw new Error('the page never came to the state to photograph')
}

/** Waits without hurrying, so that the page looks as a player sees it, then stops it there. */
async function holdAt(page: Page, selector: string, afterMs = AMID_MS): Promise<boolean> {
  await page.locator(selector).first().waitFor({ timeout: 120_000 })
  await page.waitForTimeout(afterMs)
  return hold(page)
}

async function hold(page: Page): Promise<boolean> {
  await holdClock(page)
  return true
}
