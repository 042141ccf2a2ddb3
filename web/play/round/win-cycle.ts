// Owns the display of a finished round's wins one after another while nothing else happens. It must
// never delay the game, and it leaves the stage still between two wins.

import type { Shown } from '../stage/highlights.ts'
import { CYCLE } from '../stage/pace.ts'
import { fill } from '../texts/fill.ts'
import type { Win } from './beats.ts'
import type { Scene } from './scene.ts'

export class WinCycle {
  private readonly scene: Scene
  private timer = 0

  constructor(scene: Scene) {
    this.scene = scene
  }

  /** All wins as one highlight. */
  together(wins: readonly Win[]): Shown {
    const cells = wins.flatMap(win => win.cells)
    return { cells, lines: wins.flatMap(win => this.lineOf(win)), amount: null }
  }

  /** The highlight of all wins stays until the first single one. */
  start(wins: readonly Win[]): void {
    const { highlights } = this.scene.stage
    clearTimeout(this.timer)
    if (wins.length === 0) return
    let next = 0
    const step = () => {
      if (next >= wins.length * CYCLE.rounds) {
        if (wins.length > 1) void highlights.show(this.together(wins), CYCLE.pulseMs)
        return
      }
      const win = wins[next % wins.length]!
      next += 1
      void highlights.show(this.alone(win), CYCLE.pulseMs)
      this.timer = window.setTimeout(step, CYCLE.eachMs)
    }
    this.timer = window.setTimeout(step, CYCLE.firstMs)
  }

  stop(): void {
    clearTimeout(this.timer)
    this.scene.stage.highlights.clear()
  }

  private alone(win: Win): Shown {
    const amount = this.scene.print(win.winUnits)
    return { cells: win.cells, lines: this.lineOf(win), amount, caption: this.captionOf(win) }
  }

  /** How a win was formed, if its cells do not show it. */
  private captionOf({ kind, count, ways, multiplier }: Win): string | null {
    const { waysCaption, clusterCaption } = this.scene.texts
    if (kind !== 'ways' && kind !== 'cluster') return null
    const text =
      kind === 'ways'
        ? fill(waysCaption, { count, ways: ways ?? 1 })
        : fill(clusterCaption, { count })
    return multiplier > 1 ? `${text} · ×${multiplier}` : text
  }

  private lineOf(win: Win): Shown['lines'] {
    const rows = win.line === null ? undefined : this.scene.game.lines[win.line]
    return rows === undefined ? [] : [{ number: win.line!, rows, cells: win.cells }]
  }
}
