// Owns how a multiplier applies to a win for everybody to see: the win shows its amount before it,
// the multiplier flies there, and the amount becomes the one of the event. It must never show an
// amount before it that does not divide exactly.

import { part } from '../../../dom.ts'
import type { BeatOf, Win } from '../../round/beats.ts'
import type { Scene } from '../../round/scene.ts'
import type { MeterStep } from '../../round/win-meter.ts'
import { bump, middleOf, type Point } from './places.ts'

export class AppliedMultiplier {
  private readonly scene: Scene
  private readonly source: () => Point
  private readonly leaves: () => void

  /**
   * @param source where the multiplier is shown, in window pixels
   * @param leaves called when it takes off
   */
  constructor(scene: Scene, source: () => Point, leaves: () => void = () => {}) {
    this.scene = scene
    this.source = source
    this.leaves = leaves
  }

  unitsBefore(wins: readonly Win[]): number | null {
    const factor = factorOf(wins)
    if (factor === null || this.isStill) return null
    return wins.reduce((sum, { winUnits }) => sum + winUnits, 0) / factor
  }

  async apply({ wins }: BeatOf<'wins'>, step: MeterStep): Promise<void> {
    const factor = factorOf(wins)
    if (factor === null || this.isStill) return
    const { stage, hud, pace } = this.scene
    const { board, sparks } = stage
    const cells = wins.flatMap(win => win.cells)
    const { plate } = stage.highlights
    const to = stage.toWindow(plate ?? middleOf(cells.map(cell => board.center(cell))))
    const size = Math.max(28, board.smallestSymbol * 0.5)
    this.leaves()
    await sparks.carry(`×${hud.printCount(factor)}`, this.source(), to, size, pace.flightMs)
    sparks.shower(to.x, to.y, size * 0.5, 12)
    if (plate === null || step.banner !== null) return
    const units = wins.reduce((sum, { winUnits }) => sum + winUnits, 0)
    stage.highlights.write(this.scene.print(units))
    bump(part('win-plate-amount'))
  }

  private get isStill(): boolean {
    return this.scene.calm || this.scene.isPlain
  }
}

/** The multiplier of all these wins, above one, by which each divides exactly; else null. */
export function factorOf(wins: readonly Win[]): number | null {
  const factor = wins[0]?.multiplier ?? 1
  const isShared = wins.every(win => win.multiplier === factor && win.winUnits % factor === 0)
  return factor > 1 && isShared ? factor : null
}
