// Whether a lane may start a round, as its memory knows it: one reading of the clock and one branch while nothing is
// paused, and never a store. Must never say `allowed` once what it was told is too old to be believed.

import { compilePauses, type NewRounds, type PausableGame } from '../core/pauses.ts'
import { PAUSES_LEASE_MS } from '../limits/pauses.ts'
import type { ToldPauses } from '../wire/lane.ts'

export interface NewRoundsRule {
  /** From the return of this on it holds. */
  tell(pauses: ToldPauses): void
  judge(projectId: string, game: PausableGame): NewRounds
}

/** @param clockMs shared by all threads of the node, and never set back */
export function createNewRoundsRule(clockMs: () => number, first: ToldPauses): NewRoundsRule {
  let isPaused: ReturnType<typeof compilePauses> = null
  let believedUntilMs = Number.NEGATIVE_INFINITY
  function tell({ paused, readAtMs }: ToldPauses): void {
    isPaused = compilePauses(paused)
    believedUntilMs = readAtMs + PAUSES_LEASE_MS
  }
  tell(first)
  return {
    tell,
    judge(projectId, game) {
      if (isPaused?.(projectId, game) === true) return 'paused'
      return clockMs() < believedUntilMs ? 'allowed' : 'unknown'
    },
  }
}
