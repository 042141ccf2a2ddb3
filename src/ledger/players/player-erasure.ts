// Takes a player's name out of the ledger: a pseudonym replaces the id, the money stays. The player
// keeps key, shard and rounds, so sums and books are as before; the same id is a new player from
// then on. Every step can be repeated, and an erasure that was interrupted goes on under the same
// pseudonym. Never touches files of archived months, backups or logs.

import { randomBytes } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import type { PlayerRef } from '../../core/player.ts'
import { shardOf } from '../../core/shard.ts'
import { type AuditedBy, auditorOf, writeAudit } from '../audit/audit-log.ts'
import { redactAudit } from '../audit/redaction.ts'
import type { PlayerDatabases } from '../database/player-databases.ts'
import { inTransaction } from '../database/transaction.ts'
import { REPORT_SUMS_LOCK } from '../reports/report-sums.ts'
import { raiseEntitlementsRevision } from './players.ts'
import { endSessions } from './session-revoke.ts'

/** What keeps a player from being erased now; each is 0 where nothing does. */
export interface Hindrances {
  /** Not finished, or whose bet is still to be given back. */
  readonly openRounds: number
  /** A `round_info` that the wallet has not answered. */
  readonly notifications: number
  /** Active, or whose `freespins_finished` the wallet has not answered. */
  readonly grants: number
}

export type ErasureResult =
  | { readonly kind: 'erased'; readonly pseudonym: string; readonly isKnown: boolean }
  | { readonly kind: 'refused'; readonly hindrances: Hindrances }

/** Rows of one statement. */
const ERASED_ROWS = 1_000

/**
 * What is in other places than the ledger is erased by `elsewhere`, before the erasure counts as
 * done. Run it again whenever it rejected.
 */
export async function erasePlayer(
  pools: PlayerDatabases<Pool>,
  player: PlayerRef,
  by: AuditedBy,
  elsewhere: (pseudonym: string) => Promise<void>,
): Promise<ErasureResult> {
  const { home } = pools
  const pool = pools.of(player)
  const pseudonym = await beginErasure(home, player)
  const renamed = await rename(pool, home, { ...player, pseudonym }, by)
  if (renamed.kind === 'refused') {
    await endErasure(home, player)
    return renamed
  }
  const until = await readUntil(pool, player)
  await deleteCallbacks(pool, player, until)
  await deleteAnswers(home, player, until)
  await home.query(DELETE_EXTERNAL_IDS, [player.projectId, player.playerId, until])
  await redactAudit(home, player, { pseudonym, until }, by)
  await elsewhere(pseudonym)
  await endErasure(home, player)
  return { kind: 'erased', pseudonym, isKnown: renamed.isKnown }
}

/** The pseudonym; that of an earlier erasure of the player which did not end. */
async function beginErasure(home: Pool, player: PlayerRef): Promise<string> {
  const { projectId, playerId } = player
  const { rows } = await home.query<{ pseudonym: string }>(
    `INSERT INTO player_erasure AS known (project_id, player_id, pseudonym) VALUES ($1, $2, $3)
     ON CONFLICT (project_id, player_id) DO UPDATE SET pseudonym = known.pseudonym
     RETURNING pseudonym`,
    [projectId, playerId, newPseudonym(player)],
  )
  return rows[0]!.pseudonym
}

async function endErasure(home: Pool, { projectId, playerId }: PlayerRef): Promise<void> {
  await home.query('DELETE FROM player_erasure WHERE project_id = $1 AND player_id = $2', [
    projectId,
    playerId,
  ])
}

/**
 * Random, but of the same shard: rows and ids stay where they are, and are found under the new
 * name. One in 1,024 fits, at a microsecond each.
 */
export function newPseudonym(player: PlayerRef): string {
  const { projectId } = player
  const shard = shardOf(player)
  for (;;) {
    const playerId = `erased-${randomBytes(16).toString('base64url')}`
    if (shardOf({ projectId, playerId }) === shard) return playerId
  }
}

type Renaming = PlayerRef & { readonly pseudonym: string }
type Renamed =
  | { readonly kind: 'renamed'; readonly isKnown: boolean }
  | { readonly kind: 'refused'; readonly hindrances: Hindrances }

/**
 * One SQL transaction. From its commit on the old id is no player, and a launch under it makes a
 * new one.
 */
function rename(pool: Pool, home: Pool, player: Renaming, by: AuditedBy): Promise<Renamed> {
  const { projectId, playerId, pseudonym } = player
  const isMade = ({ kind }: Renamed) => kind === 'renamed'
  return inTransaction(
    pool,
    async (client): Promise<Renamed> => {
      if (await findPlayer(client, projectId, pseudonym)) return { kind: 'renamed', isKnown: true }
      const playerKey = await findPlayer(client, projectId, playerId)
      if (playerKey === null) return { kind: 'renamed', isKnown: false }
      // The sums of months are added under the player's name: not while it changes. After the
      // player's row, like every other change of a player that takes both locks.
      await client.query('SELECT pg_advisory_xact_lock($1)', [REPORT_SUMS_LOCK])
      const hindrances = await findHindrances(client, playerKey)
      if (Object.values(hindrances).some(count => count > 0)) {
        return { kind: 'refused', hindrances }
      }
      await endSessions(client, { projectId, playerId })
      for (const sql of RENAME) await client.query(sql, [playerKey, projectId, playerId, pseudonym])
      // A node that still has the player in memory opens no round with it.
      await raiseEntitlementsRevision(client, playerKey)
      await writeAudit(auditorOf(client, pool, home), {
        ...by,
        action: 'player.erased',
        subject: projectId,
        before: null,
        after: { playerId: pseudonym },
      })
      return { kind: 'renamed', isKnown: true }
    },
    isMade,
  )
}

/**
 * The key, and its row locked against everything, above all against a launch or a grant that is
 * under way for it: they wait, and then find no player of this name.
 */
async function findPlayer(
  client: PoolClient,
  projectId: string,
  playerId: string,
): Promise<string | null> {
  const { rows } = await client.query<{ player_key: string }>(
    'SELECT player_key FROM player WHERE project_id = $1 AND player_id = $2 FOR UPDATE',
    [projectId, playerId],
  )
  return rows[0]?.player_key ?? null
}

async function findHindrances(client: PoolClient, playerKey: string): Promise<Hindrances> {
  const { rows } = await client.query<Hindrances>(
    `SELECT
       (SELECT count(*)::int FROM unfinished WHERE player_key = $1) AS "openRounds",
       (SELECT count(*)::int FROM notification WHERE player_key = $1) AS notifications,
       (SELECT count(*)::int FROM free_spin_grant WHERE player_key = $1
         AND (status = 'active' OR summary_answered_at IS NULL)) AS grants`,
    [playerKey],
  )
  return rows[0]!
}

/** $1 key, $2 project, $3 old id, $4 pseudonym. Each names all four: Postgres wants their types. */
const NAMED = '$1::bigint IS NOT NULL AND $2::text <> $3::text AND $4::text IS NOT NULL'
const RENAME = [
  `UPDATE player SET player_id = $4 WHERE player_key = $1 AND ${NAMED}`,
  `UPDATE registered_player SET player_id = $4
   WHERE project_id = $2 AND player_id = $3 AND player_key = $1`,
  `UPDATE report_month SET player_id = $4
   WHERE project_id = $2 AND player_id = $3 AND player_key = $1`,
  // What the operator and people wrote about the player.
  `UPDATE free_spin_grant SET external_id = NULL, meta = NULL WHERE player_key = $1 AND ${NAMED}`,
  `UPDATE target_outcome SET external_id = NULL, comment = NULL, status = CASE
     WHEN status IN ('pending', 'ready', 'unreachable') THEN 'cancelled' ELSE status END
   WHERE player_key = $1 AND ${NAMED}`,
  `UPDATE level_journal SET reason = NULL WHERE player_key = $1 AND ${NAMED}`,
  `UPDATE player SET block_reason = NULL WHERE player_key = $1 AND ${NAMED}`,
  `DELETE FROM player_note WHERE player_key = $1 AND ${NAMED}`,
  `DELETE FROM player_tag WHERE player_key = $1 AND ${NAMED}`,
] as const

/**
 * Until when rows under the old id are about the erased player: to the first moment of a new one.
 */
async function readUntil(pool: Pool, { projectId, playerId }: PlayerRef): Promise<string> {
  const { rows } = await pool.query<{ until: string }>(
    `SELECT coalesce((SELECT created_at FROM player WHERE project_id = $1 AND player_id = $2),
       clock_timestamp())::text AS until`,
    [projectId, playerId],
  )
  return rows[0]!.until
}

/** Their bodies name the player. */
async function deleteCallbacks(
  pool: Pool,
  { projectId, playerId }: PlayerRef,
  until: string,
): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(
      `DELETE FROM callback_log WHERE call_id IN (
         SELECT call_id FROM callback_log
         WHERE project_id = $1 AND player_id = $2 AND at < $3::timestamptz
         ORDER BY call_id LIMIT ${ERASED_ROWS})`,
      [projectId, playerId, until],
    )
    if ((rowCount ?? 0) < ERASED_ROWS) return
  }
}

/**
 * Kept answers that name the player, found by reading all of the project's: they are kept for a
 * day. A page ends with the last key that it read.
 */
const DELETE_ANSWERS = `
WITH page AS MATERIALIZED (
  SELECT method, key, answer, created_at FROM idempotency
  WHERE project_id = $1 AND (method, key) > ($2, $3) ORDER BY method, key LIMIT ${ERASED_ROWS}),
deleted AS (
  DELETE FROM idempotency i USING page p
  WHERE i.project_id = $1 AND i.method = p.method AND i.key = p.key
    AND p.created_at < $5::timestamptz AND strpos(p.answer::text, to_jsonb($4::text)::text) > 0)
SELECT method, key FROM page ORDER BY method DESC, key DESC LIMIT 1`

async function deleteAnswers(
  home: Pool,
  { projectId, playerId }: PlayerRef,
  until: string,
): Promise<void> {
  let [method, key] = ['', '']
  for (;;) {
    const { rows } = await home.query<{ method: string; key: string }>(DELETE_ANSWERS, [
      projectId,
      method,
      key,
      playerId,
      until,
    ])
    const [last] = rows
    if (last === undefined) return
    method = last.method
    key = last.key
  }
}

const DELETE_EXTERNAL_IDS = `
DELETE FROM external_id WHERE project_id = $1 AND player_id = $2 AND claimed_at < $3::timestamptz`
