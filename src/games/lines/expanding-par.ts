// The exact distribution of a free game with a special symbol, for each symbol it may be, in one
// pass through all combinations of stops. Must never sample.

import { countSymbol, type ReelStrips, showStop } from '../engine/reels.ts'
import type { Spins } from '../rtp/free-games-par.ts'
import { findShown } from './expanding.ts'
import { evaluateAtLeast, evaluateAtMost, evaluateLines, type LineTable } from './lines.ts'

interface ExpandingRules {
  reels: ReelStrips
  table: LineTable
  scatter: number
  /** By number of scatters. */
  scatterPays: readonly number[]
  awarded: readonly number[]
  /** The symbols that may be special. */
  specials: readonly number[]
}

/** From this column on it is tested whether the remaining reels can change the lines. */
const PROBE_COLUMN = 3

/** Scatters and, in three bits for each special symbol, the number of reels that show it. */
interface Shown {
  scatters: number
  specials: number
}

/**
 * The spins of each special symbol, in the order of `specials`. A board's lines do not depend on
 * which symbol is special, so it is evaluated once and counted for each of them, by line win,
 * number of scatters and number of reels that show the symbol; the rest is computed from these
 * three at the end.
 */
export function listExpandingSpins(rules: ExpandingRules): readonly Spins[] {
  const { reels, table, specials } = rules
  const { columns, rows, lengths } = reels
  const board = new Uint8Array(columns * rows)
  const counts = specials.map(() => new Counts(columns))
  const shown = Array.from(lengths, (_, column) => listShown(rules, column))
  const tails = Array.from({ length: columns + 1 }, (_, column) =>
    specials.map((_, index) => listTails(shown.slice(column), index)),
  )
  const count = (column: number, scatters: number, packed: number, lineUnits: number) => {
    for (let index = 0; index < specials.length; index++) {
      const reelsSoFar = reelsOf(packed, index)
      for (const [moreScatters, moreReels, times] of tails[column]![index]!) {
        counts[index]!.add(scatters + moreScatters, reelsSoFar + moreReels, lineUnits, times)
      }
    }
  }
  const visit = (column: number, scatters: number, packed: number): void => {
    if (column === columns) {
      count(column, scatters, packed, evaluateLines(table, board, 1, null))
      return
    }
    if (column >= PROBE_COLUMN) {
      const least = evaluateAtLeast(table, board, column)
      if (least === evaluateAtMost(table, board, column)) {
        count(column, scatters, packed, least)
        return
      }
    }
    for (let stop = 0; stop < lengths[column]!; stop++) {
      const more = shown[column]![stop]!
      showStop(reels, column, stop, board)
      visit(column + 1, scatters + more.scatters, packed + more.specials)
    }
  }
  visit(0, 0, 0)
  const combinations = lengths.reduce((product, length) => product * length, 1)
  return counts.map((counted, index) => listSpins(rules, specials[index]!, counted, combinations))
}

function reelsOf(packed: number, index: number): number {
  return (packed >>> (3 * index)) & 7
}

function listShown({ reels, scatter, specials }: ExpandingRules, column: number): Shown[] {
  const shownAt = findShown(reels)
  return Array.from({ length: reels.lengths[column]! }, (_, stop) => {
    const at = reels.starts[column]! + stop
    return {
      scatters: countSymbol(reels.symbols.subarray(at, at + reels.rows), scatter),
      specials: specials.reduce(
        (packed, symbol, index) => packed | (((shownAt[at]! >>> symbol) & 1) << (3 * index)),
        0,
      ),
    }
  })
}

/**
 * Scatters and reels that show a special symbol in some columns, with the number of their stops.
 */
function listTails(columns: readonly (readonly Shown[])[], index: number) {
  let tails = new Map<string, readonly [scatters: number, reels: number, times: number]>([
    ['', [0, 0, 1]],
  ])
  for (const stops of columns) {
    const next: typeof tails = new Map()
    for (const [scatters, reels, times] of tails.values()) {
      for (const more of stops) {
        const sum = [scatters + more.scatters, reels + reelsOf(more.specials, index)] as const
        next.set(`${sum}`, [...sum, (next.get(`${sum}`)?.[2] ?? 0) + times])
      }
    }
    tails = next
  }
  return [...tails.values()]
}

/** Boards counted by scatters, reels that show the special symbol, and units won on the lines. */
class Counts {
  readonly byScatters: Map<number, Float64Array>[] = []
  readonly #columns: number

  constructor(columns: number) {
    this.#columns = columns
  }

  add(scatters: number, reels: number, lineUnits: number, times: number): void {
    while (this.byScatters.length <= scatters) this.byScatters.push(new Map())
    const byUnits = this.byScatters[scatters]!
    let byReels = byUnits.get(lineUnits)
    if (byReels === undefined) {
      byReels = new Float64Array(this.#columns + 1)
      byUnits.set(lineUnits, byReels)
    }
    byReels[reels]! += times
  }
}

function listSpins(
  { table, scatterPays, awarded }: ExpandingRules,
  special: number,
  counts: Counts,
  combinations: number,
): Spins {
  const spins = new Map<string, [number, number, number]>()
  counts.byScatters.forEach((byUnits, scatters) => {
    for (const [lineUnits, byReels] of byUnits) {
      byReels.forEach((times, reels) => {
        if (times === 0) return
        const expanded = table.pays[special * (table.columns + 1) + reels]! * table.lines
        const winUnits = lineUnits + scatterPays[scatters]! + expanded
        const key = `${winUnits} ${awarded[scatters]}`
        const known = spins.get(key)
        if (known === undefined)
          spins.set(key, [winUnits, awarded[scatters]!, times / combinations])
        else known[2] += times / combinations
      })
    }
  })
  return [...spins.values()]
}
