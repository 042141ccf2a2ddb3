// Owns the reality check, shown after so many minutes of play: it covers everything until it is
// answered, and the answer survives a reload. It must never close without an answer.

import { make } from '../../dom.ts'
import type { Welcome } from '../net/connection.ts'
import { countedAnswer, isCheckDue } from './play-rules.ts'
import { type ProfileTexts, sayPlayed } from './texts.ts'

export interface CheckFigures {
  playedMs: number
  /** As printed; null: the rules do not show it. */
  net: string | null
}

interface CheckDeps {
  leave(): void
  answered(): void
  /** As it is now. */
  playedMs(): number
}

export class RealityCheck {
  private readonly everyMinutes: number | null
  private readonly texts: ProfileTexts
  private readonly sessionId: string
  private readonly deps: CheckDeps
  private readonly played = make('p')
  private readonly net = make('p')
  private dialog: HTMLDialogElement | null = null
  private answeredMs: number

  constructor(
    everyMinutes: number | null,
    { sessionId, sessionPlay }: Welcome,
    texts: ProfileTexts,
    deps: CheckDeps,
  ) {
    this.everyMinutes = everyMinutes
    this.texts = texts
    this.sessionId = sessionId
    this.deps = deps
    this.answeredMs = readAnswer(sessionId, sessionPlay?.playedMs ?? 0)
  }

  /** No round may start until it is answered. */
  isDue(playedMs: number): boolean {
    if (this.everyMinutes === null) return false
    return this.dialog !== null || isCheckDue(playedMs, this.everyMinutes, this.answeredMs)
  }

  /** @param mayAsk an open question only follows the figures */
  tick({ playedMs, net }: CheckFigures, mayAsk: boolean): void {
    if (!this.isDue(playedMs)) return
    this.played.textContent = sayPlayed(this.texts, playedMs)
    if (net !== null) this.net.textContent = `${this.texts.netPosition}: ${net}`
    if (mayAsk && this.dialog === null) this.ask(net === null ? [] : [this.net])
  }

  private ask(netLine: HTMLElement[]): void {
    const { texts } = this
    const title = make('h2', { text: texts.checkTitle })
    title.id = 'check-title'
    // Repeated presses of the spin button must not press either answer.
    title.tabIndex = -1
    title.autofocus = true
    const onClick = () => this.resume()
    const keys = make(
      'div',
      { class: 'ask-keys' },
      make('button', {
        class: 'ask-no',
        text: texts.leave,
        test: 'check-leave',
        onClick: this.deps.leave,
      }),
      make('button', { class: 'ask-yes', text: texts.continue, test: 'check-go-on', onClick }),
    )
    const dialog = make(
      'dialog',
      { class: 'ask', test: 'reality-check' },
      title,
      make(
        'div',
        { class: 'check-facts' },
        this.played,
        ...netLine,
        make('p', { text: texts.checkAsk }),
      ),
      keys,
    )
    dialog.setAttribute('aria-labelledby', title.id)
    dialog.addEventListener('keydown', event => event.key === 'Escape' && event.preventDefault())
    dialog.addEventListener('cancel', event => event.preventDefault())
    // Some browsers close a dialog on a second Escape regardless: open it again.
    dialog.addEventListener('close', () => this.dialog === dialog && dialog.showModal())
    document.body.append(dialog)
    this.dialog = dialog
    dialog.showModal()
  }

  /** The next one comes so long after the answer, however long this one was open. */
  private resume(): void {
    const { dialog } = this
    const playedMs = this.deps.playedMs()
    this.dialog = null
    this.answeredMs = playedMs
    keepAnswer(this.sessionId, playedMs)
    dialog?.close()
    dialog?.remove()
    this.deps.answered()
  }
}

/** By page, like the token: the next session here replaces the last. */
const key = () => `check:${location.pathname}`

/** Storage may be closed to the page: then it is asked again after a reload. */
function readAnswer(sessionId: string, playedMs: number): number {
  try {
    const [ofSession, answeredMs] = (sessionStorage.getItem(key()) ?? '').split(' ')
    const counted = ofSession === sessionId ? countedAnswer(playedMs, Number(answeredMs) || 0) : 0
    // A session goes on in the next launch, whose time would come up to this answer's.
    if (counted === 0) sessionStorage.removeItem(key())
    return counted
  } catch {
    // As if nothing had been answered.
    return 0
  }
}

function keepAnswer(sessionId: string, playedMs: number): void {
  try {
    sessionStorage.setItem(key(), `${sessionId} ${Math.floor(playedMs)}`)
  } catch {
    // Ignored: the answer lasts until the page is closed.
  }
}
