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

/** A place that another one was split into, or will be. */
export interface Part {
  /** Its shards, as in a setting. */
  readonly name: string
  /** The name of the place that it is made from. */
  readonly partOf: string
  readonly address: DatabaseAddress
  /** Its rows are still in the place that it is made from. */
  readonly isPlanned: boolean
}

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

/**
 * The ranges with parts instead of the places that they were made from.
 * @param given as for `mapShards`
 * @param parts of each place all or none; a part may itself be split
 */
export function splitRanges(
  home: DatabaseAddress,
  given: readonly ShardRange[],
  parts: readonly Part[],
): readonly ShardRange[] {
  if (parts.length === 0) return given
  let ranges = given.length === 0 ? EVERYTHING : given
  for (;;) {
    const { carriers, places } = mapShards(home, ranges)
    const split = carriers.findIndex(({ name }) => parts.some(({ partOf }) => partOf === name))
    if (split < 0) return ranges
    const { name } = carriers[split]!
    const others = ranges.filter(({ first }) => places[first] !== split)
    const made = parts.filter(({ partOf }) => partOf === name).flatMap(rangesOf)
    ranges = [...others, ...made]
  }
}

function rangesOf({ name, address }: Pick<Part, 'name' | 'address'>): ShardRange[] {
  return name.split(',').map(text => {
    const [first, last = first] = text.split('-').map(Number)
    return { first: first!, last: last!, address }
  })
}

/**
 * The shards of a place, divided evenly: the names of its parts, in their order.
 * @param count at most as many as it has shards
 */
export function divideShards(shards: string, count: number): string[] {
  const all = rangesOf({ name: shards, address: '' }).flatMap(({ first, last }) =>
    Array.from({ length: last - first + 1 }, (_, n) => first + n),
  )
  return Array.from({ length: count }, (_, n) => {
    const from = Math.floor((n * all.length) / count)
    const to = Math.floor(((n + 1) * all.length) / count)
    return printShards(all.slice(from, to))
  })
}

/** @param shards ascending */
function printShards(shards: readonly number[]): string {
  const ranges: { first: number; last: number }[] = []
  for (const shard of shards) {
    const open = ranges.at(-1)
    if (open?.last === shard - 1) open.last = shard
    else ranges.push({ first: shard, last: shard })
  }
  return ranges.map(printRange).join(',')
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
