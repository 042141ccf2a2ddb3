// Owns the sun of free games whose wilds raise their multiplier: it rises over the reels with every
// step, and its multiplier flies into the wins. It must never count wilds; the multiplier is that
// of the events.

import { centerOf, make, part, restart } from '../../../dom.ts'
import type { Striker } from '../../round/multiplied-win.ts'
import type { Scene } from '../../round/scene.ts'
import { flyFrom } from './flying-multiplier.ts'
import type { GameShow } from './show.ts'

/** From this multiplier on the sun is at its highest. */
const NOON = 12

export class RisingSun implements GameShow {
  readonly gathers = false
  private readonly scene: Scene
  private readonly figure = make('b', { class: 'sun-times' })
  private readonly disc = make('div', { class: 'sun-disc' }, this.figure)
  private readonly host = make('div', { class: 'sun', test: 'sun' }, this.disc)
  private readonly flight: Striker
  private multiplier = 1

  constructor(scene: Scene) {
    this.scene = scene
    const { stage, moments } = scene
    this.flight = flyFrom(
      scene,
      () => centerOf(this.figure),
      () => restart(this.disc, 'bump'),
    )
    const [rays, sun] = [stage.figure('sunrise-rays'), stage.figure('sunrise')]
    if (sun !== null) this.disc.prepend(sun)
    if (rays !== null) this.disc.prepend(rays)
    // The panel of the feature says the multiplier to screen readers.
    this.host.setAttribute('aria-hidden', 'true')
    this.host.hidden = true
    part('board').append(this.host)
    moments.listen(({ kind }) => {
      if (kind === 'featureStart') this.appear()
      else if (kind === 'featureEnd') this.leave()
    })
  }

  leave(): void {
    this.host.hidden = true
    document.body.classList.remove('sunrise')
  }

  /** It stays where it is while the last card is shown, and sets with the feature. */
  setMultiplier(multiplier: number): void {
    const climbs = multiplier > this.multiplier
    if (!climbs && !this.host.hidden) return
    this.multiplier = multiplier
    this.write()
    if (this.host.hidden) return
    restart(this.figure, 'bump')
    if (this.scene.calm) return
    const { x, y } = centerOf(this.figure)
    this.scene.stage.sparks.shower(x, y, 26, 16)
  }

  get striker(): Striker | null {
    return this.host.hidden ? null : this.flight
  }

  private appear(): void {
    this.host.hidden = false
    document.body.classList.add('sunrise')
    this.write()
  }

  private write(): void {
    const { hud } = this.scene
    this.figure.textContent = `×${hud.printCount(this.multiplier)}`
    this.host.dataset.multiplier = String(this.multiplier)
    const risen = Math.min(1, Math.log(this.multiplier) / Math.log(NOON))
    this.host.style.setProperty('--risen', risen.toFixed(3))
  }
}
