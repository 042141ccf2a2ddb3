// What a round is: exactly what the ledger stores of it, from the intent written before the bet to
// the progress that every save replaces. driver-state.ts is about who drives it, machine.ts about
// how it moves.

import type { Currency } from '../core/money.ts'
import type { LevelSource } from '../core/player-rtp.ts'
import type { ReelSet } from '../core/reel-set.ts'
import type { BetRefusal, OperationStatus } from '../core/wallet-operation.ts'

/**
 * States of the specification ("Round"). `reconciliation_required`: set aside, because driving it
 * failed repeatedly for a reason of our own; reports also give this state for a round that has owed
 * the wallet a call for too long, whatever its stored state.
 */
export const ROUND_STATES = [
  'debit_pending',
  'in_progress',
  'credit_pending',
  'settled',
  'rejected',
  'cancelled',
  'reconciliation_required',
] as const
export type RoundState = (typeof ROUND_STATES)[number]

export type CancelReason = 'operator_cancel' | 'bet_unconfirmed'

/** What is fixed before the first wallet call; written once. */
export interface RoundIntent {
  readonly roundId: string
  readonly playerKey: string
  readonly sequence: bigint
  readonly requestId: string
  readonly sessionId: string
  readonly gameId: string
  readonly gameVersion: string
  readonly gameMode: string
  readonly currency: Currency
  /** The bet in the provider's own terms, JSON text. */
  readonly betTerms: string
  readonly baseStakeMinor: bigint
  readonly stakeMinor: bigint
  readonly seed: Uint8Array
  readonly levelBps: number | null
  readonly levelSource: LevelSource | null
  /** The free spin that this round uses; null for a paid one. */
  readonly freeSpin: FreeSpin | null
  /** The target outcome that this round delivers; null for a round without one. */
  readonly appliedTarget: AppliedTarget | null
  readonly createdAtMs: number
}

/** A free spin's stake is nominal: nothing is debited. */
export interface FreeSpin {
  readonly grantId: string
  readonly externalId: string | null
  /** Spins left in the grant after this one. */
  readonly remaining: number
}

export interface AppliedTarget {
  readonly targetOutcomeId: string
  /** The reel set on which its seed was found; the level does not choose it. */
  readonly reelSet: ReelSet
}

/** What the bet takes from the wallet, and what a refund returns. */
export function debitMinor({ stakeMinor, freeSpin }: RoundIntent): bigint {
  return freeSpin === null ? stakeMinor : 0n
}

/** The part that changes; every save raises `version`. */
export interface RoundProgress {
  readonly state: RoundState
  readonly choices: readonly string[]
  readonly choiceRequestIds: readonly string[]
  /** The mathematics waits for a decision of the player. */
  readonly awaiting: boolean
  /**
   * When the current decision became open: when the result was revealed, or the previous decision
   * was made.
   */
  readonly awaitingSinceMs: number | null
  readonly winUnits: number
  readonly winMinor: bigint
  readonly betStatus: OperationStatus
  readonly winStatus: OperationStatus | null
  readonly refundStatus: OperationStatus | null
  readonly cancelReason: CancelReason | null
  /** Why the wallet refused the bet; null unless the round is rejected. */
  readonly refusalCode: BetRefusal | null
  readonly balanceAfterBetMinor: bigint | null
  readonly balanceAfterMinor: bigint | null
  readonly winPlannedAtMs: number | null
  readonly refundPlannedAtMs: number | null
  readonly betConfirmedAtMs: number | null
  readonly winConfirmedAtMs: number | null
  readonly refundConfirmedAtMs: number | null
  readonly settledAtMs: number | null
  /** Attempts of the currently owed operation whose outcome remained unknown. */
  readonly attempts: number
  /** Answered by the wallet, or stored durably for the background. */
  readonly startNotified: boolean
  readonly finishNotified: boolean
  /** The version guard: a save is refused when the ledger holds another version. */
  readonly version: number
}

export interface Round {
  readonly intent: RoundIntent
  readonly progress: RoundProgress
}

/** The round's result according to the mathematics, after the choices so far. */
export interface Drawn {
  winUnits: number
  winMinor: bigint
  awaiting: boolean
}

/**
 * A round just opened: everything planned, nothing sent. The ledger row is written from this.
 * @param choices made by the platform with the spin; their request id is the spin's
 */
export function openRound(
  intent: RoundIntent,
  drawn: Drawn,
  choices: readonly string[] = [],
): Round {
  const pays = drawn.winMinor > 0n && !drawn.awaiting
  return {
    intent,
    progress: {
      state: 'debit_pending',
      choices,
      choiceRequestIds: choices.map(() => intent.requestId),
      awaiting: drawn.awaiting,
      awaitingSinceMs: null,
      winUnits: drawn.winUnits,
      winMinor: drawn.winMinor,
      betStatus: 'planned',
      winStatus: pays ? 'planned' : null,
      refundStatus: null,
      cancelReason: null,
      refusalCode: null,
      balanceAfterBetMinor: null,
      balanceAfterMinor: null,
      winPlannedAtMs: pays ? intent.createdAtMs : null,
      refundPlannedAtMs: null,
      betConfirmedAtMs: null,
      winConfirmedAtMs: null,
      refundConfirmedAtMs: null,
      settledAtMs: null,
      attempts: 0,
      startNotified: false,
      finishNotified: false,
      version: FIRST_VERSION,
    },
  }
}

/** The version with which a round is first written. */
export const FIRST_VERSION = 1

/** The player's command that moved it last: the spin, or a decision. */
export function lastRequestOf({ intent, progress }: Round): string {
  return progress.choiceRequestIds.at(-1) ?? intent.requestId
}

/**
 * How many of its choices the platform made with the spin: they come first, and their request id is
 * the spin's.
 */
export function countChoicesOfSpin({ intent, progress }: Round): number {
  return progress.choiceRequestIds.filter(requestId => requestId === intent.requestId).length
}

/**
 * The request id of a decision that the platform made for the player after the deadline. No client
 * can send it, because clients' request ids are printable ASCII.
 */
export const DEADLINE_REQUEST = 'platform·deadline'

/**
 * Who made each of its choices, in order: the player, or the platform with the spin or after a
 * deadline.
 */
export function decidersOf({
  intent,
  progress,
}: Round): readonly ('player' | 'spin' | 'deadline')[] {
  return progress.choiceRequestIds.map(requestId => {
    if (requestId === DEADLINE_REQUEST) return 'deadline'
    return requestId === intent.requestId ? 'spin' : 'player'
  })
}

/** The platform made its last decision, so the player may not have seen it. */
export function isDecidedByDeadline({ progress }: Round): boolean {
  return progress.choiceRequestIds.at(-1) === DEADLINE_REQUEST
}

/** It holds its game's open-round slot and is still being played. */
export function isOpen({ progress }: Round): boolean {
  return ['debit_pending', 'in_progress', 'credit_pending'].includes(progress.state)
}

/** The player waits for nothing more of it; the wallet may still be owed a refund. */
export function isOver(round: Round): boolean {
  return !isOpen(round)
}

export function isRefundOwed({ progress }: Round): boolean {
  return progress.refundStatus !== null && progress.refundStatus !== 'confirmed'
}

/**
 * The round no longer changes. The ledger stores it apart from rounds that are being played or owe
 * something.
 */
export function isFinished({ progress }: Round): boolean {
  const { state, refundStatus } = progress
  if (state === 'cancelled') return refundStatus === 'confirmed'
  return state === 'settled' || state === 'rejected'
}

/** The round owes the wallet a call, so another driver may be at work on it. */
export function isCallOwed(round: Round): boolean {
  switch (round.progress.state) {
    case 'debit_pending':
    case 'credit_pending':
      return true
    case 'in_progress':
      return !round.progress.awaiting
    case 'cancelled':
      return isRefundOwed(round)
    case 'settled':
    case 'rejected':
    case 'reconciliation_required':
      return false
  }
}

/** An operation has no clear answer, or a planned refund was never sent: a retry sends it. */
export function isToSendAgain({ progress }: Round): boolean {
  const { state, betStatus, winStatus, refundStatus } = progress
  if (refundStatus !== null) return refundStatus === 'planned' || refundStatus === 'unknown'
  return winStatus === 'unknown' || (state === 'debit_pending' && betStatus === 'unknown')
}

/**
 * Of a round that is being driven: no driver has sent its bet before. Only then a final refusal
 * ends the round, because an attempt whose answer was lost may have been debited. A round read from
 * the ledger counts as sent (`resumeRound`).
 */
export function isBetUnsent({ progress }: Round): boolean {
  return progress.betStatus === 'planned'
}

/**
 * A round can be cancelled until its result is revealed or its win is being credited, which is when
 * it leaves debit_pending ("Round", `round_cancel`).
 */
export function isCancellable({ progress }: Round): boolean {
  return progress.state === 'debit_pending'
}

/** When a bet that the wallet never confirmed is given up ("Round cancel", automatic). */
export interface BetCancelPolicy {
  readonly afterMs: number
  readonly attempts: number
}

/** Called between two attempts, when no call is under way. */
export function isCancelDue(round: Round, policy: BetCancelPolicy, nowMs: number): boolean {
  const { intent, progress } = round
  if (!isCancellable(round) || progress.betStatus !== 'unknown') return false
  return progress.attempts >= policy.attempts || nowMs - intent.createdAtMs >= policy.afterMs
}

/**
 * The state in which a round that was set aside continues once its cause is fixed: it follows from
 * its wallet operations. A confirmed bet may have been revealed, so such a round continues as a
 * revealed one: its result is kept, and it can't be cancelled any more.
 */
export function stateToGoOn({
  betStatus,
  awaiting,
  winStatus,
}: Pick<RoundProgress, 'betStatus' | 'awaiting' | 'winStatus'>):
  | 'debit_pending'
  | 'in_progress'
  | 'credit_pending' {
  if (betStatus !== 'confirmed') return 'debit_pending'
  return awaiting || winStatus === null ? 'in_progress' : 'credit_pending'
}
