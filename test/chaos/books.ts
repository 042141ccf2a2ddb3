// What must hold of all rounds together: players' money, sequences, grants, target outcomes,
// reports. Takes the ledger's rounds one by one, then compares the sums with the other records.

import type { PlayerRef } from '../../src/core/player.ts'
import { GAMES } from '../../src/games/catalogue/games.ts'
import { debitOf, isUndone, unitsBeforeGamble, type Violation } from './invariants.ts'
import type { LedgerGrant, LedgerRound, LedgerTarget } from './ledger.ts'
import type { RoundCalls, Summary } from './wallet-record.ts'

/** Confirmed operations of one player in one currency. */
export interface AccountSums extends PlayerRef {
  currency: string
  bets: bigint
  wins: bigint
  refunds: bigint
  betCount: number
  winCount: number
  refundCount: number
}

interface GrantSums {
  settled: number
  winMinor: bigint
  unfinished: number
  /** `remaining` of its settled rounds: each spin was taken once. */
  taken: Set<number>
  isTakenTwice: boolean
  /** Position of its last win in the order of the wallet's calls. */
  lastWinAt: number
}

export interface RoundTotals {
  rounds: number
  settled: number
  rejected: number
  cancelledByOperator: number
  cancelledByPolicy: number
  freeSpins: number
  forced: number
}

export interface Statements {
  grants: readonly LedgerGrant[]
  targets: readonly LedgerTarget[]
  summaries: ReadonlyMap<string, Summary>
  /** The gain or loss of the wallet's account since it was opened; by accountKey. */
  walletChanges: ReadonlyMap<string, bigint>
  /** Grants whose creation was acknowledged to an operator. */
  acknowledgedGrants: Iterable<string>
}

export const accountKey = (projectId: string, playerId: string, currency: string) =>
  `${projectId} ${playerId} ${currency}`

export type Books = ReturnType<typeof createBooks>

export function createBooks() {
  const accounts = new Map<string, AccountSums>()
  const grants = new Map<string, GrantSums>()
  const forced = new Map<string, LedgerRound[]>()
  const lastSequence = new Map<string, bigint>()
  const lastMoneyAt = new Map<string, number>()
  const violations: Violation[] = []
  const totals: RoundTotals = {
    rounds: 0,
    settled: 0,
    rejected: 0,
    cancelledByOperator: 0,
    cancelledByPolicy: 0,
    freeSpins: 0,
    forced: 0,
  }
  const report = (guarantee: number, what: string, roundId: string | null = null) =>
    violations.push({ guarantee, what, roundId })

  /** @param reported the wallet's record of the notifications it received */
  function add(row: LedgerRound, reported: RoundCalls['reported'] = {}): void {
    count(row)
    addMoney(row)
    checkOrder(row, reported)
    if (row.grantId !== null) addFreeSpin(row, reported.win?.firstAt ?? 0)
    if (row.targetOutcomeId !== null) {
      forced.set(row.targetOutcomeId, [...(forced.get(row.targetOutcomeId) ?? []), row])
    }
  }

  function count(row: LedgerRound): void {
    totals.rounds++
    if (row.state === 'settled') totals.settled++
    if (row.state === 'rejected') totals.rejected++
    if (row.state === 'cancelled' && row.cancelReason === 'operator_cancel') {
      totals.cancelledByOperator++
    }
    if (row.state === 'cancelled' && row.cancelReason === 'bet_unconfirmed') {
      totals.cancelledByPolicy++
    }
    if (row.grantId !== null) totals.freeSpins++
    if (row.targetOutcomeId !== null) totals.forced++
  }

  function accountOf({ projectId, playerId, currency }: LedgerRound): AccountSums {
    const key = accountKey(projectId, playerId, currency)
    let sums = accounts.get(key)
    if (sums === undefined) {
      const none = { bets: 0n, wins: 0n, refunds: 0n, betCount: 0, winCount: 0, refundCount: 0 }
      sums = { projectId, playerId, currency, ...none }
      accounts.set(key, sums)
    }
    return sums
  }

  function addMoney(row: LedgerRound): void {
    const sums = accountOf(row)
    if (row.betStatus !== 'confirmed') return
    sums.bets += debitOf(row)
    sums.betCount++
    if (row.winStatus === 'confirmed') {
      sums.wins += row.winMinor
      sums.winCount++
    }
    if (row.refundStatus === 'confirmed') {
      sums.refunds += debitOf(row)
      sums.refundCount++
    }
  }

  /**
   * Sequence numbers rise, and a round has moved its money before the next round of the same game
   * begins to. Not by `created_at`: a node that was stopped writes a round later than its time,
   * after others.
   */
  function checkOrder(row: LedgerRound, { bet, win }: RoundCalls['reported']): void {
    const before = lastSequence.get(row.playerKey)
    if (before !== undefined && row.sequence <= before) {
      report(7, `sequence ${row.sequence} after ${before}`, row.roundId)
    }
    lastSequence.set(row.playerKey, row.sequence)
    if (row.state !== 'settled' || bet === undefined) return
    const game = `${row.playerKey} ${row.gameId}`
    if (bet.firstAt < (lastMoneyAt.get(game) ?? 0)) {
      report(7, 'its bet was sent before the last round had moved its money', row.roundId)
    }
    lastMoneyAt.set(game, Math.max(bet.firstAt, win?.firstAt ?? 0))
  }

  function addFreeSpin(row: LedgerRound, winAt: number): void {
    let sums = grants.get(row.grantId!)
    if (sums === undefined) {
      const none = { settled: 0, winMinor: 0n, unfinished: 0, isTakenTwice: false, lastWinAt: 0 }
      sums = { ...none, taken: new Set() }
      grants.set(row.grantId!, sums)
    }
    if (isUndone(row)) return
    if (row.state !== 'settled') {
      sums.unfinished++
      return
    }
    sums.settled++
    sums.winMinor += row.winMinor
    sums.isTakenTwice ||= sums.taken.has(row.grantRemaining!)
    sums.taken.add(row.grantRemaining!)
    sums.lastWinAt = Math.max(sums.lastWinAt, winAt)
  }

  function checkGrant(grant: LedgerGrant, summary: Summary | undefined): void {
    const name = `grant ${grant.grantId}`
    const sums = grants.get(grant.grantId)
    const [settled, winMinor] = [sums?.settled ?? 0, sums?.winMinor ?? 0n]
    if (grant.played !== settled) report(8, `${name}: played ${grant.played}, settled ${settled}`)
    if (grant.taken !== grant.played + (sums?.unfinished ?? 0)) {
      report(8, `${name}: taken ${grant.taken}, played ${grant.played}`)
    }
    if (grant.totalWinMinor !== winMinor) {
      report(8, `${name}: won ${grant.totalWinMinor}, its rounds ${winMinor}`)
    }
    if (sums?.isTakenTwice) report(8, `${name}: one spin was played twice`)
    if ((grant.status === 'used') !== (grant.played === grant.total && grant.status !== 'active')) {
      if (grant.status === 'used') report(8, `${name}: used after ${grant.played} spins`)
    }
    if (grant.status === 'active' && grant.played === grant.total) {
      report(8, `${name}: active with all its spins played`)
    }
    checkSummary(grant, sums, summary)
  }

  function checkSummary(
    grant: LedgerGrant,
    sums: GrantSums | undefined,
    summary: Summary | undefined,
  ): void {
    const name = `grant ${grant.grantId}`
    if (grant.status === 'active') {
      if (summary !== undefined) report(8, `${name}: active, and its summary was sent`)
      return
    }
    if (summary === undefined || !grant.summaryAnswered) {
      report(8, `${name}: ${grant.status} without a summary`)
      return
    }
    if (summary.differing > 0) report(3, `${name}: its summary was repeated with another body`)
    if (summary.firstAt < (sums?.lastWinAt ?? 0)) report(8, `${name}: summary before its last win`)
    const said = JSON.parse(summary.text)
    const minor = (text: string) => BigInt(text.replace('.', ''))
    const isRight =
      said.status === grant.status &&
      said.total === grant.total &&
      said.played === grant.played &&
      minor(said.total_win) === grant.totalWinMinor &&
      minor(said.bet) === grant.betMinor
    if (!isRight) report(8, `${name}: its summary says something else`)
  }

  function checkTarget(target: LedgerTarget): void {
    const name = `target ${target.targetOutcomeId}`
    const rounds = (forced.get(target.targetOutcomeId) ?? []).filter(row => !isUndone(row))
    const [round] = rounds
    if (rounds.length > 1) report(9, `${name}: applied ${rounds.length} times`, round!.roundId)
    if ((target.status === 'applied') !== (round !== undefined)) {
      report(9, `${name}: ${target.status} with ${rounds.length} rounds`, round?.roundId ?? null)
    }
    if (round === undefined) return
    if (target.roundId !== round.roundId) report(9, `${name}: another round`, round.roundId)
    if (round.playerId !== target.playerId || round.gameId !== target.gameId) {
      report(9, `${name}: another player's or game's round`, round.roundId)
    }
    if (!isWithin(target, round)) report(9, `${name}: not its multiple`, round.roundId)
  }

  function checkAccounts(changes: ReadonlyMap<string, bigint>): void {
    for (const [key, sums] of accounts) {
      const ledger = sums.wins + sums.refunds - sums.bets
      const wallet = changes.get(key) ?? 0n
      if (ledger !== wallet) report(20, `${key}: ledger ${ledger}, wallet ${wallet}`)
    }
    for (const [key, change] of changes) {
      if (change !== 0n && !accounts.has(key)) report(20, `${key}: moved ${change} without a round`)
    }
  }

  return {
    add,
    totals,
    accounts: accounts as ReadonlyMap<string, AccountSums>,
    /** All violations, once the rounds have all been added. */
    check(said: Statements): Violation[] {
      checkAccounts(said.walletChanges)
      const known = new Set<string>()
      for (const grant of said.grants) {
        known.add(grant.grantId)
        checkGrant(grant, said.summaries.get(grant.grantId))
      }
      for (const grantId of said.acknowledgedGrants) {
        if (!known.has(grantId)) report(5, `grant ${grantId} was acknowledged and is lost`)
      }
      for (const grantId of said.summaries.keys()) {
        if (!known.has(grantId)) report(8, `a summary of grant ${grantId}, which is not there`)
      }
      for (const target of said.targets) checkTarget(target)
      return violations
    },
  }
}

const UNITS = new Map(GAMES.map(game => [game.id, game.unitsPerBet]))

/** Multiplier x bet, within two hundredths of it. */
function isWithin(target: LedgerTarget, round: LedgerRound): boolean {
  const wanted = target.multiplierHundredths * BigInt(UNITS.get(round.gameId)!)
  const found = BigInt(unitsBeforeGamble(round)) * 100n
  const away = found > wanted ? found - wanted : wanted - found
  return away * 50n <= wanted
}
