// Owns the reality check, shown after so many minutes of play: it covers everything until it is
// answered, and the answer survives a reload. It must never close without an answer.

import { make } from '../dom.ts'
import { fill } from '../texts.ts'
import { isCheckDue, printDuration } from './figures.ts'
import type { ProfileTexts } from './texts.ts'

export interface CheckFigures {
  playedMs: number
  /** As printed; null: the rules do not show it. */
  net: string | null
}

export class RealityCheck {
  private readonly everyMinutes: number | null
  private readonly texts: ProfileTexts
  private readonly sessionId: string
  private readonly leave: () => void
  private readonly answered: () => void
  private dialog: HTMLDialogElement | null = null
  private answeredMs: number

  constructor(
    everyMinutes: number | null,
    sessionId: string,
    texts: ProfileTexts,
    events: { leave(): void; answered(): void },
  ) {
    this.everyMinutes = everyMinutes
    this.texts = texts
    this.sessionId = sessionId
    this.leave = events.leave
    this.answered = events.answered
    this.answeredMs = readAnswer(sessionId)
  }

  /** No round may start until it is answered. */
  isDue(playedMs: number): boolean {
    if (this.everyMinutes === null) return false
    return this.dialog !== null || isCheckDue(playedMs, this.everyMinutes, this.answeredMs)
  }

  ask({ playedMs, net }: CheckFigures): void {
    if (this.dialog !== null) return
    const { texts } = this
    const title = make('h2', { text: texts.checkTitle })
    title.id = 'check-title'
    // Repeated presses of the spin button must not press either answer.
    title.tabIndex = -1
    title.autofocus = true
    const netLine = net === null ? [] : [make('p', { text: `${texts.netPosition}: ${net}` })]
    const played = fill(texts.checkPlayed, { time: printDuration(playedMs) })
    const goOn = () => this.goOn(playedMs)
    const keys = make(
      'div',
      { class: 'ask-keys' },
      make('button', {
        class: 'ask-no',
        text: texts.leave,
        test: 'check-leave',
        onClick: this.leave,
      }),
      make('button', { class: 'ask-yes', text: texts.goOn, test: 'check-go-on', onClick: goOn }),
    )
    const dialog = make(
      'dialog',
      { class: 'ask', test: 'reality-check' },
      title,
      make(
        'div',
        { class: 'check-facts' },
        make('p', { text: played }),
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

  private goOn(playedMs: number): void {
    const { dialog } = this
    this.dialog = null
    this.answeredMs = playedMs
    keepAnswer(this.sessionId, playedMs)
    dialog?.close()
    dialog?.remove()
    this.answered()
  }
}

/** By page, like the token: the next session here replaces the last. */
const key = () => `check:${location.pathname}`

/** Storage may be blocked for the page: then the check is shown again after a reload. */
function readAnswer(sessionId: string): number {
  try {
    const [ofSession, playedMs] = (sessionStorage.getItem(key()) ?? '').split(' ')
    if (ofSession === sessionId) return Number(playedMs) || 0
    sessionStorage.removeItem(key())
  } catch {
    // As if unanswered.
  }
  return 0
}

function keepAnswer(sessionId: string, playedMs: number): void {
  try {
    sessionStorage.setItem(key(), `${sessionId} ${Math.floor(playedMs)}`)
  } catch {
    // Ignored: the answer lasts until the page is closed.
  }
}
