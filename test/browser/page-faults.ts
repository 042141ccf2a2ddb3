// Finds on a game page what a player could not read or press: boxes outside the window or over each
// other, keys too small for a finger, texts that are cut. Contains nothing about single games.

import type { Page } from 'playwright-core'

/** The size for a finger (WCAG 2.2, 2.5.5; the guidelines of both phone makers agree). */
const TOUCH_PX = 44

/** Everything in the bars around the reels; the reels are added by their position. */
const CONTROLS =
  '.tool, .logo, .teaser, .pot, .win-any, .feature, .mode, .step, .stepper-value, .key, .spin, .balance-box, .badge, .stake, .grant'

/** Runs in the page. */
const LOOK = `(() => {
  const faults = []
  const seen = selector => [...document.querySelectorAll(selector)].filter(each => each.checkVisibility({ visibilityProperty: true }))
  const say = each => (each.dataset?.test ?? each.id) || String(each.className)
  const box = each => each.getBoundingClientRect()
  const outside = ({ left, top, right, bottom }) => left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5
  const board = document.getElementById('board')
  const number = name => Number.parseFloat(board.style.getPropertyValue(name))
  const at = box(board)
  const reels = new DOMRect(at.left + number('--reels-left'), at.top + number('--reels-top'), number('--reels-width'), number('--reels-height'))
  const boxes = [['reels', reels], ...seen(CONTROLS).map(each => [say(each), box(each)])]
  for (const [name, each] of boxes) if (outside(each)) faults.push(name + ' is outside')
  boxes.forEach(([name, one], index) => {
    for (const [other, two] of boxes.slice(index + 1)) {
      const across = Math.min(one.right, two.right) - Math.max(one.left, two.left)
      const down = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top)
      if (across > 1 && down > 1) faults.push(name + ' lies over ' + other)
    }
  })
  for (const key of seen('.table button')) {
    const { width, height } = box(key)
    if (Math.min(width, height) < TOUCH_PX) faults.push(say(key) + ' is ' + width + ' x ' + height)
  }
  for (const text of seen('.table :is(p, span, b, small, output, h1, h2)')) {
    if (text.closest('.spoken') === null && text.scrollWidth > text.clientWidth + 1 && text.clientWidth > 0) faults.push(say(text) + ' is cut: ' + text.textContent)
  }
  if (document.documentElement.scrollHeight > innerHeight) faults.push('the page scrolls')
  return { faults, share: reels.width / innerWidth, heightShare: reels.height / innerHeight }
})()`

/**
 * Of a panel that covers the page: its first and last parts can be reached and its keys pressed.
 */
const LOOK_AT_PANEL = `(panel => {
  const faults = []
  const inside = ({ left, top, right, bottom }) => left >= -0.5 && top >= -0.5 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5
  const parts = [...panel.querySelectorAll('h2, h3, p, button, .pay li')].filter(each => each.checkVisibility())
  const whole = panel.scrollHeight <= panel.clientHeight + 1
  for (const part of parts) {
    if (!whole) part.scrollIntoView({ block: 'nearest' })
    const name = (part.dataset.test ?? part.textContent)
    const { width, height } = part.getBoundingClientRect()
    if (!inside(part.getBoundingClientRect())) faults.push(name + ' cannot be reached')
    if (part.tagName === 'BUTTON' && Math.min(width, height) < TOUCH_PX) faults.push(name + ' is ' + width + ' x ' + height)
    if (part.scrollWidth > part.clientWidth + 1) faults.push(name + ' is cut')
  }
  panel.scrollTop = 0
  if (panel.scrollWidth > panel.clientWidth) faults.push('the panel scrolls sideways')
  return { faults, scrolls: !whole }
})`

const constants = `const TOUCH_PX = ${TOUCH_PX}; const CONTROLS = ${JSON.stringify(CONTROLS)};`

interface Look {
  faults: string[]
  /** What the reels take of the window's width, and of its height. */
  share: number
  heightShare: number
}

export async function lookAtPage(page: Page): Promise<Look> {
  return page.evaluate(`(() => { ${constants} return ${LOOK} })()`)
}

export async function lookAtPanel(
  page: Page,
  selector: string,
): Promise<{ faults: string[]; scrolls: boolean }> {
  const panel = `document.querySelector(${JSON.stringify(selector)})`
  return page.evaluate(`(() => { ${constants} return ${LOOK_AT_PANEL}(${panel}) })()`)
}

/**
 * Runs in the page. Once in hundreds of changes the browser draws no frame before something moves.
 */
const TWO_FRAMES = `new Promise(done => {
  requestAnimationFrame(() => requestAnimationFrame(done))
  setTimeout(done, 2_000)
})`

/** Changes the window and waits until the page's layout fits it. */
export async function resizeTo(page: Page, [width, height]: readonly [number, number]) {
  await page.setViewportSize({ width, height })
  await page.evaluate(TWO_FRAMES)
}
