// The rounds of one player in this memory: those that are held, and those that this memory
// abandoned. Plain data with the few operations on it; calls no store and moves no round.

import type { Entitlements } from '../core/entitlements.ts'
import type { PlayerRef } from '../core/player.ts'
import type { GameDefinition, Outcome } from '../games/engine/contract.ts'
import { isAtWork, OPENED_HERE } from './driver-state.ts'
import { type DrivenRound, resumeRound } from './machine.ts'
import { drawOutcome } from './outcome.ts'
import type { Round } from './round.ts'

/** Rounds whose work failed that an actor remembers; a player has one open round a game. */
export const ABANDONED_ROUNDS = 16

/** A round in memory, with the outcome after its choices. */
export interface RoundInPlay {
  driven: DrivenRound
  /**
   * The version that drew the round; null: it is not here. What is owed is in the round's record,
   * so its money moves all the same.
   */
  readonly game: GameDefinition | null
  /** Null: this memory cannot draw it, so the round is not shown and no decision is made. */
  outcome: Outcome | null
  /** The request id of the operator's call that cancelled it. */
  cancelRequestId?: string
}

/** The player as last read from the ledger. */
export interface KnownPlayer {
  readonly playerKey: string
  readonly entitlements: Entitlements
}

/** A slot that Redis still holds for a round that is over in the ledger. */
interface LateSlot {
  readonly gameId: string
  readonly roundId: string
  /** Stops the timer that frees it. */
  takeBack(): void
}

interface Abandoned {
  readonly roundId: string
  readonly version: number
}

/** The part of a player's state that rounds read and change. */
export interface RoundsOfPlayer {
  readonly player: PlayerRef
  /** Null: the player is read before the next use. */
  known: KnownPlayer | null
  readonly rounds: Map<string, RoundInPlay>
  /**
   * Rounds whose work failed here, each with the version that this memory wrote: such a round has
   * no driver as long as the ledger holds that version.
   */
  abandoned: readonly Abandoned[]
  /** Of the last round that is over: the next opening of its game frees the slot, or a timer. */
  lateSlot: LateSlot | null
}

type Games = { findGame(gameId: string, version?: string): GameDefinition | undefined }

/**
 * Holds a round that this memory has just written.
 * @param isLate the answer came so late that another driver may have moved the round, so it is
 * saved first
 */
export function holdOpened(
  state: RoundsOfPlayer,
  round: Round,
  game: GameDefinition,
  outcome: Outcome,
  isLate: boolean,
): RoundInPlay {
  const driver = { ...OPENED_HERE, saveOwed: isLate }
  return hold(state, { driven: { round, driver }, game, outcome })
}

/** Holds a round read from the ledger, unless this memory holds the same version or a newer one. */
export function holdRead(state: RoundsOfPlayer, { findGame }: Games, round: Round): RoundInPlay {
  const { roundId, gameId, gameVersion } = round.intent
  const held = state.rounds.get(roundId)
  if (held !== undefined && held.driven.round.progress.version >= round.progress.version)
    return held
  const game = findGame(gameId, gameVersion) ?? null
  return hold(state, { driven: resumeRound(round), game, outcome: drawHeld(game, round) })
}

/** The outcome of a round as it was read from the ledger; null: its game's version is not here. */
export function drawHeld(game: GameDefinition | null, round: Round): Outcome | null {
  if (!isShowable(round)) return NO_OUTCOME
  return game === null ? null : drawOutcome(game, round.intent, round.progress.choices)
}

/** The result of a round that was undone is never shown, and its refund needs no mathematics. */
function isShowable({ progress }: Round): boolean {
  return progress.state !== 'cancelled' && progress.state !== 'rejected'
}

const NO_OUTCOME: Outcome = { events: [], winUnits: 0, awaiting: null }

function hold(state: RoundsOfPlayer, play: RoundInPlay): RoundInPlay {
  const { roundId } = play.driven.round.intent
  state.rounds.set(roundId, play)
  state.abandoned = without(state.abandoned, roundId)
  return play
}

/** After a reading of the ledger: forgets the rounds that are no longer open there. */
export function forgetEnded(state: RoundsOfPlayer, open: readonly Round[]): void {
  const ids = new Set(open.map(({ intent }) => intent.roundId))
  for (const [roundId, { driven }] of state.rounds) {
    if (!ids.has(roundId) && !isAtWork(driven.driver)) state.rounds.delete(roundId)
  }
  state.abandoned = []
}

export function forgetRound(state: RoundsOfPlayer, roundId: string): void {
  state.rounds.delete(roundId)
  state.abandoned = without(state.abandoned, roundId)
}

function without(abandoned: readonly Abandoned[], roundId: string): readonly Abandoned[] {
  return abandoned.length === 0 ? abandoned : abandoned.filter(each => each.roundId !== roundId)
}

/**
 * The round abandoned longest ago makes room: it is then treated like any round read from the
 * ledger.
 */
export function abandonRound(state: RoundsOfPlayer, roundId: string, version: number): void {
  state.rounds.delete(roundId)
  const others = without(state.abandoned, roundId)
  state.abandoned = [...others, { roundId, version }].slice(-ABANDONED_ROUNDS)
}

/** This version of the round was abandoned here, and no other driver has resumed it since. */
export function isAbandoned({ abandoned }: RoundsOfPlayer, { intent, progress }: Round): boolean {
  const { roundId } = intent
  return abandoned.some(each => each.roundId === roundId && each.version === progress.version)
}

/**
 * The round that holds the game's open-round slot; a round that only owes its refund holds none.
 */
export function findOpenRound({ rounds }: RoundsOfPlayer, gameId: string): RoundInPlay | null {
  for (const play of rounds.values()) {
    const { intent, progress } = play.driven.round
    if (intent.gameId === gameId && progress.refundStatus === null) return play
  }
  return null
}
