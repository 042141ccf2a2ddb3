// The shards that a database carries, recorded when the first node started. A node with different
// settings is stopped before it looks for players in the wrong place. Never moves a player.

import type { Pool } from 'pg'
import { SHARDS } from '../../core/shard.ts'
import type { ShardDatabase } from './shard-map.ts'

type Configured = Pick<ShardDatabase, 'name' | 'shards'>

const ALL = `0-${SHARDS - 1}`

/**
 * Null when the database carries these shards, which it records if it carried none yet. Otherwise
 * an instruction what to do.
 */
export async function claimShards(pool: Pool, configured: Configured): Promise<string | null> {
  await pool.query(
    `INSERT INTO carried_shards (shards) SELECT $1
     WHERE $2 OR NOT EXISTS (SELECT FROM player) ON CONFLICT DO NOTHING`,
    [configured.shards, configured.shards === ALL],
  )
  const known = await readShards(pool)
  if (known !== null) return findDifference(configured, known)
  return (
    `The ${describe(configured)} has players already, of all shards: it can't carry ` +
    `${print(configured.shards)} alone.`
  )
}

/**
 * Null when the database carries these shards, or none were recorded yet. Otherwise an instruction
 * what to do.
 */
export async function checkShards(pool: Pool, configured: Configured): Promise<string | null> {
  const known = await readShards(pool)
  return known === null ? null : findDifference(configured, known)
}

async function readShards(pool: Pool): Promise<string | null> {
  const { rows } = await pool.query<{ shards: string }>('SELECT shards FROM carried_shards')
  return rows[0]?.shards ?? null
}

function findDifference(configured: Configured, known: string): string | null {
  if (known === configured.shards) return null
  return (
    `The ${describe(configured)} carries ${print(known)}, and DATABASE_SHARDS gives it ` +
    `${print(configured.shards)}: set it as it was when the platform was first started ` +
    '(docs/operations.md).'
  )
}

const describe = ({ name }: Configured) =>
  name === 'home' ? 'home database' : `database of ${name}`
const print = (shards: string) => (shards === '' ? 'no shards' : `the shards ${shards}`)
