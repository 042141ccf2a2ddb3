// Owns the symbol counts of every window of every reel strip, packed into integers, as differences of
// running sums. Must never know what a count means.

/**
 * Adds up, before every place of `reels.symbols`, what all symbols before it add: `cells[symbol]`.
 * The window of any height at a place is then `(sums[place + height] - sums[place]) | 0`. The sums
 * overflow, the difference does not: it is right by 32 bits, and a window's counts fit there. One
 * table of windows for each height would be five times as large as the processor likes it.
 */
export function sumCounts(symbols: Uint8Array, cells: ArrayLike<number>): Int32Array {
  const sums = new Int32Array(symbols.length + 1)
  symbols.forEach((symbol, place) => {
    sums[place + 1] = sums[place]! + cells[symbol]!
  })
  return sums
}
