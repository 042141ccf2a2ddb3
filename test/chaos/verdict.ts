// The verdict on a run after the repair: reads the ledger once, asks the platform's own reports,
// and compares both with the records of wallets and players. Changes nothing.

import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Pool } from 'pg'
import { formatAmount } from '../../src/core/money.ts'
import type { OperatorClient } from '../../src/sdk/client.ts'
import { findRoundFaults } from '../support/written-rounds.ts'
import { type AccountSums, accountKey, createBooks, type RoundTotals } from './books.ts'
import { checkRound, debitOf, type Violation } from './invariants.ts'
import { type LedgerRound, readAll, readGrants, readRounds, readTargets } from './ledger.ts'
import type { Shown } from './shown.ts'
import type { WalletRecord } from './wallet-record.ts'
import type { ChaosWallet } from './wallets.ts'

export interface Trial {
  /** Of all places. */
  pools: readonly Pool[]
  /** In the order of the operators. */
  projects: readonly string[]
  clients: readonly OperatorClient[]
  wallets: readonly ChaosWallet[]
  record: WalletRecord
  shown: Shown
  playerOf(index: number): { operator: number; playerId: string }
  acknowledgedGrants: ReadonlySet<string>
  /** Rounds whose cancel was acknowledged to an operator. */
  cancelledRounds: ReadonlySet<string>
  stoodStill(fromMs: number, toMs: number): boolean
  logFiles: readonly string[]
  secrets: readonly string[]
}

export interface Verdict {
  violations: Violation[]
  totals: RoundTotals
  /**
   * A wallet has them or a player was shown them, and the ledger lacks them or lost their state.
   */
  lostRounds: number
  lateBets: number
  /**
   * Requests refused after they had been sent several times, and played: an earlier copy was still
   * in transit when a later one was refused.
   */
  lateCopies: number
}

export async function judge(trial: Trial): Promise<Verdict> {
  const { pools, projects, record, shown } = trial
  const books = createBooks()
  const violations: Violation[] = []
  const seen = new Map<string, string>()
  let [lateBets, lateCopies, orphansShown] = [0, 0, 0]
  for await (const row of readRounds(pools, projects)) {
    const calls = record.rounds.get(row.roundId)
    const found = checkRound({
      row,
      calls,
      shown: shown.rounds.get(row.roundId),
      moneyOf: transaction =>
        trial.wallets[projects.indexOf(row.projectId)]!.records.get(transaction)?.state,
      stoodStill: trial.stoodStill,
    })
    violations.push(...found.violations, ...checkAnswers(trial, row))
    if (found.isLateBet) lateBets++
    if ((shown.refusals.get(row.requestId)?.times ?? 0) > 1) lateCopies++
    books.add(row, calls?.reported)
    seen.set(row.roundId, reportLine(row))
    if (row.isOrphaned && (shown.rounds.get(row.roundId)?.results.length ?? 0) > 0) orphansShown++
  }
  const unknown = checkUnknown(trial, seen)
  violations.push(...unknown)
  violations.push(
    ...books.check({
      grants: await readGrants(pools, projects),
      targets: await readTargets(pools, projects),
      summaries: record.summaries,
      walletChanges: readChanges(trial, books.accounts),
      acknowledgedGrants: trial.acknowledgedGrants,
    }),
  )
  const faults = (await Promise.all(pools.map(findRoundFaults))).flat()
  violations.push(...faults.map(fault => of(7, `not listed right, ${fault}`)))
  for (const [i, wallet] of trial.wallets.entries()) {
    for (const refusal of wallet.violations()) violations.push(of(1, `wallet ${i}: ${refusal}`))
    violations.push(...(await checkReports(trial, i, seen, books.accounts)))
  }
  for (const file of trial.logFiles) violations.push(...(await checkLog(file, trial.secrets)))
  const lostRounds = new Set(unknown.map(({ roundId }) => roundId)).size + orphansShown
  return { violations, totals: books.totals, lostRounds, lateBets, lateCopies }
}

const of = (guarantee: number, what: string, roundId: string | null = null): Violation => ({
  guarantee,
  what,
  roundId,
})

/** What the player of the round, and its operator, were answered besides results. */
function checkAnswers({ shown, playerOf, cancelledRounds }: Trial, row: LedgerRound): Violation[] {
  const { roundId, requestId, state } = row
  const found: Violation[] = []
  const refusal = shown.refusals.get(requestId)
  if (refusal?.times === 1) found.push(of(6, `refused with ${refusal.code}, and played`, roundId))
  const undoing = shown.undoings.get(requestId)
  if (undoing !== undefined && state !== 'rejected' && state !== 'cancelled') {
    found.push(of(5, `reported as over with ${undoing}, now ${state}`, roundId))
  }
  if (cancelledRounds.has(roundId) && state !== 'cancelled') {
    found.push(of(4, `acknowledged as cancelled, now ${state}`, roundId))
  }
  const shownTo = shown.rounds.get(roundId)
  if (shownTo !== undefined && playerOf(shownTo.player).playerId !== row.playerId) {
    found.push(of(14, 'shown to another player', roundId))
  }
  return found
}

/** Rounds in a wallet's or player's record that the ledger lacks. */
function checkUnknown({ record, shown }: Trial, seen: ReadonlyMap<string, string>): Violation[] {
  const reported = [...record.rounds.keys()].filter(roundId => !seen.has(roundId))
  const lost = [...shown.rounds.keys()].filter(roundId => !seen.has(roundId))
  return [
    ...reported.map(roundId =>
      of(2, 'the wallet was called for it, the ledger has no such round', roundId),
    ),
    ...lost.map(roundId => of(5, 'shown to a player, the ledger has no such round', roundId)),
  ]
}

/** The gains and losses of all accounts of the wallets; only players with rounds can have any. */
function readChanges(
  { wallets, projects, record }: Trial,
  accounts: ReadonlyMap<string, AccountSums>,
): Map<string, bigint> {
  const changes = new Map<string, bigint>()
  const look = (operator: number, playerId: string, currency: string) => {
    const wallet = wallets[operator]!
    const key = accountKey(projects[operator]!, playerId, currency)
    if (changes.has(key)) return
    changes.set(key, wallet.balance(playerId, currency as never) - wallet.openingMinor)
  }
  for (const { operator, playerId, currency } of record.rounds.values()) {
    look(operator, playerId, currency)
  }
  for (const { projectId, playerId, currency } of accounts.values()) {
    look(projects.indexOf(projectId), playerId, currency)
  }
  return changes
}

/** A round as `report_rounds` must show it. */
function reportLine(row: LedgerRound): string {
  const { state, betStatus, refundStatus } = row
  const winStatus = betStatus === 'confirmed' ? row.winStatus : null
  return [state, formatAmount(debitOf(row)), betStatus, winStatus, refundStatus].join()
}

async function checkReports(
  trial: Trial,
  operator: number,
  seen: ReadonlyMap<string, string>,
  accounts: ReadonlyMap<string, AccountSums>,
): Promise<Violation[]> {
  const client = trial.clients[operator]!
  const projectId = trial.projects[operator]!
  const own = [...accounts.values()].filter(sums => sums.projectId === projectId)
  const found: Violation[] = []
  let count = 0
  for await (const round of client.reports.eachRound({ limit: 500 })) {
    count++
    const { bet, win, refund } = round
    const said = [round.state, bet.amount, bet.status, win.status, refund.status].join()
    const known = seen.get(round.round_id)
    if (known !== said)
      found.push(of(20, `report_rounds: ${said}, ledger ${known}`, round.round_id))
    if (round.mode !== 'TEST_ONLY') found.push(of(17, `mode ${round.mode}`, round.round_id))
  }
  const rounds = await countRounds(trial.pools, projectId)
  if (count !== rounds) found.push(of(20, `report_rounds has ${count} rounds, ledger ${rounds}`))
  return [...found, ...(await checkGgr(client, own)), ...(await checkPlayers(client, own))]
}

async function countRounds(pools: readonly Pool[], projectId: string): Promise<number> {
  const sql = 'SELECT count(*)::int FROM round WHERE project_id = $1'
  const rows = await readAll<{ count: number }>(pools, sql, [projectId])
  return rows.reduce((sum, { count }) => sum + count, 0)
}

async function checkGgr(client: OperatorClient, own: readonly AccountSums[]): Promise<Violation[]> {
  const { rows } = await client.reports.ggr({ group_by: ['currency'] })
  const found: Violation[] = []
  for (const row of rows) {
    const mine = own.filter(sums => sums.currency === row.currency)
    const sum = (name: 'bets' | 'wins' | 'refunds') =>
      formatAmount(mine.reduce((total, sums) => total + sums[name], 0n))
    const ledger = [sum('bets'), sum('wins'), sum('refunds'), 0].join()
    const said = [row.bets, row.wins, row.refunds, row.pending_operations].join()
    if (said !== ledger) found.push(of(20, `report_ggr ${row.currency}: ${said}, ledger ${ledger}`))
  }
  return found
}

async function checkPlayers(
  client: OperatorClient,
  own: readonly AccountSums[],
): Promise<Violation[]> {
  const ledger = new Map(own.map(sums => [`${sums.playerId} ${sums.currency}`, playerLine(sums)]))
  const found: Violation[] = []
  for await (const row of client.reports.eachPlayer({ limit: 1_000 })) {
    const name = `${row.player_id} ${row.currency}`
    const { bets, wins, refunds, bet_count, win_count, refund_count, pending } = row
    const said = [bets, wins, refunds, bet_count, win_count, refund_count].join()
    const known = ledger.get(name) ?? playerLine(null)
    if (said !== known) found.push(of(20, `reconciliation ${name}: ${said}, ledger ${known}`))
    if (pending.operations !== 0) found.push(of(20, `${name}: ${pending.operations} pending`))
    ledger.delete(name)
  }
  for (const [name, line] of ledger) {
    if (line !== playerLine(null)) found.push(of(20, `reconciliation lacks ${name}: ${line}`))
  }
  return found
}

function playerLine(sums: AccountSums | null): string {
  const amounts = [sums?.bets ?? 0n, sums?.wins ?? 0n, sums?.refunds ?? 0n].map(formatAmount)
  return [...amounts, sums?.betCount ?? 0, sums?.winCount ?? 0, sums?.refundCount ?? 0].join()
}

const SECRET_FORM = /\b(?:rk_|rt_)[A-Za-z0-9_-]{16,}/

/** No key, token or password is in a node's log. */
async function checkLog(file: string, secrets: readonly string[]): Promise<Violation[]> {
  const lines = createInterface({ input: createReadStream(file) })
  let at = 0
  for await (const line of lines) {
    at++
    const hasSecret = SECRET_FORM.test(line) || secrets.some(secret => line.includes(secret))
    if (hasSecret) return [of(13, `a secret in ${file}, line ${at}`)]
  }
  return []
}
