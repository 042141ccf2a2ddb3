// Owns the show of held reels: full reels lock behind neon and bolts, bulbs run around the reel
// that spins, and a marquee has the multiplier. It must never decide which reel stays.

import { centerOf, make, part, restart } from '../../../dom.ts'
import type { Striker } from '../../round/multiplied-win.ts'
import type { Scene } from '../../round/scene.ts'
import { ReelFrames } from '../../stage/reel-frames.ts'
import { flyFrom } from './flying-multiplier.ts'
import type { GameShow } from './show.ts'

export class LockedReels implements GameShow {
  readonly gathers = false
  private readonly scene: Scene
  private readonly figure = make('b', { class: 'marquee-times' })
  private readonly host = make('div', { class: 'marquee', test: 'marquee' }, this.figure)
  private readonly frames: ReelFrames
  private readonly flight: Striker

  constructor(scene: Scene) {
    const { stage, moments } = scene
    this.scene = scene
    this.frames = new ReelFrames(stage)
    const sign = stage.figure('marquee')
    if (sign !== null) this.host.prepend(sign)
    this.host.setAttribute('aria-hidden', 'true')
    this.host.hidden = true
    part('board').append(this.host)
    this.flight = flyFrom(
      scene,
      () => centerOf(this.figure),
      () => restart(this.figure, 'bump'),
    )
    moments.listen(moment => {
      if (moment.kind === 'respin') this.frames.run(true)
      else if (moment.kind === 'reelStop') this.frames.run(false)
      else if (moment.kind === 'featureEnd') this.leave()
    })
  }

  hold(columns: readonly number[], multiplier: number): void {
    this.figure.textContent = `×${this.scene.hud.printCount(multiplier)}`
    this.host.dataset.multiplier = String(multiplier)
    this.host.hidden = false
    document.body.classList.add('marquee-lit')
    this.frames.lock(columns)
  }

  leave(): void {
    this.host.hidden = true
    document.body.classList.remove('marquee-lit')
    this.frames.release()
  }

  get striker(): Striker | null {
    return this.host.hidden ? null : this.flight
  }
}
