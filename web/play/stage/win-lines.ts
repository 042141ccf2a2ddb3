// Owns the paths of winning lines: one stroke with mitred bends for each, from the edge of the
// first winning cell to the edge of the last. It must never be drawn over a cell that did not win
// before or after them.

import { Container, Graphics } from 'pixi.js'
import type { Cell } from '../../../src/games/engine/contract.ts'
import type { Board } from './board.ts'

interface Point {
  x: number
  y: number
}

export interface WinLine {
  /** For the colour. */
  number: number
  /** The row in each column. */
  rows: readonly number[]
  /** The cells of the line that won. */
  cells: readonly Cell[]
}

const COLORS = [
  '#ffd84a',
  '#ff6b6b',
  '#4ad0ff',
  '#7dff8a',
  '#ff9cf0',
  '#ffa94a',
  '#a79bff',
  '#4affd4',
]
/** Widths as shares of a symbol, outermost first. One stroke has no seam at a bend. */
const HALO = { share: 0.26, alpha: 0.25 }
const EDGE = { share: 0.15, alpha: 0.9 }
const CORE = { share: 0.05, alpha: 1 }
/** Longer points of steep bends are cut off. */
const MITRE_LIMIT = 3
/** Lines that run through the same cells lie beside each other, up to this share of a symbol. */
const SPREAD = 0.34

export class WinLines {
  readonly view = new Container()
  private readonly board: Board
  private readonly paths = new Container()
  private readonly shownPart = new Graphics()

  constructor(board: Board) {
    this.board = board
    this.view.addChild(this.paths, this.shownPart)
    this.view.mask = this.shownPart
  }

  clear(): void {
    for (const path of this.paths.removeChildren()) path.destroy()
  }

  /** Draws lines; returns a function that shows the part up to a share of the board's width. */
  draw(lines: readonly WinLine[]): (share: number) => void {
    const step = Math.min(0.16, SPREAD / Math.max(1, lines.length - 1))
    for (const [index, line] of lines.entries()) {
      const shift = (index - (lines.length - 1) / 2) * step * this.board.smallestSymbol
      this.paths.addChild(this.stroke(line, lines.length === 1 ? 0 : shift))
    }
    const { columnWidth, columns, height } = this.board
    return share => {
      const width = columnWidth * columns.length * share
      this.shownPart
        .clear()
        .rect(0, -height, width, height * 3)
        .fill('#ffffff')
    }
  }

  private stroke(line: WinLine, shift: number): Graphics {
    const side = this.board.smallestSymbol
    const path = new Graphics()
    const color = COLORS[line.number % COLORS.length]!
    for (const [{ share, alpha }, tint] of [
      [HALO, color],
      [EDGE, color],
      [CORE, '#ffffff'],
    ] as const) {
      const [first, ...rest] = pathOf(this.board, line)
      if (first === undefined) break
      path.moveTo(first.x, first.y + shift)
      for (const { x, y } of rest) path.lineTo(x, y + shift)
      const style = { join: 'miter', miterLimit: MITRE_LIMIT, cap: 'butt' } as const
      path.stroke({ width: side * share, color: tint, alpha, ...style })
    }
    return path
  }
}

/** From edge to edge of the winning cells, through their middles. */
function pathOf(board: Board, { rows, cells }: WinLine): Point[] {
  const won = cells.filter(([column, row]) => rows[column] === row).map(([column]) => column)
  const [from, to] = [Math.min(...won), Math.max(...won)]
  const middles = rows
    .map((row, column) => board.center([column, row]))
    .filter((_, column) => column >= from && column <= to)
  const first = middles[0]
  const last = middles.at(-1)
  if (first === undefined || last === undefined) return []
  const reach = board.columnWidth / 2
  return [{ x: first.x - reach, y: first.y }, ...middles, { x: last.x + reach, y: last.y }]
}
