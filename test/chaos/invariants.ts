// What must hold of every round, whatever broke: the ledger's row, the wallet's own record and what
// the player was shown, compared. Only reads records; its own test plants faults in them.

import type { AccountRecord } from '../../src/core/wallet-accounts.ts'
import { transactionId } from '../../src/core/wallet-operation.ts'
import { findGame } from '../../src/games/catalogue/games.ts'
import type { Outcome } from '../../src/games/engine/contract.ts'
import { drawOutcome } from '../../src/round/outcome.ts'
import type { LedgerRound } from './ledger.ts'
import { digestResult, type ShownResult, type ShownRound } from './shown.ts'
import type { Operation, RoundCalls } from './wallet-record.ts'

export interface Violation {
  /** Of docs/guarantees.md. */
  guarantee: number
  what: string
  roundId: string | null
}

/** The wallet's own record of an operation. */
export type MoneyState = AccountRecord['state'] | undefined

export interface RoundEvidence {
  row: LedgerRound
  calls: RoundCalls | undefined
  shown: ShownRound | undefined
  moneyOf(transaction: string): MoneyState
  /** Whether a node was stopped at some time between the two. */
  stoodStill(fromMs: number, toMs: number): boolean
}

export interface RoundFindings {
  violations: Violation[]
  /**
   * A bet that arrived after its refund, from a node that had been stopped: see docs/guarantees.md.
   */
  isLateBet: boolean
}

export const isUndone = (row: Pick<LedgerRound, 'state'>) =>
  row.state === 'rejected' || row.state === 'cancelled'

/** The amount asked of the wallet: a free spin costs nothing. */
export const debitOf = (row: Pick<LedgerRound, 'stakeMinor' | 'grantId'>) =>
  row.grantId === null ? row.stakeMinor : 0n

export function checkRound(evidence: RoundEvidence): RoundFindings {
  const violations: Violation[] = []
  const { roundId } = evidence.row
  const report: Report = (guarantee, what) => violations.push({ guarantee, what, roundId })
  checkEnd(evidence, report)
  if (evidence.row.isOrphaned) checkOrphan(evidence, report)
  else checkDraw(evidence, report)
  checkShown(evidence, report)
  if (evidence.calls !== undefined) checkCalls(evidence.row, evidence.calls, report)
  checkMoney(evidence, report)
  return { violations, isLateBet: checkLateBet(evidence, report) }
}

type Report = (guarantee: number, what: string) => void

/** After the repair of everything: the round is over, and its money has moved. */
function checkEnd({ row }: RoundEvidence, report: Report): void {
  switch (row.state) {
    case 'settled':
      if (row.betStatus !== 'confirmed') report(19, `settled with a bet ${row.betStatus}`)
      if (row.winMinor > 0n && row.winStatus !== 'confirmed') {
        report(19, `settled with a win ${row.winStatus}`)
      }
      if (row.refundStatus !== null) report(1, 'settled and refunded')
      return
    case 'cancelled':
      if (row.refundStatus !== 'confirmed') report(4, `cancelled, its refund ${row.refundStatus}`)
      if (row.winStatus === 'confirmed') report(1, 'refunded and paid')
      if (row.cancelReason === null) report(4, 'cancelled without a reason')
      return
    case 'rejected':
      if (row.betStatus !== 'rejected') report(19, `rejected with a bet ${row.betStatus}`)
      return
    default:
      report(5, `still ${row.state} after everything healed (bet ${row.betStatus})`)
  }
}

function draw(row: LedgerRound, choices: readonly string[]): Outcome {
  const game = findGame(row.gameId, row.gameVersion)!
  const appliedTarget =
    row.targetOutcomeId === null
      ? null
      : { targetOutcomeId: row.targetOutcomeId, reelSet: row.reelSet! }
  return drawOutcome(game, { ...row, appliedTarget }, choices)
}

/** Such a round has no seed to draw it from, so no player may have seen its outcome. */
function checkOrphan({ shown }: RoundEvidence, report: Report): void {
  if ((shown?.results.length ?? 0) > 0) report(5, 'shown to the player, lost in a failover')
}

/** Does what `reelhouse replay` does, for every round. */
function checkDraw({ row }: RoundEvidence, report: Report): void {
  const outcome = draw(row, row.choices)
  const game = findGame(row.gameId, row.gameVersion)!
  const winMinor = (BigInt(outcome.winUnits) * row.baseStakeMinor) / BigInt(game.unitsPerBet)
  if (outcome.winUnits !== row.winUnits || winMinor !== row.winMinor) {
    report(11, `drawn again it wins ${outcome.winUnits} units, recorded are ${row.winUnits}`)
  }
  if (row.state === 'settled' && outcome.awaiting !== null) report(11, 'settled before its end')
}

function checkShown({ row, shown }: RoundEvidence, report: Report): void {
  if (shown === undefined) return
  for (const requestId of shown.requestIds) {
    if (requestId !== row.requestId && !row.choiceRequestIds.includes(requestId)) {
      report(6, `acknowledged request ${requestId} is not in the ledger`)
    }
  }
  if (shown.results.length > 0 && isUndone(row)) report(5, `shown to the player, now ${row.state}`)
  if (shown.rejected && !isUndone(row)) report(5, `reported as rejected, now ${row.state}`)
  for (const result of shown.results) checkResult(row, result, report)
}

function checkResult(row: LedgerRound, result: ShownResult, report: Report): void {
  const isPrefix = result.choices.every((choice, i) => row.choices[i] === choice)
  if (!isPrefix) {
    report(5, `shown after ${result.choices.join()}, the ledger has ${row.choices.join()}`)
    return
  }
  if (digestResult(draw(row, result.choices)) !== result.digest) {
    report(11, `shown after ${result.choices.length} decisions: not what its record draws`)
  }
  if (result.stakeMinor !== row.stakeMinor) report(12, `shown with stake ${result.stakeMinor}`)
  if (result.status === 'awaiting') return
  if (result.winMinor !== row.winMinor) report(12, `shown with win ${result.winMinor}`)
  if (result.status !== 'settled' || isUndone(row)) return
  if (row.state !== 'settled') report(19, `shown as settled, in the ledger ${row.state}`)
  if (result.balanceMinor !== row.balanceAfterMinor) {
    report(12, `shown with balance ${result.balanceMinor}, ledger ${row.balanceAfterMinor}`)
  }
}

/** The calls alone: ids, amounts, bodies, reveal decisions. */
function checkCalls(row: LedgerRound, calls: RoundCalls, report: Report): void {
  for (const what of calls.strange) report(1, what)
  if (calls.playerId !== row.playerId) report(14, `called for player ${calls.playerId}`)
  if (calls.currency !== row.currency) report(12, `called in ${calls.currency}`)
  const { bet, win, refund, start, finish } = calls.reported
  const debit = debitOf(row)
  const expected = [
    ['bet', bet, debit],
    ['win', win, row.winMinor],
    ['refund', refund, debit],
  ] as const
  for (const [kind, operation, amountMinor] of expected) {
    if (operation === undefined) continue
    if (operation.transaction !== transactionId(kind, row.roundId)) {
      report(1, `${kind} as ${operation.transaction}`)
    }
    if (operation.amountMinor !== amountMinor) {
      report(kind === 'refund' ? 1 : 12, `${kind} of ${operation.amountMinor}, not ${amountMinor}`)
    }
  }
  if (win !== undefined && refund !== undefined) report(1, 'both a win and a refund were sent')
  if (win !== undefined && isUndone(row)) report(1, `a win was sent, the round is ${row.state}`)
  for (const operation of [bet, win, refund, start, finish]) {
    if ((operation?.differing ?? 0) > 0)
      report(3, `repeated with another body: ${describe(operation!)}`)
  }
  for (const notice of [start, finish]) {
    if (notice !== undefined && notice.forced !== (row.targetOutcomeId !== null)) {
      report(9, `round_info with forced ${notice.forced}`)
    }
  }
  for (const operation of [bet, win]) {
    if (operation !== undefined && operation.grantId !== row.grantId) {
      report(8, `sent for grant ${operation.grantId}, the round's is ${row.grantId}`)
    }
  }
  if (bet !== undefined && win !== undefined && win.firstAt < bet.firstAt) {
    report(2, 'the win was sent before the bet')
  }
}

const describe = (operation: Operation) => `${operation.transaction || 'round_info'}`

/** Compares the wallet's operations with the ledger. */
function checkMoney({ row, calls, moneyOf }: RoundEvidence, report: Report): void {
  const of = (kind: 'bet' | 'win' | 'refund') => moneyOf(transactionId(kind, row.roundId))
  if (row.betStatus !== 'planned' && row.state === 'settled' && calls === undefined) {
    report(19, 'settled, and the wallet never heard of it')
  }
  if (row.state === 'settled') {
    if (of('bet') !== 'applied') report(19, `settled, the wallet's bet is ${of('bet')}`)
    if (row.winMinor > 0n && of('win') !== 'applied') {
      report(19, `settled, the wallet's win is ${of('win')}`)
    }
  }
  if (row.state !== 'settled' && of('win') === 'applied') report(1, `paid, and ${row.state}`)
  if (row.state === 'cancelled' && of('refund') !== 'applied') {
    report(4, `cancelled, the wallet's refund is ${of('refund')}`)
  }
  if (row.state === 'rejected' && of('bet') === 'applied') report(19, 'rejected, and debited')
  if (row.state !== 'cancelled' && of('refund') === 'applied')
    report(1, `refunded, and ${row.state}`)
}

/**
 * Guarantee 4, with the one exception in docs/guarantees.md. A bet that the platform gave up and
 * the wallet read later is not a bet sent again: its caller had gone.
 */
function checkLateBet({ row, calls, stoodStill }: RoundEvidence, report: Report): boolean {
  const { bet, refund } = calls?.reported ?? {}
  const awaited = calls?.awaitedAfterRefund ?? null
  if (bet === undefined || refund === undefined || awaited === null) return false
  if (stoodStill(row.createdAtMs, awaited.ms)) return true
  report(4, `the bet was sent ${awaited.ms - refund.firstMs} ms after its refund`)
  return false
}

/** The win of a forced round in units, before any gamble. */
export function unitsBeforeGamble(row: LedgerRound): number {
  for (let count = 0; ; count++) {
    const outcome = draw(row, row.choices.slice(0, count))
    if (outcome.awaiting?.kind !== 'choice' || count >= row.choices.length) return outcome.winUnits
  }
}
