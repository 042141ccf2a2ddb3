// Owns the big moments: the banner that counts a win up through its titles, and the first and last
// card of a feature. The win meter follows the banner's count and never runs ahead of it. It must
// never decide what was won.

import { easeOut } from '../stage/animator.ts'
import { TURBO } from '../stage/pace.ts'
import type { Texts } from '../texts/en.ts'
import { MomentCard } from './celebration-card.ts'
import type { Feature, Tier } from './moments.ts'
import { part as between, type Scene } from './scene.ts'
import { countSegments, tierOf } from './win-tiers.ts'

export interface Intro {
  feature: Feature
  heading?: string | undefined
  title: string
  count: number
  /** Before the count. */
  sign?: string
  note: string
  picture?: HTMLCanvasElement | undefined
}

/** Tokens thrown at a time, and the interval, while a count runs. */
const RAIN: Readonly<Record<Tier, number>> = { big: 3, mega: 5, epic: 8 }
const RAIN_EVERY_MS = 240
/** Without a count the final banner is all there is to read: it stays this many times longer. */
const CALM_FACTOR = 2
/** Base bets from which a feature's total is cheered, and cheered more; tokens that rain then. */
const JOY_FROM_BETS = [1, 5]
const CHEER_TOKENS = 12
/** The width of a hero beside a card, of the window's shorter side. */
const HERO_SHARE = 0.42

export class Celebration {
  private readonly scene: Scene
  private readonly card = new MomentCard()

  constructor(scene: Scene) {
    this.scene = scene
  }

  /** The tier of a win of so many units in this round; null: not a big win. */
  tierOf(units: number): Tier | null {
    return tierOf(this.scene.minor(units), this.scene.amounts)
  }

  /** Counts up a win under its rising title; the meter follows from `fromUnits` to `toUnits`. */
  async win(fromUnits: number, toUnits: number): Promise<void> {
    const { texts } = this.scene
    const tier = this.tierOf(toUnits - fromUnits)
    if (tier === null) return
    this.scene.hurried = false
    this.begin('win', tier)
    this.card.open({ kind: 'win', title: titleOf(texts, 'big') })
    const fromMinor = this.scene.minor(fromUnits)
    const wonMinor = this.scene.minor(toUnits) - fromMinor
    await this.count(wonMinor, tier, minor => this.scene.setWin(fromMinor + minor))
    this.scene.setWin(this.scene.minor(toUnits))
    await this.hold(this.scene.pace.holdMs * (this.scene.calm ? CALM_FACTOR : 1))
    await this.end()
    this.scene.moments.emit({ kind: 'winTierEnd' })
  }

  /** The maximum win of a round: one title, counted to the end. */
  async maxWin(fromMinor: bigint, toMinor: bigint): Promise<void> {
    const { texts, moments, pace, stage } = this.scene
    this.scene.hurried = false
    this.begin('win', 'epic')
    this.card.open({ kind: 'win', title: texts.maxWinReached })
    this.card.setTier('epic', texts.maxWinReached)
    stage.bigWin.rise('epic')
    moments.emit({ kind: 'maxWin' })
    const stopRain = this.rain('epic')
    await this.runUp(fromMinor, toMinor, pace.countMs.mega, minor => this.scene.setWin(minor))
    stopRain()
    await this.hold(pace.holdMs * 2)
    await this.end()
    moments.emit({ kind: 'winTierEnd' })
  }

  /**
   * Announces a feature until the player taps or the time is up; skipped at once in turbo and
   * autoplay.
   */
  async intro({ feature, heading, title, count, sign = '', note, picture }: Intro): Promise<void> {
    const { texts, moments, hud } = this.scene
    this.scene.hurried = false
    this.begin('intro')
    moments.emit({ kind: 'featureIntro', feature, count })
    const figure = `${sign}${hud.printCount(count)}`
    const words = { heading, title, figure, note, key: texts.tapToStart, picture }
    this.card.open({ kind: 'intro', ...words, dress: this.dress() })
    hud.speak([heading ?? '', figure, title, note, texts.tapToStart].join(' '))
    await this.hold(this.scene.cardPace.introMs)
    await this.end()
    moments.emit({ kind: 'featureStart', feature })
  }

  /**
   * Counts up what the feature won, under a tier's title if it reaches one. The meter follows,
   * starting at what was won before the feature.
   */
  async outro(
    feature: Feature,
    heading: string,
    units: number,
    wonBeforeUnits: number,
  ): Promise<void> {
    const { texts, moments, hud } = this.scene
    const totalMinor = this.scene.minor(units)
    const tier = this.tierOf(units)
    this.scene.hurried = false
    this.begin('outro', tier)
    moments.emit({ kind: 'featureOutro', feature, bets: this.scene.bets(units) })
    const fromMinor = this.scene.minor(wonBeforeUnits)
    // The meter includes what was won before: the card shows the total of both.
    const isAll = fromMinor === 0n
    const title = isAll ? texts.totalWin : texts.win
    const note = isAll ? '' : `${texts.totalWin}: ${hud.printWin(fromMinor + totalMinor)}`
    const words = { heading, title, note, key: texts.continue }
    this.card.open({ kind: 'outro', ...words, dress: this.dress() })
    hud.speak([`${heading}. ${title}: ${hud.printWin(totalMinor)}`, note].join('. '))
    const shown = (minor: bigint) => this.scene.setWin(fromMinor + minor)
    if (tier === null) await this.runUp(0n, totalMinor, this.scene.pace.totalMs, shown)
    else await this.count(totalMinor, tier, shown)
    if (tier === null) this.cheer(this.scene.bets(units))
    await this.hold(this.scene.cardPace.outroMs)
    await this.end()
    if (tier !== null) moments.emit({ kind: 'winTierEnd' })
  }

  /** Removes everything at once. */
  clear(): void {
    this.card.close()
    this.scene.stage.spotlight.end()
    this.scene.stage.bigWin.end()
    void this.scene.stage.showTable(true)
    this.scene.isCardShown = false
  }

  /** With reduced motion, or after a tap, the last title and the whole amount are shown at once. */
  private async count(minor: bigint, tier: Tier, shown: (minor: bigint) => void): Promise<void> {
    const { texts, moments, pace, amounts } = this.scene
    const segments = countSegments(minor, tier, amounts.baseStakeMinor, pace.countMs)
    const stopRain = this.rain(tier)
    this.scene.tapped = this.scene.calm
    moments.emit({ kind: 'countStart', durationMs: this.scene.calm ? 0 : pace.countMs[tier] })
    let fromMinor = 0n
    for (const [index, segment] of segments.entries()) {
      const isLast = index === segments.length - 1
      if (this.scene.tapped && !isLast) continue
      const { tier: title, toMinor, durationMs } = segment
      this.card.setTier(title, titleOf(texts, title))
      this.scene.stage.bigWin.rise(title)
      moments.emit({ kind: 'winTier', tier: title })
      this.scene.hud.speak(titleOf(texts, title))
      const lastsMs = this.scene.tapped ? 0 : durationMs
      const ease = isLast ? easeOut : undefined
      await this.scene.stage.animator.run(
        lastsMs,
        t => this.show(between(fromMinor, toMinor, t), shown),
        ease,
      )
      fromMinor = toMinor
    }
    this.show(minor, shown)
    moments.emit({ kind: 'countStop' })
    stopRain()
  }

  private async runUp(
    fromMinor: bigint,
    toMinor: bigint,
    durationMs: number,
    shown: (minor: bigint) => void,
  ): Promise<void> {
    const { moments, stage, calm } = this.scene
    const lastsMs = calm ? 0 : durationMs
    moments.emit({ kind: 'countStart', durationMs: lastsMs })
    await stage.animator.run(
      lastsMs,
      t => this.show(between(fromMinor, toMinor, t), shown),
      easeOut,
    )
    this.show(toMinor, shown)
    moments.emit({ kind: 'countStop' })
  }

  private show(minor: bigint, shown: (minor: bigint) => void): void {
    const { hud } = this.scene
    this.card.setAmount(hud.printWin(minor), minor)
    shown(minor)
  }

  /** Stays until a tap or until the time is up. */
  private hold(ms: number): Promise<void> {
    return this.scene.stage.animator.wait(ms)
  }

  /** Letters a card on the game's sign; null without one. */
  private dress(): ((host: HTMLElement) => void) | null {
    const { stage, calm, cardPace } = this.scene
    const { sign } = stage
    if (sign === null) return null
    const px = HERO_SHARE * Math.min(innerWidth, innerHeight)
    const isQuick = calm || cardPace === TURBO
    return host => sign.dress(host, name => stage.portray(name, px), isQuick)
  }

  /** A feature's total that is not a big win: the more it is, the more its heroes rejoice. */
  private cheer(bets: number): void {
    const joy = JOY_FROM_BETS.filter(from => bets >= from).length
    this.card.setJoy(joy)
    if (joy > 0) this.scene.rain(joy * CHEER_TOKENS)
  }

  /**
   * A big win has the show of its game. The cards of a feature have its place; without one, and for
   * all other moments, there is light.
   */
  private begin(kind: 'win' | 'intro' | 'outro', tier: Tier | null = null): void {
    const { stage, theme, calm } = this.scene
    this.scene.isCardShown = true
    if (tier !== null) stage.celebrate(calm)
    else if (kind !== 'win' && stage.hasPlaces) void stage.showTable(false)
    else stage.shine(kind === 'intro' ? 0.8 : 1, theme.colors.glow, calm)
  }

  private async end(): Promise<void> {
    this.card.close()
    this.scene.isCardShown = false
    const { stage } = this.scene
    await Promise.all([stage.spotlight.fade(), stage.bigWin.fade(), stage.showTable(true)])
  }

  private rain(tier: Tier): () => void {
    const { stage, calm } = this.scene
    if (calm || stage.bigWin.isShown) return () => {}
    this.scene.rain(RAIN[tier] * 6)
    let sinceMs = 0
    return stage.animator.loop(frameMs => {
      sinceMs += frameMs
      if (sinceMs < RAIN_EVERY_MS) return
      sinceMs = 0
      this.scene.rain(RAIN[tier])
    })
  }
}

function titleOf(texts: Texts, tier: Tier): string {
  return { big: texts.bigWin, mega: texts.megaWin, epic: texts.epicWin }[tier]
}
