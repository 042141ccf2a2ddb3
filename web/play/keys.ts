// Owns what the player's hands start outside of the panels: the spin key, turbo, a tap on the reels, the keyboard. It
// must never decide whether a round may start.

import { part } from './dom.ts'
import { rememberTurbo, turboRemembered } from './preferences.ts'
import type { Presenter } from './presenter.ts'
import type { PlayRules } from './profile/figures.ts'
import type { Session } from './session/session.ts'

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
  // Some browsers press a focused button when the space bar comes up again.
  addEventListener('keyup', event => {
    if (event.key === ' ' && (event.target as Element).id === 'spin') event.preventDefault()
  })
}

/** A tap on the reels, or anywhere while a big moment stands; never one on a key. */
function isForReels(target: Element): boolean {
  if (target.closest('.decision, dialog') !== null) return false
  const isKey = target.closest('button, select, input, a') !== null
  if (target.closest('.board') !== null) return !isKey || target.closest('.moment') !== null
  return !isKey && !part('moment').hidden
}

/** Space and Enter are the spin key, unless they press something else. */
function pressByKey(event: KeyboardEvent, session: Session): void {
  if (event.key !== ' ' && event.key !== 'Enter') return
  const target = event.target as Element
  if (document.querySelector('dialog[open]') !== null) return
  if (target.closest('button, select, input, a') !== null && target.id !== 'spin') return
  event.preventDefault()
  if (!event.repeat) session.press()
}
