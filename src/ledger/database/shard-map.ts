// Which database carries which virtual shards, as it is set: every shard exactly once, or everything in the home
// database. Pure; opens nothing, and never repeats an address in what it says.

import { SHARDS } from '../../core/shard.ts'
import type { DatabaseAddress } from './address.ts'

/** Shards `first` to `last`, both included. */
export interface ShardRange {
  readonly first: number
  readonly last: number
  /** Null: the home database. */
  readonly address: DatabaseAddress | null
}

/** A database that players' rows may be in. */
export interface ShardDatabase {
  /** For owners, logs and leases: `home`, or its shards. */
  readonly name: string
  readonly address: DatabaseAddress
  /** Like `0-255,512-767`; empty: none. */
  readonly shards: string
  /** It has the rows that belong to no player. */
  readonly isHome: boolean
}

export interface ShardMap {
  readonly home: ShardDatabase
  /** Those that carry shards, each once. */
  readonly carriers: readonly ShardDatabase[]
  /** By shard, the place of its database among the carriers. */
  readonly places: readonly number[]
}

export const HOME = 'home'

const EVERYTHING: readonly ShardRange[] = [{ first: 0, last: SHARDS - 1, address: null }]

/** @param given checked by `findMapProblem`; none: everything is in the home database */
export function mapShards(home: DatabaseAddress, given: readonly ShardRange[]): ShardMap {
  const ranges = given.length === 0 ? EVERYTHING : sorted(given)
  const keyOf = (address: DatabaseAddress | null) => JSON.stringify(address ?? home)
  const keys = [...new Set(ranges.map(({ address }) => keyOf(address)))]
  const own = keyOf(null)
  const carriers = keys.map((key): ShardDatabase => {
    const carried = ranges.filter(({ address }) => keyOf(address) === key)
    const shards = carried.map(printRange).join(',')
    const isHome = key === own
    const name = isHome ? HOME : shards
    return { name, address: carried[0]!.address ?? home, shards, isHome }
  })
  const places = ranges.flatMap(({ first, last, address }) =>
    Array<number>(last - first + 1).fill(keys.indexOf(keyOf(address))),
  )
  const empty = { name: HOME, address: home, shards: '', isHome: true }
  return { home: carriers.find(({ isHome }) => isHome) ?? empty, carriers, places }
}

/** Every database, the home one first. */
export function listDatabases({ home, carriers }: ShardMap): ShardDatabase[] {
  return [home, ...carriers.filter(({ isHome }) => !isHome)]
}

/** What is wrong with the ranges: a shard that is missing or named twice. Null: nothing. */
export function findMapProblem(ranges: readonly ShardRange[]): string | null {
  let next = 0
  for (const { first, last } of sorted(ranges)) {
    if (first > next)
      return `no database is given for ${printRange({ first: next, last: first - 1 })}`
    if (first < next)
      return `${printRange({ first, last: Math.min(last, next - 1) })} is given twice`
    next = last + 1
  }
  return next === SHARDS
    ? null
    : `no database is given for ${printRange({ first: next, last: SHARDS - 1 })}`
}

function printRange({ first, last }: Pick<ShardRange, 'first' | 'last'>): string {
  return first === last ? `${first}` : `${first}-${last}`
}

const sorted = (ranges: readonly ShardRange[]) => [...ranges].sort((a, b) => a.first - b.first)
