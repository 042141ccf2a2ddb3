// Owns the state of one player's game: what is running, what the next press of the spin button does
// or waits for, and what continues automatically; buttons and notices show it. It must never start
// a round.

import type { PlayErrorCode } from '../../../src/wire/play-answers.ts'
import type { GameView } from '../../../src/wire/play-game.ts'
import type { RoundView } from '../../../src/wire/play-round.ts'
import type { Loss } from '../net/connection.ts'
import type { PageState } from '../page/hud.ts'
import type { WaitReason } from '../page/waiting-signs.ts'
import type { SessionBalance } from './balance.ts'
import type { Table } from './table.ts'

export type Activity = Extract<PageState, 'idle' | 'spinning' | 'awaiting'>
export type Mode = GameView['modes'][number]

export class SessionState {
  private readonly table: Table
  private readonly balance: SessionBalance
  private current: Activity = 'idle'
  /** Null: connected. */
  private loss: Loss | null = null
  /** What the wallet has not confirmed. */
  private unconfirmed: 'bet' | 'win' | null = null
  /** This page can do no more. */
  private isOver = false
  /** The platform's last answer was that new rounds are paused. */
  isPaused = false
  /** Something was played or shown on this page. */
  hasStarted = false
  private hasLostAutoplay = false
  /** A recording is using the stage. */
  isLent = false
  /** The round that waits for a decision. */
  undecided: RoundView | null = null
  /** What the player pressed to start once the offered win is collected. */
  next: Mode | null = null

  constructor(table: Table, balance: SessionBalance) {
    this.table = table
    this.balance = balance
  }

  get activity(): Activity {
    return this.current
  }

  setActivity(activity: Activity): void {
    this.current = activity
    this.table.profile.setIdle(activity === 'idle')
    this.reportRest()
    this.showKeys()
    if (activity !== 'spinning') this.balance.release()
    if (activity === 'idle') this.balance.refresh()
  }

  /**
   * A pause by the casino does not wait for a decision: meanwhile the round counts as resting,
   * however long it takes.
   */
  reportRest(): void {
    const { casino } = this.table
    const rests = this.current === 'idle' || (this.current === 'awaiting' && casino.paused)
    casino.change({ inRound: !rests && !this.isLent })
  }

  /** Between rounds: the stage may be lent. */
  get isResting(): boolean {
    return this.current === 'idle' && !this.isOver && !this.table.freeSpins.card.open
  }

  /** Connected, and this page can still play. */
  get isConnected(): boolean {
    return this.loss === null && !this.isOver
  }

  /** The page reconnects by itself: it has just said why. */
  get isRefreshing(): boolean {
    return this.loss === 'refresh'
  }

  /** Nothing is running; a win that may be gambled is collected first. */
  get mayGoOn(): boolean {
    return this.current === 'idle' || (this.current === 'awaiting' && this.table.decision.offers)
  }

  /** Whether a button may start a round now. */
  get mayBegin(): boolean {
    const { casino, profile } = this.table
    return this.isConnected && this.mayGoOn && profile.mayStart && !casino.paused
  }

  /** After anything exceptional the next step is the player's. */
  stopAutomaticPlay(): void {
    this.next = null
    this.table.autoplay.stop()
  }

  lost(how: Loss): void {
    this.loss = how
    this.hasLostAutoplay ||= this.table.autoplay.isRunning
    this.stopAutomaticPlay()
    this.table.casino.change({ online: false })
    this.showKeys()
  }

  /** Connected again. */
  heard(): void {
    this.loss = null
    this.table.casino.change({ online: true })
    this.showKeys()
  }

  /** Connected again: a lost connection stopped autoplay. Shown until the next press. */
  noticeLostAutoplay(): void {
    const { hud, texts } = this.table
    if (this.hasLostAutoplay) hud.notice(texts.autoplayLost, 'AUTOPLAY_LOST', true)
    this.hasLostAutoplay = false
  }

  end(): void {
    this.isOver = true
    this.stopAutomaticPlay()
    this.showKeys()
  }

  setUnconfirmed(what: 'bet' | 'win' | null): void {
    if (this.unconfirmed === what) return
    this.unconfirmed = what
    this.show()
  }

  /** Shows why something was refused. */
  noticeError(code: PlayErrorCode, text = this.textOf(code)): void {
    const { hud, reports } = this.table
    this.stopAutomaticPlay()
    if (code === 'GAME_PAUSED') this.isPaused = true
    hud.notice(text, code)
    reports.error(code, text)
  }

  private textOf(code: PlayErrorCode): string {
    const { errors } = this.table.texts
    return errors[code] ?? errors.REQUEST_FAILED
  }

  showKeys(): void {
    const { decision, startButtons, panel } = this.table
    const { mayBegin } = this
    panel.lock(!mayBegin)
    startButtons.lock(!mayBegin)
    decision.lock(!this.isConnected)
    this.show()
  }

  show(): void {
    if (this.isOver) return
    const { casino, hud, signs, presenter } = this.table
    hud.setHeld(this.current !== 'spinning' && casino.paused)
    const state = this.loss === null ? this.current : 'reconnecting'
    hud.setState(state, this.isPressable(), this.mayBegin)
    signs.show(this.waits, this.current !== 'idle' || this.unconfirmed !== null)
    presenter.setWaiting(this.loss !== null || this.unconfirmed === 'bet')
  }

  /** Whether a press of the spin button has an effect. */
  private isPressable(): boolean {
    const { autoplay, casino, profile } = this.table
    if (autoplay.isRunning) return true
    switch (this.current) {
      case 'idle':
        return profile.mayStart && !casino.paused
      case 'spinning':
        return profile.rules.skip && this.unconfirmed === null
      case 'awaiting':
        return this.undecided?.awaiting?.kind !== 'choice'
    }
  }

  /** What the next press of the spin button waits for. */
  private get waits(): WaitReason | null {
    if (this.loss === 'refresh') return null
    if (this.loss !== null) return this.loss
    if (this.unconfirmed !== null) return this.unconfirmed === 'bet' ? 'wallet' : 'win'
    return this.isPaused && this.current === 'idle' ? 'paused' : null
  }
}
