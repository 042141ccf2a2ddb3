// What a player may do now: free-spin grants, ready target outcomes, levels and bet limits, with the
// revision of all of it. Types only; rules about them are beside each subject.

import type { PlayerLimit } from './bet-limits.ts'
import type { Grant } from './grant.ts'
import type { Currency } from './money.ts'
import type { PlayerLevel } from './player-rtp.ts'
import type { FoundRound } from './target-found.ts'
import type { CountedTarget } from './target-outcome.ts'

/** A player's level with one provider; its windows hold rounds after `adjustedSequence`. */
export interface BoundLevel extends PlayerLevel {
  readonly adjustedSequence: bigint
}

/** A target outcome that is ready, with the rounds that were found for it. */
export interface ReadyTarget extends CountedTarget {
  readonly found: readonly FoundRound[]
  /** The version of the game they were found in. */
  readonly foundVersion: string
}

/** Where a grant's spins are played. */
export interface GrantPlace {
  readonly gameId: string
  readonly currency: Currency
}

/** As the ledger holds them at one moment. */
export interface Entitlements {
  /** Raised by every change; a round made for another revision is not written. */
  readonly revision: bigint
  /** Those that can be played, as far as they come first; time may have ended some since. */
  readonly grants: readonly Grant[]
  /** Where the ledger holds more that can be played; absent: nowhere. */
  readonly moreGrants?: readonly GrantPlace[]
  /** Oldest first. */
  readonly targets: readonly ReadyTarget[]
  /** The ledger holds more that are ready: which is due is read anew for each paid spin. Absent: it doesn't. */
  readonly hasMoreTargets?: boolean
  /** By provider. */
  readonly levels: ReadonlyMap<string, BoundLevel>
  readonly limits: readonly PlayerLimit[]
}

/** A round binds the player to the provider's level, in basis points. */
export interface LevelBinding {
  readonly provider: string
  readonly levelBps: number
}
