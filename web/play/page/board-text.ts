// Owns the board as text, for screen readers: one line per reel, from top to bottom, always the
// symbols at rest. It must never announce anything itself; wins and features are announced
// elsewhere.

import { make } from '../../dom.ts'
import { spellId } from '../texts/fill.ts'

export class BoardText {
  private readonly lines: readonly HTMLElement[]
  private readonly names: readonly string[]

  /**
   * @param host gets the list; its label is already there
   * @param symbolIds by number, as used on the board
   */
  constructor(host: HTMLElement, columns: number, symbolIds: readonly string[]) {
    this.names = symbolIds.map(spellId)
    this.lines = Array.from({ length: columns }, () => make('li', {}))
    const list = make('ol', {}, ...this.lines)
    // Names of symbols are English in every language.
    list.lang = 'en'
    host.replaceChildren(list)
  }

  /** @param grid numbers of symbols by column, from top to bottom */
  show(grid: readonly (readonly number[])[]): void {
    for (const [index, line] of this.lines.entries()) {
      const text = (grid[index] ?? []).map(symbol => this.names[symbol] ?? '').join(', ')
      if (line.textContent !== text) line.textContent = text
    }
  }
}
