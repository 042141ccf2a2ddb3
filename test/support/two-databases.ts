// A home database with half of the players, and a separate Postgres server with the other half,
// which can be stopped and starts again at the same address. Removed with the test.

import type { Test } from 'tap'
import { shardOf } from '../../src/core/shard.ts'
import type { ShardRange } from '../../src/ledger/database/shard-map.ts'
import { startOwnPostgres } from './own-postgres.ts'
import { openMigrated } from './real-stores.ts'

/** The shards in the other database. */
const OTHERS = { first: 512, last: 1023 }

export async function startOtherDatabase(t: Test) {
  const server = await startOwnPostgres(t)
  const { url } = server
  const pool = await openMigrated(t, url, 2)
  const databaseShards: ShardRange[] = [
    { first: 0, last: OTHERS.first - 1, address: null },
    { ...OTHERS, address: url },
  ]
  return { ...server, pool, databaseShards }
}

/** Names of players of a project whose rows are in the home database, or in the other one. */
export function playersIn(place: 'home' | 'other', projectId: string, count: number): string[] {
  const names: string[] = []
  for (let n = 0; names.length < count; n++) {
    const playerId = `${place}-${n}`
    const isOther = shardOf({ projectId, playerId }) >= OTHERS.first
    if (isOther === (place === 'other')) names.push(playerId)
  }
  return names
}
