// Owns how a cascading ways game with reels of changing height is laid out for play: height
// tickets, and the symbol counts of every window packed into one integer. Must never play.

import type { GameSymbol } from '../engine/contract.ts'
import type { ReelStrips } from '../engine/reels.ts'

export interface WaysCascadeRules {
  /** `rows` is the height of the tallest reel. */
  reels: ReelStrips
  shortest: number
  /** How often a reel has the shortest height, the next one, and so on to the tallest. */
  heightWeights: readonly number[]
  /** One scatter; the others are regular, which pay from 2 or 3 reels on, or wild, which do not. */
  symbols: readonly Pick<GameSymbol, 'role' | 'pays'>[]
  /** Fewer scatters than this mean nothing and are reported as none. */
  scattersWanted: number
  /** What every cascade adds to the multiplier. */
  multiplierGrowth: number
  capUnits: number
}

/**
 * A column's counts are one integer: three bits a regular symbol, its wilds included, then three
 * bits of scatters. Seven cells cannot carry into the next count.
 */
const BITS = 3
export const COUNT = 2 ** BITS - 1
const MOST_ROWS = COUNT
const MOST_REGULAR = 9
export const SCATTER_SHIFT = MOST_REGULAR * BITS

export interface WaysCascadeTable extends WaysCascadeRules {
  /** One bit a symbol id. */
  wilds: number
  /** The height every ticket stands for. */
  heightByTicket: Uint8Array
  /** What one cell of each symbol adds to its column's counts. */
  cells: Int32Array
  /** Counts of a window: `windows[height * reels.symbols.length + place]`. */
  windows: Int32Array
  /** The lowest bit of every regular symbol's count, and of those that pay from two reels on. */
  regular: number
  pairs: number
  /** The symbol whose count begins at a bit. */
  symbolAt: Uint8Array
  /** Pay of one way: `pays[symbol * (columns + 1) + count]`, units. */
  pays: Int32Array
}

/** Throws RangeError for what the integers cannot count, and for pays that leave a win unpaid. */
export function buildWaysCascadeTable(rules: WaysCascadeRules): WaysCascadeTable {
  const { reels, symbols } = rules
  const isRegular = symbols.map(({ role }) => role === 'regular')
  const regularIds = symbols.flatMap((_, id) => (isRegular[id] ? [id] : []))
  if (reels.rows > MOST_ROWS || regularIds.length > MOST_REGULAR || symbols.length > 32) {
    throw new RangeError('too many rows or symbols to count them in one integer')
  }
  const ones = (ids: readonly number[]) =>
    ids.reduce((bits, id) => bits | (1 << (regularIds.indexOf(id) * BITS)), 0)
  const cells = Int32Array.from(symbols, ({ role }, id) => {
    if (role === 'scatter') return 1 << SCATTER_SHIFT
    return ones(role === 'wild' ? regularIds : [id])
  })
  const symbolAt = new Uint8Array(SCATTER_SHIFT)
  regularIds.forEach((id, index) => {
    symbolAt[index * BITS] = id
  })
  return {
    ...rules,
    heightByTicket: buildTickets(rules),
    wilds: symbols.reduce((bits, { role }, id) => (role === 'wild' ? bits | (1 << id) : bits), 0),
    cells,
    windows: buildWindows(reels, cells),
    regular: ones(regularIds),
    pairs: ones(regularIds.filter(id => symbols[id]!.pays[0]?.[0] === 2)),
    symbolAt,
    pays: buildPays(symbols, regularIds, reels.columns),
  }
}

function buildTickets({ reels, shortest, heightWeights }: WaysCascadeRules): Uint8Array {
  if (shortest + heightWeights.length - 1 !== reels.rows) throw new RangeError('a weight a height')
  return Uint8Array.from(
    heightWeights.flatMap((weight, index) => new Array<number>(weight).fill(shortest + index)),
  )
}

function buildWindows({ rows, symbols }: ReelStrips, cells: Int32Array): Int32Array {
  const windows = new Int32Array((rows + 1) * symbols.length)
  for (let height = 1; height <= rows; height++) {
    for (let place = 0; place + height <= symbols.length; place++) {
      const shown = symbols.subarray(place, place + height)
      const counts = shown.reduce((sum, symbol) => sum + cells[symbol]!, 0)
      windows[height * symbols.length + place] = counts
    }
  }
  return windows
}

function buildPays(
  symbols: WaysCascadeRules['symbols'],
  regularIds: readonly number[],
  columns: number,
): Int32Array {
  const pays = new Int32Array(symbols.length * (columns + 1))
  for (const id of regularIds) {
    const counts = symbols[id]!.pays.map(([count]) => count)
    const fewest = counts[0] ?? 0
    const wanted = Array.from({ length: columns + 1 - fewest }, (_, index) => fewest + index)
    if ((fewest !== 2 && fewest !== 3) || String(counts) !== String(wanted)) {
      throw new RangeError(`symbol ${id} must pay for every number of reels from 2 or 3 on`)
    }
    for (const [count, winUnits] of symbols[id]!.pays) pays[id * (columns + 1) + count] = winUnits
  }
  return pays
}
