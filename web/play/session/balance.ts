// Owns the balance of one session: the last value from the platform, and its display. It must never
// accept the balance of another currency, nor add a win to it.

import type { PlayErrorCode } from '../../../src/wire/play-answers.ts'
import type { RoundView } from '../../../src/wire/play-round.ts'
import { minorOf } from '../../amounts.ts'
import type { Reported } from '../net/exchange.ts'
import type { Table } from './table.ts'

export class SessionBalance {
  private readonly table: Table
  private minor = 0n
  private reportedAt = 0
  /** Arrived while a round was being shown, and may include its win. */
  private held: Reported | null = null

  constructor(table: Table) {
    this.table = table
  }

  /** Ignored if the wallet has reported a later one. */
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

  /** Applies the held balance once the round has been shown. */
  release(): void {
    const { held } = this
    this.held = null
    if (held !== null) this.take(held)
  }

  /** A welcome resets it: another node uses another clock. */
  forget(): void {
    this.reportedAt = 0
    this.held = null
  }

  /** A balance in another currency is not this session's. */
  takeOf(round: RoundView, reported: Reported | null): void {
    if (reported !== null && this.isOwn(round)) this.take(reported)
  }

  /** Shows the platform's last value again, in place of a local deduction. */
  show(): void {
    this.table.hud.setBalance(this.minor)
  }

  /** The stake is deducted on screen before the outcome is shown. */
  showDebit(round: RoundView): void {
    const left = this.minor - minorOf(round.stake)
    if (left >= 0n && this.isOwn(round)) {
      this.table.hud.setBalance(left)
      this.table.reports.balance(left)
    }
    this.table.hud.setStake(minorOf(round.stake), round.currency)
  }

  /** False: it was started in another session of the player, in another currency. */
  isOwn(round: RoundView): boolean {
    return round.currency === this.table.hud.currency
  }

  /** Between rounds: requests the balance if the casino asked for it. */
  refresh(): void {
    if (this.table.casino.takeRefresh()) this.table.connection.askBalance()
  }

  /**
   * If a round was started after the request, the answer could reveal its outcome: it is requested
   * again after the round.
   */
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
