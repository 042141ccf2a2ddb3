// Owns the key that acts once when pressed and again and again while it is held. It must never act
// on a disabled key.

const HOLD_MS = 420
const REPEAT_MS = 110

/** Ladders have thirty steps and more: holding walks along them. */
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
    // A click that ends a hold is not one more step; one of the keyboard has no pointer before it.
    if (!walked || event.detail === 0) act()
    walked = false
  })
  // A finger that rests on the key asks for steps, not for the browser's menu.
  key.addEventListener('contextmenu', event => event.preventDefault())
}
