// How much of one lane the commands of one operator may take at once: an operator that is slow must
// not fill the lane for the others.

/** Read at each command, so that the bounds can change while play goes on. */
export interface ShareBounds {
  commands(): number
  spins(): number
}

export interface Shares {
  /** Null: the operator already has its share. */
  take(projectId: string, type: string): { giveBack(): void } | null
}

const STARTS_A_ROUND: ReadonlySet<string> = new Set(['spin', 'free-spin'])

export function createShares(bounds: ShareBounds): Shares {
  const taken = new Map<string, { commands: number; spins: number }>()
  return {
    take(projectId, type) {
      const own = taken.get(projectId) ?? { commands: 0, spins: 0 }
      const spins = STARTS_A_ROUND.has(type) ? 1 : 0
      if (own.commands >= bounds.commands()) return null
      if (spins > 0 && own.spins >= bounds.spins()) return null
      own.commands++
      own.spins += spins
      taken.set(projectId, own)
      return {
        giveBack() {
          own.commands--
          own.spins -= spins
          if (own.commands === 0) taken.delete(projectId)
        },
      }
    },
  }
}
