// A bounded set of things held for many callers at once, limited per caller and in all: unfinished
// bodies, connections. Independent of what it holds.

export interface Held {
  /** The caller that it counts for. */
  readonly caller: string
  /** What is at work is never ended to make room for another. */
  isAtWork(): boolean
  end(): void
}

export interface RoomBounds {
  readonly inAll: number
  readonly byCaller: number
}

export interface Room {
  /**
   * One too many ends the oldest that is not at work, of its caller or of all; false: all of them
   * are at work.
   */
  enter(held: Held): boolean
  leave(held: Held): void
}

export function createRoom({ inAll, byCaller }: RoomBounds): Room {
  /** Oldest first. */
  const all = new Set<Held>()
  const ofCallers = new Map<string, Set<Held>>()

  function leave(held: Held): void {
    all.delete(held)
    const ofCaller = ofCallers.get(held.caller)
    ofCaller?.delete(held)
    if (ofCaller?.size === 0) ofCallers.delete(held.caller)
  }

  function endOldest(among: ReadonlySet<Held>): boolean {
    for (const held of among) {
      if (held.isAtWork()) continue
      leave(held)
      held.end()
      return true
    }
    return false
  }

  return {
    enter(held) {
      const ofCaller = ofCallers.get(held.caller) ?? new Set()
      const isFull = ofCaller.size >= byCaller || all.size >= inAll
      if (isFull && !endOldest(ofCaller.size >= byCaller ? ofCaller : all)) return false
      all.add(held)
      ofCallers.set(held.caller, ofCaller.add(held))
      return true
    },
    leave,
  }
}
