// Which stores a fleet has; the places of its ledger and the Postgres servers they are on: their
// shards, their schemas, and the settings by which nodes and commands find them. Opens nothing.

import { SHARDS } from '../../../src/core/shard.ts'
import { inSchema } from '../../../src/ledger/database/address.ts'
import { divideShards, HOME } from '../../../src/ledger/database/shard-map.ts'

export type RedisTopology = 'cluster' | 'sentinel'
/** Who fails Postgres over. */
export type FailoverBy = 'harness' | 'patroni'
export interface Topology {
  redis: RedisTopology
  failover: FailoverBy
  /** Of the ledger: each but the first has a schema. */
  places: number
  /** Of Postgres, without standbys. */
  servers: number
}

export const PLACES_MAX = 8
export const SERVERS_MAX = 2

/** The server of DATABASE_URL, and the name of the other one in DATABASE_SERVERS. */
export type ServerName = typeof HOME | 'second'

export interface FleetPlace {
  /** For commands: `home`, or its shards. */
  name: string
  shards: string
  server: ServerName
  /** Null: the home place, in the usual schema. */
  schema: string | null
}

type Layout = Pick<Topology, 'places' | 'servers'>

/** The home place first; each server has its share, in the order of their shards. */
export function layPlaces({ places, servers }: Layout): FleetPlace[] {
  return divideShards(`0-${SHARDS - 1}`, places).map((shards, at) => {
    const server = at * servers < places ? HOME : 'second'
    if (at === 0) return { name: HOME, shards, server, schema: null }
    return { name: shards, shards, server, schema: `place_${at}` }
  })
}

type ServerUrls = Readonly<Partial<Record<ServerName, string>>>

export const urlOf = (
  urls: ServerUrls,
  { server, schema }: Pick<FleetPlace, 'server' | 'schema'>,
) => inSchema(urls[server]!, schema)

/** Without a pooler, which would not keep the schema of a connection. */
export function placeSettings(
  places: readonly FleetPlace[],
  urls: ServerUrls,
): Record<string, string> {
  const shards = places.map(({ shards, server, schema }) => {
    const where = server === HOME ? HOME : urls[server]
    return `${shards}=${where}${schema === null ? '' : `#${schema}`}`
  })
  const { second } = urls
  return {
    DATABASE_URL: urls.home!,
    DATABASE_SHARDS: shards.join(','),
    ...(second !== undefined && { DATABASE_SERVERS: `second=${second}` }),
  }
}

/** Of a node to each place, with a lane more than it begins with; and those of commands and judges. */
const CONNECTIONS_A_PLACE = 30
const OTHER_CONNECTIONS = 60

/** Of each Postgres: every place can be on it, and places can be moved from it. */
export const serverSettings = ({ places, nodes }: Layout & { nodes: number }) => ({
  wal_level: 'logical',
  max_connections: String(places * nodes * CONNECTIONS_A_PLACE + OTHER_CONNECTIONS),
})

/** Null when such a fleet can be started; otherwise what is wrong with it. */
export function findTopologyProblem({ places, servers, failover }: Topology): string | null {
  if (servers > places) return `${servers} servers need as many places: give --places.`
  if (places > 1 && failover === 'patroni') {
    return 'The servers of places are failed over by the harness: leave out --failover patroni.'
  }
  return null
}
