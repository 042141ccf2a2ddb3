// Owns the scenes of hold and win: cash held, respins, pots, and the collection of what lies on
// the board. It must never add up cash itself; every amount is told.

import type { Cell } from '../../src/games/engine/contract.ts'
import type { Scene } from './scene.ts'
import type { BeatOf } from './story.ts'
import { fill } from './texts.ts'

const POT = 'pot-'

export class HoldAndWin {
  private readonly scene: Scene
  private running = false

  constructor(scene: Scene) {
    this.scene = scene
  }

  async award({ count, cells, grid }: BeatOf<'respins'>): Promise<void> {
    const { stage, texts, pace, moments } = this.scene
    const feature = 'respins'
    moments.emit({ kind: 'featureWon', feature, retrigger: false })
    this.running = true
    this.scene.hurried = false
    await stage.highlights.show({ cells, lines: [], amount: null }, pace.winsMs)
    this.countDown(count)
    moments.emit({ kind: 'featureIntro', feature, count })
    await this.scene.banner({ title: texts.respins, size: 'big' })
    moments.emit({ kind: 'featureStart', feature })
    stage.highlights.clear()
    stage.respins.hold(cells, grid)
  }

  async respin({ left, landed, grid }: BeatOf<'respin'>): Promise<void> {
    const { stage, pace, calm, theme } = this.scene
    await stage.respins.spin(landed, grid, calm ? 60 : pace.respinMs)
    if (!calm) for (const cell of landed) stage.burst(cell, theme.colors.glow)
    this.scene.moments.emit({ kind: 'respin', left, landed: landed.length })
    this.countDown(left)
    await stage.animator.wait(pace.breatherMs)
  }

  async winPot({ pot, winUnits, wonUnits }: BeatOf<'pot'>): Promise<void> {
    this.scene.rain(40)
    this.scene.moments.emit({ kind: 'pot', pot })
    const amountMinor = this.scene.minor(winUnits)
    await this.scene.banner({ title: potName(pot), amountMinor, size: 'epic' })
    this.scene.setWin(this.scene.minor(wonUnits))
  }

  /** One amount after the other flies into the win; pots among them are called by name. */
  async collect(beat: BeatOf<'cash'>): Promise<void> {
    const { stage, hud, texts, game } = this.scene
    hud.setFeature(null)
    let wonUnits = beat.wonUnits - beat.winUnits
    const flights: Promise<void>[] = []
    for (const [index, cell] of beat.cells.entries()) {
      const units = beat.values[index] ?? 0
      wonUnits += units
      const id = game.symbols[stage.board.symbolAt(cell)]?.id ?? ''
      if (id.startsWith(POT)) {
        const amountMinor = this.scene.minor(units)
        this.scene.moments.emit({ kind: 'pot', pot: id.slice(POT.length) })
        await this.scene.banner({ title: potName(id), amountMinor, size: 'big' }, 0.6)
      }
      const nth = index + 1
      this.scene.moments.emit({ kind: 'cashCollected', nth, of: beat.cells.length })
      flights.push(this.carry(cell, units, this.scene.minor(wonUnits)))
      await stage.animator.wait(this.scene.pace.collectMs)
    }
    await Promise.all(flights)
    this.scene.setWin(this.scene.minor(beat.wonUnits))
    const amountMinor = this.scene.minor(beat.featureUnits)
    const bets = this.scene.bets(beat.featureUnits)
    this.scene.moments.emit({ kind: 'featureOutro', feature: 'respins', bets })
    await this.scene.banner({ title: texts.totalWin, amountMinor })
    this.leave()
  }

  leave(): void {
    if (!this.running) return
    this.running = false
    this.scene.moments.emit({ kind: 'featureEnd', feature: 'respins' })
    this.scene.hud.setFeature(null)
  }

  private async carry(cell: Cell, units: number, wonMinor: bigint): Promise<void> {
    const { stage, pace, calm } = this.scene
    void stage.respins.leap(cell, pace.flightMs)
    const size = Math.max(22, stage.board.symbolSize(cell) * 0.34)
    const from = stage.toWindow(stage.board.center(cell))
    const durationMs = pace.flightMs * (calm ? 0.5 : 1)
    const text = this.scene.print(units)
    await stage.sparks.carry(text, from, this.scene.winBoxCenter(), size, durationMs)
    this.scene.setWin(wonMinor)
  }

  private countDown(left: number): void {
    this.scene.hud.setFeature(fill(this.scene.texts.respinsLeft, { count: left }))
  }
}

/** "pot-mini" and "mini" as MINI: names of prizes stay as they are in every language. */
function potName(pot: string): string {
  return (pot.startsWith(POT) ? pot.slice(POT.length) : pot).replaceAll('-', ' ').toUpperCase()
}
