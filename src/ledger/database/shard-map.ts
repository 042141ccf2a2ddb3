// Which database carries which virtual shards, according to the settings: every shard exactly once,
// or everything in the home database; and where places are that were moved since. Pure; opens
// nothing, and its messages never repeat an address.

import { SHARDS } from '../../core/shard.ts'
import type { DatabaseAddress } from './address.ts'

/** Shards `first` to `last`, both included. */
export interface ShardRange {
  readonly first: number
  readonly last: number
  /** Null: the home database. */
  readonly address: DatabaseAddress | null
}

/** A database that may have players' rows. */
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
  /** Databases that carry shards, each once. */
  readonly carriers: readonly ShardDatabase[]
  /** For each shard, the index of its database among the carriers. */
  readonly places: readonly number[]
}

export const HOME = 'home'

/** The addresses of places that were moved, by the name of the place. */
export type Placed = Readonly<Record<string, DatabaseAddress>>
/** The name of a database as a part that a node needs. */
export function databasePart({ name, isHome }: Pick<ShardDatabase, 'name' | 'isHome'>): string {
  return isHome ? 'postgres' : `postgres ${name}`
}

const EVERYTHING: readonly ShardRange[] = [{ first: 0, last: SHARDS - 1, address: null }]

/**
 * @param given checked by `findMapProblem`; empty: everything is in the home database
 * @param placed they have precedence over what the settings say
 */
export function mapShards(
  home: DatabaseAddress,
  given: readonly ShardRange[],
  placed: Placed = {},
): ShardMap {
  const ranges = given.length === 0 ? EVERYTHING : sorted(given)
  const keyOf = (address: DatabaseAddress | null) => JSON.stringify(address ?? home)
  const keys = [...new Set(ranges.map(({ address }) => keyOf(address)))]
  const own = keyOf(null)
  const carriers = keys.map((key): ShardDatabase => {
    const carried = ranges.filter(({ address }) => keyOf(address) === key)
    const shards = carried.map(printRange).join(',')
    const isHome = key === own
    const name = isHome ? HOME : shards
    return { name, address: placed[name] ?? carried[0]!.address ?? home, shards, isHome }
  })
  const places = ranges.flatMap(({ first, last, address }) =>
    Array<number>(last - first + 1).fill(keys.indexOf(keyOf(address))),
  )
  const empty = { name: HOME, address: placed[HOME] ?? home, shards: '', isHome: true }
  return { home: carriers.find(({ isHome }) => isHome) ?? empty, carriers, places }
}

/** Every database, the home one first. */
export function listDatabases({ home, carriers }: ShardMap): ShardDatabase[] {
  return [home, ...carriers.filter(({ isHome }) => !isHome)]
}

/**
 * The number of the place that carries a shard: its first shard. Null where everything is in one
 * place, so that links need no number.
 */
export function placeNumberOf({ carriers, places }: ShardMap, shard: number): number | null {
  return carriers.length === 1 ? null : places.indexOf(places[shard]!)
}

/** The problem of the ranges: a shard that is missing or listed twice. Null if there is none. */
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
