// Owns one player's game on this page: what presses start, what continues automatically, and the
// effects of a welcome; a running round is in `rounds.ts`. It must never start a round while
// another one is running.

import type { PlayErrorCode, ReplayAnswer } from '../../../src/wire/play-answers.ts'
import type { FreeSpinsView } from '../../../src/wire/play-round.ts'
import type { AutoplayPlan } from '../autoplay/rules.ts'
import type { GrantChange } from '../free-spins/grant-changes.ts'
import type { Loss, Welcome } from '../net/connection.ts'
import type { Reported } from '../net/exchange.ts'
import { isSameDecision } from '../round/round-facts.ts'
import { SessionBalance } from './balance.ts'
import { Rounds } from './rounds.ts'
import { type Mode, SessionState } from './state.ts'
import type { Table } from './table.ts'

export class Session {
  private readonly table: Table
  private readonly balance: SessionBalance
  private readonly state: SessionState
  private readonly rounds: Rounds
  /** Arrived while the stage was lent. */
  private missed: Welcome | null = null
  /** The automatic next round waits for the minimum time of a round. */
  private isHeld = false

  constructor(table: Table) {
    this.table = table
    this.balance = new SessionBalance(table)
    this.state = new SessionState(table, this.balance)
    this.rounds = new Rounds(table, this.state, this.balance, async (changes, next) => {
      await this.turn(changes, next)
      this.startNext()
    })
  }

  /** The base stake of the next round. */
  get baseStakeMinor(): bigint {
    return this.table.freeSpins.stakeMinor ?? this.table.bets.baseStakeMinor
  }

  /** Applies the first welcome: an open round is shown in its current state. */
  begin(welcome: Welcome, last: Promise<ReplayAnswer | null>): void {
    this.state.setActivity('idle')
    this.take(welcome)
    if (welcome.round === null) void this.recall(last)
    if (welcome.decided !== null) this.rounds.sayDecided(welcome.decided)
  }

  /** Shows what the player saw last, unless something has started since. */
  private async recall(last: Promise<ReplayAnswer | null>): Promise<void> {
    const round = (await last)?.round ?? null
    if (round === null || this.state.hasStarted || this.state.activity !== 'idle') return
    this.rounds.showLast(round)
  }

  /** Between rounds: the stage may be lent. */
  get isResting(): boolean {
    return this.state.isResting
  }

  /** Lends the stage to a recording: no round starts meanwhile. False: a round is using it. */
  async lend(show: () => Promise<void>): Promise<boolean> {
    const { state } = this
    if (!state.isResting) return false
    state.hasStarted = true
    state.isLent = true
    state.setActivity('spinning')
    await show()
    state.isLent = false
    state.setActivity('idle')
    this.priceChanged()
    const missed = this.missed
    this.missed = null
    if (missed !== null) this.takeAnew(missed)
    state.show()
    return true
  }

  /** Reconnected after a lost connection. The connection itself repeats an unanswered command. */
  resumed(welcome: Welcome): void {
    const { state } = this
    this.balance.forget()
    this.balanceChanged(welcome)
    state.isPaused = welcome.paused
    if (!state.isRefreshing) this.table.hud.clearNotice()
    state.heard()
    state.noticeLostAutoplay()
    this.table.profile.compare(welcome)
    if (state.isLent) this.missed = welcome
    else if (state.activity === 'awaiting' && !isSameDecision(state.undecided, welcome.round)) {
      location.reload()
    } else if (state.activity === 'idle') this.takeAnew(welcome)
    state.show()
  }

  private takeAnew(welcome: Welcome): void {
    this.table.profile.welcomed(welcome)
    this.table.profile.setIdle(true)
    this.take(welcome)
  }

  private take(welcome: Welcome): void {
    const { round, freeSpins, paused } = welcome
    this.balance.take(welcome)
    this.state.isPaused = paused
    if (paused) this.state.noticeError('GAME_PAUSED')
    if (round !== null) {
      this.table.freeSpins.resume(round, freeSpins)
      void this.rounds.resume(round)
    } else void this.turn(this.table.freeSpins.changesAfter(null, freeSpins), freeSpins)
  }

  lost(how: Loss): void {
    this.state.lost(how)
  }

  heard(): void {
    this.state.heard()
    this.state.noticeLostAutoplay()
  }

  ended(): void {
    this.state.end()
  }

  /** A spin that was too soon is repeated automatically: the reels spin, and no notice is shown. */
  waiting(code: PlayErrorCode): void {
    const { errors, retrying } = this.table.texts
    const text = code === 'REQUEST_FAILED' ? retrying : (errors[code] ?? retrying)
    if (code !== 'SPIN_TOO_SOON') this.state.noticeError(code, text)
  }

  /** Between rounds at once, else after the current one. */
  refreshBalance(): void {
    if (this.state.activity === 'idle') this.balance.refresh()
  }

  balanceRead(balance: Reported): void {
    this.balance.read(balance)
  }

  /** Changed because of another page of the player, or by a refund. */
  balanceChanged(balance: Reported): void {
    if (this.state.activity === 'spinning') this.balance.hold(balance)
    else this.balance.take(balance)
  }

  balanceFailed(code: PlayErrorCode): void {
    this.balance.failed(code)
  }

  /** The casino pauses the game, or resumes it: a running round finishes. */
  heldChanged(): void {
    if (this.table.casino.paused) this.state.stopAutomaticPlay()
    this.state.reportRest()
    this.state.showKeys()
  }

  /**
   * A press of the spin button: starts, skips, collects or stops autoplay, depending on the state.
   */
  press(): void {
    const { state } = this
    if (!state.isConnected) return
    const { autoplay, decision, freeSpins, panel } = this.table
    if (autoplay.isRunning) autoplay.stop()
    else if (freeSpins.card.open) freeSpins.card.close()
    else if (state.mayGoOn) this.spin(panel.mode)
    else if (state.activity === 'spinning') this.hurry()
    else decision.collect()
  }

  startAutoplay(plan: AutoplayPlan): void {
    const { state, table } = this
    if (!state.mayBegin) return
    table.autoplay.begin(plan)
    if (state.activity === 'idle') this.startNext()
    else table.decision.collect()
  }

  hurry(): void {
    const { profile, presenter } = this.table
    if (this.state.activity === 'spinning' && (profile.rules.skip || presenter.isCardShown))
      presenter.hurry()
  }

  /** Whether a round may start has changed. */
  rulesChanged(): void {
    this.state.showKeys()
    if (this.isHeld && this.state.activity === 'idle') this.startNext()
  }

  /** A paid spin of the mode, or one of the grant that is due: never one in place of the other. */
  spin(mode: Mode): void {
    const { state, rounds } = this
    if (!state.mayGoOn || !state.isConnected) return
    const { bets, casino, decision, freeSpins, panel, profile } = this.table
    if (state.activity === 'awaiting') {
      state.next = casino.paused ? null : mode
      decision.collect()
      return
    }
    if (!profile.mayStart || casino.paused) return
    const { due } = freeSpins
    if (due === null) rounds.start({ type: 'spin', bet: bets.bet(), mode: mode.id })
    else if (mode === panel.mode) {
      freeSpins.take()
      rounds.start({ type: 'free-spin', grantId: due.grantId })
    } else state.noticeError('FREE_SPINS_ACTIVE')
  }

  /** Starts the next round that the player requested earlier, by one press or by autoplay. */
  private startNext(): void {
    const { autoplay, freeSpins, panel, profile } = this.table
    this.isHeld = !profile.mayStart
    if (profile.asks) this.state.stopAutomaticPlay()
    if (this.isHeld) return
    const { next } = this.state
    this.state.next = null
    if (next !== null) this.spin(next)
    else if (autoplay.isRunning) {
      const priceMinor = freeSpins.due === null ? panel.priceMinor(panel.mode) : 0n
      if (autoplay.takesRound(priceMinor)) this.spin(panel.mode)
    }
  }

  /** Continues with free spins or with paid play; the price follows. */
  private async turn(changes: readonly GrantChange[], next: FreeSpinsView | null): Promise<void> {
    const announced = this.table.freeSpins.turn(changes, next)
    this.priceChanged()
    await announced
    this.priceChanged()
    this.state.show()
  }

  priceChanged(): void {
    const { hud, panel, freeSpins, pots } = this.table
    pots.setStake(this.baseStakeMinor)
    hud.setStake(freeSpins.stakeMinor ?? panel.priceMinor(panel.mode))
  }
}
