// Owns one player's game on this page: what may be pressed, which command goes out, what becomes
// of its round. It must never hold two commands at once or show a result the platform has not
// confirmed.

import { parseAmount } from '../../src/core/money.ts'
import type { GameView, PlayErrorCode, RoundView } from '../../src/wire/play.ts'
import type { BetPanel } from './bet-panel.ts'
import type { BetSelection } from './bets.ts'
import type { Connection, Exchange, Order, Update, Welcome } from './connection.ts'
import type { DecisionPanel } from './decision-panel.ts'
import type { Hud, PageState } from './hud.ts'
import type { Presenter } from './presenter.ts'
import type { Purse } from './scene.ts'
import { finalGrid, tellStory } from './story.ts'
import type { Texts } from './texts.ts'

type Activity = Extract<PageState, 'idle' | 'spinning' | 'awaiting'>
type Mode = GameView['modes'][number]

/** Refusals that mean the platform's round is not the one this page shows (another tab played). */
const ASTRAY: ReadonlySet<PlayErrorCode> = new Set([
  'ROUND_OPEN',
  'ROUND_NOT_FOUND',
  'NOT_AWAITING',
])

export interface Table {
  connection: Connection
  hud: Hud
  presenter: Presenter
  decision: DecisionPanel
  bets: BetSelection
  panel: BetPanel
  texts: Texts
}

export class Session {
  private readonly table: Table
  private activity: Activity = 'idle'
  private online = true
  private over = false
  private balanceMinor = 0n
  /** The round a decision is owed for. */
  private owed: RoundView | null = null

  constructor(table: Table) {
    this.table = table
  }

  /** Takes the state of the first welcome: an open round is shown where it stands. */
  begin(welcome: Welcome): void {
    this.takeBalance(welcome.balance)
    this.priceChanged()
    this.setActivity('idle')
    if (welcome.round !== null) void this.resume(welcome.round)
  }

  /** Back after a lost connection. The connection itself repeats an unanswered command. */
  resumed(welcome: Welcome): void {
    this.online = true
    this.table.hud.clearNotice()
    const { round } = welcome
    if (this.activity === 'awaiting' && !isSameDecision(this.owed, round)) location.reload()
    else if (this.activity === 'idle') {
      this.takeBalance(welcome.balance)
      if (round !== null) void this.resume(round)
    }
    this.showState()
  }

  lost(): void {
    this.online = false
    this.showState()
    this.table.hud.notice(this.table.texts.reconnecting, 'RECONNECTING')
  }

  ended(): void {
    this.over = true
  }

  waiting(code: PlayErrorCode): void {
    this.table.hud.notice(this.table.texts.errors[code], code)
  }

  /** The spin key: starts, hurries or collects, whatever there is to do. */
  press(): void {
    if (this.over || !this.online) return
    if (this.activity === 'idle') this.spin(this.table.panel.mode)
    else if (this.activity === 'spinning') this.table.presenter.hurry()
    else this.table.decision.collect()
  }

  hurry(): void {
    if (this.activity === 'spinning') this.table.presenter.hurry()
  }

  spin(mode: Mode): void {
    if (this.activity !== 'idle' || !this.online || this.over) return
    const { connection, presenter, hud, bets } = this.table
    hud.clearNotice()
    this.setActivity('spinning')
    presenter.start()
    const exchange = connection.submit({ type: 'spin', bet: bets.bet(), mode: mode.id })
    void this.follow(exchange, 0)
  }

  priceChanged(): void {
    const { hud, panel } = this.table
    hud.setStake(panel.priceMinor(panel.mode))
  }

  /** An open round found on connecting. */
  private async resume(round: RoundView): Promise<void> {
    const { connection, presenter, bets, panel, hud } = this.table
    bets.adopt(round.bet)
    panel.refresh()
    hud.setStake(minorOf(round.stake))
    this.setActivity('spinning')
    if (round.status === 'pending') {
      presenter.start()
      hud.notice(this.table.texts.waitingForBet, 'PENDING')
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
    let crediting = false
    for (;;) {
      const update = await exchange.next()
      if (update.kind !== 'round') {
        if (!(await this.isStillOwed(update))) break
        exchange = await this.decide(this.owed!)
        continue
      }
      const { round, balance } = update
      if (round.status === 'pending') {
        this.table.hud.notice(this.table.texts.waitingForBet, 'PENDING')
        continue
      }
      if (round.status === 'rejected') {
        await this.rejected(balance)
        break
      }
      told = await this.tell(round, told)
      if (balance !== null) this.takeBalance(balance)
      if (round.status === 'awaiting') exchange = await this.decide(round)
      else if (round.status === 'settled') {
        if (crediting) this.table.hud.clearNotice()
        break
      } else {
        crediting = true
        this.table.hud.notice(this.table.texts.waitingForWin, 'CREDITING')
      }
    }
    this.closeRound(exchange)
  }

  /** Shows what is new of a round; answers how many beats have been told. */
  private async tell(round: RoundView, told: number): Promise<number> {
    const { presenter, hud, texts } = this.table
    const beats = tellStory(round.events)
    if (beats.length > told) {
      if (told === 0) this.showDebit(round)
      hud.clearNotice()
      if (minorOf(round.stake) === 0n) hud.notice(texts.freeSpin, 'FREE_SPIN')
      await presenter.play(beats.slice(told), purseOf(round))
      const isOver = round.awaiting?.kind !== 'choice'
      const withMoment = isOver && beats[beats.length - 1]!.kind !== 'collected'
      await presenter.finish(minorOf(round.win), withMoment)
    }
    return beats.length
  }

  private showDebit(round: RoundView): void {
    const left = this.balanceMinor - minorOf(round.stake)
    if (left >= 0n) this.table.hud.setBalance(left)
    this.table.hud.setStake(minorOf(round.stake))
  }

  /** Asks the player and sends the answer. */
  private async decide(round: RoundView): Promise<Exchange> {
    const { decision, connection, hud } = this.table
    const { roundId, awaiting } = round
    if (awaiting === null) throw new Error('the round awaits nothing')
    this.owed = round
    this.setActivity('awaiting')
    const option = await decision.ask(awaiting, hud.print(minorOf(round.win)))
    this.setActivity('spinning')
    return connection.submit(orderFor(roundId, awaiting.kind, option))
  }

  /**
   * A refusal in the middle of a round leaves the question open; one at its start ends the round.
   */
  private async isStillOwed(update: Exclude<Update, { kind: 'round' }>): Promise<boolean> {
    const { hud, texts, presenter } = this.table
    if (update.kind === 'gone') {
      await presenter.cancel()
      return false
    }
    hud.notice(texts.errors[update.code] ?? texts.errors.REQUEST_FAILED, update.code)
    const astray = ASTRAY.has(update.code)
    if (this.owed !== null && !astray) return true
    await presenter.cancel()
    if (astray) this.table.connection.refresh()
    return false
  }

  private async rejected(balance: string | null): Promise<void> {
    const { hud, texts, presenter } = this.table
    await presenter.cancel()
    if (balance !== null) this.takeBalance(balance)
    hud.notice(texts.refused, 'REJECTED')
  }

  private closeRound(exchange: Exchange): void {
    const { connection, decision, hud } = this.table
    connection.release(exchange)
    this.owed = null
    decision.close()
    hud.setBalance(this.balanceMinor)
    this.setActivity('idle')
    this.priceChanged()
  }

  private takeBalance(balance: string): void {
    this.balanceMinor = minorOf(balance)
    this.table.hud.setBalance(this.balanceMinor)
  }

  private setActivity(activity: Activity): void {
    this.activity = activity
    this.table.panel.lock(activity !== 'idle')
    this.showState()
  }

  private showState(): void {
    if (this.over) return
    const choosing = this.activity === 'awaiting' && this.owed?.awaiting?.kind === 'choice'
    this.table.hud.setState(this.online ? this.activity : 'reconnecting', !choosing)
  }
}

function orderFor(roundId: string, kind: 'choice' | 'gamble', option: string): Order {
  if (kind === 'choice') return { type: 'choose', roundId, option }
  if (option === 'collect') return { type: 'collect', roundId }
  return { type: 'gamble', roundId, option }
}

function isSameDecision(owed: RoundView | null, found: RoundView | null): boolean {
  if (owed === null || found === null || owed.roundId !== found.roundId) return false
  return owed.choices.length === found.choices.length
}

/** The platform's amounts are always well formed; anything else is a broken page, not a zero. */
function minorOf(amount: string): bigint {
  const minor = parseAmount(amount)
  if (minor === null) throw new Error(`not an amount: ${amount}`)
  return minor
}

function purseOf(round: RoundView): Purse {
  const baseStakeMinor = minorOf(round.baseStake)
  const stakeMinor = minorOf(round.stake)
  return { baseStakeMinor, priceMinor: stakeMinor > 0n ? stakeMinor : baseStakeMinor }
}
