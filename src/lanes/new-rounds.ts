// Whether a lane may start a round, according to its memory: one reading of the clock and one
// branch while nothing is paused, and no call of a store. Must never answer `allowed` once its list
// of pauses is older than PAUSES_LEASE_MS.

import { compilePauses, type NewRounds, type PausableGame } from '../core/pauses.ts'
import { PAUSES_LEASE_MS } from '../limits/pauses.ts'
import type { ToldPauses } from '../wire/lane.ts'

export interface NewRoundsRule {
  /** The pauses apply from the moment this returns. */
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
