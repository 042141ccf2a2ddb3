// Owns whether the casino wants silence, whatever the player has set. It must never make a sound, nor remember.

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
