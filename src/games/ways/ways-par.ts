// The exact distribution of a ways game's spin: every combination of stops with the evaluator that
// play uses. Must never sample.

import { distributeScatters, type SpinDistribution } from '../lines/line-par.ts'
import { payWays, type WaysTable } from './ways.ts'
import type { WaysSpin } from './ways-spin.ts'

/**
 * Enumerates all combinations. When no symbol's run continues, the remaining reels are counted in
 * one step: of 39 million combinations that leaves five million to examine.
 */
export function distributeWays(spin: WaysSpin, scatter: number): SpinDistribution {
  const { reels, table, at, shownAt, scattersAt } = spin
  const { columns, lengths, starts } = reels
  const tails = Array.from({ length: columns + 1 }, (_, column) =>
    distributeScatters(reels, scatter, column),
  )
  const mostScatters = tails[0]!.findLastIndex(times => times > 0)
  const most = mostUnits(spin)
  const boards = Array.from({ length: mostScatters + 1 }, () => new Float64Array(most + 1))
  // `live` symbols still run; `paid` ones reached the shortest run that pays.
  const visit = (column: number, scatters: number, live: number, paid: number): void => {
    if (live === 0 || column === columns) {
      const units = payWays(table, spin, paid, 1, null)
      tails[column]!.forEach((times, more) => {
        if (times > 0) boards[scatters + more]![units]! += times
      })
      return
    }
    for (let stop = 0; stop < lengths[column]!; stop++) {
      const place = starts[column]! + stop
      at[column] = place * table.symbols
      const still = live & shownAt[place]!
      const pays = column < table.shortestRun ? keepPaid(column + 1, still, table) : paid
      visit(column + 1, scatters + scattersAt[place]!, still, pays)
    }
  }
  visit(0, 0, -1, 0)
  return { combinations: lengths.reduce((product, length) => product * length, 1), boards }
}

function keepPaid(columns: number, live: number, { shortestRun }: WaysTable): number {
  return columns === shortestRun ? live : 0
}

/** More than any board can win: every symbol's largest count on every reel, all at once. */
function mostUnits({ reels, table, counts }: WaysSpin): number {
  const { columns, symbols, pays } = table
  let units = 0
  for (const symbol of table.paid) {
    const ways = reels.starts.reduce((product, start, column) => {
      let largest = 0
      for (let stop = 0; stop < reels.lengths[column]!; stop++) {
        largest = Math.max(largest, counts[(start + stop) * symbols + symbol]!)
      }
      return product * Math.max(largest, 1)
    }, 1)
    const row = pays.subarray(symbol * (columns + 1), (symbol + 1) * (columns + 1))
    units += ways * Math.max(...row)
  }
  return units
}

/**
 * The exact mean of the ways, in units, without the evaluator: reels are independent, so the mean
 * number of ways of a run is the product of each reel's mean count, times the chance that the next
 * reel breaks it.
 */
export function meanOfWays({ reels, table, counts }: WaysSpin): number {
  const { columns, symbols, pays } = table
  let units = 0
  for (const symbol of table.paid) {
    let ways = 1
    for (let column = 0; column < columns; column++) {
      const length = reels.lengths[column]!
      let cells = 0
      let without = 0
      for (let stop = 0; stop < length; stop++) {
        const count = counts[(reels.starts[column]! + stop) * symbols + symbol]!
        cells += count
        if (count === 0) without++
      }
      units += (ways * pays[symbol * (columns + 1) + column]! * without) / length
      ways *= cells / length
    }
    units += ways * pays[symbol * (columns + 1) + columns]!
  }
  return units
}
