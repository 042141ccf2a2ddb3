// Owns the showing of a finished round's wins one after another while nothing else happens. It must
// never hold up the game, and it leaves the stage still between two wins.

import type { GameView } from '../../src/wire/play.ts'
import type { Highlights, Shown } from './stage/highlights.ts'
import type { Win } from './story.ts'

const FIRST_MS = 700
const EACH_MS = 1_700
const PULSE_MS = 620
/** After this many times round, all wins stay lit and the page may sleep. */
const ROUNDS = 3

export class WinCycle {
  private readonly highlights: Highlights
  private readonly lines: GameView['lines']
  private readonly print: (win: Win) => string
  private timer = 0

  constructor(highlights: Highlights, game: GameView, print: (win: Win) => string) {
    this.highlights = highlights
    this.lines = game.lines
    this.print = print
  }

  /** All wins as one showing. */
  together(wins: readonly Win[]): Shown {
    const cells = wins.flatMap(win => win.cells)
    return { cells, lines: wins.flatMap(win => this.lineOf(win)), amount: null }
  }

  start(wins: readonly Win[]): void {
    this.stop()
    if (wins.length === 0) return
    let next = 0
    const step = () => {
      if (next >= wins.length * ROUNDS) {
        void this.highlights.show(this.together(wins), PULSE_MS)
        return
      }
      const win = wins[next % wins.length]!
      next += 1
      const shown = { cells: win.cells, lines: this.lineOf(win), amount: this.print(win) }
      void this.highlights.show(shown, PULSE_MS)
      this.timer = window.setTimeout(step, EACH_MS)
    }
    if (wins.length > 1) this.timer = window.setTimeout(step, FIRST_MS)
  }

  stop(): void {
    clearTimeout(this.timer)
    this.highlights.clear()
  }

  private lineOf(win: Win): Shown['lines'] {
    const rows = win.line === null ? undefined : this.lines[win.line]
    return rows === undefined ? [] : [{ number: win.line!, rows }]
  }
}
