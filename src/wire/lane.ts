// The boundary between the front end and the lanes: what crosses from the main thread to a worker
// thread and back. Replies are encoded play messages, so they are serialised once.

import type { Currency } from '../core/money.ts'
import type { PausedScope } from '../core/pauses.ts'
import type { PlayerRef } from '../core/player.ts'
import type { LaneMessage } from './play.ts'

/** An authenticated socket's session, as read from the ledger when it said hello. */
export interface PlaySession extends PlayerRef {
  sessionId: string
  tokenVersion: number
  gameId: string
  currency: Currency
  language: string
  expiresAtMs: number
}

export type LaneTask =
  /** With `traceparent`: the front end follows this command. */
  | { kind: 'play'; session: PlaySession; message: LaneMessage; traceparent?: string }
  /** Drive a round that lost its driver. */
  | ({ kind: 'resume'; roundId: string } & PlayerRef)
  /** Make the decision that the round waits for, if it is past its deadline. */
  | ({ kind: 'decide'; roundId: string } & PlayerRef)
  /** Send a round_info again that the wallet has not answered. */
  | ({ kind: 'notify'; roundId: string; event: 'start' | 'finish' } & PlayerRef)
  /** Cancel a round for the operator; the lane answers with a CancelAnswer. */
  | ({ kind: 'cancel'; roundId: string; requestId: string } & PlayerRef)
  /** Its metrics; from now on these projects have series of their own, null: those of before. */
  | { kind: 'metrics'; projects: readonly string[] | null }
  /** What it counted alone, as JSON: a reading that changes nothing of the next one of its metrics. */
  | { kind: 'counts' }
  /** Whether this lane drives the round: answered at once with a Holding as JSON. */
  | ({ kind: 'look'; roundId: string } & PlayerRef)
  /**
   * The next attempt of a round, now; answered with a RetryAnswer.
   * `takesUp`: also of one that this lane does not drive.
   */
  | ({ kind: 'push'; roundId: string; takesUp: boolean } & PlayerRef)
  /** Of whom the lane knows something: PlayerRefs as JSON. */
  | { kind: 'players' }
  /** Let the player go in his turn; answered with a Handoff as JSON. */
  | ({ kind: 'release' } & PlayerRef)
  /** Take the player over from another lane. */
  | ({ kind: 'adopt'; handoff: Handoff } & PlayerRef)
  | { kind: 'log-level'; level: string }
  /** From its answer on the lane starts no round that is paused. */
  | { kind: 'pauses'; pauses: ToldPauses }
  /** Write to both stores, through the lane's own connections. */
  | { kind: 'check-stores' }
  /** Answered at once: the thread lives. */
  | { kind: 'ping' }

/** As the front end read them, at once after they changed and every second. */
export interface ToldPauses {
  readonly paused: readonly PausedScope[]
  /** When the reading began, by the clock that all threads of the node share. */
  readonly readAtMs: number
}

/**
 * `cancelled`: by this call, its refund is planned. `refused`: it is over, shown or cancelled already.
 * `busy`: one of its wallet calls is under way, or may be; nothing was changed.
 */
export type CancelAnswer = 'cancelled' | 'refused' | 'busy'

/** `none`: this lane does not drive the round. `waiting`: its next attempt is due after so long. */
export type Holding = { work: 'none' } | { work: 'driving' } | { work: 'waiting'; dueInMs: number }

/**
 * `tried`: what was owed was asked of the wallet, or the bet was given up. `not-waiting`: the round waits for no
 * retry here. `held-back`: its refund is not due yet. `no-budget`: the wallet gets no more repeats just now.
 */
export type RetryAnswer = 'tried' | 'not-waiting' | 'held-back' | 'no-budget'

/** What only the memory of a lane knew of a player; all else is in the stores. */
export interface Handoff {
  /** That wait for an attempt, and when it is due. */
  rounds: readonly { roundId: string; dueInMs: number }[]
  /** By session: the maximum under which bets were offered, in minor units; null for none. */
  offers: readonly (readonly [sessionId: string, maxMinor: string | null])[]
}

/** What `play` answers when the player has the answer already, as the last news of it. */
export const ANSWERED = ''

/**
 * News for a player's sockets: a round that was not over became known, or what a command led to before it is over.
 * Flat, because each object within a message between threads costs as much as a short text.
 */
export interface LanePush extends PlayerRef, BalanceNews {
  sessionId: string
  /** Whose sessions may have been shown the round and get the message too; null: `sessionId` alone. */
  gameId: string | null
  /** Encoded; null: the balance is all. */
  message: string | null
  /** Of the command it comes from; null: nobody asked. */
  requestId: string | null
}

/** What the wallet reported with it, for the player's other pages; null: nothing. */
export interface BalanceNews {
  currency: Currency
  balance: string | null
  balanceAt: number | null
}
