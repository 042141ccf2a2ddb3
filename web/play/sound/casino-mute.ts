// Owns whether the casino has muted the game, regardless of the player's setting. It must never
// make a sound, nor store anything.

let muted = false
const listeners: ((muted: boolean) => void)[] = []

export function isMutedByCasino(): boolean {
  return muted
}

export function muteByCasino(on: boolean): void {
  if (on === muted) return
  muted = on
  for (const listen of listeners) listen(on)
}

export function onMuteByCasino(listen: (muted: boolean) => void): void {
  listeners.push(listen)
}
