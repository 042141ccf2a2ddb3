// Owns a key that acts once it has been held: a tap by mistake does nothing. It must never act for
// a key that was switched off meanwhile.

/** Long enough to let go of, short enough to wait for; the style sheet fills the key as long. */
const HOLD_MS = 900

/**
 * A key of a keyboard or of assistive technology acts at once: there a press is never a stray tap,
 * and holding is not possible.
 */
export function onHold(key: HTMLButtonElement, act: () => void): void {
  let timer = 0
  const stop = () => {
    clearTimeout(timer)
    key.classList.remove('holding')
  }
  key.classList.add('hold-key')
  key.addEventListener('pointerdown', () => {
    stop()
    if (key.disabled) return
    key.classList.add('holding')
    timer = window.setTimeout(() => {
      stop()
      if (!key.disabled && key.isConnected) act()
    }, HOLD_MS)
  })
  for (const end of ['pointerup', 'pointerleave', 'pointercancel']) key.addEventListener(end, stop)
  // A click by keyboard has no pointer event before it, and no count of presses.
  key.addEventListener('click', event => {
    if (event.detail === 0) act()
  })
  // Holding a finger on the key must not open the browser's context menu.
  key.addEventListener('contextmenu', event => event.preventDefault())
}
