// Owns the connection of sound to a game that is ready: the rules in force, the sound button, the
// casino's mute. Play must never depend on it.

import { isMutedByCasino, onMuteByCasino } from '../muted.ts'
import type { Scene } from '../scene.ts'
import type { Texts } from '../texts/shape.ts'
import { Sound } from './sound.ts'
import { offerSound } from './sound-key.ts'

export function startSound(
  scene: Scene,
  { celebrateUpToStake }: { celebrateUpToStake: boolean },
  texts: Texts,
): Sound {
  const circumstances = () => ({
    turbo: scene.turbo || scene.hurried,
    celebrateUpToStake,
    priceBets: scene.betsOf(scene.purse.priceMinor),
  })
  const sound = new Sound({ gameId: scene.game.id, moments: scene.moments, circumstances })
  offerSound(sound, texts)
  sound.begin()
  onMuteByCasino(muted => sound.hold('mutedByCasino', muted))
  sound.hold('mutedByCasino', isMutedByCasino())
  return sound
}
