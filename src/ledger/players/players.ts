// Players in Postgres: found or stored when first mentioned, and the revision of their
// entitlements. Never writes the entitlements themselves.

import type { Pool, PoolClient } from 'pg'
import type { PlayerRef } from '../../core/player.ts'
import { SHARDS, shardOf } from '../../core/shard.ts'
import { statement } from '../database/statement.ts'

/**
 * SQL, CTEs: the player `a_player`, stored when first mentioned. The lock, which a row that refers
 * to the player takes anyway, makes it wait for an erasure of the player under way, after which
 * there is no player of this name. Keys differ between all databases,
 * because they contain the shard: if a shard ever moves, its players keep their keys.
 * @param at number of the first of the parameters that `playerValues` gives
 */
export function withPlayer(at: number): string {
  const [project, player, shard] = [`$${at}`, `$${at + 1}`, `$${at + 2}`]
  return `
  WITH known AS (SELECT player_key FROM player WHERE project_id = ${project}
    AND player_id = ${player} FOR KEY SHARE),
  fresh AS (INSERT INTO registered_player (project_id, player_id, player_key)
            SELECT ${project}, ${player}, nextval('player_player_key_seq') * ${SHARDS} +
              ${shard}::int
            WHERE NOT EXISTS (SELECT FROM known)
            ON CONFLICT (project_id, player_id) DO UPDATE SET player_id = ${player}
            RETURNING player_key),
  stored AS (INSERT INTO player (player_key, project_id, player_id) OVERRIDING SYSTEM VALUE
             SELECT player_key, ${project}, ${player} FROM fresh ON CONFLICT DO NOTHING),
  a_player AS (SELECT player_key FROM known UNION ALL SELECT player_key FROM fresh)`
}

export function playerValues({ projectId, playerId }: PlayerRef): unknown[] {
  return [projectId, playerId, shardOf({ projectId, playerId })]
}

const ENSURE_PLAYER = statement('ensure-player', `${withPlayer(1)} SELECT player_key FROM a_player`)

/** The player's key; a player mentioned for the first time is stored. Call it in a transaction. */
export async function ensurePlayer(
  client: Pool | PoolClient,
  projectId: string,
  playerId: string,
): Promise<string> {
  const { rows } = await client.query<{ player_key: string }>({
    ...ENSURE_PLAYER,
    values: playerValues({ projectId, playerId }),
  })
  return rows[0]!.player_key
}

const RAISE_ENTITLEMENTS_REVISION = statement(
  'raise-entitlements-revision',
  'UPDATE player SET terms_revision = terms_revision + 1 WHERE player_key = $1',
)

/**
 * Records that grants, targets, levels or limits of the player changed, in the transaction that
 * changes them: from its commit on, rounds opened with the older entitlements are refused.
 */
export async function raiseEntitlementsRevision(
  client: Pool | PoolClient,
  playerKey: string,
): Promise<void> {
  await client.query({ ...RAISE_ENTITLEMENTS_REVISION, values: [playerKey] })
}

const LOCK_PLAYER = statement(
  'lock-player',
  'SELECT terms_revision FROM player WHERE player_key = $1 FOR NO KEY UPDATE',
)

/**
 * Locks the player's row to the end of the transaction; returns the revision of the entitlements.
 */
export async function lockPlayer(client: PoolClient, playerKey: string): Promise<bigint> {
  const { rows } = await client.query<{ terms_revision: string }>({
    ...LOCK_PLAYER,
    values: [playerKey],
  })
  return BigInt(rows[0]!.terms_revision)
}
