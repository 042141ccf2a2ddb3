// The differences between kinds of runs: their infrastructure, and the events meanwhile. Types
// only.

import type { Cast } from './cast.ts'
import type { Figures } from './figures.ts'
import type { Answer } from './line.ts'
import type { ChaosNode } from './nodes.ts'
import type { ChaosSetup, RunStores } from './setup.ts'
import type { ChaosWallet, ChaosWalletOptions } from './wallets.ts'

/** How the platform of a run is installed. */
export interface Platform {
  migrate(): Promise<void>
  /** An operator's project with its settings; its key. */
  openProject(projectId: string, callbackUrl: string, settings: object): Promise<string>
  createNode(index: number, folder: string): Promise<ChaosNode>
}

export interface PlatformDeps<Stores extends RunStores> {
  stores: Stores
  masterKey: Buffer
  /** Of every node. */
  env: Readonly<Record<string, string>>
}

export interface RunKind<Stores extends RunStores> {
  openStores(folder: string): Promise<Stores>
  /** Default: of this checkout, where wallets may be on loopback. */
  openPlatform?(deps: PlatformDeps<Stores>): Platform
  /** Default: the wallet that is published for operators, with faults. */
  openWallet?(options: ChaosWalletOptions): Promise<ChaosWallet>
  openHarm(deps: HarmDeps<Stores>): RunHarm
  watch?: PlayWatch
}

/** What players feel, as it happens. */
export interface PlayWatch {
  /** Called when a player sends a spin; the returned function is called with its answer. */
  beginSpin(player: number, requestId: string): (answer: Answer) => void
  /** The player sees the result of the spin with this request id. */
  shown(player: number, requestId: string): void
  /** A command failed and is sent again: the error's code, or that the connection was lost. */
  repeated(player: number, code: string): void
}

export const LOST_CONNECTION = 'connection lost'

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
