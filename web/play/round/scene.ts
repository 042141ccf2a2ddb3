// Owns what every scene of a round needs: the stage, the texts, the current pace, and the win shown
// so far. It must never depend on a beat.

import { unitsToMinor } from '../../../src/core/money.ts'
import type { Cell } from '../../../src/games/engine/contract.ts'
import type { GameView } from '../../../src/wire/play-game.ts'
import { centerOf } from '../../dom.ts'
import { FeaturePanel } from '../features/feature-panel.ts'
import type { Banner, Hud } from '../page/hud.ts'
import { isCelebrated, type PlayRules } from '../profile/play-rules.ts'
import { easeOut } from '../stage/animator.ts'
import type { Motion } from '../stage/board.ts'
import { NORMAL, type Pace, TURBO } from '../stage/pace.ts'
import type { Stage } from '../stage/stage.ts'
import type { Texts } from '../texts/en.ts'
import type { Theme } from '../themes/theme.ts'
import type { Feature, Moments } from './moments.ts'

/** The round's own figures, all in minor units. */
export interface RoundAmounts {
  baseStakeMinor: bigint
  /** What the round cost; the nominal bet for a free spin. */
  priceMinor: bigint
  /** What the player paid for it; 0 for a free spin. */
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
  /** The player prefers reduced motion. */
  readonly calm: boolean
  turbo = false
  hurried = false
  private shownAmounts: RoundAmounts = {
    baseStakeMinor: 0n,
    priceMinor: 0n,
    paidMinor: 0n,
    currency: '',
  }
  private shownMinor = 0n
  /** The win is shown without celebration. */
  isPlain = false
  /** Autoplay: the player is not expected to tap. */
  unattended = false
  /** A banner or a card is shown; a tap is for it and not for the reels. */
  isCardShown = false
  /** The option that the player chose for the round's feature. */
  chosen = ''
  /** The running count was tapped: the rest of it is shown at once. */
  tapped = false
  readonly panel: FeaturePanel
  /** Called with every amount that the meter shows. */
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

  get amounts(): RoundAmounts {
    return this.shownAmounts
  }

  set amounts(amounts: RoundAmounts) {
    this.shownAmounts = amounts
    this.hud.roundCurrency = amounts.currency
  }

  get pace(): Pace {
    return this.turbo || this.hurried ? TURBO : NORMAL
  }

  /** During autoplay, cards that ask for a tap close quickly. */
  get cardPace(): Pace {
    return this.unattended ? TURBO : this.pace
  }

  get motion(): Motion {
    return this.calm ? 'calm' : this.theme.motion
  }

  /** As shown. */
  get winMinor(): bigint {
    return this.shownMinor
  }

  minor(units: number): bigint {
    return unitsToMinor(units, this.amounts.baseStakeMinor, this.game.unitsPerBet)
  }

  /** An amount in base bets; for display only. */
  betsOf(minor: bigint): number {
    const { baseStakeMinor } = this.amounts
    return baseStakeMinor > 0n ? Number(minor) / Number(baseStakeMinor) : 0
  }

  /** Win units in base bets; for display only. */
  bets(units: number): number {
    return units / this.game.unitsPerBet
  }

  print(units: number): string {
    return this.hud.printWin(this.minor(units))
  }

  /** Called before a win is shown: whether the play rules allow celebrating it. */
  judgeWin(winMinor: bigint): void {
    this.isPlain = !isCelebrated(this.rules, winMinor, this.amounts.paidMinor)
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

  async banner(banner: Banner, share = 1): Promise<void> {
    if (this.isPlain && banner.amountMinor !== undefined) return
    this.hud.showBanner(banner)
    await this.stage.animator.wait(this.pace.bannerMs * share)
    this.hud.hideBanner()
  }

  rain(count: number): void {
    if (!this.calm && !this.isPlain) this.stage.sparks.fountain(innerWidth, innerHeight, count)
  }

  /** A burst of light at a cell, unless motion is reduced. */
  burst(cell: Cell): void {
    if (!this.calm && !this.isPlain) this.stage.burst(cell, this.theme.colors.glow)
  }

  /** Switches to the scene of a feature: the place of the option that was chosen, if any. */
  enter(feature: Feature): void {
    document.body.dataset.scene = feature
    document.body.classList.toggle('in-place', this.stage.hasPlaces)
    this.stage.setMood('feature', this.chosen)
  }

  leave(feature: Feature): void {
    delete document.body.dataset.scene
    document.body.classList.remove('in-place')
    this.panel.show(null)
    this.stage.setMood('base')
    this.moments.emit({ kind: 'featureEnd', feature })
  }

  winBoxCenter(): { x: number; y: number } {
    return centerOf(document.getElementById('win-box')!)
  }
}

/** A whole number of minor units `t` of the way; for display only, the end value is exact. */
export function part(from: bigint, to: bigint, t: number): bigint {
  return from + ((to - from) * BigInt(Math.round(t * 1000))) / 1000n
}
