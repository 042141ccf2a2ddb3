// How the columns of a cluster board fall and refill, four of them in one integer. Must never
// decide what a cluster is.

import { type ClusterTable, COLUMN_BITS, COLUMNS_PER_INTEGER, PLANES } from './cluster-table.ts'

// The compiler inlines a constant of this module; an imported one is read every time.
const DEPTH = PLANES
const COLUMN = COLUMN_BITS

/** The remaining cells fall; the strips continue from above, bottom cell first. */
export function dropAndRefill(
  table: ClusterTable,
  stops: Int32Array,
  planes: Int32Array,
  removed: Int32Array,
): void {
  for (let half = 0; half < 2; half++) {
    const gone = removed[half]!
    if (gone === 0) continue
    drop(planes, half, gone)
    refill(table, stops, planes, half, gone)
  }
}

/**
 * Every cell falls by as many rows as were removed below it, all columns of an integer at once: by
 * one row where that number is odd, then by two where half of it is, then by four.
 */
function drop(planes: Int32Array, half: number, gone: number): void {
  let one = planes[half * DEPTH]! & ~gone
  let two = planes[half * DEPTH + 1]! & ~gone
  let four = planes[half * DEPTH + 2]! & ~gone
  let left = ~gone
  let below = (gone >>> 1) & 0x7f7f7f7f
  for (let rows = 1; below !== 0; rows <<= 1) {
    let odd = below ^ ((below >>> 1) & 0x7f7f7f7f)
    odd ^= (odd >>> 2) & 0x3f3f3f3f
    odd ^= (odd >>> 4) & 0x0f0f0f0f
    const falling = odd & left
    left = (left ^ falling) | (falling << rows)
    one = (one & ~falling) | ((one & falling) << rows)
    two = (two & ~falling) | ((two & falling) << rows)
    four = (four & ~falling) | ((four & falling) << rows)
    below &= ~odd
  }
  planes[half * DEPTH] = one
  planes[half * DEPTH + 1] = two
  planes[half * DEPTH + 2] = four
}

/** Fills the cells at the top that are now free. */
function refill(
  table: ClusterTable,
  stops: Int32Array,
  planes: Int32Array,
  half: number,
  gone: number,
): void {
  const { windows, reels } = table
  const { starts, lengths } = reels
  let one = planes[half * DEPTH]!
  let two = planes[half * DEPTH + 1]!
  let four = planes[half * DEPTH + 2]!
  for (let counts = countBitsByColumn(gone); counts !== 0; ) {
    const shift = (31 - Math.clz32(counts)) & -COLUMN
    const count = counts >>> shift
    counts ^= count << shift
    const column = half * COLUMNS_PER_INTEGER + (shift >>> 3)
    const above = stops[column]! - count
    const stop = above < 0 ? above + lengths[column]! : above
    stops[column] = stop
    const free = ((1 << count) - 1) << shift
    const at = (starts[column]! + stop) * DEPTH
    one |= windows[at]! & free
    two |= windows[at + 1]! & free
    four |= windows[at + 2]! & free
  }
  planes[half * DEPTH] = one
  planes[half * DEPTH + 1] = two
  planes[half * DEPTH + 2] = four
}

/** The number of bits in each column, stored in that column. */
function countBitsByColumn(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555)
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return (nibbles + (nibbles >>> 4)) & 0x0f0f0f0f
}

export function countBits(bits: number): number {
  return Math.imul(countBitsByColumn(bits), 0x01010101) >>> 24
}
