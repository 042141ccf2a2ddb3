// The stops of a bought feature: a board with enough scatters, each with its probability among such
// boards in normal spins. Must never decide what the scatters trigger.

import type { LineSpin } from '../lines/line-spin.ts'
import type { Draws } from './rng.ts'

/** All ways to distribute enough scatters over the columns. */
export interface TriggerStops {
  /** Stops of a column that show this many scatters: `stopsAt[column][scatters]`. */
  stopsAt: readonly (readonly Int32Array[])[]
  /** Scatters in each column, pattern by pattern. */
  patterns: readonly Uint8Array[]
  /** Combinations of stops of each pattern and all before it. */
  upTo: Float64Array
}

type Reels = Pick<LineSpin, 'reels' | 'scattersAt'>

/** Patterns are drawn from one word of 32 bits. */
const MOST_COMBINATIONS = 2 ** 32

export function buildTriggerStops({ reels, scattersAt }: Reels, wanted: number): TriggerStops {
  const stopsAt = Array.from(reels.lengths, (length, column) => {
    const from = reels.starts[column]!
    const stops = Int32Array.from({ length }, (_, stop) => stop)
    return Array.from({ length: reels.rows + 1 }, (_, scatters) =>
      stops.filter(stop => scattersAt[from + stop] === scatters),
    )
  })
  const patterns = listPatterns(stopsAt, wanted)
  let sum = 0
  const upTo = Float64Array.from(patterns, pattern => {
    sum += countStops(stopsAt, pattern)
    return sum
  })
  if (sum === 0 || sum > MOST_COMBINATIONS) {
    throw new RangeError(`${sum} combinations of stops to draw from`)
  }
  return { stopsAt, patterns, upTo }
}

function listPatterns(stopsAt: TriggerStops['stopsAt'], wanted: number): Uint8Array[] {
  let patterns: number[][] = [[]]
  for (const stopsOf of stopsAt) {
    patterns = patterns.flatMap(pattern => stopsOf.map((_, scatters) => [...pattern, scatters]))
  }
  return patterns
    .filter(pattern => pattern.reduce((sum, scatters) => sum + scatters, 0) >= wanted)
    .map(pattern => Uint8Array.from(pattern))
    .filter(pattern => countStops(stopsAt, pattern) > 0)
}

function countStops(stopsAt: TriggerStops['stopsAt'], pattern: Uint8Array): number {
  return pattern.reduce((product, scatters, column) => {
    return product * stopsAt[column]![scatters]!.length
  }, 1)
}

/** Draws the pattern by its share of the combinations, then a stop for every column. */
export function drawTriggerStops(trigger: TriggerStops, draws: Draws, stops: Int32Array): void {
  const pattern = trigger.patterns[drawPattern(trigger, draws)]!
  for (let column = 0; column < pattern.length; column++) {
    const candidates = trigger.stopsAt[column]![pattern[column]!]!
    stops[column] = candidates[draws.below(candidates.length)]!
  }
}

/** A word's upper bits, as many as the largest ticket has; larger tickets are drawn again. */
function drawPattern({ upTo }: TriggerStops, draws: Draws): number {
  const tickets = upTo[upTo.length - 1]!
  const spare = Math.min(Math.clz32(tickets - 1), 31)
  let ticket = draws.word() >>> spare
  while (ticket >= tickets) ticket = draws.word() >>> spare
  let low = 0
  let high = upTo.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ticket < upTo[middle]!) high = middle
    else low = middle + 1
  }
  return low
}
