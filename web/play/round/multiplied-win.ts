// Owns the showing of a win that the multiplier of a feature's scene multiplies: first what the
// symbols pay, then the multiplier strikes, then the product. It must never show an amount that
// does not follow from the win's own events.

import type { Point } from '../stage/acts.ts'
import type { Shown } from '../stage/highlights.ts'
import { beforeMultiplier, type Win } from './beats.ts'
import type { Scene } from './scene.ts'

export interface Striker {
  /** The multiplier flies to a point of the window. Resolves when it hits. */
  strike(at: Point, durationMs: number, factor: number): Promise<void>
}

/** Of the time of a flight: how long the factor stands beside the amount. */
const FACTOR_SHARE = 0.45

/**
 * @param shownUnits of the round on the meter afterwards; null: a banner will count the win, and no
 * amount of it is shown before
 */
export async function showMultiplied(
  scene: Scene,
  striker: Striker,
  shown: Shown,
  wins: readonly Win[],
  shownUnits: number | null,
): Promise<void> {
  const { stage, pace } = scene
  const { highlights, animator } = stage
  const before = beforeMultiplier(wins)
  const units = wins.reduce((sum, { winUnits }) => sum + winUnits, 0)
  const first = shownUnits === null || before === null ? null : scene.print(before.units)
  const lit = highlights.show({ ...shown, amount: first }, pace.winsMs + pace.flightMs)
  const at = highlights.plate ?? stage.board.middleOf(shown.cells)
  await animator.wait(pace.flightMs * 0.4)
  await striker.strike(stage.toWindow(at), pace.flightMs, before?.factor ?? 1)
  scene.moments.emit({ kind: 'multiplierApplied', multiplier: before?.factor ?? 1 })
  if (shownUnits === null) return lit
  if (before !== null) {
    highlights.write(first ?? '', `× ${scene.hud.printCount(before.factor)}`)
    await animator.wait(pace.flightMs * FACTOR_SHARE)
  }
  highlights.write(scene.print(units))
  await Promise.all([lit, scene.rollWin(scene.minor(shownUnits), pace.winsMs * 0.6)])
}
