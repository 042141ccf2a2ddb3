// Owns the connection of sound to a game that is ready: the rules in force, the sound button, the
// casino's mute. Play must never depend on it.

import type { Scene } from '../round/scene.ts'
import type { Texts } from '../texts/en.ts'
import { isMutedByCasino, onMuteByCasino } from './casino-mute.ts'
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
    priceBets: scene.betsOf(scene.amounts.priceMinor),
  })
  const sound = new Sound({ gameId: scene.game.id, moments: scene.moments, circumstances })
  offerSound(sound, texts)
  sound.begin()
  onMuteByCasino(muted => sound.hold('mutedByCasino', muted))
  sound.hold('mutedByCasino', isMutedByCasino())
  return sound
}
