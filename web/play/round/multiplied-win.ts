// Owns the showing of a win that the multiplier of a feature's scene multiplies: first what the
// symbols pay, then the multiplier strikes, then the product. It must never show an amount that
// does not follow from the win's own events.

import type { Point } from '../stage/acts.ts'
import type { Shown } from '../stage/highlights.ts'
import type { Scene } from './scene.ts'

export interface Striker {
  /** The multiplier flies to a point of the window. Resolves when it hits. */
  strike(at: Point, durationMs: number, factor: number): Promise<void>
}

/** Wins that one multiplier applies to. */
export interface Multiplied {
  /** What they pay before it. */
  units: number
  factor: number
  striker: Striker
}

/** Of the time of a flight: how long the factor is shown beside the amount. */
const FACTOR_SHARE = 0.45

/**
 * @param shownUnits of the round on the meter afterwards; null: a banner will count the win, and no
 * amount of it is shown before
 */
export async function showMultiplied(
  scene: Scene,
  { units, factor, striker }: Multiplied,
  shown: Shown,
  shownUnits: number | null,
): Promise<void> {
  const { stage, pace } = scene
  const { highlights, animator } = stage
  const amount = scene.print(units)
  const lit = highlights.show(
    { ...shown, amount: shownUnits === null ? null : amount },
    pace.winsMs + pace.flightMs,
  )
  const at = highlights.plate ?? stage.board.middleOf(shown.cells)
  await animator.wait(pace.flightMs * 0.4)
  await striker.strike(stage.toWindow(at), pace.flightMs, factor)
  scene.moments.emit({ kind: 'multiplierApplied', multiplier: factor })
  if (shownUnits === null) return lit
  highlights.write(amount, `× ${scene.hud.printCount(factor)}`)
  await animator.wait(pace.flightMs * FACTOR_SHARE)
  highlights.write(scene.print(units * factor))
  await Promise.all([lit, scene.rollWin(scene.minor(shownUnits), pace.winsMs * 0.6)])
}
