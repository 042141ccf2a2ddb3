// The boundary between the front end and the lanes: what crosses from the main thread to a worker
// thread and back. Replies are encoded play messages, so that they are serialised only once.

import type { Currency } from '../core/money.ts'
import type { PausedScope } from '../core/pauses.ts'
import type { PlayerRef } from '../core/player.ts'
import type { LaneMessage } from './play-commands.ts'

/** An authenticated socket's session, as read from the ledger at hello. */
export interface PlaySession extends PlayerRef {
  sessionId: string
  tokenVersion: number
  gameId: string
  currency: Currency
  language: string
  expiresAtMs: number
}

export type LaneTask =
  /** With `traceparent`: the front end traces this command. */
  | { kind: 'play'; session: PlaySession; message: LaneMessage; traceparent?: string }
  /** Drive a round that lost its driver. */
  | ({ kind: 'resume'; roundId: string } & PlayerRef)
  /** Make the decision that the round waits for, if it is past its deadline. */
  | ({ kind: 'decide'; roundId: string } & PlayerRef)
  /** Send a round_info again that the wallet has not answered. */
  | ({ kind: 'notify'; roundId: string; event: 'start' | 'finish' } & PlayerRef)
  /** Cancel a round for the operator; the lane answers with a CancelAnswer. */
  | ({ kind: 'cancel'; roundId: string; requestId: string } & PlayerRef)
  /**
   * Its metrics; from now on these projects have separate series; null: the same projects as
   * before.
   */
  | { kind: 'metrics'; projects: readonly string[] | null }
  /**
   * The lane's counts only, as JSON: a reading that does not affect the next reading of its
   * metrics.
   */
  | { kind: 'counts' }
  /** Whether this lane drives the round: answered at once with a Holding as JSON. */
  | ({ kind: 'look'; roundId: string } & PlayerRef)
  /**
   * Makes the next attempt of a round now; answered with a RetryAnswer. `resumes`: even if this
   * lane does not drive the round.
   */
  | ({ kind: 'push'; roundId: string; resumes: boolean } & PlayerRef)
  /** The players that the lane holds anything about: PlayerRefs as JSON. */
  | { kind: 'players' }
  /**
   * Release the player once the player's earlier commands are done; answered with a Handoff as
   * JSON.
   */
  | ({ kind: 'release' } & PlayerRef)
  /** Take the player over from another lane. */
  | ({ kind: 'adopt'; handoff: Handoff } & PlayerRef)
  | { kind: 'log-level'; level: string }
  /** What the time of record is now ahead of the clock that all threads of the node share. */
  | { kind: 'clock'; offsetMs: number }
  /** Whether the player is in a round that the lane has in memory: answered with yes or no. */
  | ({ kind: 'in-round' } & PlayerRef)
  /** Once it has answered, the lane starts no round that is paused. */
  | { kind: 'pauses'; pauses: LanePauses }
  /** Places that were moved; once it has answered, the lane writes to their new addresses. */
  | { kind: 'placed'; placed: LanePlaced }
  /** Write to both stores, through the lane's own connections; answered with FailingStores as JSON. */
  | { kind: 'check-stores' }
  /** Answered at once: shows that the thread runs. */
  | { kind: 'ping' }

/** The addresses of places that were moved, by the name of the place. */
export type LanePlaced = Readonly<Record<string, string | PooledPlace>>

interface PooledPlace {
  readonly poolerUrl: string
  readonly directUrl: string
  readonly prepares: boolean
}
/** What a lane can't write to, by name (`redis`, `postgres`, a master, a database), and the cause. */
export type FailingStores = Readonly<Record<string, string>>

/** As the front end read them, at once after a change and every second. */
export interface LanePauses {
  readonly paused: readonly PausedScope[]
  /** When the reading began, by the clock that all threads of the node share. */
  readonly readAtMs: number
}

/**
 * `cancelled`: by this call, its refund is planned. `refused`: it is over, revealed or cancelled
 * already. `busy`: one of its wallet calls is in progress, or may be; nothing was changed.
 */
export type CancelAnswer = 'cancelled' | 'refused' | 'busy'

/** `none`: this lane does not drive the round. `waiting`: its next attempt is due in `dueInMs`. */
export type Holding = { work: 'none' } | { work: 'driving' } | { work: 'waiting'; dueInMs: number }

/**
 * `tried`: the wallet was called for what the round owes, or the bet was given up. `not-waiting`:
 * the round waits for no retry here. `held-back`: its refund is not due yet. `no-budget`: the
 * wallet gets no more repeats now.
 */
export type RetryAnswer = 'tried' | 'not-waiting' | 'held-back' | 'no-budget'

/** What only the memory of a lane holds about a player; everything else is in the stores. */
export interface Handoff {
  /** Rounds that wait for an attempt, and when it is due. */
  rounds: readonly { roundId: string; dueInMs: number }[]
  /** By session: the maximum under which bets were offered, in minor units; null: no maximum. */
  offers: readonly (readonly [sessionId: string, maxMinor: string | null])[]
}

/** The answer of `play` when the player already has the answer, as its last push. */
export const ANSWERED = ''

/**
 * A push for a player's sockets: the new state of a round that was not over, or a result of a
 * command before the command is over. Flat, because each object within a message between threads
 * costs as much as a short text.
 */
export interface LanePush extends PlayerRef, PushedBalance {
  sessionId: string
  /**
   * The sessions of this game may have been shown the round and get the message too; null: only
   * `sessionId`.
   */
  gameId: string | null
  /** Encoded; null: the push contains only the balance. */
  message: string | null
  /** The id of the command that caused it; null: no command did. */
  requestId: string | null
}

/** What the wallet reported with it, for the player's other pages; null: no report. */
export interface PushedBalance {
  currency: Currency
  balance: string | null
  balanceAt: number | null
}
