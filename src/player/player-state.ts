// Everything one actor remembers of its player, in the open. Forgetting it costs a reading of the ledger,
// the last offer, which the next hello brings back, and the knowledge of abandoned
// rounds, which then wait for the recovery job. Only the commands and src/round change it.

import type { PlayerRef } from '../core/player.ts'
import { ACTOR_SESSIONS } from '../limits.ts'
import type { RoundsOfPlayer } from '../round/rounds-of-player.ts'

export interface PlayerState extends RoundsOfPlayer {
  /** By session: the maximum under which bets above the native ones were offered; null for no maximum. */
  readonly offeredMaxMinor: Map<string, bigint | null>
  /** By session: its last hello that was answered from the ledger. */
  readonly greetings: Map<string, Greeting>
}

export interface Greeting {
  /** Of the player state in Redis, as it was then. */
  readonly mark: string
  readonly balanceMinor: bigint
  readonly atMs: number
}

export function createPlayerState(player: PlayerRef): PlayerState {
  return {
    player,
    known: null,
    rounds: new Map(),
    abandoned: new Map(),
    offeredMaxMinor: new Map(),
    greetings: new Map(),
  }
}

/** The session that was offered bets the longest time ago makes room. */
export function rememberOffer(
  { offeredMaxMinor }: PlayerState,
  sessionId: string,
  maxMinor: bigint | null,
): void {
  rememberLast(offeredMaxMinor, sessionId, maxMinor, ACTOR_SESSIONS)
}

/** Of too many the one that was remembered the longest time ago makes room. */
export function rememberLast<Value>(
  values: Map<string, Value>,
  key: string,
  value: Value,
  keysMax: number,
): void {
  values.delete(key)
  values.set(key, value)
  if (values.size > keysMax) values.delete(values.keys().next().value!)
}

/** No timer waits for this memory: forgetting it costs only a reading of the ledger. */
export function isForgettable({ rounds }: PlayerState): boolean {
  return [...rounds.values()].every(({ driven }) => driven.driver.work !== 'retry-scheduled')
}

export function recallOffers(
  state: PlayerState,
  offers: readonly (readonly [sessionId: string, maxMinor: string | null])[],
): void {
  for (const [sessionId, max] of offers) {
    rememberOffer(state, sessionId, max === null ? null : BigInt(max))
  }
}
