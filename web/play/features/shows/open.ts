// Owns which show a game's mechanic has. The page loads it once the game is ready. It must never
// decide by a game's name.

import type { Scene } from '../../round/scene.ts'
import { growsByWilds, hasHeldReels, ladderOf, sumsTumbles } from '../game-facts.ts'
import type { GameShow } from './show.ts'

/** Null: the game has no such mechanic. */
export async function openShow(scene: Scene): Promise<GameShow | null> {
  const { game } = scene
  if (sumsTumbles(game)) return new (await import('./tumble-sum.ts')).TumbleSum(scene)
  if (ladderOf(game).length > 0) return new (await import('./ladder.ts')).Ladder(scene)
  if (hasHeldReels(game)) return new (await import('./locked-reels.ts')).LockedReels(scene)
  if (growsByWilds(game)) return new (await import('./rising-sun.ts')).RisingSun(scene)
  return null
}
