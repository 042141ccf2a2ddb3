// Where each place is: the settings say it, until the place is moved; then a row in the home
// database names the server. The home database itself may be moved: its former server has a row
// that leads to the next one. Opens nothing, and moves nothing.

import type { ClientBase, Pool } from 'pg'
import { type DatabaseAddress, inSchema, schemaOf } from '../database/address.ts'
import { HOME, listDatabases, type Placed, type ShardMap } from '../database/shard-map.ts'

/** Addresses of Postgres itself, by name; the server of DATABASE_URL is `home`, and not listed. */
export type Servers = Readonly<Record<string, string>>

/** Announces, in the home database, that a place's row has changed. */
export const PLACES_CHANNEL = 'places'

/** How often the home database can have moved since DATABASE_URL was last changed. */
const HOPS_MAX = 8

export interface PlaceRow {
  name: string
  /** Null: where the settings say. */
  server: string | null
  /** The move for which nothing may be written; null: open. */
  closedFor: string | null
  revision: string
}

/** A database that was not migrated yet has moved nothing. */
export async function readPlaces(client: Pool | ClientBase): Promise<PlaceRow[]> {
  const known = await client.query(`SELECT to_regclass('place') IS NOT NULL AS yes`)
  if (known.rows[0]?.yes !== true) return []
  const { rows } = await client.query<PlaceRow>(
    'SELECT name, server, closed_for AS "closedFor", revision FROM place ORDER BY name',
  )
  return rows
}

/** What the settings say: the home database, its shards, and the servers. */
export interface PlaceSettings {
  readonly map: ShardMap
  readonly servers: Servers
}

/**
 * The address of a place on a server.
 * @returns null when the settings do not name the server
 */
export function addressOn(
  { map, servers }: PlaceSettings,
  name: string,
  server: string,
): DatabaseAddress | null {
  const place = listDatabases(map).find(each => each.name === name)
  if (place === undefined) return null
  if (server === HOME && place.isHome) return place.address
  const url = server === HOME ? map.home.address : servers[server]
  // Behind a pooler, connections keep no schema.
  if (typeof url !== 'string') return null
  return inSchema(url, schemaOf(place.address))
}

export class UnknownServer extends Error {
  constructor(name: string, server: string) {
    super(
      `the place ${name} is on the server ${server}, which DATABASE_SERVERS does not name: give ` +
        'its address, as on the other nodes',
    )
    this.name = 'UnknownServer'
  }
}

/**
 * Reads where all places are, from the home database of the settings on.
 * @throws UnknownServer
 */
export async function findPlaced(
  settings: PlaceSettings,
  read: (home: DatabaseAddress) => Promise<readonly PlaceRow[]>,
): Promise<Placed> {
  let home = settings.map.home.address
  const placed: Record<string, DatabaseAddress> = {}
  for (let hop = 0; hop < HOPS_MAX; hop++) {
    const rows = await read(home)
    const next = rows.find(({ name }) => name === HOME)?.server ?? null
    if (next === null) return { ...placed, ...placedBy(settings, rows) }
    home = addressOrThrow(settings, HOME, next)
    placed[HOME] = home
  }
  throw new Error('the rows of the home place lead in a circle: a move to its server goes on')
}

/** The places apart from the home database. */
function placedBy(settings: PlaceSettings, rows: readonly PlaceRow[]): Placed {
  const moved = rows.filter(({ name, server }) => name !== HOME && server !== null)
  return Object.fromEntries(
    moved.map(({ name, server }) => [name, addressOrThrow(settings, name, server!)]),
  )
}

function addressOrThrow(settings: PlaceSettings, name: string, server: string): DatabaseAddress {
  const address = addressOn(settings, name, server)
  if (address === null) throw new UnknownServer(name, server)
  return address
}
