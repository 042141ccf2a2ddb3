// Owns the key that takes the whole screen and gives it back. It shows only where the browser lets a page
// do so: not on an iPhone, nor in a frame that does not allow it.

import { part } from './dom.ts'
import type { Texts } from './texts/shape.ts'

export function offerFullScreen(texts: Texts): void {
  const key = part<HTMLButtonElement>('full-screen')
  if (!document.fullscreenEnabled) return
  key.hidden = false
  key.onclick = () => void toggle()
  const show = () => {
    const isFull = document.fullscreenElement !== null
    const text = isFull ? texts.leaveFullScreen : texts.fullScreen
    key.setAttribute('aria-pressed', String(isFull))
    key.setAttribute('aria-label', text)
    key.title = text
  }
  document.addEventListener('fullscreenchange', show)
  show()
}

/** A refusal leaves the page as it is; the browser has told the player why. */
async function toggle(): Promise<void> {
  try {
    if (document.fullscreenElement === null) await document.documentElement.requestFullscreen()
    else await document.exitFullscreen()
  } catch {
    // As it is.
  }
}
