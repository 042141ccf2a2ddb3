// Owns one round at a time, from its command to its end: follows the platform's updates, shows
// them, asks for its decisions. It must never hold two commands at once or show a result that the
// platform has not confirmed.

import type { DecidedView, FreeSpinsView, RoundView } from '../../../src/wire/play-round.ts'
import { minorOf } from '../../amounts.ts'
import type { GrantChange } from '../free-spins/grant-changes.ts'
import type { Exchange, Order, Reported, Update } from '../net/exchange.ts'
import { beatsOf, finalGrid } from '../round/beats.ts'
import {
  decidedOf,
  isSameDecision,
  OTHER_ROUND,
  orderFor,
  playedRound,
  roundAmountsOf,
  WRONG_KIND,
} from '../round/round-facts.ts'
import { fill } from '../texts/fill.ts'
import type { SessionBalance } from './balance.ts'
import type { SessionState } from './state.ts'
import type { Table } from './table.ts'

/** A round is over: announcements about grants, and the grant of the next spin. */
type OnOver = (changes: readonly GrantChange[], next: FreeSpinsView | null) => Promise<void>

export class Rounds {
  private readonly table: Table
  private readonly state: SessionState
  private readonly balance: SessionBalance
  private readonly onOver: OnOver

  constructor(table: Table, state: SessionState, balance: SessionBalance, onOver: OnOver) {
    this.table = table
    this.state = state
    this.balance = balance
    this.onOver = onOver
    table.decision.onOpen = () => state.setActivity('awaiting')
  }

  start(order: Order): void {
    const { connection, presenter, hud, profile } = this.table
    hud.clearNotice()
    profile.roundBegins()
    this.state.hasStarted = true
    this.state.setActivity('spinning')
    presenter.start()
    void this.follow(connection.submit(order), 0)
  }

  /** An open round found on connecting. */
  async resume(round: RoundView): Promise<void> {
    const { connection, presenter, bets, panel, hud, profile, startButtons } = this.table
    // They name the price of the bet so far.
    startButtons.closeSheets()
    // The bet of a grant does not replace the player's own.
    if (round.freeSpin === null && this.balance.isOwn(round)) bets.select(round.bet)
    panel.refresh()
    hud.setStake(minorOf(round.stake), round.currency)
    this.table.reports.heard(round, true)
    profile.follow(round, false)
    this.state.setActivity('spinning')
    if (round.status === 'pending') {
      presenter.start()
      this.state.setUnconfirmed('bet')
      return this.follow(connection.watch(round.roundId), 0)
    }
    const beats = beatsOf(round.events)
    const growing = beats[beats.length - 1]?.growing ?? 1
    presenter.showAtOnce(finalGrid(beats), growing, minorOf(round.win), roundAmountsOf(round))
    const shownBeats = beats.length
    if (round.awaiting === null) {
      if (minorOf(round.win) > 0n) this.state.setUnconfirmed('win')
      return this.follow(connection.watch(round.roundId), shownBeats)
    }
    return this.follow(await this.decide(round, connection.watch(round.roundId)), shownBeats)
  }

  /** Shows the board that the player saw last. */
  showLast(round: RoundView): void {
    const beats = beatsOf(round.events)
    const winMinor = this.balance.isOwn(round) ? minorOf(round.win) : 0n
    this.table.presenter.showAtOnce(finalGrid(beats), 1, winMinor, roundAmountsOf(round))
  }

  /** Follows a round through all updates until it is over. */
  private async follow(first: Exchange, alreadyShown: number): Promise<void> {
    const { state, balance } = this
    let exchange = first
    let shownBeats = alreadyShown
    let update: Update
    for (;;) {
      update = await exchange.next()
      if (update.kind !== 'round') {
        if (!(await this.isStillUndecided(update))) break
        exchange = await this.decide(state.undecided!, exchange)
        continue
      }
      const { round } = update
      this.table.reports.heard(round)
      state.setUnconfirmed(round.status === 'pending' ? 'bet' : null)
      if (round.status === 'pending') continue
      state.isPaused = false
      if (round.status === 'rejected') {
        await this.rejected(round, update.reported)
        break
      }
      shownBeats = await this.showBeats(round, shownBeats)
      if (round.status !== 'awaiting') this.table.reports.seen(round)
      balance.takeOf(round, update.reported)
      if (round.status !== 'awaiting') state.undecided = null
      if (round.status === 'awaiting') exchange = await this.decide(round, exchange)
      else if (round.status === 'settled') {
        this.table.hud.clearPassingNotice()
        if (round.decidedForPlayer) this.sayDecided(decidedOf(round))
        break
      } else if (!exchange.hasNext() && minorOf(round.win) > 0n) {
        state.setUnconfirmed('win')
      }
    }
    await this.close(exchange, update)
  }

  /** Shows the new beats of a round; returns how many have been shown in all. */
  private async showBeats(round: RoundView, shownBeats: number): Promise<number> {
    const { presenter, hud, profile } = this.table
    profile.follow(round, false)
    const beats = beatsOf(round.events)
    if (beats.length > shownBeats) {
      if (shownBeats === 0 && round.freeSpin === null) this.balance.showDebit(round)
      hud.clearPassingNotice()
      presenter.unattended = this.table.autoplay.isRunning
      await presenter.play(beats, shownBeats, roundAmountsOf(round))
      presenter.finish(minorOf(round.win))
    }
    profile.follow(round, true)
    return beats.length
  }

  /** The platform decided for the player, after the deadline. */
  sayDecided({ option, win, currency }: Pick<DecidedView, 'option' | 'win' | 'currency'>): void {
    const { hud, texts } = this.table
    const text = option === 'collect' ? texts.collectedForYou : texts.chosenForYou
    // The player was away: the notice stays until the next round.
    hud.notice(fill(text, { win: hud.print(minorOf(win), currency) }), 'DECIDED', true)
  }

  /**
   * Asks the player and sends the answer, unless the platform decides meanwhile; its update then
   * stays queued.
   * @param followed receives updates of the round while the player is asked
   */
  private async decide(round: RoundView, followed: Exchange): Promise<Exchange> {
    const { autoplay, connection } = this.table
    const { roundId, awaiting } = round
    if (awaiting === null) throw new Error('the round awaits nothing')
    this.state.undecided = round
    const collects = autoplay.isRunning && awaiting.kind === 'gamble'
    if (!collects) autoplay.stop()
    const asked = collects ? Promise.resolve('collect') : this.ask(awaiting, round)
    const option = await Promise.race([asked, this.decidedElsewhere(round, followed)])
    this.state.setActivity('spinning')
    if (option === null) {
      this.table.decision.close()
      return followed
    }
    return connection.submit(orderFor(roundId, awaiting.kind, option))
  }

  /** Resolves with null once an update has another state than the one that is asked about. */
  private async decidedElsewhere(round: RoundView, followed: Exchange): Promise<null> {
    for (;;) {
      const update = await followed.peek()
      if (update.kind === 'round' && !isSameDecision(round, update.round)) return null
      await followed.next()
    }
  }

  private ask(awaiting: NonNullable<RoundView['awaiting']>, round: RoundView): Promise<string> {
    const { decision, hud } = this.table
    const answer = decision.ask(awaiting, hud.print(minorOf(round.win), round.currency))
    this.state.setActivity('awaiting')
    return answer
  }

  /**
   * A refusal in the middle of a round leaves the question open; one at its start ends the round.
   */
  private async isStillUndecided(update: Exclude<Update, { kind: 'round' }>): Promise<boolean> {
    const { presenter, profile } = this.table
    if (update.kind === 'gone') {
      await presenter.cancel()
      this.balance.take(update.reported)
      profile.welcomed(update)
      return false
    }
    const unsaid = WRONG_KIND.has(update.code) && update.freeSpins === undefined
    const isOtherRound = unsaid || OTHER_ROUND.has(update.code)
    // What happened to the free spins is shown with the next announcement.
    if (update.code !== 'FREE_SPINS_OVER') this.state.noticeError(update.code)
    if (this.state.undecided !== null && !isOtherRound) return true
    await presenter.cancel()
    if (isOtherRound) this.table.connection.refresh()
    return false
  }

  private async rejected(round: RoundView, reported: Reported | null): Promise<void> {
    const { hud, texts, presenter } = this.table
    this.state.stopAutomaticPlay()
    await presenter.cancel()
    this.balance.takeOf(round, reported)
    hud.notice(texts.refused, 'REJECTED')
  }

  private async close(exchange: Exchange, last: Update): Promise<void> {
    const { autoplay, connection, decision, presenter, freeSpins, profile, reports } = this.table
    const { state } = this
    connection.release(exchange)
    if (last.kind === 'refused') profile.roundRefused()
    state.setUnconfirmed(null)
    state.undecided = null
    decision.close()
    reports.over(last)
    this.balance.show()
    const next = last.freeSpins === undefined ? freeSpins.due : last.freeSpins
    const changes = freeSpins.changesAfter(last.kind === 'round' ? last.round.freeSpin : null, next)
    if (last.kind === 'round' && last.round.status === 'settled') {
      autoplay.roundEnded(playedRound(last.round))
    } else state.stopAutomaticPlay()
    if (changes.length > 0) state.stopAutomaticPlay()
    if (changes.length > 0 && last.kind === 'round') await presenter.linger()
    state.setActivity('idle')
    await this.onOver(changes, next)
  }
}
