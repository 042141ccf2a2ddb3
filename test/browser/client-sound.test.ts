// Played by npm run prove: making the sound takes seconds of a core.
//
// Sound in a browser: silent before the first gesture, in order over a played round, suspended on a
// hidden page, with the player's setting after a reload, and silent without errors where a browser
// has no audio. The audio context itself is observed; the page has no code for the test.

import type { Page } from 'playwright-core'
import t from 'tap'
import { barSeconds } from '../../web/play/sound/score.ts'
import { scoreOf } from '../../web/play/sound/scores/catalogue.ts'
import { CUE_NAMES, renderCue } from '../../web/play/sound/synthesis/cues.ts'
import { RATE } from '../../web/play/sound/synthesis/signal.ts'
import { picture } from '../support/browser.ts'
import { finishRound, openAlone, stateIs, WINDOWS } from './person.ts'
import { openLobby } from './setup.ts'

const GAME = 'cherry-classic'
const setup = await openLobby(t)
const { page, faults, close } = await openAlone(setup.browser, 'desktop', 'audible')
await page.addInitScript(watchAudio)
await openGame(page)

/** A sound is identified by its length. */
const score = await scoreOf(GAME)
const { cues } = score
const sectionSamples = Math.round(2 * barSeconds(score) * RATE)
const lengths = new Map(CUE_NAMES.map(cue => [renderCue(cue, cues).left.length, cue as string]))

t.test('before a gesture nothing sounds, and no audio context exists', async t => {
  // By then a worker makes the effects.
  if (page.workers().length === 0) await page.waitForEvent('worker')
  t.equal((await heard(page)).contexts, 0)
})

t.test('the first gesture starts the audio; each section of music follows the last', async t => {
  await page.locator('[data-test=sound]').click()
  await page.locator('[data-test=sound-close]').click()
  await page.waitForFunction(samples => {
    const { starts } = (globalThis as unknown as Watched).heard
    return starts.filter(({ length }) => length === samples).length === 3
  }, sectionSamples)
  const { contexts, state, starts } = await heard(page)
  t.equal(contexts, 1)
  t.equal(state, 'running')
  const music = starts.filter(({ length }) => length === sectionSamples)
  for (const [index, { when, loop }] of music.entries()) {
    t.notOk(loop)
    const frame = when * RATE
    t.ok(Math.abs(frame - Math.round(frame)) < 0.001, 'on a whole sample')
    const before = music[index - 1]
    if (before === undefined) continue
    const apart = Math.round((when - before.when) * RATE)
    t.equal(apart, sectionSamples, 'where the one before it ends')
  }
})

t.test('a round sounds its start, the rolling, and the stops from the left', async t => {
  const before = (await heard(page)).starts.length
  await page.locator('[data-test=spin]').click()
  await stateIs(page, 'idle', 'awaiting')
  const starts = (await heard(page)).starts.slice(before)
  const order = starts.map(({ length }) => lengths.get(length))
  t.same(order.slice(0, 2), ['reelsStart', 'reelsSpin'])
  const stops = starts.filter(({ length }) => lengths.get(length) === 'reelStop')
  t.equal(stops.length, 3, 'one for each reel')
  t.same(
    stops.map(({ rate }) => rate),
    stops.map(({ rate }) => rate).sort((a, b) => b - a),
  )
  await finishRound(page)
})

t.test('a hidden page is silent', async t => {
  await hide(page, true)
  await page.waitForFunction(() => (globalThis as unknown as Watched).heard.state === 'suspended')
  await hide(page, false)
  await page.waitForFunction(() => (globalThis as unknown as Watched).heard.state === 'running')
  t.pass('and sounds again when shown')
})

t.test('nothing overlaps the keys beside the logo, at any size', async t => {
  for (const [width, height] of WINDOWS) {
    await page.setViewportSize({ width, height })
    for (const name of ['sound', 'home', 'full-screen']) {
      const key = page.locator(`[data-test=${name}]`)
      await key.click({ trial: true, timeout: 5_000 })
      const box = (await key.boundingBox())!
      t.ok(box.width >= 44 && box.height >= 44, `${name}: ${box.width} x ${box.height}`)
    }
    await page.locator('[data-test=sound]').click()
    const sheet = (await page.locator('[data-test=sound-sheet]').boundingBox())!
    t.ok(sheet.x >= 0 && sheet.y >= 0 && sheet.x + sheet.width <= width, `${width}: the sheet fits`)
    t.ok(sheet.y + sheet.height <= height, `${height}: the sheet fits`)
    await picture(page, `sound-sheet-${width}x${height}`)
    await page.locator('[data-test=sound-close]').click()
  }
})

t.test('the key opens a sheet that works by keyboard, and its settings are remembered', async t => {
  const key = page.locator('[data-test=sound]')
  t.match(await key.getAttribute('aria-label'), /on$/)
  await key.focus()
  await page.keyboard.press('Enter')
  await page.locator('[data-test=sound-volume]').focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await picture(page, 'sound-sheet')
  await page.locator('[data-test=sound-switch]').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Escape')
  t.match(await key.getAttribute('aria-label'), /off$/)
  await page.reload()
  await stateIs(page, 'idle')
  t.match(await key.getAttribute('aria-label'), /off$/)
  await page.locator('[data-test=spin]').click()
  await finishRound(page)
  t.equal((await heard(page)).contexts, 0, 'no sound is made while muted')
  await page.keyboard.press('m')
  await page.waitForFunction(() => (globalThis as unknown as Watched).heard.state === 'running')
  await key.click()
  t.equal(await page.locator('[data-test=sound-volume]').inputValue(), '5')
  await page.keyboard.press('Escape')
})

t.test('sounds lost in a connection failure are loaded when it is restored', async t => {
  const blip = await openAlone(setup.browser, 'phone')
  await blip.page.addInitScript(watchAudio)
  await openGame(blip.page)
  await blip.page.context().setOffline(true)
  const lost = blip.page.waitForEvent('requestfailed', request => /assets/.test(request.url()))
  await blip.page.keyboard.press('m')
  await lost
  t.equal((await heard(blip.page)).contexts, 0)
  await blip.page.context().setOffline(false)
  await blip.page.waitForFunction(
    () => (globalThis as unknown as Watched).heard.starts.length > 0,
    null,
    { timeout: 60_000 },
  )
  t.pass('music is heard')
  await blip.page.locator('[data-test=bet-open]').click()
  await blip.page.locator('#bet-sheet[open]').waitFor()
  await blip.close()
})

t.test('the page has no faults', async t => {
  t.same(faults, [])
  await close()
})

t.test('without browser audio the game is played in silence', async t => {
  const silent = await openAlone(setup.browser, 'phone', 'audible')
  await silent.page.addInitScript(() => Reflect.deleteProperty(globalThis, 'AudioContext'))
  await openGame(silent.page)
  await silent.page.locator('[data-test=spin]').click()
  await finishRound(silent.page)
  t.same(silent.faults, [])
  await silent.close()
})

interface Start {
  length: number
  rate: number
  loop: boolean
  when: number
}

interface Watched {
  heard: { contexts: number; state: string; starts: Start[] }
}

/** Runs in the page before its own code: records the calls to its audio. */
function watchAudio(): void {
  interface Source {
    buffer: { length: number } | null
    playbackRate: { value: number }
    loop: boolean
    start(when?: number, ...rest: number[]): void
  }
  interface Context {
    state: string
    addEventListener(type: string, listener: () => void): void
  }
  interface AudioPage {
    AudioContext: new (...options: unknown[]) => Context
    AudioBufferSourceNode: { prototype: Source }
  }
  const page = globalThis as unknown as AudioPage & Watched
  page.heard = { contexts: 0, state: '', starts: [] }
  const { heard } = page
  const Native = page.AudioContext
  page.AudioContext = class extends Native {
    constructor(...options: unknown[]) {
      super(...options)
      heard.contexts += 1
      const show = () => {
        heard.state = this.state
      }
      this.addEventListener('statechange', show)
      show()
    }
  }
  const source = page.AudioBufferSourceNode.prototype
  const { start } = source
  source.start = function (when = 0, ...rest) {
    const { buffer, playbackRate, loop } = this
    // The silent sound by which libraries start a context does not count.
    if (buffer !== null && buffer.length > 1000) {
      heard.starts.push({ length: buffer.length, rate: playbackRate.value, loop, when })
    }
    return start.call(this, when, ...rest)
  }
}

async function heard(page: Page): Promise<Watched['heard']> {
  return page.evaluate(() => (globalThis as unknown as Watched).heard)
}

/** The behaviour of a browser when another tab comes to the front. */
async function hide(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate(on => {
    const { document, Event } = globalThis as unknown as {
      document: object & { dispatchEvent(event: object): void }
      Event: new (type: string) => object
    }
    Object.defineProperty(document, 'hidden', { value: on, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)
}

async function openGame(page: Page): Promise<void> {
  await page.goto(setup.url)
  await page.locator(`[data-game="${GAME}"]`).first().click()
  await page.waitForURL(/\/play\//)
  await stateIs(page, 'idle')
}
