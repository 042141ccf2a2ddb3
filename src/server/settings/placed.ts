// Where the places of a node are when it starts: as its settings say, or on the server that they
// were moved to since. channels/places.ts follows later moves.

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
export const isMovable = ({ databaseServers }: Pick<Config, 'databaseServers'>) =>
  Object.keys(databaseServers).length > 0

export function placeSettingsOf(config: Config): PlaceSettings {
  const { databaseUrl, databaseShards, databaseServers: servers } = config
  return { map: mapShards(databaseUrl, databaseShards), servers }
}

/**
 * The settings with the addresses of the places that were moved since.
 * @throws UnknownServer
 */
export async function withPlaced(config: Config): Promise<Config> {
  const placed = await findPlaced(placeSettingsOf(config), readAt)
  return Object.freeze({ ...config, placed })
}

async function readAt(home: DatabaseAddress): Promise<PlaceRow[]> {
  const pool = openPool(home, 1, () => {})
  try {
    return await readPlaces(pool)
  } finally {
    await pool.end()
  }
}
