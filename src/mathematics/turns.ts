// Which owner's piece of work is next: owners take turns, so that an owner with many pieces delays
// another one by only one of them. Must never start more at once than there are threads.

export type InTurn = <Answer>(owner: string, work: () => Promise<Answer>) => Promise<Answer>

/** The caller bounds what waits. */
export function createTurns(atOnce: number): InTurn {
  /**
   * The owner whose last turn was longest ago comes first. An owner with nothing waiting keeps its
   * place until its turn comes, in case it asks again by then.
   */
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
