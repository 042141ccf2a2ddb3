// Everything one actor remembers of its player, as plain data. Forgetting it costs a reading of the
// ledger, the last offer, which the next hello restores, the pace of balances, and the list of
// abandoned rounds, which then wait for the recovery job. Only the commands and src/round change
// it.

import type { PlayerRef } from '../core/player.ts'
import type { SessionPlay } from '../ledger/players/session-play.ts'
import type { ReportedBalance } from '../ledger/players/sessions.ts'
import type { DecidedRound } from '../ledger/rounds/round-reader.ts'
import type { RoundsOfPlayer } from '../round/rounds-of-player.ts'

/** Sessions whose offered bets an actor remembers; a player has one or a few open. */
export const ACTOR_SESSIONS = 16

export interface PlayerState extends RoundsOfPlayer {
  /** One for each session, the latest last. */
  offers: readonly Offer[]
  /** One for each session, the latest last: its last hello that was answered from the ledger. */
  greetings: readonly Greeting[]
  /**
   * One for each session, the latest last: when the wallet was last asked for the balance alone.
   */
  balanceQuestions: readonly BalanceQuestion[]
}

export interface BalanceQuestion {
  readonly sessionId: string
  readonly atMs: number
}

export interface Offer {
  readonly sessionId: string
  /** The maximum up to which bets above the native ones were offered; null for no maximum. */
  readonly maxMinor: bigint | null
}

export interface Greeting {
  readonly sessionId: string
  /** The mark of the player state in Redis at that time. */
  readonly mark: string
  readonly balance: ReportedBalance
  /** Null: it was not needed. */
  readonly play: SessionPlay | null
  readonly decided: DecidedRound | null
  readonly atMs: number
}

export function createPlayerState(player: PlayerRef): PlayerState {
  return {
    player,
    known: null,
    rounds: new Map(),
    abandoned: [],
    lateSlot: null,
    offers: [],
    greetings: [],
    balanceQuestions: [],
  }
}

export function rememberOffer(state: PlayerState, offer: Offer): void {
  state.offers = withLatest(state.offers, offer)
}

export function rememberGreeting(state: PlayerState, greeting: Greeting): void {
  state.greetings = withLatest(state.greetings, greeting)
}

export function rememberBalanceQuestion(state: PlayerState, question: BalanceQuestion): void {
  state.balanceQuestions = withLatest(state.balanceQuestions, question)
}

/** When there are too many sessions, the one remembered longest ago makes room. */
function withLatest<Entry extends { sessionId: string }>(
  entries: readonly Entry[],
  latest: Entry,
): readonly Entry[] {
  const others = entries.filter(({ sessionId }) => sessionId !== latest.sessionId)
  return [...others, latest].slice(-ACTOR_SESSIONS)
}

/** No timer needs this memory: forgetting it costs only a reading of the ledger. */
export function isForgettable({ rounds }: PlayerState): boolean {
  return [...rounds.values()].every(({ driven }) => driven.driver.work !== 'retry-scheduled')
}

export function recallOffers(
  state: PlayerState,
  offers: readonly (readonly [sessionId: string, maxMinor: string | null])[],
): void {
  for (const [sessionId, max] of offers) {
    rememberOffer(state, { sessionId, maxMinor: max === null ? null : BigInt(max) })
  }
}
