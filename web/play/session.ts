// Owns one player's game on this page: what may be pressed, which command goes out, what becomes
// of its round. It must never hold two commands at once or show a result the platform has not
// confirmed.

import type {
  FreeSpinsView,
  GameView,
  PlayErrorCode,
  ReplayAnswer,
  RoundView,
} from '../../src/wire/play.ts'
import { minorOf } from '../amounts.ts'
import type { Autoplay } from './autoplay.ts'
import type { AutoplayPlan } from './autoplay-rules.ts'
import type { BetPanel } from './bet-panel.ts'
import type { BetSelection } from './bets.ts'
import type { Connection, Exchange, Loss, Order, Update, Welcome } from './connection.ts'
import type { DecisionPanel } from './decision-panel.ts'
import type { Casino } from './embedding/casino.ts'
import type { RoundReports } from './embedding/round-reports.ts'
import type { FreeSpins } from './free-spins.ts'
import type { GrantNews } from './grants.ts'
import type { Hud, PageState } from './hud.ts'
import type { LineSigns, Waits } from './line-signs.ts'
import type { Pots } from './pots.ts'
import type { Presenter } from './presenter.ts'
import type { Profile } from './profile/profile.ts'
import { ASTRAY, isSameDecision, orderFor, playedRound, purseOf, WRONG_KIND } from './round-view.ts'
import { finalGrid, tellStory } from './story.ts'
import type { Texts } from './texts/shape.ts'

type Activity = Extract<PageState, 'idle' | 'spinning' | 'awaiting'>
type Mode = GameView['modes'][number]

export interface Table {
  connection: Connection
  hud: Hud
  presenter: Presenter
  decision: DecisionPanel
  bets: BetSelection
  panel: BetPanel
  freeSpins: FreeSpins
  autoplay: Autoplay
  profile: Profile
  signs: LineSigns
  /** The page around, and what it is told of rounds. */
  casino: Casino
  reports: RoundReports
  pots: Pots
  texts: Texts
}

export class Session {
  private readonly table: Table
  private activity: Activity = 'idle'
  /** Null: the platform is there. */
  private loss: Loss | null = null
  /** The wallet has not confirmed the bet. */
  private isPending = false
  /** The last that was heard: no new round is started. */
  private isPaused = false
  /** Something was played or shown on this page. */
  private hasStarted = false
  /** A recording has the stage. */
  private isLent = false
  /** Came while the stage was lent. */
  private missed: Welcome | null = null
  private over = false
  private balanceMinor = 0n
  /** The round a decision is owed for. */
  private owed: RoundView | null = null
  /** What goes on by itself waits for the least time of a round. */
  private isHeld = false
  /** What the player pressed to go on with, once the win on offer is collected. */
  private next: Mode | null = null

  constructor(table: Table) {
    this.table = table
    table.decision.onOpen = () => this.setActivity('awaiting')
  }

  /** What the next round is reckoned with. */
  get baseStakeMinor(): bigint {
    return this.table.freeSpins.stakeMinor ?? this.table.bets.baseStakeMinor
  }

  /** Takes the state of the first welcome: an open round is shown where it stands. */
  begin(welcome: Welcome, last: Promise<ReplayAnswer | null>): void {
    this.setActivity('idle')
    this.take(welcome)
    if (welcome.round === null) void this.recall(last)
  }

  /** What the player saw last lies on the board, unless something has begun since. */
  private async recall(last: Promise<ReplayAnswer | null>): Promise<void> {
    const round = (await last)?.round ?? null
    if (round === null || this.hasStarted || this.activity !== 'idle') return
    const beats = tellStory(round.events)
    const winMinor = this.isOwn(round) ? minorOf(round.win) : 0n
    this.table.presenter.showAtOnce(finalGrid(beats), 1, winMinor, purseOf(round))
  }

  /** Between rounds: the stage may be lent. */
  get isResting(): boolean {
    return this.activity === 'idle' && !this.over && !this.table.freeSpins.card.open
  }

  /** Lends the stage to a recording: no round starts meanwhile. False: a round has it. */
  async lend(show: () => Promise<void>): Promise<boolean> {
    if (!this.isResting) return false
    this.hasStarted = true
    this.isLent = true
    this.setActivity('spinning')
    await show()
    this.isLent = false
    this.setActivity('idle')
    this.priceChanged()
    const missed = this.missed
    this.missed = null
    if (missed !== null) this.takeAnew(missed)
    this.showState()
    return true
  }

  /** Back after a lost connection. The connection itself repeats an unanswered command. */
  resumed(welcome: Welcome): void {
    this.isPaused = welcome.paused
    this.heard()
    this.table.hud.clearNotice()
    this.table.profile.compare(welcome)
    const { round } = welcome
    if (this.isLent) this.missed = welcome
    else if (this.activity === 'awaiting' && !isSameDecision(this.owed, round)) location.reload()
    else if (this.activity === 'idle') this.takeAnew(welcome)
    this.showState()
  }

  private takeAnew(welcome: Welcome): void {
    this.table.profile.welcomed(welcome)
    this.table.profile.setIdle(true)
    this.take(welcome)
  }

  private take({ balance, round, freeSpins, paused }: Welcome): void {
    this.takeBalance(balance)
    this.isPaused = paused
    if (paused) this.noticeError('GAME_PAUSED')
    if (round !== null) {
      this.table.freeSpins.resume(round, freeSpins)
      void this.resume(round)
    } else void this.turn(this.table.freeSpins.hear(null, freeSpins), freeSpins)
  }

  lost(how: Loss): void {
    this.loss = how
    this.goNoFurther()
    this.table.casino.change({ online: false })
    this.showState()
  }

  /** The platform is there again. */
  heard(): void {
    this.loss = null
    this.table.casino.change({ online: true })
    this.showState()
  }

  ended(): void {
    this.over = true
    this.goNoFurther()
  }

  /** Whatever is out of the ordinary leaves the next step to the player. */
  private goNoFurther(): void {
    this.next = null
    this.table.autoplay.stop()
  }

  /** A spin that came a moment too soon is repeated by itself: the reels turn, and nothing is to be said. */
  waiting(code: PlayErrorCode): void {
    if (code !== 'SPIN_TOO_SOON') this.noticeError(code)
  }

  /** Between rounds at once, else after the one under way. */
  refreshBalance(): void {
    if (this.activity === 'idle' && this.table.casino.takeRefresh()) {
      this.table.connection.askBalance()
    }
  }

  /** Of a round that the platform has begun since it would tell the outcome: it is asked anew behind it. */
  balanceRead(balance: string): void {
    const { reports, casino } = this.table
    if (reports.isOpen) {
      casino.wantRefresh()
      return
    }
    this.takeBalance(balance)
    reports.balance(this.balanceMinor, true)
  }

  balanceFailed(code: PlayErrorCode): void {
    const { reports, texts } = this.table
    reports.error(code, texts.errors[code] ?? texts.errors.REQUEST_FAILED)
  }

  /** The casino holds the game, or lets it go: what is under way finishes. */
  heldChanged(): void {
    if (this.table.casino.paused) this.goNoFurther()
    this.showState()
  }

  /** The spin key: starts, hurries, collects or ends autoplay, whatever there is to do. */
  press(): void {
    if (this.over || this.loss !== null) return
    const { autoplay, decision, freeSpins, panel } = this.table
    if (autoplay.isRunning) autoplay.stop()
    else if (freeSpins.card.open) freeSpins.card.close()
    else if (this.mayGoOn) this.spin(panel.mode)
    else if (this.activity === 'spinning') this.hurry()
    else decision.collect()
  }

  /** Nothing is under way; a win that may be gambled is collected on the way. */
  private get mayGoOn(): boolean {
    return this.activity === 'idle' || (this.activity === 'awaiting' && this.table.decision.offers)
  }

  startAutoplay(plan: AutoplayPlan): void {
    if (!this.mayGoOn || this.loss !== null || this.over || this.table.casino.paused) return
    this.table.autoplay.begin(plan)
    if (this.activity === 'idle') this.goOn()
    else this.table.decision.collect()
  }

  hurry(): void {
    const { profile, presenter } = this.table
    if (this.activity === 'spinning' && (profile.rules.skip || presenter.isStanding))
      presenter.hurry()
  }

  /** Whether a round may start has changed. */
  rulesChanged(): void {
    this.showKeys()
    if (this.isHeld && this.activity === 'idle') this.goOn()
  }

  private showKeys(): void {
    const { panel, profile } = this.table
    panel.lock(!(this.mayGoOn && profile.mayStart))
    this.showState()
  }

  /** A paid spin of the mode, or one of the grant that is due: never the one for the other. */
  spin(mode: Mode): void {
    if (!this.mayGoOn || this.loss !== null || this.over) return
    const { bets, casino, decision, freeSpins, panel, profile } = this.table
    if (this.activity === 'awaiting') {
      this.next = casino.paused ? null : mode
      decision.collect()
      return
    }
    if (!profile.mayStart || casino.paused) return
    const { due } = freeSpins
    if (due === null) this.start({ type: 'spin', bet: bets.bet(), mode: mode.id })
    else if (mode === panel.mode) {
      freeSpins.take()
      this.start({ type: 'free-spin', grantId: due.grantId })
    } else this.noticeError('FREE_SPINS_ACTIVE')
  }

  private start(order: Order): void {
    const { connection, presenter, hud, profile } = this.table
    hud.clearNotice()
    profile.roundBegins()
    this.hasStarted = true
    this.setActivity('spinning')
    presenter.start()
    void this.follow(connection.submit(order), 0)
  }

  priceChanged(): void {
    const { hud, panel, freeSpins, pots } = this.table
    pots.setStake(this.baseStakeMinor)
    hud.setStake(freeSpins.stakeMinor ?? panel.priceMinor(panel.mode))
  }

  /** An open round found on connecting. */
  private async resume(round: RoundView): Promise<void> {
    const { connection, presenter, bets, panel, hud } = this.table
    // The grant's bet is not the player's own.
    if (round.freeSpin === null && this.isOwn(round)) bets.adopt(round.bet)
    panel.refresh()
    hud.setStake(minorOf(round.stake), round.currency)
    this.table.reports.heard(round, true)
    this.setActivity('spinning')
    if (round.status === 'pending') {
      presenter.start()
      this.setPending(true)
      return this.follow(connection.watch(round.roundId), 0)
    }
    const beats = tellStory(round.events)
    const growing = beats[beats.length - 1]?.growing ?? 1
    presenter.showAtOnce(finalGrid(beats), growing, minorOf(round.win), purseOf(round))
    const told = beats.length
    if (round.awaiting === null) return this.follow(connection.watch(round.roundId), told)
    return this.follow(await this.decide(round), told)
  }

  /** Follows a round through everything the platform says of it until it is over. */
  private async follow(first: Exchange, alreadyTold: number): Promise<void> {
    let exchange = first
    let told = alreadyTold
    let update: Update
    for (;;) {
      update = await exchange.next()
      if (update.kind !== 'round') {
        if (!(await this.isStillOwed(update))) break
        exchange = await this.decide(this.owed!)
        continue
      }
      const { round, balance } = update
      this.table.reports.heard(round)
      this.setPending(round.status === 'pending')
      if (round.status === 'pending') continue
      this.isPaused = false
      if (round.status === 'rejected') {
        await this.rejected(round, balance)
        break
      }
      told = await this.tell(round, told)
      if (round.status !== 'awaiting') this.table.reports.seen(round)
      this.takeBalanceOf(round, balance)
      if (round.status !== 'awaiting') this.owed = null
      if (round.status === 'awaiting') exchange = await this.decide(round)
      else if (round.status === 'settled') {
        this.table.hud.clearNotice()
        break
      } else if (!exchange.hasNext() && minorOf(round.win) > 0n) {
        this.table.hud.notice(this.table.texts.waitingForWin, 'CREDITING')
      }
    }
    await this.closeRound(exchange, update)
  }

  /** Shows what is new of a round; answers how many beats have been told. */
  private async tell(round: RoundView, told: number): Promise<number> {
    const { presenter, hud, profile } = this.table
    profile.tell(round, false)
    const beats = tellStory(round.events)
    if (beats.length > told) {
      if (told === 0 && round.freeSpin === null) this.showDebit(round)
      hud.clearNotice()
      presenter.unattended = this.table.autoplay.isRunning
      await presenter.play(beats, told, purseOf(round))
      presenter.finish(minorOf(round.win))
    }
    profile.tell(round, true)
    return beats.length
  }

  private showDebit(round: RoundView): void {
    const left = this.balanceMinor - minorOf(round.stake)
    if (left >= 0n && this.isOwn(round)) {
      this.table.hud.setBalance(left)
      this.table.reports.balance(left)
    }
    this.table.hud.setStake(minorOf(round.stake), round.currency)
  }

  /** Asks the player and sends the answer. */
  private async decide(round: RoundView): Promise<Exchange> {
    const { connection } = this.table
    const { roundId, awaiting } = round
    if (awaiting === null) throw new Error('the round awaits nothing')
    this.owed = round
    const { autoplay } = this.table
    const collects = autoplay.isRunning && awaiting.kind === 'gamble'
    if (!collects) autoplay.stop()
    const option = collects ? 'collect' : await this.ask(awaiting, round)
    this.setActivity('spinning')
    return connection.submit(orderFor(roundId, awaiting.kind, option))
  }

  private ask(awaiting: NonNullable<RoundView['awaiting']>, round: RoundView): Promise<string> {
    const { decision, hud } = this.table
    const answer = decision.ask(awaiting, hud.print(minorOf(round.win), round.currency))
    this.setActivity('awaiting')
    return answer
  }

  /**
   * A refusal in the middle of a round leaves the question open; one at its start ends the round.
   */
  private async isStillOwed(update: Exclude<Update, { kind: 'round' }>): Promise<boolean> {
    const { presenter } = this.table
    if (update.kind === 'gone') {
      await presenter.cancel()
      this.takeBalance(update.balance)
      return false
    }
    const unsaid = WRONG_KIND.has(update.code) && update.freeSpins === undefined
    const astray = unsaid || ASTRAY.has(update.code)
    // What became of the free spins is told with what comes next.
    if (update.code !== 'FREE_SPINS_OVER') this.noticeError(update.code)
    if (this.owed !== null && !astray) return true
    await presenter.cancel()
    if (astray) this.table.connection.refresh()
    return false
  }

  private async rejected(round: RoundView, balance: string | null): Promise<void> {
    const { hud, texts, presenter } = this.table
    this.goNoFurther()
    await presenter.cancel()
    this.takeBalanceOf(round, balance)
    hud.notice(texts.refused, 'REJECTED')
  }

  private async closeRound(exchange: Exchange, last: Update): Promise<void> {
    const { connection, decision, hud, presenter, freeSpins, profile } = this.table
    connection.release(exchange)
    if (last.kind === 'refused') profile.roundRefused()
    this.setPending(false)
    this.owed = null
    decision.close()
    this.table.reports.over(last)
    hud.setBalance(this.balanceMinor)
    const next = last.freeSpins === undefined ? freeSpins.due : last.freeSpins
    const news = freeSpins.hear(last.kind === 'round' ? last.round.freeSpin : null, next)
    if (last.kind === 'round' && last.round.status === 'settled') this.settled(last.round)
    else this.goNoFurther()
    if (news.length > 0) this.goNoFurther()
    if (news.length > 0 && last.kind === 'round') await presenter.linger()
    this.setActivity('idle')
    await this.turn(news, next)
    this.goOn()
  }

  private settled(round: RoundView): void {
    this.table.autoplay.roundEnded(playedRound(round))
  }

  /** The player asked for the next round before, by one press or by autoplay. */
  private goOn(): void {
    const { autoplay, freeSpins, panel, profile } = this.table
    this.isHeld = !profile.mayStart
    if (profile.asks) this.goNoFurther()
    if (this.isHeld) return
    const { next } = this
    this.next = null
    if (next !== null) this.spin(next)
    else if (autoplay.isRunning) {
      const priceMinor = freeSpins.due === null ? panel.priceMinor(panel.mode) : 0n
      if (autoplay.takesRound(priceMinor)) this.spin(panel.mode)
    }
  }

  /** Goes on with free spins or with paid play; the price follows. */
  private async turn(news: readonly GrantNews[], next: FreeSpinsView | null): Promise<void> {
    const told = this.table.freeSpins.turn(news, next)
    this.priceChanged()
    await told
    this.priceChanged()
    this.showState()
  }

  private setPending(isPending: boolean): void {
    if (this.isPending === isPending) return
    this.isPending = isPending
    this.showState()
  }

  private noticeError(code: PlayErrorCode): void {
    const { hud, texts, reports } = this.table
    this.goNoFurther()
    if (code === 'GAME_PAUSED') this.isPaused = true
    const text = texts.errors[code] ?? texts.errors.REQUEST_FAILED
    hud.notice(text, code)
    reports.error(code, text)
  }

  /** False: it was begun in another session of the player, whose amounts are in another currency. */
  private isOwn(round: RoundView): boolean {
    return round.currency === this.table.hud.currency
  }

  /** The balance of another currency is not this session's. */
  private takeBalanceOf(round: RoundView, balance: string | null): void {
    if (balance !== null && this.isOwn(round)) this.takeBalance(balance)
  }

  private takeBalance(balance: string): void {
    this.balanceMinor = minorOf(balance)
    this.table.hud.setBalance(this.balanceMinor)
    this.table.reports.balance(this.balanceMinor)
  }

  private setActivity(activity: Activity): void {
    this.activity = activity
    this.table.profile.setIdle(activity === 'idle')
    this.table.casino.change({ inRound: activity !== 'idle' && !this.isLent })
    this.showKeys()
    this.refreshBalance()
  }

  /** Whether the spin key has something to do. */
  private isPressable(): boolean {
    const { autoplay, casino, profile } = this.table
    if (autoplay.isRunning) return true
    switch (this.activity) {
      case 'idle':
        return profile.mayStart && !casino.paused
      case 'spinning':
        return profile.rules.skip
      case 'awaiting':
        return this.owed?.awaiting?.kind !== 'choice'
    }
  }

  private showState(): void {
    if (this.over) return
    this.table.hud.setHeld(this.activity === 'idle' && this.table.casino.paused)
    const { hud, signs, presenter } = this.table
    hud.setState(this.loss === null ? this.activity : 'reconnecting', this.isPressable())
    signs.show(this.waits)
    presenter.setWaiting(this.loss !== null || this.isPending)
  }

  /** What the next press of the spin key waits for. */
  private get waits(): Waits | null {
    if (this.loss !== null) return this.loss
    if (this.isPending) return 'wallet'
    return this.isPaused && this.activity === 'idle' ? 'paused' : null
  }
}
