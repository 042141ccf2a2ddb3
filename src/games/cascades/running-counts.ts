// The symbol counts of every window of every reel strip, packed into integers, as differences of
// running sums. Must never depend on what a count means.

/**
 * For every place of `reels.symbols`, the sum of `cells[symbol]` over all symbols before it. The
 * window of any height at a place is then `(sums[place + height] - sums[place]) | 0`. The sums
 * overflow, but the difference does not: it is correct in 32 bits, and a window's counts fit there.
 * One table of windows for each height would take five times the memory and slow down the
 * processor's cache.
 */
export function sumCounts(symbols: Uint8Array, cells: ArrayLike<number>): Int32Array {
  const sums = new Int32Array(symbols.length + 1)
  symbols.forEach((symbol, place) => {
    sums[place + 1] = sums[place]! + cells[symbol]!
  })
  return sums
}
