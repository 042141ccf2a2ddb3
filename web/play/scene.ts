// Owns what every scene of a round needs at hand: the stage, the words, the pace in force, and the
// win shown so far. It must never know a beat.

import { unitsToMinor } from '../../src/core/money.ts'
import type { Cell } from '../../src/games/engine/contract.ts'
import type { GameView } from '../../src/wire/play.ts'
import { FeaturePanel } from './feature-panel.ts'
import type { Banner, Hud } from './hud.ts'
import type { Feature, Moments } from './moments.ts'
import { isCelebrated, type PlayRules } from './profile/figures.ts'
import { easeOut } from './stage/animator.ts'
import type { Motion } from './stage/board.ts'
import { NORMAL, type Pace, TURBO } from './stage/pace.ts'
import type { Stage } from './stage/stage.ts'
import type { Texts } from './texts/shape.ts'
import type { Theme } from './themes/theme.ts'

/** The round's own figures, all in minor units. */
export interface Purse {
  baseStakeMinor: bigint
  /** What the round cost; the nominal bet for a free spin. */
  priceMinor: bigint
  /** What the player paid for it: nothing for a free spin. */
  paidMinor: bigint
  currency: string
}

export class Scene {
  readonly stage: Stage
  readonly hud: Hud
  readonly game: GameView
  readonly texts: Texts
  readonly theme: Theme
  readonly moments: Moments
  private readonly rules: PlayRules
  /** The reader asked for little motion. */
  readonly calm: boolean
  turbo = false
  hurried = false
  private shownPurse: Purse = { baseStakeMinor: 0n, priceMinor: 0n, paidMinor: 0n, currency: '' }
  private shownMinor = 0n
  /** What is won is told as it is, without ado. */
  isPlain = false
  /** Nobody is there to tap: autoplay. */
  unattended = false
  /** A banner or a card stands; a tap is meant for it and not for the reels. */
  standing = false
  /** The tap that a count has been given: what is left of it is shown at once. */
  tapped = false
  readonly panel: FeaturePanel
  /** Told of every amount the meter shows. */
  onWin: (minor: bigint) => void = () => {}

  constructor(
    stage: Stage,
    hud: Hud,
    game: GameView,
    texts: Texts,
    theme: Theme,
    moments: Moments,
    rules: PlayRules,
  ) {
    this.rules = rules
    this.stage = stage
    this.hud = hud
    this.game = game
    this.texts = texts
    this.theme = theme
    this.moments = moments
    this.calm = stage.calm
    this.panel = new FeaturePanel(hud, texts)
  }

  get purse(): Purse {
    return this.shownPurse
  }

  set purse(purse: Purse) {
    this.shownPurse = purse
    this.hud.roundCurrency = purse.currency
  }

  get pace(): Pace {
    return this.turbo || this.hurried ? TURBO : NORMAL
  }

  /** Cards that ask for a tap wait for nobody where nobody is. */
  get cardPace(): Pace {
    return this.unattended ? TURBO : this.pace
  }

  get motion(): Motion {
    return this.calm ? 'calm' : this.theme.motion
  }

  /** As it is shown. */
  get winMinor(): bigint {
    return this.shownMinor
  }

  minor(units: number): bigint {
    return unitsToMinor(units, this.purse.baseStakeMinor, this.game.unitsPerBet)
  }

  /** The same from an amount. */
  betsOf(minor: bigint): number {
    const { baseStakeMinor } = this.purse
    return baseStakeMinor > 0n ? Number(minor) / Number(baseStakeMinor) : 0
  }

  /** In base bets; for show alone. */
  bets(units: number): number {
    return units / this.game.unitsPerBet
  }

  print(units: number): string {
    return this.hud.printWin(this.minor(units))
  }

  /** Before a win is shown: whether the play rules let it be celebrated. */
  judgeWin(winMinor: bigint): void {
    this.isPlain = !isCelebrated(this.rules, winMinor, this.purse.paidMinor)
    this.moments.isPlain = this.isPlain
    document.body.classList.toggle('plain-win', this.isPlain)
  }

  setWin(minor: bigint): void {
    this.shownMinor = minor
    this.hud.setWin(minor)
    this.onWin(minor)
  }

  async rollWin(toMinor: bigint, durationMs: number): Promise<void> {
    if (this.isPlain) return this.setWin(toMinor)
    const from = this.shownMinor
    this.moments.emit({ kind: 'countStart', durationMs })
    await this.stage.animator.run(durationMs, t => this.setWin(part(from, toMinor, t)), easeOut)
    this.setWin(toMinor)
    this.moments.emit({ kind: 'countStop' })
  }

  get shownWinMinor(): bigint {
    return this.shownMinor
  }

  async banner(banner: Banner, share = 1): Promise<void> {
    if (this.isPlain && banner.amountMinor !== undefined) return
    this.hud.showBanner(banner)
    await this.stage.animator.wait(this.pace.bannerMs * share)
    this.hud.hideBanner()
  }

  rain(count: number): void {
    if (!this.calm && !this.isPlain) this.stage.sparks.fountain(innerWidth, innerHeight, count)
  }

  /** A puff of light at a cell, where motion is welcome. */
  burst(cell: Cell): void {
    if (!this.calm && !this.isPlain) this.stage.burst(cell, this.theme.colors.glow)
  }

  /** The room of a feature: its light, its air. */
  enter(feature: Feature): void {
    document.body.dataset.scene = feature
    this.stage.setMood('feature')
  }

  leave(feature: Feature): void {
    delete document.body.dataset.scene
    this.panel.show(null)
    this.stage.setMood('base')
    this.moments.emit({ kind: 'featureEnd', feature })
  }

  winBoxCenter(): { x: number; y: number } {
    const box = document.getElementById('win-box')!.getBoundingClientRect()
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 }
  }
}

/** A whole number of minor units `t` of the way; only for show, the end is exact. */
export function part(from: bigint, to: bigint, t: number): bigint {
  return from + ((to - from) * BigInt(Math.round(t * 1000))) / 1000n
}
