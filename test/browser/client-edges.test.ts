// Played by npm run prove: it compares the pixels of every frame.
//
// Motion on the reels stays inside the frame, and a cell that spins alone stays inside that cell.
// The page's clock is held, the background rests, and the drawn pixels are compared. Real node,
// stores, Chromium.

import type { Page } from 'playwright-core'
import t from 'tap'
import { HOUR_MS } from '../../src/core/time.ts'
import { picture } from '../support/browser.ts'
import { createOperator } from '../support/operator-calls.ts'
import { holdClock, openWithClock, passMs, passUntil } from './motion-clock.ts'
import { buyFeature, finishRound, LOW_BATTERY, stateIs } from './person.ts'
import { openOperator } from './setup.ts'

const { setup, node, browser } = await openOperator(t)
const operator = createOperator(setup, node)

/**
 * Counts of pixels that differ from the previous picture: outside the reels, in each cell, and in
 * the middle of each cell.
 */
interface Changes {
  outside: number
  cells: { all: number; middle: number }[]
}

/** Runs in the page. An edge of one pixel belongs to both of its sides. */
const COMPARE = `(([columns, rows]) => {
  const canvas = document.querySelector('#stage canvas')
  const scale = canvas.width / innerWidth
  const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d')
  copy.drawImage(canvas, 0, 0)
  const { data } = copy.getImageData(0, 0, canvas.width, canvas.height)
  const before = globalThis.pictureBefore ?? data
  globalThis.pictureBefore = data
  const board = document.getElementById('board')
  const [left, top, width, height] = ['left', 'top', 'width', 'height'].map(
    name => Number.parseFloat(board.style.getPropertyValue('--reels-' + name)) * scale,
  )
  const at = board.getBoundingClientRect()
  const [x0, y0] = [at.left * scale + left, at.top * scale + top]
  const cells = Array.from({ length: columns * rows }, () => ({ all: 0, middle: 0 }))
  const changes = { outside: 0, cells }
  for (let pixel = 0; pixel < data.length / 4; pixel++) {
    const at = pixel * 4
    const isSame = [0, 1, 2].every(part => Math.abs(data[at + part] - before[at + part]) < 9)
    if (isSame) continue
    const [x, y] = [pixel % canvas.width - x0, Math.floor(pixel / canvas.width) - y0]
    if (x < -1 || y < -1 || x > width + 1 || y > height + 1) changes.outside++
    const [across, down] = [x / (width / columns), y / (height / rows)]
    const cell = cells[Math.floor(across) * rows + Math.floor(down)]
    const inset = [across % 1 * (width / columns), down % 1 * (height / rows)]
    const isInside = inset[0] > 1.5 && inset[1] > 1.5 &&
      inset[0] < width / columns - 1.5 && inset[1] < height / rows - 1.5
    if (cell === undefined || !isInside) continue
    cell.all++
    if ([across % 1, down % 1].every(share => Math.abs(share - 0.5) < 0.2)) cell.middle++
  }
  return changes
})`

type Layout = readonly [columns: number, rows: number]

function compare(page: Page, layout: Layout = [5, 3]): Promise<Changes> {
  return page.evaluate<Changes>(`${COMPARE}(${JSON.stringify(layout)})`)
}

/**
 * From a spin that wins a feature to its first card, or to wins that fly to a sum over the reels:
 * what moved, picture by picture.
 */
async function watchSpin(game: string): Promise<Changes[]> {
  const player_id = `edges-${game}`
  await operator.scheduleReady(player_id, game, { multiplier: '30', kind: 'bonus' })
  const { link } = await setup.launch(node, { player_id, symbol: game })
  const { page, close } = await openWithClock(browser, link, page =>
    page.addInitScript(LOW_BATTERY),
  )
  await holdClock(page)
  await compare(page)
  await page.locator('[data-test=spin]').click()
  await page.locator('body:not([data-state=idle])').waitFor()
  const seen: Changes[] = []
  const end = page.locator('[data-test=moment]:not([hidden]), body.tumbling').first()
  await passUntil(page, async () => {
    if (await end.isVisible()) return true
    seen.push(await compare(page))
    await picture(page, `edges-${game}-${seen.length}`)
    return false
  })
  await close()
  return seen
}

for (const game of ['lucky-lanterns', 'sugar-cascade', 'scarab-codex']) {
  t.test(`${game}: spin, wait, scatters and wins change nothing outside the reels`, async t => {
    const seen = await watchSpin(game)
    t.ok(seen.filter(({ cells }) => cells.some(({ all }) => all > 0)).length > 10, 'the reels move')
    t.same(
      seen.map(({ outside }) => outside),
      seen.map(() => 0),
    )
  })
}

t.test('a cell that spins in a respin changes no pixel outside the cell', async t => {
  const { link } = await setup.launch(node, { player_id: 'edges', symbol: 'vault-keeper' })
  const { page, close } = await openWithClock(browser, link, async page => {
    await page.addInitScript(LOW_BATTERY)
    // Coins that land fall over other cells: without their file they lie there when the drum stops.
    await page.route('**/assets/*.js', async route => {
      const response = await route.fetch()
      if (/\basync slam\(/.test(await response.text())) await route.abort()
      else await route.fulfill({ response })
    })
  })
  await buyFeature(page)
  await page.locator('[data-test=moment-key]').click()
  await page.locator('[data-test=lamps]').waitFor()
  await holdClock(page)
  await compare(page)
  await passMs(page, 100)
  const isTurning = async () => (await compare(page)).cells.some(({ middle }) => middle > 0)
  // A whole step without a change: the light of the opening card has left the reels.
  await passUntil(page, async () => !(await isTurning()))
  await passUntil(page, isTurning)
  const moved = new Set<number>()
  const seen: Changes[] = []
  // Two thirds of a respin: no column has stopped by then.
  for (let step = 0; step < 5; step++) {
    await passMs(page, 70)
    const changes = await compare(page)
    seen.push(changes)
    changes.cells.forEach(({ middle }, index) => {
      if (middle > 0) moved.add(index)
    })
    await picture(page, `edges-respin-${step}`)
  }
  const held = seen[0]!.cells.map((_, index) => index).filter(index => !moved.has(index))
  t.ok(moved.size > 0 && held.length > 0, `${moved.size} cells spin, ${held.length} are held`)
  t.same(
    seen.map(({ outside }) => outside),
    seen.map(() => 0),
    'nothing moves outside the reels',
  )
  t.same(
    held.map(index => seen.map(({ cells }) => cells[index]!.all)),
    held.map(() => seen.map(() => 0)),
    'nothing moves in a held cell',
  )
  await close()
})

t.test('elements that come and go around the board do not displace the reels', async t => {
  const player_id = 'edges-grant'
  await operator.act('freespins_create', {
    player_id,
    currency: 'EUR',
    symbol: 'lucky-lanterns',
    count: 1,
    bet: '0.20',
    expires_at: new Date(Date.now() + 2 * HOUR_MS).toISOString(),
  })
  const { link } = await setup.launch(node, { player_id, symbol: 'lucky-lanterns' })
  const { page, close } = await openWithClock(browser, link, page =>
    page.addInitScript(LOW_BATTERY),
  )
  t.notOk(await page.locator('#teaser').isVisible(), 'a grant takes its place')
  await page.locator('[data-test=free-spins-begins]').click()
  await page.locator('[data-test=spin]').click()
  await finishRound(page)
  await page.locator('[data-test=free-spins-over]').click()
  await page.locator('#teaser').waitFor()
  await stateIs(page, 'idle')
  await holdClock(page)
  await passMs(page, 5_000)
  await compare(page)
  await page.evaluate("dispatchEvent(new Event('resize'))")
  await passMs(page, 0)
  const { outside, cells } = await compare(page)
  t.strictSame([outside, ...cells.map(({ all }) => all)], [0, ...cells.map(() => 0)])
  await picture(page, 'edges-grant-over')
  await close()
})
