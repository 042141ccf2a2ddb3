// A home database with half of the players, and another with the other half, which can be stopped
// and starts again at the same address. Removed with the test.

import type { Test } from 'tap'
import { shardOf } from '../../src/core/shard.ts'
import type { ShardRange } from '../../src/ledger/database/shard-map.ts'
import { openGate } from './gate.ts'
import { startOwnPostgres } from './own-postgres.ts'
import { openMigrated, openStores } from './real-stores.ts'

/** The shards in the other database. */
const OTHERS = { first: 512, last: 1023 }

/** @param where in a Postgres server of the test, or in that of the run, behind a gate */
export async function startOtherDatabase(t: Test, where: 'own server' | 'same server') {
  const other = await (where === 'own server' ? startServer(t) : openBehindGate(t))
  const databaseShards: ShardRange[] = [
    { first: 0, last: OTHERS.first - 1, address: null },
    { ...OTHERS, address: other.url },
  ]
  return { ...other, databaseShards }
}

async function startServer(t: Test) {
  const { url, stop, startAgain } = await startOwnPostgres(t)
  return { url, stop, startAgain, pool: await openMigrated(t, url, 2) }
}

async function openBehindGate(t: Test) {
  const { databaseUrl, pool } = await openStores(t)
  const { url, close, open } = await openGate(t, databaseUrl)
  return { url, stop: async () => close(), startAgain: async () => open(), pool }
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
