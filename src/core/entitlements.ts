// What a player may do now: free-spin grants, ready target outcomes, levels and bet limits, with
// one revision for all of them. Types only; the rules are in each subject's own file.

import type { PlayerLimit } from './bet-limits.ts'
import type { Grant } from './grant.ts'
import type { Currency } from './money.ts'
import type { PlayerLevel } from './player-rtp.ts'
import type { FoundRound } from './target-found.ts'
import type { CountedTarget } from './target-outcome.ts'

/** A player's level with one provider; its windows contain rounds after `adjustedSequence`. */
export interface BoundLevel extends PlayerLevel {
  readonly adjustedSequence: bigint
}

/** A target outcome that is ready, with the rounds that were found for it. */
export interface ReadyTarget extends CountedTarget {
  readonly found: readonly FoundRound[]
  /** The version of the game in which the rounds were found. */
  readonly foundVersion: string
}

/** The game and currency in which a grant's spins are played. */
export interface GrantPlace {
  readonly gameId: string
  readonly currency: Currency
}

/** What the ledger holds at one moment. */
export interface Entitlements {
  /** Raised by every change; a round made for another revision is not written. */
  readonly revision: bigint
  /** Support has blocked the player: no new round starts. Absent: not blocked. */
  readonly isBlocked?: boolean
  /** Playable grants, only as many as are used first; some may have expired since. */
  readonly grants: readonly Grant[]
  /** Games and currencies for which the ledger has more playable grants; absent: none. */
  readonly moreGrants?: readonly GrantPlace[]
  /** Oldest first. */
  readonly targets: readonly ReadyTarget[]
  /**
   * The ledger has more ready ones, so which one is due is read again for each paid spin. Absent:
   * it has no more.
   */
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
