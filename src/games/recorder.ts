// Owns how a running spin tells what happens, and how that becomes the ordered events of an
// outcome. Must never influence the spin: with no recorder the same code draws the same numbers.

import type { Cell, GameDefinition, GameEvent, Grid } from './contract.ts'

/**
 * The board of a game while it spins: symbol ids column by column, each top to bottom, so that cell
 * [column, row] is at `column * rows + row`. Its owner reuses it: copy what must outlive the call.
 */
export type Board = Uint8Array

/** Told in order what happens. Arguments are plain numbers and borrowed boards: no allocation. */
export interface Recorder {
  reels(cause: 'spin' | 'freeGame', board: Board): void
  lineWin(line: number, symbol: number, count: number, multiplier: number, winUnits: number): void
  scatterWin(symbol: number, count: number, board: Board, winUnits: number): void
  anywhereWin(symbol: number, count: number, board: Board, winUnits: number): void
  /** `removed` has a 1 for every cell that vanished from the board before this one. */
  cascade(removed: Uint8Array, board: Board): void
  /** `values` gives the multiplier of every symbol, 0 for those that are none. */
  multiplierApplied(values: Uint16Array, board: Board, multiplier: number, winUnits: number): void
  freeGamesAwarded(
    count: number,
    multiplier: number,
    retrigger: boolean,
    scatter: number,
    board: Board,
  ): void
  freeGameStarted(number: number, of: number): void
  freeGamesEnded(count: number, winUnits: number): void
  winCapped(winUnits: number): void
}

/** Turns what it is told into the events the client replays. One recorder records one round. */
export class EventRecorder implements Recorder {
  readonly events: GameEvent[] = []
  readonly #columns: number
  readonly #rows: number
  readonly #lines: GameDefinition['lines']

  constructor(game: Pick<GameDefinition, 'layout' | 'lines'>) {
    this.#columns = game.layout.columns
    this.#rows = game.layout.rows
    this.#lines = game.lines
  }

  reels(cause: 'spin' | 'freeGame', board: Board): void {
    this.events.push({ type: 'reels', cause, grid: this.#grid(board) })
  }

  lineWin(line: number, symbol: number, count: number, multiplier: number, winUnits: number): void {
    const rows = this.#lines[line]!.slice(0, count)
    const cells = rows.map((row, column): Cell => [column, row])
    this.events.push({ type: 'lineWin', line, symbol, count, multiplier, cells, winUnits })
  }

  scatterWin(symbol: number, count: number, board: Board, winUnits: number): void {
    const cells = this.#cellsOf(board, found => found === symbol)
    this.events.push({ type: 'scatterWin', symbol, count, cells, winUnits })
  }

  anywhereWin(symbol: number, count: number, board: Board, winUnits: number): void {
    const cells = this.#cellsOf(board, found => found === symbol)
    this.events.push({ type: 'anywhereWin', symbol, count, cells, winUnits })
  }

  cascade(removed: Uint8Array, board: Board): void {
    const cells = this.#cellsOf(removed, flag => flag === 1)
    this.events.push({ type: 'cascade', removed: cells, grid: this.#grid(board) })
  }

  multiplierApplied(values: Uint16Array, board: Board, multiplier: number, winUnits: number): void {
    const cells = this.#cellsOf(board, symbol => values[symbol]! > 0)
    const shown = cells.map(([column, row]) => values[board[column * this.#rows + row]!]!)
    this.events.push({ type: 'multiplierApplied', cells, values: shown, multiplier, winUnits })
  }

  freeGamesAwarded(
    count: number,
    multiplier: number,
    retrigger: boolean,
    scatter: number,
    board: Board,
  ): void {
    const cells = this.#cellsOf(board, symbol => symbol === scatter)
    this.events.push({ type: 'freeGamesAwarded', count, multiplier, retrigger, cells })
  }

  freeGameStarted(number: number, of: number): void {
    this.events.push({ type: 'freeGameStarted', number, of })
  }

  freeGamesEnded(count: number, winUnits: number): void {
    this.events.push({ type: 'freeGamesEnded', count, winUnits })
  }

  winCapped(winUnits: number): void {
    this.events.push({ type: 'winCapped', winUnits })
  }

  #grid(board: Board): Grid {
    const grid: number[][] = []
    for (let column = 0; column < this.#columns; column++) {
      grid.push(Array.from(board.subarray(column * this.#rows, (column + 1) * this.#rows)))
    }
    return grid
  }

  #cellsOf(board: Uint8Array, wanted: (value: number) => boolean): Cell[] {
    const cells: Cell[] = []
    board.forEach((value, at) => {
      if (wanted(value)) cells.push([Math.floor(at / this.#rows), at % this.#rows])
    })
    return cells
  }
}
