// The differences between kinds of runs: their infrastructure, and the events meanwhile. Types
// only.

import type { Cast } from './cast.ts'
import type { Figures } from './figures.ts'
import type { Answer } from './line.ts'
import type { ChaosSetup, RunStores } from './setup.ts'

export interface RunKind<Stores extends RunStores> {
  openStores(folder: string): Promise<Stores>
  openHarm(deps: HarmDeps<Stores>): RunHarm
  /** Called when a player sends a spin; the returned function is called with its answer. */
  watchSpin?(player: number): (answer: Answer) => void
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
  /** Whether a node was stopped between those times (epoch). */
  stoodStill(fromMs: number, toMs: number): boolean
  /** When nothing is pending any more. */
  conclude?(): Promise<void>
}
