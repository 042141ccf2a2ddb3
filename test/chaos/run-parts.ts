// The infrastructure of a run, which differs between kinds of runs. Types only.

import type { ChaosNode } from './nodes.ts'
import type { ChaosWallet, ChaosWalletOptions } from './wallets.ts'

/** The infrastructure of a run's nodes, and its addresses. */
export interface RunStores {
  /** Of Postgres itself. */
  databaseUrl: string
  /** Of places besides the home database, with players' rows too; default: none. */
  otherPlaceUrls?: readonly string[]
  /** A node's settings for the stores. */
  nodeEnv: Readonly<Record<string, string>>
  passwords: readonly string[]
  /** The address for players and operators. */
  openFront(nodes: readonly ChaosNode[]): Promise<readonly string[]>
  /** Everything that Redis holds of a player. */
  readPlayerState(projectId: string, playerId: string): Promise<Record<string, unknown>>
  stop(): Promise<void>
}

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

export interface RunParts<Stores extends RunStores> {
  openStores(folder: string): Promise<Stores>
  /** Default: of this checkout, where wallets may be on loopback. */
  openPlatform?(deps: PlatformDeps<Stores>): Platform
  /** Default: the wallet that is published for operators, with faults. */
  openWallet?(options: ChaosWalletOptions): Promise<ChaosWallet>
}
