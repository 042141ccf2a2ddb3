// The index of natural rounds: win and kind -> number of a seed, for one source and kind, sorted
// and compact. Must never hold a round that its seed does not give.

import type { Seed } from '../engine/contract.ts'
import type { Game } from '../engine/mathematics.ts'
import {
  createProbe,
  numberedSeed,
  type TargetKind,
  type TargetRound,
  type TargetSource,
  type TargetWindow,
} from './target-outcomes.ts'

/**
 * Rounds kept for wins of about the same size, so that a target is not always delivered by the same
 * round.
 */
const KEPT_A_SIZE = 5
/** Wins of the same size differ by less than this: well inside the tolerance of a target. */
const SIZE_STEP = 0.01

/** Entries of one source and kind, sorted by `minUnits`. */
export interface TargetIndex extends TargetSource {
  kind: TargetKind
  root: Seed
  /** Seeds that were played for it, numbered from 0. */
  scanned: number
  minUnits: Uint32Array
  maxUnits: Uint32Array
  numbers: Uint32Array
}

/** The result of scanning some numbers: rows of [minUnits, maxUnits, number]. */
export type Scan = Uint32Array

/** Plays `rounds` numbers from `from` on and keeps a few rounds of every size of win. */
export function scanTargets(
  game: Game,
  source: TargetSource,
  kind: TargetKind,
  root: Seed,
  from: number,
  rounds: number,
): Scan {
  const probe = createProbe(game, source, kind, root, null)
  const kept = new Kept()
  for (let number = from; number < from + rounds; number++) {
    if (probe.play(number)) kept.add(probe.minUnits, probe.maxUnits, number)
  }
  return kept.rows()
}

/** Combines scans in the order of their numbers. */
export function buildIndex(
  source: TargetSource,
  kind: TargetKind,
  root: Seed,
  scanned: number,
  scans: readonly Scan[],
): TargetIndex {
  const kept = new Kept()
  for (const scan of scans) {
    for (let at = 0; at < scan.length; at += 3) kept.add(scan[at]!, scan[at + 1]!, scan[at + 2]!)
  }
  const rows = kept.sorted()
  return {
    ...source,
    kind,
    root,
    scanned,
    minUnits: Uint32Array.from(rows, ([minUnits]) => minUnits),
    maxUnits: Uint32Array.from(rows, ([, maxUnits]) => maxUnits),
    numbers: Uint32Array.from(rows, ([, , number]) => number),
  }
}

type Row = readonly [minUnits: number, maxUnits: number, number: number]

/** The first few rounds of every size; sizes are steps of a logarithmic scale. */
class Kept {
  readonly #sizes = new Map<number, Row[]>()

  add(minUnits: number, maxUnits: number, number: number): void {
    const size = Math.floor(Math.log(minUnits) / SIZE_STEP)
    const rows = this.#sizes.get(size)
    if (rows === undefined) this.#sizes.set(size, [[minUnits, maxUnits, number]])
    else if (rows.length < KEPT_A_SIZE) rows.push([minUnits, maxUnits, number])
  }

  sorted(): Row[] {
    const rows = [...this.#sizes.values()].flat()
    return rows.sort((one, other) => one[0] - other[0] || one[2] - other[2])
  }

  rows(): Scan {
    return Uint32Array.from(this.sorted().flat())
  }
}

/** A round of the index that fits the window; `pick` (0 to below 1) chooses among them. */
export function lookUp(index: TargetIndex, window: TargetWindow, pick: number): TargetRound | null {
  const { minUnits, maxUnits, numbers, mode, reelSet, root } = index
  const found: number[] = []
  for (let at = firstFrom(minUnits, window.fromUnits); at < minUnits.length; at++) {
    if (minUnits[at]! > window.toUnits) break
    if (maxUnits[at]! <= window.toUnits) found.push(at)
  }
  const at = found[Math.floor(pick * found.length)]
  if (at === undefined) return null
  const seed = numberedSeed(root, numbers[at]!)
  return { mode, reelSet, seed, minUnits: minUnits[at]!, maxUnits: maxUnits[at]! }
}

/** The first place whose value is at least `from`. */
function firstFrom(sorted: Uint32Array, from: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! < from) low = middle + 1
    else high = middle
  }
  return low
}
