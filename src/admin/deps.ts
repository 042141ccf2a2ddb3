// The dependencies of the admin API. Each capability takes the part that it needs.

import type { Pool } from 'pg'
import type { PlayerDatabases } from '../ledger/database/player-databases.ts'
import type { MasterKeys } from '../ledger/projects/seal.ts'
import type { Snapshots } from '../ledger/reports/report-snapshot.ts'
import type { Reports } from '../ledger/reports/reports.ts'
import type { RoundCancelDeps } from '../operator/round-cancel/method.ts'
import type { TargetOutcomeDeps } from '../operator/target-outcomes/methods.ts'
import type { RedisState } from '../redis/player-state.ts'
import type { BetCancelPolicy } from '../round/round.ts'
import type { Resolve } from '../wallet/address-guard.ts'
import type { WalletClient } from '../wallet/client.ts'
import type { Overview } from './overview/schema.ts'
import type { FailedSignIns } from './sign-in/failed-sign-ins.ts'
import type { IdentityProvider } from './sign-in/identity-provider.ts'
import type { SignInLimits } from './sign-in/limits.ts'
import type { Passwords } from './sign-in/passwords.ts'
import type { Side } from './sign-in/side.ts'
import type { WalletCheckRuns } from './wallet-checks/runs.ts'

/** The source of the overview for every client that reads it. */
export interface OverviewFeed {
  now(): Promise<Overview>
  /** Gives the next view when it is due; ends with the signal. */
  follow(signal: AbortSignal): AsyncIterable<Overview>
}

export interface AdminDeps {
  /** The pool of the home database: projects, accounts, the audit log. */
  readonly pool: Pool
  /** Where players' rows are. */
  readonly pools: PlayerDatabases<Pool>
  /** The same databases, read with the connections of reports. */
  readonly snapshots: PlayerDatabases<Snapshots>
  /** The same databases as pools of the report connections: slow queries do not delay launches. */
  readonly reportPools: PlayerDatabases<Pool>
  readonly reports: Reports
  readonly masterKey: MasterKeys
  /** Through the player's lane; null: the lane is full, and nothing was started. */
  readonly cancel: RoundCancelDeps['cancel']
  /** The text of a game's PAR sheet (docs/par); null: this node does not have one. */
  readParSheet(gameId: string): Promise<string | null>
  /** Whose people use this listener. */
  readonly side: Side
  /** How browsers reach the panel: scheme, host and port. */
  readonly origin: string
  /** The same of the operators' panel; null: it is off. */
  readonly operatorsOrigin: string | null
  /** The development switch: allows wallets on loopback addresses. */
  readonly allowLoopback: boolean
  /** Private networks that wallets may be in, canonical CIDR. */
  readonly networks: readonly string[]
  /** Resolves the host of a callback address. */
  readonly resolve: Resolve
  /** Calls operators' wallets, for the connection test. */
  readonly wallet: Pick<WalletClient, 'call'>
  readonly walletChecks: Pick<WalletCheckRuns, 'begin'>
  /** The default of this node; a project may set another. */
  readonly betCancel: BetCancelPolicy
  /** Signs the cursors of lists. */
  readonly cursorKey: Uint8Array
  readonly passwords: Passwords
  /** Signs people in, as well as passwords do; null without one. */
  readonly provider: IdentityProvider | null
  readonly signInLimits: SignInLimits
  readonly failedSignIns: Pick<FailedSignIns, 'add'>
  /** Counts a sign-in that failed, or that was refused unchecked after too many attempts. */
  onSignInFailed(answer: 'failed' | 'too-many'): void
  readonly overview: OverviewFeed
  readonly redisState: Pick<RedisState, 'dropEntitlements'>
  readonly targetSearch: TargetOutcomeDeps['search']
  /** The sessions that are playing on this node now. */
  sessionsHere(): readonly { readonly sessionId: string }[]
  /** The name of this node. */
  readonly node: string
  nowMs(): number
  onFault(error: unknown): void
}
