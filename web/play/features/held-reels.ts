// Owns the scenes of held reels: full reels light up and stay, the other one spins until the board
// wins, the end. It must never decide which reel spins; every board comes from the round's events.

import type { Cell } from '../../../src/games/engine/contract.ts'
import type { BeatOf } from '../round/beats.ts'
import type { Celebration } from '../round/celebration.ts'
import type { Reels } from '../round/reels.ts'
import type { Scene } from '../round/scene.ts'

const FEATURE = 'respins'
const MECHANIC = 'held-reels'

export class HeldReels {
  private readonly scene: Scene
  private readonly celebration: Celebration
  private readonly reels: Reels
  private running = false
  private played = 0
  private multiplier = 1
  private wonBeforeUnits = 0
  /** Called with the reels that stay; false: nothing shows them, so they glow. */
  onHold: (columns: readonly number[], multiplier: number) => boolean = () => false

  constructor(scene: Scene, celebration: Celebration, reels: Reels) {
    this.scene = scene
    this.celebration = celebration
    this.reels = reels
  }

  async award({ columns, multiplier, wonUnits }: BeatOf<'held'>): Promise<void> {
    const { stage, texts, pace, moments } = this.scene
    moments.emit({ kind: 'featureWon', feature: FEATURE, retrigger: false })
    this.running = true
    this.played = 0
    this.multiplier = multiplier
    this.wonBeforeUnits = wonUnits
    this.scene.hurried = false
    const cells = columns.flatMap(column => this.cellsOf(column))
    for (const cell of cells) this.scene.burst(cell)
    await stage.highlights.show({ cells, lines: [], amount: null }, pace.scatterMs)
    stage.highlights.clear()
    this.scene.enter(FEATURE)
    this.reels.hold(columns, this.onHold(columns, multiplier))
    this.show(wonUnits)
    const beforeMinor = this.scene.minor(wonUnits)
    this.scene.onWin = minor => {
      this.scene.panel.setTotal(minor > beforeMinor ? minor - beforeMinor : 0n)
    }
    await this.celebration.intro({
      feature: FEATURE,
      title: texts.respinsLabel,
      count: multiplier,
      sign: '×',
      note: texts.mechanics[MECHANIC] ?? '',
    })
  }

  /** Before the board of a respin lands. */
  async begin({ wonUnits }: BeatOf<'reels'>): Promise<void> {
    const { stage, pace, moments } = this.scene
    this.played += 1
    moments.emit({ kind: 'respin', left: 1, landed: 0 })
    this.show(wonUnits)
    await stage.animator.wait(pace.breatherMs)
  }

  /** Counts the total up once more, on the card and the meter together. */
  async end({ winUnits, wonUnits }: BeatOf<'respinsEnded'>): Promise<void> {
    const { stage, texts } = this.scene
    stage.highlights.clear()
    this.scene.onWin = () => {}
    await this.celebration.outro(FEATURE, texts.respinsEnded, winUnits, wonUnits - winUnits)
    this.leave()
  }

  leave(): void {
    if (!this.running) return
    this.running = false
    this.reels.hold([])
    this.scene.onWin = () => {}
    this.scene.leave(FEATURE)
  }

  private cellsOf(column: number): Cell[] {
    const { symbols } = this.scene.stage.board.columns[column]!
    return symbols.map((_, row): Cell => [column, row])
  }

  private show(wonUnits: number): void {
    const wonMinor = this.scene.minor(Math.max(0, wonUnits - this.wonBeforeUnits))
    const { played, multiplier } = this
    this.scene.panel.show({ kind: 'heldReels', played, multiplier, wonMinor })
  }
}
