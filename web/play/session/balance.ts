// Owns the balance of one session: what the platform last said it is, and who is told of it. It must never take the
// balance of another currency, nor reckon a win into it.

import type { RoundView } from '../../../src/wire/play.ts'
import type { PlayErrorCode } from '../../../src/wire/play-errors.ts'
import { minorOf } from '../../amounts.ts'
import type { Reported } from '../exchange.ts'
import type { Table } from './table.ts'

export class SessionBalance {
  private readonly table: Table
  private minor = 0n
  private reportedAt = 0
  /** Came while a round was being shown, and may have its win in it. */
  private held: Reported | null = null

  constructor(table: Table) {
    this.table = table
  }

  /** Unless the wallet has reported a later one. */
  take({ balance, balanceAt }: Reported): void {
    if (balanceAt < this.reportedAt) return
    this.reportedAt = balanceAt
    this.minor = minorOf(balance)
    this.show()
    this.table.reports.balance(this.minor)
  }

  /** Keeps it until `release`. */
  hold(reported: Reported): void {
    if (reported.balanceAt >= (this.held?.balanceAt ?? 0)) this.held = reported
  }

  /** What was being shown has been seen. */
  release(): void {
    const { held } = this
    this.held = null
    if (held !== null) this.take(held)
  }

  /** A welcome comes, which begins anew: another node reckons the time by another clock. */
  forget(): void {
    this.reportedAt = 0
    this.held = null
  }

  /** The balance of another currency is not this session's. */
  takeOf(round: RoundView, reported: Reported | null): void {
    if (reported !== null && this.isOwn(round)) this.take(reported)
  }

  /** What the platform last said, whatever was reckoned with since. */
  show(): void {
    this.table.hud.setBalance(this.minor)
  }

  /** The stake of a round is off the balance before its outcome is seen. */
  showDebit(round: RoundView): void {
    const left = this.minor - minorOf(round.stake)
    if (left >= 0n && this.isOwn(round)) {
      this.table.hud.setBalance(left)
      this.table.reports.balance(left)
    }
    this.table.hud.setStake(minorOf(round.stake), round.currency)
  }

  /** False: it was begun in another session of the player, whose amounts are in another currency. */
  isOwn(round: RoundView): boolean {
    return round.currency === this.table.hud.currency
  }

  /** Between rounds: asks anew if the casino wants it. */
  refresh(): void {
    if (this.table.casino.takeRefresh()) this.table.connection.askBalance()
  }

  /** Of a round that the platform has begun since it would tell the outcome: it is asked anew behind it. */
  read(reported: Reported): void {
    const { reports, casino } = this.table
    if (reports.isOpen) {
      casino.wantRefresh()
      return
    }
    this.take(reported)
    reports.balance(this.minor, true)
  }

  failed(code: PlayErrorCode): void {
    const { reports, texts } = this.table
    reports.error(code, texts.errors[code] ?? texts.errors.REQUEST_FAILED)
  }
}
