// The differences between kinds of runs: their infrastructure, and the events meanwhile. Types
// only.

import type { Cast } from './cast.ts'
import type { Figures } from './figures.ts'
import type { PlayWatch } from './play-watch.ts'
import type { RunParts, RunStores } from './run-parts.ts'
import type { ChaosSetup } from './setup.ts'

export interface RunKind<Stores extends RunStores> extends RunParts<Stores> {
  openHarm(deps: HarmDeps<Stores>): RunHarm
  watch?: PlayWatch
}

export interface HarmDeps<Stores extends RunStores> {
  setup: ChaosSetup<Stores>
  cast: Cast
  figures: Figures
  isStopping(): boolean
}

export interface RunHarm {
  /** Works until the run stops or all is done; resolves with everything repaired. */
  work(): Promise<void>
  /** Whatever its time, the run goes on while true and ends at false; null: by its time. */
  goesOn?(): boolean | null
  /** Whether a node was stopped between those times (epoch). */
  stoodStill(fromMs: number, toMs: number): boolean
  /** When nothing is pending any more. */
  conclude?(): Promise<void>
}
