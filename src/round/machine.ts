// The round as a pure state machine. A drive is a loop of two pure functions: `nextEffect` returns
// what is owed next, the driver performs it, `applyInput` applies the answer. Only the round and
// its driver state are kept between the two, so resuming after a loss is the same loop with the
// round read from the ledger. No I/O, no clock, no randomness.

import type { WalletAnswer } from '../core/wallet-operation.ts'
import { afterEvent, type DriverEvent, type DriverState, resumedDriver } from './driver-state.ts'
import {
  betAnswered,
  type Change,
  cancelled,
  decided,
  isWinUnplanned,
  notified,
  refundAnswered,
  retried,
  revealed,
  setAside,
  winAnswered,
} from './moves.ts'
import {
  type CancelReason,
  type Drawn,
  isCallOwed,
  isCancellable,
  isOpen,
  type Round,
  type RoundProgress,
  type RoundState,
} from './round.ts'

/** A round in memory with its driver state. */
export interface DrivenRound {
  readonly round: Round
  readonly driver: DriverState
}

export type RoundInput =
  | { type: 'bet-answered'; answer: WalletAnswer; atMs: number }
  /** The reveal decision in Redis: made by this driver (now or earlier), or by a cancel. */
  | { type: 'reveal-decided'; as: 'revealed' | 'cancelled'; atMs: number }
  /** Redis may have lost the decision. `isHeld`: it still holds the round as open. */
  | { type: 'reveal-lost'; isHeld: boolean }
  /** The player state was loaded into Redis from the ledger. */
  | { type: 'reloaded' }
  /** The wallet answered the notification, or the ledger stores it for the background. */
  | { type: 'notified'; event: 'start' | 'finish'; atMs: number }
  /** The wallet did not answer the notification in line. */
  | { type: 'unanswered' }
  | { type: 'win-answered'; answer: WalletAnswer; atMs: number }
  | { type: 'refund-answered'; answer: WalletAnswer; atMs: number }
  | { type: 'decided'; option: string; requestId: string; drawn: Drawn; atMs: number }
  | { type: 'cancelled'; reason: CancelReason; atMs: number }
  | { type: 'retry' }
  /** Driving it failed too often for a reason of our own. */
  | { type: 'set-aside' }
  | { type: 'saved' }
  /** `isOutdated`: closing the round changed the player's entitlements in the ledger. */
  | { type: 'closed'; isOutdated: boolean }

export type RoundEffect =
  | { type: 'send-bet' }
  /** `afterSave`: the round was saved after Redis lost the decision, so revealing it is safe. */
  | { type: 'decide-reveal'; afterSave: boolean }
  | { type: 'reload' }
  /** Calls the wallet in line, once. */
  | { type: 'notify'; event: 'start' | 'finish' }
  /** Stores the notification durably, to be sent in the background. */
  | { type: 'defer-notification'; event: 'start' | 'finish' }
  | { type: 'send-win' }
  | { type: 'send-refund' }
  /** `isTakenUp`: the round was read from the ledger and has not been saved here yet. */
  | { type: 'save'; isTakenUp: boolean }
  | { type: 'close' }
  /** Nothing to do now. `retry`: a wallet operation is unknown; `player`: a decision is owed. */
  | { type: 'rest'; until: 'retry' | 'player' | 'done' }

/**
 * A round read from the ledger, to be driven by this memory. Its bet may already have been sent,
 * whatever the row contains: an intent is written before its bet, and the save after the bet comes
 * much later.
 */
export function resumeRound({ intent, progress }: Round): DrivenRound {
  const betStatus = progress.betStatus === 'planned' ? 'sent' : progress.betStatus
  const round = { intent, progress: { ...progress, betStatus } }
  return { round, driver: resumedDriver(isCallOwed(round)) }
}

const REST_DONE: RoundEffect = { type: 'rest', until: 'done' }
const REST_PLAYER: RoundEffect = { type: 'rest', until: 'player' }
const REST_RETRY: RoundEffect = { type: 'rest', until: 'retry' }
const SAVE: RoundEffect = { type: 'save', isTakenUp: false }
const SAVE_TAKEN_UP: RoundEffect = { type: 'save', isTakenUp: true }
const CLOSE: RoundEffect = { type: 'close' }
const RELOAD: RoundEffect = { type: 'reload' }
const SEND_BET: RoundEffect = { type: 'send-bet' }
const SEND_WIN: RoundEffect = { type: 'send-win' }
const SEND_REFUND: RoundEffect = { type: 'send-refund' }
const DECIDE_REVEAL: RoundEffect = { type: 'decide-reveal', afterSave: false }
const DECIDE_REVEAL_AFTER_SAVE: RoundEffect = { type: 'decide-reveal', afterSave: true }

/** What is owed next. A change that must be durable comes before everything else. */
export function nextEffect({ round, driver }: DrivenRound): RoundEffect {
  const p = round.progress
  if (driver.saveOwed) return driver.claim === 'unknown' ? SAVE_TAKEN_UP : SAVE
  if (driver.reloadOwed) return RELOAD
  switch (p.state) {
    case 'debit_pending':
      if (p.betStatus === 'unknown') return REST_RETRY
      if (p.betStatus !== 'confirmed') return SEND_BET
      return driver.revealLost ? DECIDE_REVEAL_AFTER_SAVE : DECIDE_REVEAL
    case 'in_progress':
    case 'credit_pending':
      return nextWhileRevealed(p, driver)
    case 'settled':
    case 'rejected':
    case 'reconciliation_required':
      return driver.slotClosed ? REST_DONE : CLOSE
    case 'cancelled':
      return driver.slotClosed ? nextWhileCancelled(p) : CLOSE
  }
}

function nextWhileRevealed(p: RoundProgress, driver: DriverState): RoundEffect {
  if (!p.startNotified) return notifying('start', driver)
  if (p.awaiting) return REST_PLAYER
  if (p.winStatus === 'planned' || p.winStatus === 'sent') return SEND_WIN
  if (p.winStatus === 'unknown') return REST_RETRY
  return notifying('finish', driver)
}

/**
 * The result is final and revealed, so no cancel can undo it, and its durable part is saved: only
 * wallet calls remain. A cancel that arrives now is refused.
 */
export function isOutcomeKnown({ progress }: Round, next: RoundEffect): boolean {
  if (progress.awaiting) return false
  return next.type === 'notify' || next.type === 'defer-notification' || next.type === 'send-win'
}

function notifying(event: 'start' | 'finish', { notifies }: DriverState): RoundEffect {
  return { type: notifies === 'deferred' ? 'defer-notification' : 'notify', event }
}

/** A planned refund waits for its retry too: retry-delay.ts decides for how long. */
function nextWhileCancelled({ refundStatus }: RoundProgress): RoundEffect {
  if (refundStatus === 'sent') return SEND_REFUND
  return refundStatus === 'confirmed' ? REST_DONE : REST_RETRY
}

/**
 * An input that is not legal in the round's state: a broken invariant, never a player's mistake.
 */
export class IllegalMove extends Error {
  override readonly name = 'IllegalMove'

  constructor({ round }: DrivenRound, input: RoundInput) {
    super(`round ${round.intent.roundId}: ${input.type} is not legal in ${round.progress.state}`)
  }
}

/** Which inputs are legal in each state; anything else throws IllegalMove. */
const LEGAL_INPUTS: Readonly<Record<RoundState, readonly RoundInput['type'][]>> = {
  debit_pending: [
    'bet-answered',
    'reveal-decided',
    'reveal-lost',
    'reloaded',
    'cancelled',
    'retry',
    'set-aside',
    'saved',
  ],
  in_progress: ['notified', 'unanswered', 'decided', 'reloaded', 'retry', 'set-aside', 'saved'],
  credit_pending: [
    'notified',
    'unanswered',
    'win-answered',
    'reloaded',
    'retry',
    'set-aside',
    'saved',
  ],
  settled: ['saved', 'closed', 'reloaded', 'retry', 'set-aside'],
  rejected: ['saved', 'closed', 'reloaded', 'retry', 'set-aside'],
  cancelled: ['saved', 'closed', 'refund-answered', 'reloaded', 'retry'],
  reconciliation_required: ['saved', 'closed', 'reloaded', 'retry'],
}

/** Applies an answer and returns the round afterwards. Throws IllegalMove. */
export function applyInput(driven: DrivenRound, input: RoundInput): DrivenRound {
  if (!isLegal(driven, input)) throw new IllegalMove(driven, input)
  const event = driverEvent(input)
  if (event !== null) return afterDriverEvent(driven, event)
  const { change, isDurable } = changeOf(driven.round.progress, input)
  return {
    round: withProgress(driven.round, change),
    driver: isDurable ? afterEvent(driven.driver, { type: 'changed' }) : driven.driver,
  }
}

/** The conditions on an input that the state alone does not give. */
function isLegal({ round, driver }: DrivenRound, input: RoundInput): boolean {
  const p = round.progress
  if (!LEGAL_INPUTS[p.state].includes(input.type)) return false
  switch (input.type) {
    case 'bet-answered':
      return p.betStatus !== 'confirmed'
    case 'reveal-decided':
    case 'reveal-lost':
      return p.betStatus === 'confirmed'
    case 'notified':
      return input.event === 'start' || !isWinUnplanned(p)
    case 'win-answered':
      return p.winStatus !== null && !driver.saveOwed
    case 'decided':
      return p.awaiting
    case 'cancelled':
      return isCancellable(round)
    case 'reloaded':
      return driver.reloadOwed
    case 'set-aside':
      return canSetAside({ round, driver })
    default:
      return true
  }
}

/** The round is open, or its end could not be saved. A refund that is owed is tried for ever. */
export function canSetAside({ round, driver }: DrivenRound): boolean {
  const { state } = round.progress
  const isUnsavedEnd = driver.saveOwed && (state === 'settled' || state === 'rejected')
  return isOpen(round) || isUnsavedEnd
}

/**
 * The inputs that change who drives the round; of the ledger's row they change only the version.
 */
function driverEvent(input: RoundInput): DriverEvent | null {
  switch (input.type) {
    case 'saved':
    case 'reveal-lost':
    case 'reloaded':
    case 'unanswered':
      return input
    case 'closed':
      return { type: 'slot-closed', isOutdated: input.isOutdated }
    default:
      return null
  }
}

function afterDriverEvent({ round, driver }: DrivenRound, event: DriverEvent): DrivenRound {
  const next = afterEvent(driver, event)
  if (event.type !== 'saved') return { round, driver: next }
  return { round: withProgress(round, { version: round.progress.version + 1 }), driver: next }
}

function changeOf(p: RoundProgress, input: RoundInput): Change {
  switch (input.type) {
    case 'bet-answered':
      return betAnswered(p, input.answer, input.atMs)
    // Redis stores no reason: a policy's cancel whose save was lost is recorded as the operator's.
    case 'reveal-decided':
      return input.as === 'revealed'
        ? revealed(p, input.atMs)
        : cancelled('operator_cancel', input.atMs)
    case 'notified':
      return notified(p, input.event, input.atMs)
    case 'win-answered':
      return winAnswered(p, input.answer, input.atMs)
    case 'refund-answered':
      return refundAnswered(p, input.answer, input.atMs)
    case 'decided':
      return decided(p, input)
    case 'cancelled':
      return cancelled(input.reason, input.atMs)
    case 'retry':
      return retried(p)
    case 'set-aside':
      return setAside()
    default:
      throw new Error(`${input.type} changes no progress`)
  }
}

function withProgress({ intent, progress }: Round, change: Partial<RoundProgress>): Round {
  return { intent, progress: { ...progress, ...change } }
}
