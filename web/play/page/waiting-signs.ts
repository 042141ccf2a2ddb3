// Owns what the page shows while it waits: a notice that stays until the wait is over, and the spin
// button's label with the reason. It must never end a wait.

import { make, part } from '../../dom.ts'
import type { Loss } from '../net/connection.ts'
import type { Texts } from '../texts/en.ts'

/**
 * `wallet`: the bet is not confirmed; `win`: the win is not credited; `paused`: the casino starts
 * no new round.
 */
export type WaitReason = Exclude<Loss, 'refresh'> | 'wallet' | 'win' | 'paused'

export class WaitingSigns {
  private readonly texts: Texts
  private readonly notice = make('p', { class: 'waiting-notice', test: 'waiting' })
  private readonly word = make('span', { class: 'spin-waits' })
  private shown: WaitReason | null = null

  constructor(texts: Texts) {
    this.texts = texts
    this.notice.setAttribute('role', 'status')
    this.notice.hidden = true
    this.word.setAttribute('aria-hidden', 'true')
    document.body.append(this.notice)
    part('spin').append(make('i', { class: 'spin-ring' }), this.word)
  }

  /**
   * Call it after the button has its normal label.
   * @param waits null: nothing
   * @param inRound a round has begun, which the platform finishes without this page
   */
  show(waits: WaitReason | null, inRound: boolean): void {
    const spin = part('spin')
    if (waits !== null) {
      const [word, text] = [this.wordOf(waits), this.labelOf(waits)]
      // Voice control finds a button by its visible text, so the label must contain it.
      const label = text.includes(word) ? text : `${word}: ${text}`
      spin.setAttribute('aria-label', label)
      spin.title = label
    }
    if (waits === this.shown) return
    this.shown = waits
    if (waits === null) delete document.body.dataset.waits
    else document.body.dataset.waits = waits
    this.word.textContent = waits === null ? '' : this.wordOf(waits)
    const says = waits === null ? null : this.says(waits, inRound)
    this.notice.hidden = says === null
    this.notice.textContent = says ?? ''
  }

  private labelOf(waits: WaitReason): string {
    if (waits === 'wallet') return this.texts.spinWaitsWallet
    if (waits === 'win') return this.texts.waitingForWin
    return waits === 'paused' ? this.texts.spinPaused : this.texts.spinWaitsLine
  }

  /** Short enough for the button. */
  private wordOf(waits: WaitReason): string {
    if (waits === 'wallet' || waits === 'win') return this.texts.waitsWallet
    if (waits === 'paused') return this.texts.waitsPaused
    return waits === 'offline' ? this.texts.waitsOffline : this.texts.waitsLine
  }

  /** Null: a separate notice says it. */
  private says(waits: WaitReason, inRound: boolean): string | null {
    const { offline, silent, reconnecting, roundSafe, waitingForBet, waitingForWin } = this.texts
    if (waits === 'paused') return null
    if (waits === 'wallet') return waitingForBet
    if (waits === 'win') return waitingForWin
    const text = { offline, silent, down: reconnecting }[waits]
    return inRound ? `${text} ${roundSafe}` : text
  }
}
