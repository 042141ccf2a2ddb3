// What runs differ in: the stores their nodes stand on, and what is done to all of it meanwhile. Types alone.

import type { Cast } from './cast.ts'
import type { Figures } from './figures.ts'
import type { Answer } from './line.ts'
import type { ChaosSetup, RunStores } from './setup.ts'

export interface RunKind<Stores extends RunStores> {
  openStores(folder: string): Promise<Stores>
  openHarm(deps: HarmDeps<Stores>): RunHarm
  /** A player sends a spin; what is returned is told its answer. */
  watchSpin?(player: number): (answer: Answer) => void
}

export interface HarmDeps<Stores extends RunStores> {
  setup: ChaosSetup<Stores>
  cast: Cast
  figures: Figures
  isStopping(): boolean
}

export interface RunHarm {
  /** Until the run stops or nothing is left to do; resolves with everything healed. */
  work(): Promise<void>
  /** Whether some node did between those times (epoch). */
  stoodStill(fromMs: number, toMs: number): boolean
  /** When nothing is pending any more. */
  conclude?(): Promise<void>
}
