// What a thread has open for each database, found by the player whose rows are needed, or by an id
// that contains the player's shard. Never sends a statement; with one database there is nothing to
// choose.

import type { PlayerRef } from '../../core/player.ts'
import { shardOf, shardOfId } from '../../core/shard.ts'
import { type DatabaseAddress, isSameAddress } from './address.ts'
import { listDatabases, type ShardDatabase, type ShardMap } from './shard-map.ts'

/** `Each`: a pool, a writer, or anything else opened once for each database. */
export interface PlayerDatabases<Each> {
  /** Has the rows that belong to no player. */
  readonly home: Each
  /** The databases with players' rows, each once, as they are now: don't keep it. */
  readonly carriers: readonly Each[]
  /** The home database and the carriers, each once. */
  readonly all: readonly Each[]
  of(player: PlayerRef): Each
  /**
   * The row of a player's id; null when no database has it. One database is asked; the others only
   * when it does not have the id, which then dates from before there were shards.
   */
  findById<Found>(id: string, find: (each: Each) => Promise<Found | null>): Promise<Found | null>
}

export function openDatabases<Each>(
  map: ShardMap,
  open: (database: ShardDatabase) => Each,
): PlayerDatabases<Each> {
  const opened = new Map(listDatabases(map).map(each => [each.name, open(each)]))
  const byPlace = map.carriers.map(({ name }) => opened.get(name)!)
  const first = byPlace[0]!
  const isOne = byPlace.length === 1
  const at = (shard: number) => byPlace[map.places[shard]!]!
  return {
    home: opened.get(map.home.name)!,
    carriers: byPlace,
    all: [...opened.values()],
    of: player => (isOne ? first : at(shardOf(player))),
    async findById(id, find) {
      const named = isOne ? first : at(shardOfId(id))
      for (const each of [named, ...byPlace.filter(other => other !== named)]) {
        const found = await find(each)
        if (found !== null) return found
      }
      return null
    },
  }
}

/** The same databases, with a value made from each. */
export function mapDatabases<Each, Made>(
  databases: PlayerDatabases<Each>,
  make: (each: Each) => Made,
): PlayerDatabases<Made> {
  const { home, all, of, findById } = databases
  const made = new Map(all.map(each => [each, make(each)]))
  const madeOf = (each: Each) => made.get(each)!
  return {
    home: madeOf(home),
    get carriers() {
      return databases.carriers.map(madeOf)
    },
    all: all.map(madeOf),
    of: player => madeOf(of(player)),
    findById: (id, find) => findById(id, each => find(madeOf(each))),
  }
}

/**
 * The first of those at one address: parts that are planned are still in one place, whose rows must
 * not be read twice.
 */
export function distinctBy<Each>(
  all: readonly Each[],
  addressOf: (each: Each) => DatabaseAddress,
): Each[] {
  const addresses = all.map(addressOf)
  return all.filter(
    (_, at) => addresses.findIndex(other => isSameAddress(other, addresses[at]!)) === at,
  )
}

/** Everything in one database. */
export function inOneDatabase<Each>(home: Each): PlayerDatabases<Each> {
  return { home, carriers: [home], all: [home], of: () => home, findById: (_, find) => find(home) }
}

/** The databases with rows of the player, or of all players of the project. */
export function playersOf<Each>(
  { of, carriers }: PlayerDatabases<Each>,
  projectId: string,
  playerId: string | null | undefined,
): readonly Each[] {
  return playerId === null || playerId === undefined ? carriers : [of({ projectId, playerId })]
}
