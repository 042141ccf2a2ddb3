// Where each place is: the settings say it, until the place is moved or split; then rows in the
// home database name the server, and the parts. The home database itself may be moved: its former
// server has a row that leads to the next one. Opens nothing, and moves nothing.

import type { ClientBase, Pool } from 'pg'
import { type DatabaseAddress, directUrl, inSchema, schemaOf } from '../database/address.ts'
import {
  HOME,
  listDatabases,
  type Part,
  type Placed,
  type ShardMap,
} from '../database/shard-map.ts'

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
  /** The place that it is a part of; null: a place of the settings. */
  partOf: string | null
  /** Of a part. */
  schema: string | null
  /** A part whose rows are still in the place that it is made from. */
  isPlanned: boolean
}

/** A database that was not migrated yet has moved nothing, or split nothing. */
export async function readPlaces(client: Pool | ClientBase): Promise<PlaceRow[]> {
  const known = await client.query(`SELECT to_regclass('place') IS NOT NULL AS yes`)
  if (known.rows[0]?.yes !== true) return []
  const { rows } = await client.query<PlaceRow>(
    `SELECT name, server, closed_for AS "closedFor", revision, row ->> 'part_of' AS "partOf",
       row ->> 'schema' AS schema, coalesce((row ->> 'is_planned')::boolean, false) AS "isPlanned"
     FROM place, to_jsonb(place) AS row ORDER BY name`,
  )
  return rows
}

/** What the settings say: the home database, its shards, and the servers. Without any part. */
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
  const url = urlOf({ map, servers }, server)
  // Behind a pooler, connections keep no schema.
  if (typeof url !== 'string') return null
  return inSchema(url, schemaOf(place.address))
}

/**
 * The address of a part, in the database of the place it is made from unless it was moved.
 * @returns null when the settings do not name its server
 */
export function addressOfPart(
  settings: PlaceSettings,
  rows: readonly PlaceRow[],
  { server, partOf, schema }: PlaceRow,
): DatabaseAddress | null {
  const base = server === null ? ownAddressOf(settings, rows, partOf!) : urlOf(settings, server)
  return typeof base === 'string' ? inSchema(base, schema) : null
}

/** Of a place that may have been split since. */
export function ownAddressOf(
  settings: PlaceSettings,
  rows: readonly PlaceRow[],
  name: string,
): DatabaseAddress | null {
  const row = rows.find(each => each.name === name)
  if (row !== undefined && row.partOf !== null) return addressOfPart(settings, rows, row)
  const server = row?.server ?? null
  if (server !== null) return addressOn(settings, name, server)
  return listDatabases(settings.map).find(each => each.name === name)?.address ?? null
}

const urlOf = ({ map, servers }: PlaceSettings, server: string) =>
  (server === HOME ? map.home.address : servers[server]) ?? null

/** The places with players, other than the home place, whose addresses change with DATABASE_URL. */
export function findThroughHome(settings: PlaceSettings, rows: readonly PlaceRow[]): string[] {
  const made = rows.filter(({ partOf, isPlanned }) => partOf !== null && !isPlanned)
  const isSplit = (name: string) => made.some(({ partOf }) => partOf === name)
  const given = settings.map.carriers.filter(({ isHome }) => !isHome)
  return [...given, ...made]
    .map(({ name }) => name)
    .filter(name => !isSplit(name) && isThroughHome(settings, rows, name))
    .sort()
}

function isThroughHome(settings: PlaceSettings, rows: readonly PlaceRow[], name: string): boolean {
  if (name === HOME) return true
  const row = rows.find(each => each.name === name)
  if (row !== undefined && row.server !== null) return row.server === HOME
  if (row !== undefined && row.partOf !== null) return isThroughHome(settings, rows, row.partOf)
  const place = settings.map.carriers.find(each => each.name === name)
  const databaseOf = ({ address }: { address: DatabaseAddress }) =>
    inSchema(directUrl(address), null)
  return place !== undefined && databaseOf(place) === databaseOf(settings.map.home)
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

export class UnknownParts extends Error {
  constructor(name: string) {
    super(`the place ${name} was split after this node had started: restart the node`)
    this.name = 'UnknownParts'
  }
}

/** Where places are that were moved, and what others were split into. */
interface Found {
  readonly placed: Placed
  readonly parts: readonly Part[]
}

/**
 * Reads where all places are, from the home database of the settings on.
 * @throws UnknownServer
 */
export async function findPlaced(
  settings: PlaceSettings,
  read: (home: DatabaseAddress) => Promise<readonly PlaceRow[]>,
): Promise<Found> {
  let home = settings.map.home.address
  let moved: Placed = {}
  for (let hop = 0; hop < HOPS_MAX; hop++) {
    const rows = await read(home)
    const next = rows.find(({ name }) => name === HOME)?.server ?? null
    if (next === null) return foundIn(settings, rows, moved)
    home = addressOrThrow(settings, HOME, next)
    moved = { [HOME]: home }
  }
  throw new Error('the rows of the home place lead in a circle: a move to its server goes on')
}

/** @param home where the home database is, if it was moved */
function foundIn(settings: PlaceSettings, rows: readonly PlaceRow[], home: Placed): Found {
  const placed: Record<string, DatabaseAddress> = { ...home }
  const parts: Part[] = []
  for (const row of rows) {
    const { name, server, partOf, isPlanned } = row
    if (partOf !== null) {
      const address = addressOfPart(settings, rows, row)
      if (address === null) throw new UnknownServer(name, server ?? partOf)
      parts.push({ name, partOf, address, isPlanned })
      if (isPlanned) placed[name] = home[partOf] ?? ownAddressOf(settings, rows, partOf)!
    } else if (name !== HOME && server !== null) {
      placed[name] = addressOrThrow(settings, name, server)
    }
  }
  return { placed, parts }
}

function addressOrThrow(settings: PlaceSettings, name: string, server: string): DatabaseAddress {
  const address = addressOn(settings, name, server)
  if (address === null) throw new UnknownServer(name, server)
  return address
}
