// Owns the scenes of free games: the award, the panel, the special symbol and its expansion, the
// end. It must never count games itself; every number comes from the round's events.

import type { GameView } from '../../../src/wire/play-game.ts'
import type { BeatOf } from '../round/beats.ts'
import type { Celebration } from '../round/celebration.ts'
import type { Scene } from '../round/scene.ts'
import type { Texts } from '../texts/en.ts'
import { fill, firstSentence } from '../texts/fill.ts'
import { hasGrowingFreeGames } from './game-facts.ts'

const FEATURE = 'freeGames'
/** The bonuses of the free games, listed on their first card. */
const PROMISES = ['unlimited-multiplier', 'wild-multiplier', 'expanding-symbol', 'multipliers']

/** Of a banner: how long the symbol that has been chosen stays. */
const CHOSEN_SHARE = 0.6

export class FreeGames {
  private readonly scene: Scene
  private readonly celebration: Celebration
  private running = false
  /** The scene has been entered before the award. */
  private entered = false
  private special: number | null = null
  private left = 0
  private of = 0
  /** The multiplier of all wins that was awarded. */
  private fixed = 1
  private growing = 1
  private wonBeforeUnits = 0

  constructor(scene: Scene, celebration: Celebration) {
    this.scene = scene
    this.celebration = celebration
  }

  /** The picture of a choice has become the scene: the scatters were celebrated before it. */
  enter(): void {
    this.entered = true
    this.scene.enter(FEATURE)
  }

  /** Scatters celebrate, the scene changes, a card announces the feature. */
  async award(beat: BeatOf<'awarded'>): Promise<void> {
    const { stage, texts, moments } = this.scene
    const { count, multiplier, retrigger, cells } = beat
    moments.emit({ kind: 'featureWon', feature: FEATURE, retrigger })
    if (!this.entered) {
      for (const cell of cells) this.scene.burst(cell)
      await stage.highlights.show({ cells, lines: [], amount: null }, this.scene.pace.scatterMs)
    }
    stage.highlights.clear()
    if (retrigger) return this.awardMore(count)
    this.begun(beat)
    this.scene.enter(FEATURE)
    const note =
      multiplier > 1
        ? fill(texts.freeGamesTimes, { multiplier })
        : promiseOf(this.scene.game, texts)
    await this.celebration.intro({ feature: FEATURE, title: texts.freeGames, count, note })
  }

  async begin({ number, of, growing, wonUnits }: BeatOf<'freeGame'>): Promise<void> {
    this.scene.moments.emit({ kind: 'freeGame', number, of })
    this.of = of
    this.left = of - number
    this.scene.setWin(this.scene.minor(wonUnits))
    this.show(growing, wonUnits)
    await this.scene.stage.animator.wait(this.scene.pace.breatherMs)
  }

  /** A growing multiplier is shown in the panel, too. */
  update(growing: number, shownUnits: number): void {
    if (this.running && growing !== this.growing) this.show(growing, shownUnits)
  }

  async presentSpecial({ symbol, growing, wonUnits }: BeatOf<'special'>): Promise<void> {
    const { stage, texts, pace, cardPace } = this.scene
    this.special = symbol
    stage.highlights.clear()
    const title = texts.specialSymbol
    const expansion = stage.acts?.expansion
    if (expansion === undefined) {
      this.scene.moments.emit({ kind: 'specialSymbol' })
      await this.scene.banner({ title, picture: stage.atlas.canvas(symbol) })
    } else {
      await expansion.choose(symbol, cardPace.bannerMs)
      this.scene.moments.emit({ kind: 'specialSymbol' })
      // With reduced motion no page has turned before.
      const share = (this.scene.calm ? 1 : CHOSEN_SHARE) * (cardPace.bannerMs / pace.bannerMs)
      await this.scene.banner({ title, isHigh: true, size: 'big' }, share)
      await expansion.close()
    }
    this.show(growing, wonUnits)
  }

  async grow({ symbol, columns, grid }: BeatOf<'expanded'>): Promise<void> {
    const { stage, motion, pace, moments } = this.scene
    moments.emit({ kind: 'symbolExpanded', columns: columns.length })
    stage.highlights.clear()
    const expansion = stage.acts?.expansion
    if (expansion !== undefined && !this.scene.calm) {
      return expansion.expand(symbol, columns, grid, pace)
    }
    for (const column of columns) {
      this.scene.burst([column, 0])
      this.scene.burst([column, grid[column]!.length - 1])
    }
    await stage.board.expand(symbol, columns, grid, motion, pace)
  }

  /** Counts the total up once more, on the card and the meter together. */
  async end({ winUnits, wonUnits }: BeatOf<'freeGamesEnded'>): Promise<void> {
    const { stage, texts } = this.scene
    stage.highlights.clear()
    this.scene.onWin = () => {}
    await this.celebration.outro(FEATURE, texts.freeGamesEnded, winUnits, wonUnits - winUnits)
    this.leave()
  }

  leave(): void {
    if (!this.running) return
    this.running = false
    this.special = null
    this.scene.onWin = () => {}
    this.scene.stage.acts?.multiplier?.show(null)
    this.scene.leave(FEATURE)
  }

  private begun({ count, multiplier, growing, wonUnits }: BeatOf<'awarded'>): void {
    this.running = true
    this.entered = false
    this.special = null
    this.left = count
    this.of = count
    this.fixed = multiplier
    this.wonBeforeUnits = wonUnits
    const beforeMinor = this.scene.minor(wonUnits)
    this.scene.onWin = minor => {
      this.scene.panel.setTotal(minor > beforeMinor ? minor - beforeMinor : 0n)
    }
    this.show(growing, wonUnits)
  }

  private async awardMore(count: number): Promise<void> {
    this.of += count
    this.left += count
    await this.scene.banner({ title: fill(this.scene.texts.freeGamesMore, { count }), size: 'big' })
  }

  private show(growing: number, wonUnits: number): void {
    const { game, stage, panel, hud } = this.scene
    this.growing = growing
    const multiplier = Math.max(1, this.fixed) * Math.max(1, growing)
    stage.acts?.multiplier?.show(`×${hud.printCount(multiplier)}`)
    panel.show({
      kind: FEATURE,
      left: this.left,
      of: this.of,
      multiplier,
      wonMinor: this.scene.minor(Math.max(0, wonUnits - this.wonBeforeUnits)),
      grows: hasGrowingFreeGames(game),
      picture: this.special === null ? undefined : stage.atlas.canvas(this.special),
    })
  }
}

function promiseOf({ mechanics }: GameView, texts: Texts): string {
  const promise = PROMISES.find(name => mechanics.includes(name))
  return firstSentence(promise === undefined ? '' : (texts.mechanics[promise] ?? ''))
}
