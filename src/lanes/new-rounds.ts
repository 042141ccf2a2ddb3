// Whether a lane may start a round, according to its memory: one reading of the clock and one
// branch while nothing is paused, and no call of a store. Must never answer `allowed` once its list
// of pauses is older than PAUSES_LEASE_MS.

import { compilePauses, type NewRounds, type PausableGame } from '../core/pauses.ts'
import { PAUSES_LEASE_MS } from '../limits.ts'
import type { LanePauses } from '../wire/lane.ts'

export interface NewRoundsRule {
  /** The pauses apply from the moment this returns. */
  set(pauses: LanePauses): void
  judge(projectId: string, game: PausableGame): NewRounds
}

/** @param clockMs shared by all threads of the node, and never set back */
export function createNewRoundsRule(clockMs: () => number, first: LanePauses): NewRoundsRule {
  let isPaused: ReturnType<typeof compilePauses> = null
  let believedUntilMs = Number.NEGATIVE_INFINITY
  function set({ paused, readAtMs }: LanePauses): void {
    isPaused = compilePauses(paused)
    believedUntilMs = readAtMs + PAUSES_LEASE_MS
  }
  set(first)
  return {
    set,
    judge(projectId, game) {
      if (isPaused?.(projectId, game) === true) return 'paused'
      return clockMs() < believedUntilMs ? 'allowed' : 'unknown'
    },
  }
}
