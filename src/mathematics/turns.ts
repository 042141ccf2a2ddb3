// Owns whose piece of work is next: owners take turns, so that one with many pieces delays another's by one of them.
// Must never start more at once than there are threads.

export type InTurn = <Answer>(owner: string, work: () => Promise<Answer>) => Promise<Answer>

/** What waits is bounded by its caller. */
export function createTurns(atOnce: number): InTurn {
  /** The owner whose last turn is the longest ago is the first. One with nothing waiting may ask again by its turn. */
  const waiting = new Map<string, (() => void)[]>()
  let free = atOnce

  function hadTurn(owner: string, left: (() => void)[]): void {
    waiting.delete(owner)
    waiting.set(owner, left)
  }

  function giveOn(): void {
    for (const [owner, [start, ...left]] of waiting) {
      waiting.delete(owner)
      if (start === undefined) continue
      hadTurn(owner, left)
      start()
      return
    }
    free++
  }

  return async (owner, work) => {
    if (free > 0) {
      free--
      hadTurn(owner, [])
    } else {
      await new Promise<void>(start => {
        waiting.set(owner, [...(waiting.get(owner) ?? []), start])
      })
    }
    try {
      return await work()
    } finally {
      giveOn()
    }
  }
}
