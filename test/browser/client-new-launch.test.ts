// Played by npm run prove: each launch opens two games.
//
// A launch link opened where another player's game was, in the same tab and in the same frame: the
// page reloads for the second player in any state, and keeps nothing of the first one. Two links
// that differ only after the # are one page to a browser. Real node, wallet in two currencies, and
// Chromium.

import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { ElementHandle, Frame, Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { PROJECT_ROOT } from '../../src/environment.ts'
import type { GameMessage } from '../../src/sdk/game-frame.ts'
import { createOperator } from '../support/operator-calls.ts'
import { createGate } from '../support/scripted-wallet.ts'
import { onlyFullSize, sized } from '../support/size.ts'
import { until } from '../support/until.ts'
import { denyStorage, hurryTo, openAlone, openPage, readMinor, stateIs } from './person.ts'
import { openOperator } from './setup.ts'

/** No decisions: every spin is a whole round. */
const GAME = 'forty-suns'
const OTHER_GAME = 'cherry-classic'
/** The messages that the casino's page got from its game, and how it opens one. */
const HOST = `<!doctype html><title>A casino</title>
<iframe id="game" allow="autoplay" style="border: 0; width: 1000px; height: 700px"></iframe>
<script type="module">
  import { openGame } from '/game-frame.js'
  const frame = document.getElementById('game')
  globalThis.show = link => { frame.src = link }
  globalThis.embed = link => {
    const heard = []
    globalThis.heard = heard
    globalThis.embedded = openGame(window, frame, link, message => heard.push(message))
  }
  document.body.dataset.ready = ''
</script>`
const SDK = readFileSync(path.join(PROJECT_ROOT, 'dist', 'src', 'sdk', 'game-frame.js'), 'utf8')

const { setup, node, browser } = await openOperator(t)
const { wallet, pool } = setup
/** A frame, and the SDK's own file. */
const casino = createServer((request, response) => {
  const [type, body] =
    request.url === '/game-frame.js' ? ['text/javascript', SDK] : ['text/html', HOST]
  response.writeHead(200, { 'content-type': type }).end(body)
})
await new Promise<void>(resolve => casino.listen(0, '127.0.0.1', resolve))
t.teardown(() => {
  casino.close()
  casino.closeAllConnections()
})
const { port } = casino.address() as AddressInfo
const CASINO = `http://localhost:${port}`
/**
 * On the game's own site: the browser gives its frames storage, and a frame stays in one process.
 */
const NEAR = `http://127.0.0.1:${port}`
const operator = createOperator(setup, node)
await operator.setProject({ frameAncestors: [CASINO, NEAR] })

interface Player {
  id: string
  currency: 'EUR' | 'USD'
  link: string
}

type GamePage = Page | Frame

/** Two players, whose links are one page to a browser. */
async function twoPlayers(name: string): Promise<[alice: Player, bob: Player]> {
  const [alice, bob] = [await launch(`alice-${name}`, 'EUR'), await launch(`bob-${name}`, 'USD')]
  return [alice, { ...bob, link: alice.link.replace(/#.*/, new URL(bob.link).hash) }]
}

async function launch(
  id: string,
  currency: Player['currency'],
  symbol: string = GAME,
): Promise<Player> {
  const fields = { player_id: id, currency, symbol }
  return { id, currency, link: (await setup.launch(node, fields)).link }
}

const balanceOf = ({ id, currency }: Player) => wallet.balance(id, currency)
const betsOf = ({ id }: Player) => wallet.of('bet', id).length

const SHOWN = { EUR: '€', USD: '$' }

/** The page is ready, and shows this player's balance. */
async function isPlayedBy(page: GamePage, player: Player): Promise<void> {
  await page.locator('[data-test=balance]', { hasText: SHOWN[player.currency] }).waitFor()
  await stateIs(page, 'idle')
}

async function spin(page: GamePage): Promise<void> {
  await page.locator('[data-test=spin]').click()
  await hurryTo(page, 'idle')
}

/** The player's spin moves the player's money, and not the other player's. */
async function playsOnly(test: Test, page: GamePage, player: Player, other: Player) {
  await isPlayedBy(page, player)
  const before = { other: balanceOf(other), bets: betsOf(other), own: betsOf(player) }
  await spin(page)
  test.equal(betsOf(player), before.own + 1, `${player.id} has paid`)
  test.equal(await readMinor(page, 'balance'), balanceOf(player))
  test.equal(betsOf(other), before.bets, `${other.id} has not`)
  test.equal(balanceOf(other), before.other)
}

const follow = (page: GamePage, { link }: Player) =>
  page.evaluate(`location.href = ${JSON.stringify(link)}`)

const tokenOf = ({ link }: Player) => new URLSearchParams(new URL(link).hash.slice(1)).get('token')!

t.test('in a tab the second player plays with their own account', async t => {
  const [alice, bob] = await twoPlayers('tab')
  const { page, faults, close } = await openPage(browser, 'desktop')
  await page.goto(alice.link)
  await playsOnly(t, page, alice, bob)
  await follow(page, bob)
  await playsOnly(t, page, bob, alice)
  t.notMatch(page.url(), /token|rt_/)

  await t.test('nothing of the first player is stored or listed', async t => {
    const kept = await page.evaluate<string>('JSON.stringify({ ...sessionStorage })')
    t.match(kept, tokenOf(bob))
    t.notMatch(kept, tokenOf(alice))
    await page.locator('[data-test=info]').click()
    await page.locator('[data-test=open-history]').click()
    await page.locator('[data-test=history][data-state=shown]').waitFor()
    t.equal(await page.locator('[data-test=history-row]').count(), 1)
    await page.locator('[data-test=history-close]').click()
    await page.locator('.sheet-close').first().click()
  })

  await t.test('a reload and the back key lead to the same player', async t => {
    await page.reload()
    await playsOnly(t, page, bob, alice)
    await page.goBack()
    await playsOnly(t, page, bob, alice)
    await page.goForward()
    await playsOnly(t, page, bob, alice)
  })
  t.strictSame(faults, [])
  await close()
})

/** Two players with links to two games. */
const twoGames = (name: string) =>
  Promise.all([launch(`alice-${name}`, 'EUR', OTHER_GAME), launch(`bob-${name}`, 'USD')] as const)

/** The page plays for no player, and asks for a new launch of its game. */
async function isToBeLaunchedAnew(test: Test, page: GamePage): Promise<void> {
  await page.locator('body[data-state=error][data-code=UNAUTHORIZED]').waitFor()
  test.match(await page.locator('#loading-text').textContent(), /launch/)
}

t.test(
  'the back key leads from the second player to no game of the first',
  onlyFullSize,
  async t => {
    const [alice, bob] = await twoGames('games')
    const { page, faults, close } = await openPage(browser, 'desktop')
    await page.goto(alice.link)
    await isPlayedBy(page, alice)
    await follow(page, bob)
    await playsOnly(t, page, bob, alice)
    t.notMatch(await page.evaluate<string>('JSON.stringify({ ...sessionStorage })'), tokenOf(alice))
    await page.goBack()
    await isToBeLaunchedAnew(t, page)
    await page.goForward()
    await playsOnly(t, page, bob, alice)
    t.strictSame(faults, [])
    await close()
  },
)

t.test(
  'a page from the back-forward cache shows that another launch ended it',
  onlyFullSize,
  async t => {
    const [alice] = await twoGames('aside')
    const { page, faults, close } = await openPage(browser, 'desktop')
    await page.goto(alice.link)
    await isPlayedBy(page, alice)
    // Chromium does not cache a page that has a socket; other browsers may. The tests above cover the
    // changes that the other launch makes in the storage.
    await page.evaluate(`sessionStorage.clear()
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`)
    await isToBeLaunchedAnew(t, page)
    t.strictSame(faults, [])
    await close()
  },
)

t.test(
  'two games run side by side, in two tabs and in two frames of one',
  onlyFullSize,
  async t => {
    const [alice, bob] = await twoGames('beside')
    const { page, frame, say, faults, close } = await openCasino('silent', NEAR)
    await say('show', alice)
    await isPlayedBy(frame, alice)
    const second = await page.evaluateHandle<ElementHandle>(`document.body.appendChild(
    Object.assign(document.createElement('iframe'), { src: ${JSON.stringify(bob.link)} }))`)
    const other = (await second.asElement()!.contentFrame())!
    await isPlayedBy(other, bob)
    const tab = await page.context().newPage()
    await tab.goto(bob.link)
    await isPlayedBy(tab, bob)
    await frame.evaluate(`document.body.dataset.before = ''; location.reload()`)
    await frame.locator('body:not([data-before])').waitFor()
    await isPlayedBy(frame, alice)
    t.strictSame(faults, [])
    await close()
  },
)

/**
 * Runs in the page: records what the page shows and sounds from the moment its address names
 * another launch until it unloads. Meanwhile its keys are pressed.
 */
const USE_OLD_PAGE = `addEventListener('popstate', () => {
  document.getElementById('paytable').close()
  document.getElementById('spin').click()
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true }))
  const lookOf = id => getComputedStyle(document.getElementById(id)).visibility
  const look = { table: lookOf('table'), paytable: lookOf('paytable') }
  addEventListener('pagehide', () => sessionStorage.setItem('seen', JSON.stringify({ ...look, sound })))
})`
/**
 * Runs in the page before its own code: records whether its last call resumed or suspended the
 * audio.
 */
const WATCH_SOUND = `globalThis.sound = 'none'
  for (const wish of ['resume', 'suspend']) {
    const ask = AudioContext.prototype[wish]
    AudioContext.prototype[wish] = function () {
      globalThis.sound = wish
      return ask.call(this)
    }
  }`

t.test(
  'the first page does, shows and sounds nothing until the second is ready',
  onlyFullSize,
  async t => {
    const [alice, bob] = await twoPlayers('between')
    const { page, faults, close } = await openAlone(browser, 'desktop', 'audible')
    await page.addInitScript(WATCH_SOUND)
    await page.goto(alice.link)
    await spin(page)
    await page.waitForFunction(`sound === 'resume'`)
    await page.locator('[data-test=info]').click()
    await page.locator('#paytable[open]').waitFor()
    await page.evaluate(USE_OLD_PAGE)
    const bets = betsOf(alice)
    await follow(page, bob)
    await playsOnly(t, page, bob, alice)
    t.equal(betsOf(alice), bets, 'its keys did nothing')
    const seen = await page.evaluate<string>(`sessionStorage.getItem('seen')`)
    t.strictSame(JSON.parse(seen), { table: 'hidden', paytable: 'hidden', sound: 'suspend' })
    t.strictSame(faults, [])
    await close()
  },
)

t.test(
  'without storage the page always belongs to its address, back and forth',
  onlyFullSize,
  async t => {
    const [alice, bob] = await twoPlayers('unstored')
    const { page, faults, close } = await openAlone(browser, 'phone')
    await page.context().addInitScript(denyStorage)
    await page.goto(alice.link)
    await playsOnly(t, page, alice, bob)
    await follow(page, bob)
    await playsOnly(t, page, bob, alice)
    await page.goBack()
    await playsOnly(t, page, alice, bob)
    await page.goForward()
    await playsOnly(t, page, bob, alice)
    t.strictSame(faults, [])
    await close()
  },
)

async function openCasino(sound: 'silent' | 'audible' = 'silent', address = CASINO) {
  // Alone: a frame of another site may be denied the storage that a kept page empties.
  const opened = await openAlone(browser, 'desktop', sound)
  const { page } = opened
  await page.goto(address)
  await page.locator('body[data-ready]').waitFor()
  const frame = (await (await page.waitForSelector('#game')).contentFrame())!
  const say = (verb: 'show' | 'embed', { link }: Player) =>
    page.evaluate(`${verb}(${JSON.stringify(link)})`)
  const heard = () => page.evaluate<GameMessage[]>('heard')
  return { ...opened, frame, say, heard }
}

/** Making the sound takes seconds of a core. */
const sound = sized<'silent' | 'audible'>('silent', 'audible')

t.test(`a frame changes player while a round of the first player runs, ${sound}`, async t => {
  const [alice, bob] = await twoPlayers('frame')
  const { frame, say, faults, close } = await openCasino(sound)
  await say('show', alice)
  await playsOnly(t, frame, alice, bob)
  const gate = createGate()
  wallet.rule({ method: 'bet', playerId: alice.id, before: gate.pass })
  const asked = wallet.nextCall(({ playerId }) => playerId === alice.id)
  await frame.locator('[data-test=spin]').click()
  await asked
  await say('show', bob)
  await isPlayedBy(frame, bob)
  t.equal(await readMinor(frame, 'balance'), balanceOf(bob))
  gate.open()
  await until('the round of the first is over', async () => {
    const { rowCount } = await pool.query(
      `SELECT FROM round JOIN player USING (player_key)
       WHERE player_id = $1 AND round.project_id = $2 AND state = 'settled'`,
      [alice.id, setup.project.projectId],
    )
    return rowCount === 2
  })
  await playsOnly(t, frame, bob, alice)
  t.strictSame(faults, [])
  await close()
})

t.test(
  'openGame shows the second player in the frame of the first, and ignores other messages',
  onlyFullSize,
  async t => {
    const [alice, bob] = await twoPlayers('sdk')
    const { page, frame, say, heard, faults, close } = await openCasino('silent', NEAR)
    await say('embed', alice)
    await playsOnly(t, frame, alice, bob)
    await page.evaluate('embedded.close()')
    await say('embed', bob)
    await playsOnly(t, frame, bob, alice)
    const sent = await heard()
    t.match(sent[0], { type: 'loaded' }, 'a new page')
    const currencies = sent.flatMap(each =>
      each.type === 'ready' || each.type === 'balance' ? [each.balance.currency] : [],
    )
    t.ok(currencies.length > 0 && currencies.every(each => each === 'USD'), currencies.join())
    await say('embed', bob)
    await page.waitForFunction(`heard.some(({ type }) => type === 'ready')`)
    t.match((await heard())[0], { type: 'loaded' }, 'the same link starts a new page too')
    await playsOnly(t, frame, bob, alice)
    t.strictSame(faults, [])
    await close()
  },
)

t.test(
  'openGame without a close: messages of the first player reach no other',
  onlyFullSize,
  async t => {
    const [alice, bob] = await twoPlayers('unclosed')
    const { page, frame, say, heard, faults, close } = await openCasino('silent', NEAR)
    await say('embed', alice)
    await isPlayedBy(frame, alice)
    await page.evaluate('globalThis.first = { heard, game: embedded, count: heard.length }')
    await say('embed', bob)
    await page.evaluate('first.game.close()')
    await playsOnly(t, frame, bob, alice)
    t.ok((await heard()).some(({ type }) => type === 'settled'))
    t.equal(await page.evaluate('first.heard.length - first.count'), 0)
    t.strictSame(faults, [])
    await close()
  },
)

t.test(
  'a finished game is launched again in its frame, also by the same link',
  onlyFullSize,
  async t => {
    const [alice, bob] = await twoPlayers('over')
    const { frame, say, faults, close } = await openCasino()
    await operator.setProject({ frameAncestors: [CASINO], disabled: [`game:${GAME}`] })
    await say('show', alice)
    await frame.locator('body[data-code=PROJECT_GAME_DISABLED]').waitFor()
    await operator.setProject({ frameAncestors: [CASINO] })
    await say('show', alice)
    await playsOnly(t, frame, alice, bob)
    await pool.query(
      `UPDATE session s SET expires_at = now() - interval '1 s' FROM player p
     WHERE p.player_key = s.player_key AND player_id = $1`,
      [alice.id],
    )
    await frame.evaluate('location.reload()')
    await stateIs(frame, 'expired')
    await say('show', bob)
    await playsOnly(t, frame, bob, alice)
    t.strictSame(faults, [])
    await close()
  },
)
