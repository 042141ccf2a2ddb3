// Owns the scenes of free games: the award, the counter, the special symbol and its growth, the
// end. It must never count games itself; every number is told.

import type { Scene } from './scene.ts'
import type { BeatOf } from './story.ts'
import { fill } from './texts.ts'

export class FreeGames {
  private readonly scene: Scene
  private counter: string | null = null
  private special: number | null = null

  constructor(scene: Scene) {
    this.scene = scene
  }

  async award({ count, multiplier, retrigger, cells }: BeatOf<'awarded'>): Promise<void> {
    const { stage, texts, pace, moments } = this.scene
    if (!retrigger) this.special = null
    const feature = 'freeGames'
    moments.emit({ kind: 'featureWon', feature, retrigger })
    await stage.highlights.show({ cells, lines: [], amount: null }, pace.winsMs)
    if (!retrigger) moments.emit({ kind: 'featureIntro', feature, count })
    const title = fill(retrigger ? texts.freeGamesMore : texts.freeGamesWon, { count })
    const note = multiplier > 1 ? fill(texts.freeGamesTimes, { multiplier }) : ''
    this.show(this.counter ?? texts.freeGames)
    await this.scene.banner({ title, note, size: retrigger ? 'plain' : 'big' })
    if (!retrigger) moments.emit({ kind: 'featureStart', feature })
  }

  async begin({ number, of }: BeatOf<'freeGame'>): Promise<void> {
    this.scene.moments.emit({ kind: 'freeGame', number, of })
    this.show(fill(this.scene.texts.freeGameOf, { number, of }))
    await this.scene.stage.animator.wait(this.scene.pace.breatherMs)
  }

  async presentSpecial({ symbol }: BeatOf<'special'>): Promise<void> {
    const { stage, texts } = this.scene
    this.special = symbol
    this.scene.moments.emit({ kind: 'specialSymbol' })
    stage.highlights.clear()
    await this.scene.banner({ title: texts.specialSymbol, picture: stage.atlas.canvas(symbol) })
    this.show(this.counter ?? texts.freeGames)
  }

  async grow({ symbol, columns, grid }: BeatOf<'expanded'>): Promise<void> {
    const { stage, motion, pace, calm, theme, moments } = this.scene
    moments.emit({ kind: 'symbolExpanded', columns: columns.length })
    stage.highlights.clear()
    if (!calm) {
      for (const column of columns) {
        stage.burst([column, 0], theme.colors.glow)
        stage.burst([column, grid[column]!.length - 1], theme.colors.glow)
      }
    }
    await stage.board.expand(symbol, columns, grid, motion, pace)
  }

  async end({ winUnits }: BeatOf<'freeGamesEnded'>): Promise<void> {
    const { stage, texts } = this.scene
    stage.highlights.clear()
    const amountMinor = this.scene.minor(winUnits)
    const bets = this.scene.bets(winUnits)
    this.scene.moments.emit({ kind: 'featureOutro', feature: 'freeGames', bets })
    await this.scene.banner({ title: texts.freeGamesEnded, note: texts.totalWin, amountMinor })
    this.leave()
  }

  leave(): void {
    if (this.counter === null) return
    this.counter = null
    this.special = null
    this.scene.moments.emit({ kind: 'featureEnd', feature: 'freeGames' })
    this.scene.hud.setFeature(null)
  }

  private show(text: string): void {
    const { hud, stage } = this.scene
    this.counter = text
    hud.setFeature(text, this.special === null ? undefined : stage.atlas.canvas(this.special))
  }
}
