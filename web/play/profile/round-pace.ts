// Owns the display of the minimum time between two rounds: a ring on the spin button that fills.
// The platform enforces the rule; this must never start a round.

import { draw, part } from '../../dom.ts'

export class RoundPace {
  private readonly minRoundMs: number
  private readonly onReady: () => void
  private readonly ring: SVGCircleElement | null
  private startedAtMs = Number.NEGATIVE_INFINITY
  private timer = 0

  /** @param onReady the next round may start */
  constructor(minRoundMs: number, onReady: () => void) {
    this.minRoundMs = minRoundMs
    this.onReady = onReady
    this.ring = minRoundMs > 0 ? addRing() : null
  }

  get leftMs(): number {
    return Math.max(0, this.startedAtMs + this.minRoundMs - Date.now())
  }

  /** A round was requested. */
  begin(): void {
    if (this.ring === null) return
    this.startedAtMs = Date.now()
    clearTimeout(this.timer)
    this.timer = window.setTimeout(() => this.look(), this.minRoundMs)
    this.ring.animate([{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }], this.minRoundMs)
    part('spin').classList.add('pacing')
  }

  /** No round has started: nothing to wait for. */
  end(): void {
    this.startedAtMs = Number.NEGATIVE_INFINITY
    clearTimeout(this.timer)
    this.look()
  }

  /** A timer may fire early by the clock that is read here. */
  private look(): void {
    const { leftMs } = this
    if (leftMs > 0) {
      this.timer = window.setTimeout(() => this.look(), leftMs)
      return
    }
    part('spin').classList.remove('pacing')
    this.onReady()
  }
}

function addRing(): SVGCircleElement {
  const circle = draw('circle', { cx: 50, cy: 50, r: 46, pathLength: 1 })
  const box = { viewBox: '0 0 100 100', 'aria-hidden': 'true', class: 'pace-ring' }
  part('spin').append(draw('svg', box, circle))
  return circle
}
