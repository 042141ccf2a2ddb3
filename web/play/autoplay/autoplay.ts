// Owns running autoplay: the rounds left, their count on the spin button, and its end. It must
// never start a round itself, nor continue after anything but a normal end of one.

import type { Hud } from '../page/hud.ts'
import type { Texts } from '../texts/en.ts'
import {
  type AutoplayEnd,
  type AutoplayPlan,
  type AutoplayRun,
  addRound,
  beginRun,
  endAfter,
  endBefore,
  type PlayedRound,
  startRound,
} from './rules.ts'

export class Autoplay {
  private readonly hud: Hud
  private readonly texts: Texts
  private run: AutoplayRun | null = null

  constructor(hud: Hud, texts: Texts) {
    this.hud = hud
    this.texts = texts
    // A dialog needs the player's decision: autoplay stops, and does not resume afterwards.
    const dialogs = new MutationObserver(() => {
      if (document.querySelector('dialog[open]') !== null) this.stop()
    })
    dialogs.observe(document.body, { attributes: true, attributeFilter: ['open'], subtree: true })
  }

  get isRunning(): boolean {
    return this.run !== null
  }

  begin(plan: AutoplayPlan): void {
    this.run = beginRun(plan)
    this.show()
  }

  /** Whether the next round may start; counts it, or ends autoplay and says why. */
  takesRound(priceMinor: bigint): boolean {
    if (this.run === null) return false
    const end = endBefore(this.run, priceMinor)
    if (end !== null) this.finish(end)
    else this.run = startRound(this.run)
    this.show()
    return end === null
  }

  /** A round has ended normally; one that began before autoplay does not count. */
  roundEnded(round: PlayedRound): void {
    if (this.run === null || this.run.left === this.run.plan.rounds) return
    this.run = addRound(this.run, round)
    const end = endAfter(this.run.plan, round)
    if (end !== null) this.finish(end)
  }

  /** Stopped by the player, or by any exceptional event. */
  stop(): void {
    if (this.run === null) return
    this.run = null
    this.show()
  }

  private finish(end: AutoplayEnd): void {
    this.stop()
    const { autoplayLoss, autoplayWin, autoplayFeature } = this.texts
    const said = { played: null, loss: autoplayLoss, win: autoplayWin, feature: autoplayFeature }
    const text = said[end]
    if (text !== null) this.hud.notice(text, `AUTOPLAY_${end.toUpperCase()}`)
  }

  private show(): void {
    this.hud.setAutoplay(this.run?.left ?? null)
  }
}
