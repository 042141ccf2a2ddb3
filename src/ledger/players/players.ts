// Players in Postgres: found or stored when first mentioned, and the revision of their
// entitlements. Never writes the entitlements themselves.

import type { Pool, PoolClient } from 'pg'
import type { PlayerRef } from '../../core/player.ts'
import { SHARDS, shardOf } from '../../core/shard.ts'
import { statement } from '../database/statement.ts'

/**
 * SQL, CTEs: players as `a_player` (project_id, player_id, player_key, last_sequence), stored when
 * first mentioned. The lock, which a row that refers to the player takes anyway, makes it wait for
 * an erasure of the player under way, after which there is no player of this name. Keys differ
 * between all databases, because they contain the shard: if a shard ever moves, its players keep
 * their keys. All statements store players in the order of their names, so that two of them never
 * wait for each other.
 * @param asked SQL: project_id, player_id and shard of each player, each player once
 */
export function withPlayers(asked: string): string {
  const isAsked = (player: string) =>
    `${player}.project_id = a.project_id AND ${player}.player_id = a.player_id`
  return `
  WITH asked AS (${asked}),
  known AS (SELECT p.* FROM asked a CROSS JOIN LATERAL (
    SELECT project_id, player_id, player_key, last_sequence FROM player p WHERE ${isAsked('p')}
    FOR KEY SHARE) p),
  fresh AS (INSERT INTO registered_player (project_id, player_id, player_key)
            SELECT project_id, player_id, nextval('player_player_key_seq') * ${SHARDS} + shard
            FROM asked a WHERE NOT EXISTS (SELECT FROM known k WHERE ${isAsked('k')})
            ORDER BY project_id, player_id
            ON CONFLICT (project_id, player_id) DO UPDATE SET player_id = excluded.player_id
            RETURNING project_id, player_id, player_key),
  stored AS (INSERT INTO player (player_key, project_id, player_id) OVERRIDING SYSTEM VALUE
             SELECT player_key, project_id, player_id FROM fresh ON CONFLICT DO NOTHING),
  a_player AS (SELECT * FROM known UNION ALL SELECT *, 0 FROM fresh)`
}

const ENSURE_PLAYER = statement(
  'ensure-player',
  `${withPlayers('SELECT $1::text AS project_id, $2::text AS player_id, $3::int AS shard')}
   SELECT player_key FROM a_player`,
)

/** The player's key; a player mentioned for the first time is stored. Call it in a transaction. */
export async function ensurePlayer(
  client: Pool | PoolClient,
  projectId: string,
  playerId: string,
): Promise<string> {
  const { rows } = await client.query<{ player_key: string }>({
    ...ENSURE_PLAYER,
    values: [projectId, playerId, shardOf({ projectId, playerId })],
  })
  return rows[0]!.player_key
}

/**
 * The player's key; the row is locked to the end of the transaction, so that changes of a player
 * come one after another, and wait for an erasure under way. Null: no player of this name.
 */
export async function lockNamedPlayer(
  client: PoolClient,
  { projectId, playerId }: PlayerRef,
): Promise<string | null> {
  const { rows } = await client.query<{ player_key: string }>(
    `SELECT player_key FROM player WHERE project_id = $1 AND player_id = $2 FOR NO KEY UPDATE`,
    [projectId, playerId],
  )
  return rows[0]?.player_key ?? null
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
