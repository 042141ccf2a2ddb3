// Owns the flight of a multiplier from its place beside the reels into a win. It must never change
// an amount.

import type { Striker } from '../../round/multiplied-win.ts'
import type { Scene } from '../../round/scene.ts'
import type { Point } from '../../stage/acts.ts'

/**
 * @param source where the multiplier is shown, in window pixels
 * @param leaves called when it takes off
 */
export function flyFrom(scene: Scene, source: () => Point, leaves: () => void): Striker {
  return {
    async strike(at, durationMs, factor) {
      const { board, sparks } = scene.stage
      const size = Math.max(28, board.smallestSymbol * 0.5)
      leaves()
      await sparks.carry(`×${scene.hud.printCount(factor)}`, source(), at, size, durationMs)
      sparks.shower(at.x, at.y, size * 0.5, 12)
    },
  }
}
