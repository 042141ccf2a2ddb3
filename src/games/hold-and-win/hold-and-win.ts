// Hold and win: what cash symbols are worth when they land, the respins that hold them, the pot for
// a full board. Must never depend on how the triggering board came about.

import type { Board, Recorder } from '../engine/recorder.ts'
import type { Draws } from '../engine/rng.ts'

/** A symbol that landing cash can turn into, with its weight among the draws. */
export interface WeightedCash {
  symbol: number
  winUnits: number
  weight: number
}

export interface HoldAndWinRules {
  cells: number
  /** The strips show this id, the first cash symbol's, wherever cash lands. */
  placeholder: number
  /** Shown in cells that hold nothing. */
  blank: number
  cash: readonly WeightedCash[]
  /** Respins at the beginning, and again whenever something lands. */
  respins: number
  /** How likely a free cell lands cash in one respin, out of `landingRange`, by cells held. */
  landingWeights: readonly number[]
  landingRange: number
  /** Won with a full board, in addition to the cash on it. */
  grand: { pot: string; winUnits: number }
}

/** Hold and win in play: reused from round to round. */
export interface HoldAndWin {
  readonly rules: HoldAndWinRules
  readonly landing: Int32Array
  /** The symbol of each ticket: one entry for every unit of weight. */
  readonly symbolOfTicket: Uint8Array
  /** Units of every symbol, 0 for symbols other than cash. */
  readonly values: Int32Array
  /** A 1 for every cell to record: those held at the beginning, those of the last landing. */
  readonly flags: Uint8Array
  /**
   * The cells that hold nothing yet, in order; only the first entries, as many as are free, are
   * valid.
   */
  readonly free: Uint8Array
}

export function buildHoldAndWin(rules: HoldAndWinRules): HoldAndWin {
  const { cash, cells, landingWeights, landingRange } = rules
  const values = new Int32Array(Math.max(rules.blank, ...cash.map(({ symbol }) => symbol)) + 1)
  for (const { symbol, winUnits } of cash) values[symbol] = winUnits
  const legal = landingWeights.every(weight => weight >= 0 && weight <= landingRange)
  if (landingWeights.length !== cells || !legal) {
    throw new RangeError('a landing weight within the range for every number of cells held')
  }
  return {
    rules,
    landing: Int32Array.from(landingWeights),
    symbolOfTicket: Uint8Array.from(
      cash.flatMap(({ symbol, weight }) => new Array<number>(weight).fill(symbol)),
    ),
    values,
    flags: new Uint8Array(cells),
    free: new Uint8Array(cells),
  }
}

function drawCash({ symbolOfTicket }: HoldAndWin, draws: Draws): number {
  return symbolOfTicket[draws.below(symbolOfTicket.length)]!
}

/** Turns every placeholder on the board into the cash symbol that is drawn for it. */
export function landCash(feature: HoldAndWin, board: Board, draws: Draws): void {
  const { placeholder } = feature.rules
  for (let cell = 0; cell < board.length; cell++) {
    if (board[cell] === placeholder) board[cell] = drawCash(feature, draws)
  }
}

/** Makes the same draws as `landCash` for this many symbols, when the board is not recorded. */
export function landUnseen({ symbolOfTicket }: HoldAndWin, count: number, draws: Draws): void {
  const tickets = symbolOfTicket.length
  for (let landed = 0; landed < count; landed++) draws.below(tickets)
}

/**
 * Holds the cash on the board and respins the other cells until the full number of respins in a row
 * lands nothing, or no cell is free. Returns the units won.
 */
export function playRespins(
  feature: HoldAndWin,
  board: Board,
  draws: Draws,
  recorder: Recorder | null,
): number {
  const { respins } = feature.rules
  const { flags } = feature
  let free = holdCash(feature, board)
  let left = respins
  if (recorder !== null) {
    recorder.respinsAwarded(left, flags, board)
    flags.fill(0)
  }
  while (left > 0 && free > 0) {
    const stillFree = respin(feature, board, free, draws)
    left = stillFree < free ? respins : left - 1
    free = stillFree
    if (recorder !== null) {
      recorder.respin(left, flags, board)
      flags.fill(0)
    }
  }
  return collect(feature, board, free === 0, recorder)
}

/** Leaves only cash on the board and flags its cells. Returns how many cells are free. */
function holdCash({ rules, values, flags, free }: HoldAndWin, board: Board): number {
  let count = 0
  for (let cell = 0; cell < board.length; cell++) {
    const stays = values[board[cell]!]! > 0
    flags[cell] = stays ? 1 : 0
    if (stays) continue
    board[cell] = rules.blank
    free[count++] = cell
  }
  return count
}

/** Draws every free cell once and flags those where cash lands. Returns how many stay free. */
function respin(feature: HoldAndWin, board: Board, free: number, draws: Draws): number {
  const { rules, landing, flags, free: cells } = feature
  const weight = landing[board.length - free]!
  let kept = 0
  for (let at = 0; at < free; at++) {
    const cell = cells[at]!
    if (draws.below(rules.landingRange) >= weight) {
      cells[kept++] = cell
      continue
    }
    board[cell] = drawCash(feature, draws)
    flags[cell] = 1
  }
  return kept
}

function collect(
  { rules, values }: HoldAndWin,
  board: Board,
  full: boolean,
  recorder: Recorder | null,
): number {
  const { pot, winUnits } = rules.grand
  const potUnits = full ? winUnits : 0
  let cashUnits = 0
  for (let cell = 0; cell < board.length; cell++) cashUnits += values[board[cell]!]!
  if (recorder !== null) {
    if (potUnits > 0) recorder.potWon(pot, potUnits)
    recorder.cashCollected(values, board, cashUnits)
  }
  return potUnits + cashUnits
}
