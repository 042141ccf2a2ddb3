// Owns the scenes of hold and win: cash held, respins, pots, and the collection of the cash on the
// board. It must never award cash itself; the sum shown is that of the board.

import type { Cell, Grid } from '../../../src/games/engine/contract.ts'
import type { BeatOf } from '../round/beats.ts'
import type { Celebration } from '../round/celebration.ts'
import type { Scene } from '../round/scene.ts'
import { fill } from '../texts/fill.ts'
import { printPot } from './game-facts.ts'
import type { Pots } from './pots.ts'

const POT = 'pot-'
const FEATURE = 'respins'
/** Each amount of cash leaves so much sooner than the one before, down to the least share. */
const HASTE = 0.07
const LEAST_WAIT = 0.36

export class HoldAndWin {
  private readonly scene: Scene
  private readonly celebration: Celebration
  private readonly pots: Pots
  private running = false
  private respins = 0
  /** What started the respins and what starts them again. */
  private rule = ''
  /** Pots that no cell shows. */
  private potUnits = 0

  constructor(scene: Scene, celebration: Celebration, pots: Pots) {
    this.scene = scene
    this.celebration = celebration
    this.pots = pots
    scene.stage.respins.onHit = weight => scene.moments.emit({ kind: 'coinHit', weight })
  }

  async award({ count, cells, grid }: BeatOf<'respins'>): Promise<void> {
    const { stage, texts, pace, moments } = this.scene
    moments.emit({ kind: 'featureWon', feature: FEATURE, retrigger: false })
    this.running = true
    this.respins = count
    this.rule = fill(texts.respinsRule, { coins: cells.length, count })
    this.potUnits = 0
    this.scene.hurried = false
    for (const cell of cells) this.scene.burst(cell)
    await stage.highlights.show({ cells, lines: [], amount: null }, pace.scatterMs)
    stage.highlights.clear()
    this.scene.enter(FEATURE)
    stage.respins.hold(cells, grid)
    this.show(count, this.lying(grid))
    const words = { heading: texts.respins, title: texts.respinsLabel, note: this.rule }
    await this.celebration.intro({ feature: FEATURE, count, ...words })
  }

  async respin({ left, landed, grid }: BeatOf<'respin'>): Promise<void> {
    const { stage, pace, calm, moments } = this.scene
    await stage.respins.spin(landed, grid, calm ? 60 : pace.respinMs)
    if (stage.respins.coins === null) for (const cell of landed) this.scene.burst(cell)
    moments.emit({ kind: 'respin', left, landed: landed.length })
    for (const cell of landed) {
      const name = this.potAt(cell)
      if (name !== null) this.pots.light(name)
    }
    const { respinsReset, fullBoard } = this.scene.texts
    const isFull = this.isFull(grid)
    const news = isFull ? fullBoard : landed.length > 0 ? respinsReset : null
    this.show(left, this.lying(grid), news ?? this.rule)
    if (isFull) return this.fillBoard()
    if (news !== null) this.scene.hud.speak(news)
    await stage.animator.wait(pace.breatherMs)
  }

  async winPot({ pot, winUnits }: BeatOf<'pot'>): Promise<void> {
    this.potUnits += winUnits
    this.scene.rain(40)
    await this.callPot(pot, winUnits, 1)
  }

  /**
   * The amounts fly one after another into the panel's total, in the order of the event; pots among
   * them turn over and are announced by name.
   */
  async collect(beat: BeatOf<'cash'>): Promise<void> {
    const { stage, moments, panel, texts, pace, calm } = this.scene
    let units = this.potUnits
    this.show(0, units)
    const flights: Promise<void>[] = []
    for (const [index, cell] of beat.cells.entries()) {
      const worth = beat.values[index] ?? 0
      units += worth
      const pot = this.potAt(cell)
      if (pot !== null && !calm) await stage.respins.turnOver(cell, pace.flightMs * 1.2)
      if (pot !== null) await this.callPot(pot, worth, 0.6)
      moments.emit({ kind: 'cashCollected', nth: index + 1, of: beat.cells.length })
      flights.push(this.carry(cell, worth, this.scene.minor(units)))
      await stage.animator.wait(pace.collectMs * Math.max(LEAST_WAIT, 1 - HASTE * index))
    }
    await Promise.all(flights)
    panel.setTotal(this.scene.minor(beat.featureUnits))
    const { featureUnits, wonUnits } = beat
    const before = wonUnits - featureUnits
    await this.celebration.outro(FEATURE, texts.respinsEnded, featureUnits, before)
    this.leave()
  }

  leave(): void {
    if (!this.running) return
    this.running = false
    this.pots.light(null)
    this.scene.leave(FEATURE)
  }

  /** No cell is free: light runs through all coins. */
  private async fillBoard(): Promise<void> {
    const { stage, texts, pace, calm } = this.scene
    if (!calm) await stage.respins.wave(pace.bannerMs * 0.4)
    this.scene.rain(30)
    await this.scene.banner({ title: texts.fullBoard, size: 'epic' }, 0.7)
  }

  /** The pot's place opens, and its amount grows out of it. */
  private async callPot(pot: string, units: number, share: number): Promise<void> {
    const name = pot.startsWith(POT) ? pot.slice(POT.length) : pot
    this.pots.light(name)
    this.scene.moments.emit({ kind: 'pot', pot: name })
    const amountMinor = this.scene.minor(units)
    const from = this.pots.open(name) ?? undefined
    await this.scene.banner({ title: printPot(name), amountMinor, size: 'epic', from }, share)
  }

  private async carry(cell: Cell, units: number, totalMinor: bigint): Promise<void> {
    const { stage, pace, calm, panel } = this.scene
    void stage.respins.collect(cell, pace.flightMs * 0.6, calm)
    const size = Math.max(22, stage.board.symbolSize(cell) * 0.34)
    const from = stage.toWindow(stage.board.center(cell))
    const durationMs = pace.flightMs * (calm ? 0.5 : 1)
    const text = this.scene.print(units)
    const trail = calm ? undefined : this.scene.theme.colors.glow
    await stage.sparks.carry(text, from, panel.totalCenter(), size, durationMs, trail)
    panel.setTotal(totalMinor)
    if (!calm) panel.bump()
  }

  /** What the cash on the board pays: the value of each symbol. */
  private lying(grid: Grid): number {
    const { symbols } = this.scene.game
    const worth = grid.flat().reduce((sum, id) => {
      const symbol = symbols[id]
      return symbol?.role === 'cash' ? sum + (symbol.pays[0]?.[1] ?? 0) : sum
    }, 0)
    return worth + this.potUnits
  }

  private isFull(grid: Grid): boolean {
    const { symbols } = this.scene.game
    return grid.flat().every(id => symbols[id]?.role === 'cash')
  }

  private potAt(cell: Cell): string | null {
    const { game, stage } = this.scene
    const id = game.symbols[stage.board.symbolAt(cell)]?.id ?? ''
    return id.startsWith(POT) ? id.slice(POT.length) : null
  }

  private show(left: number, units: number, note = this.rule): void {
    const wonMinor = this.scene.minor(units)
    const again = left === this.respins
    this.scene.panel.show({ kind: FEATURE, left, of: this.respins, again, note, wonMinor })
  }
}
