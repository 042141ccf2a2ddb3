// What Redis remembers of a player's recent rounds, in case the ledger loses them: types only.
// Never the truth about a round that the ledger has.

import type { Currency } from './money.ts'
import type { PlayerRef } from './player.ts'

/** What is remembered when a round is opened, besides the arguments that open it. */
export interface RoundRecord {
  readonly currency: Currency
  readonly stakeMinor: bigint
  readonly baseStakeMinor: bigint
  readonly requestId: string
  /** JSON text. */
  readonly betTerms: string
  readonly freeSpin: { readonly grantId: string; readonly remaining: number } | null
}

/**
 * How far the round got. `opened`: its bet may have been sent. `nothing`: the bet was not sent, or
 * was refused. `revealed`: the bet was accepted, and the win, if any, may have been sent; null: a
 * decision of the player came first. `paid`: nothing is owed.
 */
export type RecentState =
  | { readonly kind: 'opened' | 'cancelled' | 'nothing' }
  | { readonly kind: 'revealed'; readonly winMinor: bigint | null }
  | { readonly kind: 'paid'; readonly winMinor: bigint }

export interface RecentRound extends RoundRecord {
  readonly roundId: string
  readonly sequence: bigint
  readonly gameId: string
  readonly modeId: string
  readonly sessionId: string
  readonly state: RecentState
}

export interface RecentPlayer extends PlayerRef {
  /** The last sequence number that was assigned. */
  readonly sequence: bigint
  /** Oldest first. */
  readonly rounds: readonly RecentRound[]
}
