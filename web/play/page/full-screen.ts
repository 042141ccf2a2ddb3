// Owns the button that enters and leaves full screen. It is shown only if the browser allows it:
// not on an iPhone, nor in a frame that forbids it.

import { part } from '../../dom.ts'
import type { Texts } from '../texts/en.ts'

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

/** A refusal leaves the page unchanged; the browser has shown the player why. */
async function toggle(): Promise<void> {
  try {
    if (document.fullscreenElement === null) await document.documentElement.requestFullscreen()
    else await document.exitFullscreen()
  } catch {
    // Unchanged.
  }
}
