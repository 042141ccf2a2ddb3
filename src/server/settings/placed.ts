// Where the places of a node are when it starts: as its settings say, or on the server that they
// were moved to since, or in the parts that they were split into. channels/places.ts follows what
// happens later.

import type { DatabaseAddress } from '../../ledger/database/address.ts'
import { openPool } from '../../ledger/database/pool.ts'
import { mapShards } from '../../ledger/database/shard-map.ts'
import {
  findPlaced,
  type PlaceRow,
  type PlaceSettings,
  readPlaces,
} from '../../ledger/places/place-map.ts'
import type { Config } from './config.ts'

/** Otherwise the node's pools can't be moved, and cost what they cost without places. */
export const isMovable = ({ databaseServers, parts }: Pick<Config, 'databaseServers' | 'parts'>) =>
  Object.keys(databaseServers).length > 0 || parts.some(({ isPlanned }) => isPlanned)

export function placeSettingsOf(config: Config): PlaceSettings {
  const { databaseUrl, databaseShards, databaseServers: servers } = config
  return { map: mapShards(databaseUrl, databaseShards), servers }
}

/**
 * The settings with the places that were moved or split since.
 * @throws UnknownServer
 */
export async function withPlaced(config: Config): Promise<Config> {
  const { placed, parts } = await findPlaced(placeSettingsOf(config), readAt)
  return Object.freeze({ ...config, placed, parts })
}

async function readAt(home: DatabaseAddress): Promise<PlaceRow[]> {
  const pool = openPool(home, 1, () => {})
  try {
    return await readPlaces(pool)
  } finally {
    await pool.end()
  }
}
