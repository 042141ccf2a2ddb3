// Owns the ladder of a multiplier that grows with cascades: every step that the game has, the
// reached one in light. It must never climb by itself; the multiplier is that of the events.

import { centerOf, draw, make, part, restart } from '../../../dom.ts'
import type { Striker } from '../../round/multiplied-win.ts'
import type { Scene } from '../../round/scene.ts'
import { ladderOf } from '../game-facts.ts'
import { flyFrom } from './flying-multiplier.ts'
import type { GameShow } from './show.ts'

export class Ladder implements GameShow {
  readonly gathers = false
  private readonly scene: Scene
  private readonly multipliers: readonly number[]
  private readonly steps: readonly HTMLElement[]
  private readonly host = make('ol', { class: 'ladder', test: 'ladder' })
  readonly striker: Striker
  private reached = 0

  constructor(scene: Scene) {
    const { game, hud } = scene
    this.scene = scene
    this.multipliers = ladderOf(game)
    this.steps = this.multipliers.map((multiplier, index) => {
      const step = make('li', {}, crystal(), make('b', { text: `×${hud.printCount(multiplier)}` }))
      step.dataset.multiplier = String(multiplier)
      step.style.setProperty('--at', String(index / (this.multipliers.length - 1)))
      return step
    })
    this.host.style.setProperty('--steps', String(this.steps.length))
    // The badge of the multiplier, which the style sheet hides, says it to screen readers.
    this.host.setAttribute('aria-hidden', 'true')
    this.host.append(...this.steps)
    part('board').append(this.host)
    const reached = () => this.steps[this.reached]!
    this.striker = flyFrom(
      scene,
      () => centerOf(reached()),
      () => restart(reached(), 'bump'),
    )
    this.light(0)
  }

  /** A step up climbs; a lower one than before begins anew. */
  setMultiplier(multiplier: number): void {
    const found = this.multipliers.findLastIndex(step => step <= multiplier)
    const at = Math.max(0, found)
    if (at === this.reached) return
    const climbs = at > this.reached
    this.light(at)
    if (!climbs || this.scene.calm) return
    const { x, y } = centerOf(this.steps[at]!)
    this.scene.stage.sparks.shower(x, y, 16 + at * 2, 8 + at * 2)
  }

  private light(at: number): void {
    this.reached = at
    this.host.dataset.reached = String(this.multipliers[at])
    for (const [index, step] of this.steps.entries()) {
      step.classList.toggle('ladder-lit', index < at)
      step.classList.toggle('ladder-reached', index === at)
      step.classList.toggle('ladder-next', index === at + 1)
    }
  }
}

/** A cut crystal of four faces and a light; the style sheet colours it by its step. */
function crystal(): SVGSVGElement {
  const face = (points: string, name: string) => draw('polygon', { points, class: name })
  const box = { viewBox: '0 0 60 72', 'aria-hidden': 'true' }
  return draw(
    'svg',
    box,
    face('30,2 52,20 52,50 30,70 8,50 8,20', 'edge'),
    face('30,2 30,26 8,20', 'left'),
    face('30,2 52,20 30,26', 'top'),
    face('8,20 30,26 30,70 8,50', 'low'),
    face('52,20 52,50 30,70 30,26', 'dark'),
    face('14,24 22,26 22,52 14,46', 'glint'),
  )
}
