// Owns what the project's play rules require of the page during play: pace, figures, reality check.
// It decides whether a round may start; it must never start or end one.

import type { Language } from '../../../src/core/language.ts'
import type { RoundView } from '../../../src/wire/play-round.ts'
import type { Welcome } from '../net/connection.ts'
import type { Hud } from '../page/hud.ts'
import { NetPosition, type PlayRules, signedMinorOf } from './play-rules.ts'
import { RealityCheck } from './reality-check.ts'
import { RoundPace } from './round-pace.ts'
import { StatusLine } from './status-line.ts'
import { profileTextsOf } from './texts.ts'

const TICK_MS = 1_000

export interface ProfileEvents {
  /** Whether a round may start has changed. */
  changed(): void
  /** The player wants to leave. */
  leave(): void
}

export class Profile {
  readonly rules: PlayRules
  private readonly hud: Hud
  private readonly net = new NetPosition()
  private readonly line: StatusLine
  private readonly check: RealityCheck
  private readonly pace: RoundPace
  private playedMs = 0
  private readAtMs = Date.now()
  private isIdle = false
  private isOutdated = false

  constructor(welcome: Welcome, hud: Hud, language: Language, events: ProfileEvents) {
    const { playRules: rules } = welcome
    const texts = profileTextsOf(language)
    this.rules = rules
    this.hud = hud
    this.line = new StatusLine(rules, texts, language)
    this.pace = new RoundPace(rules.minRoundMs, () => events.changed())
    this.check = new RealityCheck(rules.realityCheckMinutes, welcome, texts, {
      leave: () => events.leave(),
      answered: () => events.changed(),
      playedMs: () => this.playedNowMs,
    })
    document.body.dataset.skip = rules.skip ? 'on' : 'off'
    this.welcomed(welcome)
    if (welcome.sessionPlay !== null) setInterval(() => this.tick(), TICK_MS)
  }

  /** Reloads the page under changed rules, once no round is followed. */
  compare({ playRules }: Welcome): void {
    this.isOutdated = JSON.stringify(playRules) !== JSON.stringify(this.rules)
  }

  /** The platform's own figures, at a moment when no round is followed. */
  welcomed({ sessionPlay }: Welcome): void {
    if (sessionPlay === null) return
    this.playedMs = sessionPlay.playedMs
    this.readAtMs = Date.now()
    this.net.begin(signedMinorOf(sessionPlay.net))
    this.tick()
  }

  /** False: too soon, or the reality check is unanswered. */
  get mayStart(): boolean {
    return this.pace.leftMs === 0 && !this.check.isDue(this.playedNowMs)
  }

  /** The player is asked whether to continue. */
  get asks(): boolean {
    return this.check.isDue(this.playedNowMs)
  }

  roundBegins(): void {
    this.pace.begin()
  }

  /** The platform refused the spin. */
  roundRefused(): void {
    this.pace.end()
  }

  /** @param isShown the player has seen what it won */
  follow(round: RoundView, isShown: boolean): void {
    if (round.currency !== this.hud.currency) return
    this.net.add(round, isShown)
    this.tick()
  }

  /** Whether no round is followed: only then a due check is shown. */
  setIdle(isIdle: boolean): void {
    this.isIdle = isIdle
    if (isIdle && this.isOutdated) location.reload()
    this.tick()
  }

  private get playedNowMs(): number {
    return this.playedMs + (Date.now() - this.readAtMs)
  }

  private tick(): void {
    const playedMs = this.playedNowMs
    this.line.tick(playedMs, Date.now())
    const { minor } = this.net
    const net = this.hud.print(minor)
    this.line.setNet(minor, net)
    this.check.tick({ playedMs, net: this.rules.netPosition ? net : null }, this.isIdle)
  }
}
