// The tables with which a cascading ways game with reels of changing height is played: height
// tickets, and the symbol counts of every window packed into one integer. Must never play.

import type { GameSymbol } from '../engine/contract.ts'
import type { ReelStrips } from '../engine/reels.ts'
import { sumCounts } from './running-counts.ts'

export interface WaysCascadeRules {
  /** `rows` is the height of the tallest reel. */
  reels: ReelStrips
  shortest: number
  /** How often a reel has the shortest height, the next one, and so on to the tallest. */
  heightWeights: readonly number[]
  /** One scatter; the others are regular, which pay from 2 or 3 reels on, or wild, which do not. */
  symbols: readonly Pick<GameSymbol, 'role' | 'pays'>[]
  /** Fewer scatters than this have no effect and are reported as 0. */
  scattersWanted: number
  /** How much every cascade adds to the multiplier. */
  multiplierGrowth: number
  capUnits: number
}

/**
 * A column's counts are one integer: three bits a regular symbol, its wilds included, then three
 * bits of scatters. Seven cells cannot carry into the next count.
 */
const BITS = 3
const MOST_ROWS = 7
const MOST_REGULAR = 9
export const SCATTER_SHIFT = MOST_REGULAR * BITS

export interface WaysCascadeTable extends WaysCascadeRules {
  /** One bit a symbol id. */
  wilds: number
  /** The height of each ticket. */
  heightByTicket: Uint8Array
  /** Running counts of the strips, and of their wilds alone; see `sumCounts`. */
  sums: Int32Array
  wildSums: Int32Array
  /** The lowest bit of every regular symbol's count, and of those that pay from two reels on. */
  regular: number
  pairs: number
  /** The symbol whose count begins at a bit. */
  symbolAt: Uint8Array
  /** Pay of one way: `pays[symbol * (columns + 1) + count]`, units. */
  pays: Int32Array
}

/**
 * Throws RangeError for rules that the integers cannot count, and for pays that leave a win unpaid.
 */
export function buildWaysCascadeTable(rules: WaysCascadeRules): WaysCascadeTable {
  const { reels, symbols } = rules
  const isRegular = symbols.map(({ role }) => role === 'regular')
  const regularIds = symbols.flatMap((_, id) => (isRegular[id] ? [id] : []))
  if (reels.rows > MOST_ROWS || regularIds.length > MOST_REGULAR || symbols.length > 32) {
    throw new RangeError('too many rows or symbols to count them in one integer')
  }
  const ones = (ids: readonly number[]) =>
    ids.reduce((bits, id) => bits | (1 << (regularIds.indexOf(id) * BITS)), 0)
  const cells = symbols.map(({ role }, id) => {
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
    sums: sumCounts(reels.symbols, cells),
    wildSums: sumCounts(
      reels.symbols,
      symbols.map(({ role }) => (role === 'wild' ? 1 : 0)),
    ),
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
