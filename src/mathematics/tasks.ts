// The tasks of a mathematics thread: everything is plain data, games are referred to by id. Must
// never contain a player, a stake or a project.

import type { ReelSet } from '../core/reel-set.ts'
import type { Seed } from '../games/engine/contract.ts'
import type { TargetKind, TargetSource, TargetWindow } from '../games/targets/target-outcomes.ts'

/** What is simulated: a reel set of a mode, or the mixture that delivers a level. */
export interface SimulationRequest {
  gameId: string
  mode: string
  set: ReelSet | { levelBps: number }
  seed: Seed
  rounds: number
}

/** A source and kind whose numbered seeds are played. */
interface NumberedSeeds extends TargetSource {
  gameId: string
  kind: TargetKind
  root: Seed
  from: number
  rounds: number
}

export type MathematicsTask =
  /** -> Simulation of one piece. */
  | (SimulationRequest & { task: 'simulate'; chunk: number })
  /** -> TargetRound | null, from seeds never played before. */
  | ({ task: 'search' } & NumberedSeeds & TargetWindow)
  /** -> Scan: rows for an index. */
  | ({ task: 'scan' } & NumberedSeeds)
