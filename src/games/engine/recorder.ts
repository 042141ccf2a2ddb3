// How a running spin reports what happens, and how that becomes the ordered events of an outcome.
// Must never influence the spin: without a recorder the same code draws the same numbers.

import type { Cell, GameDefinition, GameEvent, Grid } from './contract.ts'

/**
 * The board of a game while it spins: symbol ids column by column, each top to bottom, so that cell
 * [column, row] is at `column * rows + row`; a column with fewer rows ends with `NO_CELL`. Its
 * owner reuses it: copy what must outlive the call.
 */
export type Board = Uint8Array

/** Fills the cells that a shorter column does not have. */
export const NO_CELL = 255

/** Why all reels land. */
export type ReelsCause = Extract<GameEvent, { type: 'reels' }>['cause']

/** What a spin calls, in order, for everything that happens. */
export type Recorder = Omit<EventRecorder, 'events'>

/**
 * Turns these calls into the events that the client replays. Arguments are plain numbers and
 * borrowed boards: calling allocates nothing. One recorder records one round.
 */
export class EventRecorder {
  readonly events: GameEvent[] = []
  readonly #columns: number
  readonly #rows: number
  readonly #lines: GameDefinition['lines']
  readonly #options: readonly string[]

  constructor(game: Pick<GameDefinition, 'layout' | 'lines'> & { options?: readonly string[] }) {
    this.#columns = game.layout.columns
    this.#rows = game.layout.rows
    this.#lines = game.lines
    this.#options = game.options ?? []
  }

  reels(cause: ReelsCause, board: Board): void {
    this.events.push({ type: 'reels', cause, grid: this.#grid(board) })
  }

  lineWin(line: number, symbol: number, count: number, multiplier: number, winUnits: number): void {
    const rows = this.#lines[line]!.slice(0, count)
    const cells = rows.map((row, column): Cell => [column, row])
    this.events.push({ type: 'lineWin', line, symbol, count, multiplier, cells, winUnits })
  }

  /** `members` has a 1 for every cell of the win. */
  waysWin(
    symbol: number,
    count: number,
    ways: number,
    multiplier: number,
    members: Uint8Array,
    winUnits: number,
  ): void {
    const cells = this.#flagged(members)
    this.events.push({ type: 'waysWin', symbol, count, ways, multiplier, cells, winUnits })
  }

  clusterWin(
    symbol: number,
    count: number,
    multiplier: number,
    members: Uint8Array,
    winUnits: number,
  ): void {
    const cells = this.#flagged(members)
    this.events.push({ type: 'clusterWin', symbol, count, multiplier, cells, winUnits })
  }

  scatterWin(symbol: number, count: number, board: Board, winUnits: number): void {
    const cells = this.#cellsOf(board, found => found === symbol)
    this.events.push({ type: 'scatterWin', symbol, count, cells, winUnits })
  }

  anywhereWin(symbol: number, count: number, board: Board, winUnits: number): void {
    const cells = this.#cellsOf(board, found => found === symbol)
    this.events.push({ type: 'anywhereWin', symbol, count, cells, winUnits })
  }

  /** `removed` has a 1 for every cell that vanished from the board before this one. */
  cascade(removed: Uint8Array, board: Board): void {
    const cells = this.#flagged(removed)
    this.events.push({ type: 'cascade', removed: cells, grid: this.#grid(board) })
  }

  /** `values` has the multiplier of every symbol, 0 for other symbols. */
  multiplierApplied(values: Uint16Array, board: Board, multiplier: number, winUnits: number): void {
    const cells = this.#cellsOf(board, symbol => values[symbol]! > 0)
    const shown = cells.map(([column, row]) => values[board[column * this.#rows + row]!]!)
    this.events.push({ type: 'multiplierApplied', cells, values: shown, multiplier, winUnits })
  }

  multiplierGrew(multiplier: number): void {
    this.events.push({ type: 'multiplierGrew', multiplier })
  }

  /** `option` is an index into `Game.options`. */
  chosen(option: number): void {
    this.events.push({ type: 'chosen', option: this.#options[option]! })
  }

  specialSymbol(symbol: number): void {
    this.events.push({ type: 'specialSymbol', symbol })
  }

  /** `board` is the board after the symbol has filled every column it shows in. */
  symbolExpanded(symbol: number, board: Board): void {
    const columns: number[] = []
    for (let column = 0; column < this.#columns; column++) {
      if (board[column * this.#rows] === symbol) columns.push(column)
    }
    this.events.push({ type: 'symbolExpanded', symbol, columns, grid: this.#grid(board) })
  }

  expandedWin(symbol: number, count: number, board: Board, winUnits: number): void {
    const cells = this.#cellsOf(board, found => found === symbol)
    this.events.push({ type: 'expandedWin', symbol, count, cells, winUnits })
  }

  /** `held` has a 1 for every cell that stays. */
  respinsAwarded(count: number, held: Uint8Array, board: Board): void {
    const grid = this.#grid(board)
    this.events.push({ type: 'respinsAwarded', count, cells: this.#flagged(held), grid })
  }

  respin(left: number, landed: Uint8Array, board: Board): void {
    const grid = this.#grid(board)
    this.events.push({ type: 'respin', left, landed: this.#flagged(landed), grid })
  }

  /** Every column but `free` stays. */
  reelsHeld(symbol: number, free: number, multiplier: number): void {
    const columns = Array.from({ length: this.#columns }, (_, column) => column)
    const held = columns.filter(column => column !== free)
    this.events.push({ type: 'reelsHeld', symbol, columns: held, multiplier })
  }

  respinsEnded(count: number, winUnits: number): void {
    this.events.push({ type: 'respinsEnded', count, winUnits })
  }

  potWon(pot: string, winUnits: number): void {
    this.events.push({ type: 'potWon', pot, winUnits })
  }

  /** `values` has the units of every symbol, 0 for symbols other than cash. */
  cashCollected(values: Int32Array, board: Board, winUnits: number): void {
    const cells = this.#cellsOf(board, symbol => values[symbol]! > 0)
    const shown = cells.map(([column, row]) => values[board[column * this.#rows + row]!]!)
    this.events.push({ type: 'cashCollected', cells, values: shown, winUnits })
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
      const cells = Array.from(board.subarray(column * this.#rows, (column + 1) * this.#rows))
      grid.push(cells.filter(symbol => symbol !== NO_CELL))
    }
    return grid
  }

  #flagged(flags: Uint8Array): Cell[] {
    return this.#cellsOf(flags, flag => flag === 1)
  }

  #cellsOf(board: Uint8Array, wanted: (value: number) => boolean): Cell[] {
    const cells: Cell[] = []
    board.forEach((value, at) => {
      if (wanted(value)) cells.push([Math.floor(at / this.#rows), at % this.#rows])
    })
    return cells
  }
}
