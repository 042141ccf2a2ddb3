// Owns player input outside of the panels: the spin button, turbo, a tap on the reels, the keys,
// full screen. It must never decide whether a round may start.

import { part } from '../../dom.ts'
import type { PlayRules } from '../profile/play-rules.ts'
import type { Presenter } from '../round/presenter.ts'
import type { Session } from '../session/session.ts'
import type { Texts } from '../texts/en.ts'
import { rememberTurbo, turboRemembered } from './preferences.ts'

export function listenToKeys(session: Session, presenter: Presenter, rules: PlayRules): void {
  const turbo = part('turbo')
  const setTurbo = (on: boolean) => {
    presenter.turbo = on
    turbo.setAttribute('aria-pressed', String(on))
  }
  turbo.hidden = !rules.turbo
  setTurbo(rules.turbo && turboRemembered())
  turbo.onclick = () => {
    setTurbo(!presenter.turbo)
    rememberTurbo(presenter.turbo)
  }
  part('spin').onclick = () => session.press()
  part('table').onclick = event => {
    if (isForReels(event.target as Element)) session.hurry()
  }
  addEventListener('keydown', event => pressByKey(event, session))
  // Some browsers press a focused button when the space bar is released.
  addEventListener('keyup', event => {
    if (event.key === ' ' && (event.target as Element).id === 'spin') event.preventDefault()
  })
}

/** A tap on the reels, or anywhere while a banner or card is shown; never one on a button. */
function isForReels(target: Element): boolean {
  if (target.closest('.decision, dialog') !== null) return false
  const isKey = target.closest('button, select, input, a') !== null
  if (target.closest('.board') !== null) return !isKey || target.closest('.moment') !== null
  return !isKey && !part('moment').hidden
}

/** Space and Enter press the spin button, unless another control or a question has the focus. */
function pressByKey(event: KeyboardEvent, session: Session): void {
  if (event.key !== ' ' && event.key !== 'Enter') return
  const target = event.target as Element
  if (document.querySelector('dialog[open]') !== null) return
  if (target.closest('button, select, input, a, .decision') !== null && target.id !== 'spin') return
  event.preventDefault()
  if (!event.repeat) session.press()
}

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
