// How wins are sorted by size: the published buckets of a win distribution, in base bets. Must
// never depend on how a win came about.

import type { GameDefinition } from '../engine/contract.ts'

/** A bucket holds wins above nothing, or from `fromBets` up to the next bucket's. */
export const BUCKETS = [
  { label: 'nothing', fromBets: 0 },
  { label: 'under 0.5', fromBets: 0 },
  ...[
    0.5, 1, 2, 3, 5, 10, 15, 20, 30, 50, 75, 100, 150, 200, 300, 500, 750, 1_000, 1_500, 2_000,
    3_000, 5_000, 7_500, 10_000,
  ].map((fromBets, index, all) => ({
    label: index + 1 < all.length ? `${fromBets} to ${all[index + 1]}` : `from ${fromBets}`,
    fromBets,
  })),
] as const

/** Wins below this many base bets, which are nearly all, are found in one step. */
const TABLE_BETS = 100

/** The buckets of one game, in its units. */
export interface BucketTable {
  byUnits: Uint8Array
  fromUnits: Float64Array
}

export function buildBucketTable({
  unitsPerBet,
}: Pick<GameDefinition, 'unitsPerBet'>): BucketTable {
  const fromUnits = Float64Array.from(BUCKETS, ({ fromBets }) => fromBets * unitsPerBet)
  const byUnits = Uint8Array.from({ length: TABLE_BETS * unitsPerBet }, (_, units) =>
    units === 0 ? 0 : fromUnits.findLastIndex(from => units >= from),
  )
  return { byUnits, fromUnits }
}

/** Index into `BUCKETS`. */
export function bucketOf({ byUnits, fromUnits }: BucketTable, units: number): number {
  if (units < byUnits.length) return byUnits[units]!
  let bucket = BUCKETS.length - 1
  while (fromUnits[bucket]! > units) bucket--
  return bucket
}
