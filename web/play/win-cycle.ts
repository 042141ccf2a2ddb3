// Owns the showing of a finished round's wins one after another while nothing else happens. It must
// never hold up the game, and it leaves the stage still between two wins.

import type { Scene } from './scene.ts'
import type { Shown } from './stage/highlights.ts'
import type { Win } from './story.ts'
import { fill } from './texts.ts'

const FIRST_MS = 700
const EACH_MS = 1_700
const PULSE_MS = 620
/** After this many times round, all wins stay lit and the page may sleep. */
const ROUNDS = 3

export class WinCycle {
  private readonly scene: Scene
  private timer = 0

  constructor(scene: Scene) {
    this.scene = scene
  }

  /** All wins as one showing. */
  together(wins: readonly Win[]): Shown {
    const cells = wins.flatMap(win => win.cells)
    return { cells, lines: wins.flatMap(win => this.lineOf(win)), amount: null }
  }

  start(wins: readonly Win[]): void {
    const { highlights } = this.scene.stage
    this.stop()
    if (wins.length === 0) return
    let next = 0
    const step = () => {
      if (next >= wins.length * ROUNDS) {
        void highlights.show(this.together(wins), PULSE_MS)
        return
      }
      const win = wins[next % wins.length]!
      next += 1
      void highlights.show(this.alone(win), PULSE_MS)
      if (wins.length > 1) this.timer = window.setTimeout(step, EACH_MS)
    }
    if (wins.length > 1) this.timer = window.setTimeout(step, FIRST_MS)
    else if (this.captionOf(wins[0]!) !== null) step()
  }

  stop(): void {
    clearTimeout(this.timer)
    this.scene.stage.highlights.clear()
  }

  private alone(win: Win): Shown {
    const amount = this.scene.print(win.winUnits)
    return { cells: win.cells, lines: this.lineOf(win), amount, caption: this.captionOf(win) }
  }

  /** How a win came about, where its cells do not say it. */
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
    return rows === undefined ? [] : [{ number: win.line!, rows }]
  }
}
