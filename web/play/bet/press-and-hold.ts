// Owns a button that acts once when pressed and repeatedly while it is held. It must never act
// while disabled.

const HOLD_MS = 420
const REPEAT_MS = 110

/** Bet ladders have thirty steps and more: holding moves along them. */
export function onPressAndHold(key: HTMLButtonElement, act: () => void): void {
  let timer = 0
  let walked = false
  const walk = () => {
    if (key.disabled) return
    walked = true
    act()
    timer = window.setTimeout(walk, REPEAT_MS)
  }
  const stop = () => clearTimeout(timer)
  key.addEventListener('pointerdown', () => {
    stop()
    walked = false
    timer = window.setTimeout(walk, HOLD_MS)
  })
  for (const end of ['pointerup', 'pointerleave', 'pointercancel']) key.addEventListener(end, stop)
  key.addEventListener('click', event => {
    // The click that ends a hold is not another step; a click by keyboard has no pointer event
    // before it.
    if (!walked || event.detail === 0) act()
    walked = false
  })
  // Holding a finger on the button must not open the browser's context menu.
  key.addEventListener('contextmenu', event => event.preventDefault())
}
