// Owns the page's time in a replay: all motion uses it, so that it can be slowed, sped up and
// paused. It must never touch a timer: timers are for waits on the network.

export interface Clock {
  /** 1: as a player sees it; 0: everything is paused. */
  setSpeed(speed: number): void
}

export function installClock(): Clock {
  const realNow = performance.now.bind(performance)
  const realFrame = requestAnimationFrame.bind(globalThis)
  let speed = 1
  let sinceMs = realNow()
  let shownMs = sinceMs
  const shownAt = (atMs: number) => shownMs + (atMs - sinceMs) * speed
  performance.now = () => shownAt(realNow())
  globalThis.requestAnimationFrame = step => realFrame(() => step(shownAt(realNow())))
  return {
    setSpeed(next) {
      const atMs = realNow()
      shownMs = shownAt(atMs)
      sinceMs = atMs
      speed = next
    },
  }
}
