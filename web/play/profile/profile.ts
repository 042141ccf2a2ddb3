// Owns what the project's play rules require of the page during play: pace, figures, reality check.
// It decides whether a round may start; it must never start or end one.

import type { Language } from '../../../src/core/language.ts'
import type { RoundView } from '../../../src/wire/play-round.ts'
import { draw, make, part } from '../../dom.ts'
import type { Welcome } from '../net/connection.ts'
import type { Hud } from '../page/hud.ts'
import { NetPosition, type PlayRules, printDuration, signedMinorOf } from './play-rules.ts'
import { RealityCheck } from './reality-check.ts'
import { type ProfileTexts, profileTextsOf } from './texts.ts'

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
  welcomed({ sessionPlay }: Pick<Welcome, 'sessionPlay'>): void {
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

class RoundPace {
  private readonly minRoundMs: number
  private readonly onReady: () => void
  private readonly ring: SVGCircleElement | null
  private startedAtMs = Number.NEGATIVE_INFINITY
  private timer = 0

  /** @param onReady the next round may start */
  constructor(minRoundMs: number, onReady: () => void) {
    this.minRoundMs = minRoundMs
    this.onReady = onReady
    this.ring = minRoundMs > 0 ? addRing() : null
  }

  get leftMs(): number {
    return Math.max(0, this.startedAtMs + this.minRoundMs - Date.now())
  }

  /** A round was requested. */
  begin(): void {
    if (this.ring === null) return
    this.startedAtMs = Date.now()
    clearTimeout(this.timer)
    this.timer = window.setTimeout(() => this.look(), this.minRoundMs)
    this.ring.animate([{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }], this.minRoundMs)
    part('spin').classList.add('pacing')
  }

  /** No round has started: nothing to wait for. */
  end(): void {
    this.startedAtMs = Number.NEGATIVE_INFINITY
    clearTimeout(this.timer)
    this.look()
  }

  /** A timer may fire early by the clock that is read here. */
  private look(): void {
    const { leftMs } = this
    if (leftMs > 0) {
      this.timer = window.setTimeout(() => this.look(), leftMs)
      return
    }
    part('spin').classList.remove('pacing')
    this.onReady()
  }
}

function addRing(): SVGCircleElement {
  const circle = draw('circle', { cx: 50, cy: 50, r: 46, pathLength: 1 })
  const box = { viewBox: '0 0 100 100', 'aria-hidden': 'true', class: 'pace-ring' }
  part('spin').append(draw('svg', box, circle))
  return circle
}

/** 24-hour clock: room is short. */
const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

class StatusLine {
  private readonly played = make('span', { class: 'status-value', test: 'time-played' })
  private readonly clock = make('span', { class: 'status-value', test: 'clock' })
  private readonly net = make('span', { class: 'status-value', test: 'net-position' })
  private readonly timeOfDay: Intl.DateTimeFormat

  constructor(rules: PlayRules, texts: ProfileTexts, language: Language) {
    this.timeOfDay = new Intl.DateTimeFormat(language, CLOCK)
    const { sessionClock, netPosition } = rules
    if (!sessionClock && !netPosition) return
    const parts = [
      ...(sessionClock ? [figure(texts.timePlayed, this.played)] : []),
      ...(netPosition ? [figure(texts.netPosition, this.net)] : []),
      ...(sessionClock ? [this.clock] : []),
    ]
    part('table').prepend(make('div', { class: 'status-line', test: 'status-line' }, ...parts))
    document.body.classList.add('with-status')
  }

  /** @param nowMs the device's clock */
  tick(playedMs: number, nowMs: number): void {
    change(this.played, printDuration(playedMs))
    change(this.clock, this.timeOfDay.format(nowMs))
  }

  setNet(minor: bigint, text: string): void {
    this.net.dataset.minor = minor.toString()
    change(this.net, text)
  }
}

function figure(label: string, value: HTMLElement): HTMLElement {
  return make('span', { class: 'status-figure' }, make('span', { text: label }), value)
}

/** Writing an unchanged text would cost layout and be announced again by screen readers. */
function change(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text
}
