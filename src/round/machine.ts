// The round as a pure state machine: every legal move from bet to settled, and what is owed next.
// No I/O, no clock, no randomness. The actor, the retries and round_cancel all go through it.
//
// A drive is a loop of two pure functions: `nextEffect(round)` says what is owed, somebody does it,
// `applyInput(round, input)` takes the answer. Nothing but the round itself is remembered between
// the two, so resuming after a loss is the same loop entered with the round read from the ledger.

import type { Currency } from '../core/money.ts'
import type { LevelSource } from '../core/player-rtp.ts'
import type { ReelSet } from '../core/reel-set.ts'
import type { OperationStatus, WalletAnswer } from '../core/wallet-operation.ts'

/** States of the specification ("Round"). */
const ROUND_STATES = [
  'debit_pending',
  'in_progress',
  'credit_pending',
  'settled',
  'rejected',
  'cancelled',
] as const
export type RoundState = (typeof ROUND_STATES)[number]

/** And one that only a report shows, of a round that owes the wallet a call for too long. */
export const REPORTED_STATES = [...ROUND_STATES, 'reconciliation_required'] as const
export type ReportedState = (typeof REPORTED_STATES)[number]

export type CancelReason = 'operator_cancel' | 'bet_unconfirmed'

/** What is fixed before anything is asked of the wallet; written once. */
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
  /** The free spin this round is; null for a paid one. */
  readonly freeSpin: FreeSpin | null
  /** The target outcome whose round this is; null for an unforced one. */
  readonly appliedTarget: AppliedTarget | null
  readonly createdAtMs: number
}

/** Its stake is nominal: nothing is debited. */
export interface FreeSpin {
  readonly grantId: string
  readonly externalId: string | null
  /** Spins left in the grant once this one was taken. */
  readonly remaining: number
}

export interface AppliedTarget {
  readonly targetOutcomeId: string
  /** The reel set its seed was found on; the level does not choose it. */
  readonly reelSet: ReelSet
}

/** What the bet takes from the wallet, and a refund gives back. */
export function debitMinor({ stakeMinor, freeSpin }: RoundIntent): bigint {
  return freeSpin === null ? stakeMinor : 0n
}

/** What changes; every committed change raises `version`. */
export interface RoundProgress {
  readonly state: RoundState
  readonly choices: readonly string[]
  readonly choiceRequestIds: readonly string[]
  /** The mathematics waits for the player. */
  readonly awaiting: boolean
  readonly winUnits: number
  readonly winMinor: bigint
  readonly betStatus: OperationStatus
  readonly winStatus: OperationStatus | null
  readonly refundStatus: OperationStatus | null
  readonly cancelReason: CancelReason | null
  readonly refusalCode: string | null
  readonly balanceAfterBetMinor: bigint | null
  readonly balanceAfterMinor: bigint | null
  readonly winPlannedAtMs: number | null
  readonly refundPlannedAtMs: number | null
  readonly betConfirmedAtMs: number | null
  readonly winConfirmedAtMs: number | null
  readonly refundConfirmedAtMs: number | null
  readonly settledAtMs: number | null
  /** Attempts of the operation owed now whose outcome stayed unknown. */
  readonly attempts: number
  /** Answered by the wallet, or owed durably to the background. */
  readonly startNotified: boolean
  readonly finishNotified: boolean
  readonly version: number
  /** This memory only: the mark is set in the player state. A resumed round sets it again. */
  readonly marked: boolean
  /** This memory only: holds a move that must be durable before anything else happens. */
  readonly unsaved: boolean
  /** This memory only: the player state no longer holds the round as open. */
  readonly closed: boolean
  /**
   * This memory only: it opened the round and has driven it alone since, as long as it can save it.
   * Nobody else can have shown the result, whatever became of the mark.
   */
  readonly sole: boolean
}

/** The part of a round's progress that the ledger holds. */
export type SavedProgress = Omit<RoundProgress, 'marked' | 'unsaved' | 'closed' | 'sole'>

export interface Round {
  readonly intent: RoundIntent
  readonly progress: RoundProgress
}

/** What the mathematics says of a round after the choices so far. */
export interface Drawn {
  winUnits: number
  winMinor: bigint
  awaiting: boolean
}

export type RoundInput =
  | { type: 'bet-answered'; answer: WalletAnswer; atMs: number }
  /** The mark in the player state: set by us (or again), or taken by a cancel. */
  | { type: 'marked'; as: 'shown' | 'cancelled'; atMs: number }
  | { type: 'notified'; event: 'start' | 'finish'; atMs: number }
  | { type: 'win-answered'; answer: WalletAnswer; atMs: number }
  | { type: 'refund-answered'; answer: WalletAnswer; atMs: number }
  | { type: 'decided'; option: string; requestId: string; drawn: Drawn; atMs: number }
  | { type: 'cancelled'; reason: CancelReason; atMs: number }
  | { type: 'retry' }
  | { type: 'saved' }
  | { type: 'closed' }

export type RoundEffect =
  | { type: 'send-bet' }
  | { type: 'mark' }
  | { type: 'notify'; event: 'start' | 'finish' }
  | { type: 'send-win' }
  | { type: 'send-refund' }
  | { type: 'save' }
  | { type: 'close' }
  /** Nothing to do now. `retry`: a wallet operation is unknown; `player`: a decision is owed. */
  | { type: 'rest'; until: 'retry' | 'player' | 'done' }

/** A round just opened: everything planned, nothing sent. The ledger row is written from this. */
export function openRound(intent: RoundIntent, drawn: Drawn): Round {
  const pays = drawn.winMinor > 0n && !drawn.awaiting
  return {
    intent,
    progress: {
      state: 'debit_pending',
      choices: [],
      choiceRequestIds: [],
      awaiting: drawn.awaiting,
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
      version: 1,
      marked: false,
      unsaved: false,
      closed: false,
      sole: true,
    },
  }
}

/**
 * A round read from the ledger: what only memory knew is unknown again. When it owes the wallet a
 * call, somebody else may be driving it, so it is saved before its first call: that raises the
 * version, and whoever drove it before can't save any more. A bet may have been sent already.
 */
export function resumeRound(intent: RoundIntent, saved: SavedProgress): Round {
  const betStatus = saved.betStatus === 'planned' ? 'sent' : saved.betStatus
  const memory = { marked: false, closed: false, sole: false, unsaved: owesCall(saved) }
  return { intent, progress: { ...saved, betStatus, ...memory } }
}

function owesCall(p: SavedProgress): boolean {
  switch (p.state) {
    case 'debit_pending':
    case 'credit_pending':
      return true
    case 'in_progress':
      return !p.awaiting
    case 'cancelled':
      return p.refundStatus !== 'confirmed'
    default:
      return false
  }
}

const REST_DONE: RoundEffect = { type: 'rest', until: 'done' }
const REST_PLAYER: RoundEffect = { type: 'rest', until: 'player' }
const REST_RETRY: RoundEffect = { type: 'rest', until: 'retry' }
const SAVE: RoundEffect = { type: 'save' }
const CLOSE: RoundEffect = { type: 'close' }
const MARK: RoundEffect = { type: 'mark' }
const SEND_BET: RoundEffect = { type: 'send-bet' }
const SEND_WIN: RoundEffect = { type: 'send-win' }
const SEND_REFUND: RoundEffect = { type: 'send-refund' }
const NOTIFY_START: RoundEffect = { type: 'notify', event: 'start' }
const NOTIFY_FINISH: RoundEffect = { type: 'notify', event: 'finish' }

/** What is owed next. A move that must be durable comes before everything else. */
export function nextEffect({ progress: p }: Round): RoundEffect {
  if (p.unsaved) return SAVE
  switch (p.state) {
    case 'debit_pending':
      if (p.betStatus === 'confirmed') return MARK
      return p.betStatus === 'unknown' ? REST_RETRY : SEND_BET
    case 'in_progress':
    case 'credit_pending':
      return nextWhileShown(p)
    case 'settled':
    case 'rejected':
      return p.closed ? REST_DONE : CLOSE
    case 'cancelled':
      return nextWhileCancelled(p)
  }
}

function nextWhileShown(p: RoundProgress): RoundEffect {
  if (!p.marked) return MARK
  if (!p.startNotified) return NOTIFY_START
  if (p.awaiting) return REST_PLAYER
  if (p.winStatus === 'planned' || p.winStatus === 'sent') return SEND_WIN
  if (p.winStatus === 'unknown') return REST_RETRY
  return NOTIFY_FINISH
}

function nextWhileCancelled(p: RoundProgress): RoundEffect {
  if (!p.closed) return CLOSE
  if (p.refundStatus === 'planned' || p.refundStatus === 'sent') return SEND_REFUND
  return p.refundStatus === 'unknown' ? REST_RETRY : REST_DONE
}

/** An input that is not legal in the round's state: a broken invariant, never a player's mistake. */
export class IllegalMove extends Error {
  constructor(round: Round, input: RoundInput) {
    super(`round ${round.intent.roundId}: ${input.type} is not legal in ${round.progress.state}`)
    this.name = 'IllegalMove'
  }
}

/** Which inputs each state takes; anything else is IllegalMove. */
export const LEGAL_INPUTS: Readonly<Record<RoundState, readonly RoundInput['type'][]>> = {
  debit_pending: ['bet-answered', 'marked', 'cancelled', 'retry', 'saved'],
  in_progress: ['marked', 'notified', 'decided', 'cancelled', 'retry', 'saved'],
  credit_pending: ['marked', 'notified', 'win-answered', 'retry', 'saved'],
  settled: ['saved', 'closed', 'retry'],
  rejected: ['saved', 'closed', 'retry'],
  cancelled: ['saved', 'closed', 'refund-answered', 'retry'],
}

/** Takes an answer in and returns the round after it. Throws IllegalMove. */
export function applyInput(round: Round, input: RoundInput): Round {
  const p = round.progress
  if (!LEGAL_INPUTS[p.state].includes(input.type)) throw new IllegalMove(round, input)
  const next = (change: Partial<RoundProgress>): Round => ({
    intent: round.intent,
    progress: { ...p, ...change },
  })
  switch (input.type) {
    case 'saved':
      return next({ unsaved: false, version: p.version + 1 })
    case 'closed':
      return next({ closed: true })
    case 'retry':
      return next(retried(p))
    case 'bet-answered':
      if (p.betStatus === 'confirmed') throw new IllegalMove(round, input)
      return next(betAnswered(p, input.answer, input.atMs))
    case 'marked':
      if (p.betStatus !== 'confirmed') throw new IllegalMove(round, input)
      return next(input.as === 'shown' ? shown(p) : cancelledBeside(p, input.atMs))
    case 'notified':
      if (input.event === 'finish' && isForgotten(p)) throw new IllegalMove(round, input)
      return next(notified(p, input.event, input.atMs))
    case 'win-answered':
      if (p.winStatus === null || p.unsaved) throw new IllegalMove(round, input)
      return next(winAnswered(p, input.answer, input.atMs))
    case 'refund-answered':
      return next(refundAnswered(p, input.answer, input.atMs))
    case 'decided':
      if (!p.awaiting || !p.marked) throw new IllegalMove(round, input)
      return next(decided(p, input))
    case 'cancelled':
      if (!cancellable(p)) throw new IllegalMove(round, input)
      return next(cancelled(input.reason, input.atMs))
  }
}

/** Cancelled is possible until the result is shown or credited ("round_cancel"). */
export function cancellable(p: RoundProgress): boolean {
  return p.state === 'debit_pending' && !p.marked
}

/** When a bet that the wallet never confirmed is given up ("Round cancel", automatic). */
export interface BetCancelPolicy {
  readonly afterMs: number
  readonly attempts: number
}

/** Asked between two attempts: no call is under way. */
export function isCancelDue({ intent, progress }: Round, policy: BetCancelPolicy, nowMs: number) {
  if (!cancellable(progress) || progress.betStatus !== 'unknown') return false
  return progress.attempts >= policy.attempts || nowMs - intent.createdAtMs >= policy.afterMs
}

function betAnswered(p: RoundProgress, answer: WalletAnswer, atMs: number): Partial<RoundProgress> {
  switch (answer.kind) {
    case 'accepted':
      return {
        betStatus: 'confirmed',
        betConfirmedAtMs: atMs,
        attempts: 0,
        balanceAfterBetMinor: answer.balanceMinor,
        balanceAfterMinor: answer.balanceMinor,
      }
    case 'refused':
      return {
        state: 'rejected',
        betStatus: 'rejected',
        winStatus: null,
        refusalCode: answer.code,
        unsaved: true,
      }
    case 'unknown':
      return { betStatus: 'unknown', attempts: p.attempts + 1, unsaved: true }
  }
}

/** A decision must be durable before the player sees what it is about. */
function shown(p: RoundProgress): Partial<RoundProgress> {
  if (p.state !== 'debit_pending') return { marked: true }
  if (p.awaiting) return { marked: true, state: 'in_progress', unsaved: true }
  return { marked: true, state: p.winStatus === null ? 'in_progress' : 'credit_pending' }
}

/**
 * A cancel won the mark: its writer has planned the refund, we follow with the same move. A round the
 * ledger holds as shown stays shown: such a mark was set on a player state that had forgotten ours.
 */
function cancelledBeside(p: RoundProgress, atMs: number): Partial<RoundProgress> {
  if (p.marked || p.state !== 'debit_pending') return { marked: true }
  return cancelled('operator_cancel', atMs)
}

function cancelled(reason: CancelReason, atMs: number): Partial<RoundProgress> {
  return {
    state: 'cancelled',
    cancelReason: reason,
    refundStatus: 'planned',
    refundPlannedAtMs: atMs,
    attempts: 0,
    winStatus: null,
    awaiting: false,
    unsaved: true,
  }
}

/** A final win that nobody planned to pay: the round must not end. */
function isForgotten(p: RoundProgress): boolean {
  return p.winMinor > 0n && !p.awaiting && p.winStatus === null
}

function notified(
  p: RoundProgress,
  event: 'start' | 'finish',
  atMs: number,
): Partial<RoundProgress> {
  if (event === 'start') return { startNotified: true }
  const paid = p.winStatus === null || p.winStatus === 'confirmed'
  if (p.awaiting || !paid) return {}
  return { finishNotified: true, state: 'settled', settledAtMs: atMs, unsaved: true }
}

function winAnswered(p: RoundProgress, answer: WalletAnswer, atMs: number): Partial<RoundProgress> {
  if (answer.kind !== 'accepted') {
    return { winStatus: 'unknown', attempts: p.attempts + 1, unsaved: true }
  }
  return {
    winStatus: 'confirmed',
    winConfirmedAtMs: atMs,
    attempts: 0,
    balanceAfterMinor: answer.balanceMinor,
  }
}

function refundAnswered(
  p: RoundProgress,
  answer: WalletAnswer,
  atMs: number,
): Partial<RoundProgress> {
  if (answer.kind !== 'accepted') {
    return { refundStatus: 'unknown', attempts: p.attempts + 1, unsaved: true }
  }
  return { refundStatus: 'confirmed', refundConfirmedAtMs: atMs, attempts: 0, unsaved: true }
}

function decided(
  p: RoundProgress,
  input: Extract<RoundInput, { type: 'decided' }>,
): Partial<RoundProgress> {
  const pays = !input.drawn.awaiting && input.drawn.winMinor > 0n
  return {
    choices: [...p.choices, input.option],
    choiceRequestIds: [...p.choiceRequestIds, input.requestId],
    awaiting: input.drawn.awaiting,
    winUnits: input.drawn.winUnits,
    winMinor: input.drawn.winMinor,
    state: pays ? 'credit_pending' : 'in_progress',
    winStatus: pays ? 'planned' : null,
    winPlannedAtMs: pays ? input.atMs : null,
    unsaved: true,
  }
}

/**
 * An unknown operation is due again: the same operation, the same words. Saved before it is sent, so
 * that a round somebody else has cancelled meanwhile is not asked for again.
 */
function retried(p: RoundProgress): Partial<RoundProgress> {
  if (p.state === 'debit_pending' && p.betStatus === 'unknown') {
    return { betStatus: 'sent', unsaved: true }
  }
  if (p.winStatus === 'unknown') return { winStatus: 'sent', unsaved: true }
  if (p.refundStatus === 'unknown') return { refundStatus: 'sent', unsaved: true }
  return {}
}
