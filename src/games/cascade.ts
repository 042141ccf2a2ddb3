// Owns pay-anywhere cascades on reel strips: land, pay, remove, drop, refill, and the multiplier symbols
// at the end. Must never know what a number of scatters sets off.

import type { Board, Recorder } from './recorder.ts'
import { countSymbol, type ReelSet } from './reels.ts'
import type { Draws } from './rng.ts'

/** A symbol a multiplier cell can turn into, with its weight among the draws. */
export interface WeightedMultiplier {
  symbol: number
  value: number
  weight: number
}

export interface CascadeRules {
  /** Ids in order: the paying symbols, the scatter, then the placeholder of multipliers; at most 10. */
  reels: ReelSet
  symbols: readonly { pays: readonly (readonly [count: number, winUnits: number])[] }[]
  scatter: number
  /** Fewer scatters than this mean nothing and are reported as none. */
  scattersWanted: number
  /** Strips show this id where a multiplier lands; its value is drawn as it lands. */
  placeholder: number
  multipliers: readonly WeightedMultiplier[]
  capUnits: number
}

/** Everything of a cascade that does not change, and its boards, reused from spin to spin. */
export interface Cascade {
  reels: ReelSet
  scatter: number
  placeholder: number
  paying: number
  capUnits: number
  /** `pays[symbol * (cells + 1) + count]`, units. */
  pays: Int32Array
  /** Value of each symbol as a multiplier, 0 for those that are none. */
  values: Uint16Array
  multipliers: readonly WeightedMultiplier[]
  multiplierWeight: number
  screen: Screen
  board: Board
  removed: Uint8Array
  counts: Uint8Array
  /** The strip position that shows, or last dropped in, at the top of each column. */
  stops: Int32Array
  /** Scatters on the final board of the last spin; 0 when fewer than wanted. */
  scatters: number
  scattersWanted: number
}

/**
 * Symbol counts of every window, six bits a symbol in two integers, so that a board's counts are six
 * additions. `biased` starts each count so that bit five is set once the symbol matters.
 */
interface Screen {
  first: Int32Array
  second: Int32Array
  biasedFirst: number
  biasedSecond: number
}
const SYMBOLS_PER_INTEGER = 5
const BITS = 6
const MATTERS = 0b100000_100000_100000_100000_100000

export function buildCascade(rules: CascadeRules): Cascade {
  const { reels, symbols, scatter, placeholder, multipliers } = rules
  const cells = reels.columns * reels.rows
  const values = new Uint16Array(symbols.length)
  for (const { symbol, value } of multipliers) values[symbol] = value
  const pays = buildPays(symbols, scatter, cells)
  return {
    reels,
    scatter,
    placeholder,
    paying: scatter,
    capUnits: rules.capUnits,
    pays,
    values,
    multipliers,
    multiplierWeight: multipliers.reduce((sum, { weight }) => sum + weight, 0),
    screen: buildScreen(rules, pays),
    board: new Uint8Array(cells),
    removed: new Uint8Array(cells),
    counts: new Uint8Array(symbols.length),
    stops: new Int32Array(reels.columns),
    scatters: 0,
    scattersWanted: rules.scattersWanted,
  }
}

/** A pay counts for its number of symbols and every larger one, up to the next pay. */
function buildPays(symbols: CascadeRules['symbols'], scatter: number, cells: number): Int32Array {
  const pays = new Int32Array(symbols.length * (cells + 1))
  symbols.slice(0, scatter).forEach((symbol, id) => {
    for (const [count, winUnits] of symbol.pays) {
      pays.fill(winUnits, id * (cells + 1) + count, (id + 1) * (cells + 1))
    }
  })
  return pays
}

function buildScreen({ reels, ...rules }: CascadeRules, pays: Int32Array): Screen {
  const cells = reels.columns * reels.rows
  const wanted = (symbol: number) => {
    if (symbol === rules.placeholder) return 1
    if (symbol === rules.scatter) return rules.scattersWanted
    return pays.subarray(symbol * (cells + 1), (symbol + 1) * (cells + 1)).findIndex(pay => pay > 0)
  }
  const integers = [0, SYMBOLS_PER_INTEGER].map(from => {
    const packed = new Int32Array(reels.symbols.length)
    let biased = 0
    for (let slot = 0; slot < SYMBOLS_PER_INTEGER; slot++) {
      const symbol = from + slot
      if (symbol > rules.placeholder) break
      biased |= (2 ** (BITS - 1) - wanted(symbol)) << (slot * BITS)
      packed.forEach((_, at) => {
        const inWindow = reels.symbols.subarray(at, at + reels.rows)
        packed[at] = packed[at]! | (countSymbol(inWindow, symbol) << (slot * BITS))
      })
    }
    return { packed, biased }
  })
  const [first, second] = integers as [(typeof integers)[0], (typeof integers)[0]]
  return {
    first: first.packed,
    second: second.packed,
    biasedFirst: first.biased,
    biasedSecond: second.biased,
  }
}

/** Draws one stop a column, left to right. */
export function drawStops({ reels, stops }: Cascade, draws: Draws): void {
  for (let column = 0; column < reels.columns; column++) {
    stops[column] = draws.below(reels.lengths[column]!)
  }
}

/**
 * Plays the board of the drawn stops to its end. Returns the units won, multipliers applied. A board on
 * which nothing matters ends at once: two of three do, and they then cost a third of the others.
 */
export function playCascade(
  cascade: Cascade,
  cause: 'spin' | 'freeGame',
  draws: Draws,
  recorder: Recorder | null,
): number {
  cascade.scatters = 0
  if (recorder === null && !anythingMatters(cascade)) return 0
  landBoard(cascade, draws)
  if (recorder !== null) recorder.reels(cause, cascade.board)
  let winUnits = 0
  for (;;) {
    const stepWin = payAnywhere(cascade, recorder)
    winUnits += stepWin
    if (stepWin === 0 || winUnits >= cascade.capUnits) break
    dropAndRefill(cascade, draws)
    if (recorder !== null) recorder.cascade(cascade.removed, cascade.board)
  }
  const scatters = cascade.counts[cascade.scatter]!
  cascade.scatters = scatters < cascade.scattersWanted ? 0 : scatters
  return winUnits === 0 ? 0 : applyMultipliers(cascade, winUnits, recorder)
}

function anythingMatters({ reels, screen, stops }: Cascade): boolean {
  let first = screen.biasedFirst
  let second = screen.biasedSecond
  for (let column = 0; column < reels.columns; column++) {
    const at = reels.starts[column]! + stops[column]!
    first += screen.first[at]!
    second += screen.second[at]!
  }
  return ((first | second) & MATTERS) !== 0
}

function landBoard(cascade: Cascade, draws: Draws): void {
  const { reels, stops, board } = cascade
  for (let column = 0; column < reels.columns; column++) {
    const from = reels.starts[column]! + stops[column]!
    const to = column * reels.rows
    for (let row = 0; row < reels.rows; row++) {
      board[to + row] = landSymbol(cascade, reels.symbols[from + row]!, draws)
    }
  }
}

/** The symbol itself, or the multiplier a placeholder turns into. */
function landSymbol(cascade: Cascade, symbol: number, draws: Draws): number {
  if (symbol !== cascade.placeholder) return symbol
  let left = draws.below(cascade.multiplierWeight)
  for (const multiplier of cascade.multipliers) {
    left -= multiplier.weight
    if (left < 0) return multiplier.symbol
  }
  throw new Error('the weights do not add up')
}

/** Pays every symbol that is on the board often enough and marks its cells as removed. */
function payAnywhere(cascade: Cascade, recorder: Recorder | null): number {
  const { board, counts, pays, removed } = cascade
  const cells = board.length
  counts.fill(0)
  for (let cell = 0; cell < cells; cell++) counts[board[cell]!]!++
  let winUnits = 0
  removed.fill(0)
  for (let symbol = 0; symbol < cascade.paying; symbol++) {
    const pay = pays[symbol * (cells + 1) + counts[symbol]!]!
    if (pay === 0) continue
    winUnits += pay
    for (let cell = 0; cell < cells; cell++) if (board[cell] === symbol) removed[cell] = 1
    if (recorder !== null) recorder.anywhereWin(symbol, counts[symbol]!, board, pay)
  }
  return winUnits
}

/** What is left falls; from above the strips run on, bottom cell first. */
function dropAndRefill(cascade: Cascade, draws: Draws): void {
  const { reels, stops, board, removed } = cascade
  for (let column = 0; column < reels.columns; column++) {
    const top = column * reels.rows
    let to = top + reels.rows - 1
    for (let from = to; from >= top; from--) {
      if (removed[from] === 0) board[to--] = board[from]!
    }
    for (; to >= top; to--) {
      const below = stops[column]!
      const stop = below === 0 ? reels.lengths[column]! - 1 : below - 1
      stops[column] = stop
      board[to] = landSymbol(cascade, reels.symbols[reels.starts[column]! + stop]!, draws)
    }
  }
}

/** The multipliers left on the final board are added up; without any the win stays. */
function applyMultipliers(cascade: Cascade, winUnits: number, recorder: Recorder | null): number {
  const { board, values } = cascade
  let multiplier = 0
  for (let cell = 0; cell < board.length; cell++) multiplier += values[board[cell]!]!
  if (multiplier === 0) return winUnits
  const multiplied = winUnits * multiplier
  if (recorder !== null) recorder.multiplierApplied(values, board, multiplier, multiplied)
  return multiplied
}
