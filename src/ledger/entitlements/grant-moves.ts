// Changes of stored grants: a spin's end, a cancel, the expiry. Decides none of them: the
// transitions are core's. Code that locks a player's row and a grant's locks the player's first, in
// the order in which rounds are opened.

import type { Pool, PoolClient } from 'pg'
import { cancelGrant, type Grant } from '../../core/grant.ts'
import type { PlayerRef } from '../../core/player.ts'
import type { AuditChange } from '../audit/audit-log.ts'
import { instant, isPast } from '../database/expiry.ts'
import { statement } from '../database/statement.ts'
import { inTransaction } from '../database/transaction.ts'
import { raiseEntitlementsRevision } from '../players/players.ts'
import { type GrantRecord, readGrant, SELECT_GRANTS } from './grants.ts'

/**
 * Free-spin grants that one recovery pass ends. Expiry applies to a grant whenever it is read, so
 * this only spreads the summaries of a campaign that ends at one instant.
 */
const GRANTS_EXPIRED_AT_ONCE = 1_000

const LOCK_GRANT = statement('lock-grant', `${SELECT_GRANTS} WHERE grant_id = $1 FOR UPDATE OF g`)

const CHANGE_GRANT = statement(
  'change-grant',
  `UPDATE free_spin_grant SET taken = $2, played = $3, total_win_minor = $4, status = $5,
     finished_at = $6, summary_next_at = CASE WHEN $5 = 'active' THEN NULL ELSE now() END
   WHERE grant_id = $1`,
)

/**
 * Stores a spin's end. Call it with the player's row locked; a grant that ends now owes its
 * summary.
 */
export async function changeGrant(
  client: PoolClient,
  grantId: string,
  change: (grant: Grant) => Grant,
): Promise<void> {
  const { rows } = await client.query<GrantRecord>({ ...LOCK_GRANT, values: [grantId] })
  const grant = change(readGrant(rows[0]!))
  await client.query({
    ...CHANGE_GRANT,
    values: [
      grantId,
      grant.played + grant.inFlight,
      grant.played,
      grant.totalWinMinor,
      grant.status,
      grant.finishedAtMs === null ? null : new Date(grant.finishedAtMs),
    ],
  })
}

/**
 * The grant after a cancel, and whether it changed; null when the project has no such grant. The
 * row's lock decides between two writers: a grant that is already finished under the lock is not
 * changed.
 */
export async function cancelStoredGrant(
  pool: Pool,
  projectId: string,
  grantId: string,
  nowMs: number,
  audit?: AuditChange,
): Promise<{ grant: Grant; hasChanged: boolean } | null> {
  return inTransaction(pool, async client => {
    const locked = await lockGrant(client, [projectId, grantId])
    if (locked === null) return null
    const grant = cancelGrant(locked.grant, nowMs)
    if (grant === locked.grant) return { grant, hasChanged: false }
    await client.query(
      `UPDATE free_spin_grant SET status = $2, finished_at = $3, summary_next_at = now()
       WHERE grant_id = $1`,
      [grant.grantId, grant.status, new Date(grant.finishedAtMs!)],
    )
    await raiseEntitlementsRevision(client, locked.playerKey)
    await audit?.(client, pool, { before: describe(locked.grant), after: describe(grant) })
    return { grant, hasChanged: true }
  })
}

/** For the audit log. */
function describe({ grantId, status, remaining, played }: Grant): object {
  return { grantId, status, remaining, played }
}

async function lockGrant(
  client: PoolClient,
  values: [projectId: string, grantId: string],
): Promise<{ playerKey: string; grant: Grant } | null> {
  const where = 'g.project_id = $1 AND grant_id = $2'
  const players = await client.query<{ player_key: string }>(
    `SELECT player_key FROM player
     WHERE player_key = (SELECT player_key FROM free_spin_grant g WHERE ${where})
     FOR NO KEY UPDATE`,
    values,
  )
  if (players.rows[0] === undefined) return null
  const { rows } = await client.query<GrantRecord>(
    `${SELECT_GRANTS} WHERE ${where} FOR UPDATE OF g`,
    values,
  )
  return { playerKey: players.rows[0].player_key, grant: readGrant(rows[0]!) }
}

/**
 * Ends grants whose expiry has passed, earliest expiry first, at most GRANTS_EXPIRED_AT_ONCE;
 * returns the players whose entitlements it changed. It skips rows that another transaction has
 * locked, so it never waits; the next call ends those.
 */
export function expireGrants(pool: Pool, nowMs: number): Promise<PlayerRef[]> {
  return inTransaction(pool, async client => {
    const { rows: players } = await client.query<{ player_key: string }>(
      `SELECT player_key FROM player WHERE player_key IN (
         SELECT player_key FROM free_spin_grant WHERE status = 'active' AND ${isPast(instant('$1'))}
         ORDER BY expires_at LIMIT $2)
       FOR NO KEY UPDATE SKIP LOCKED`,
      [nowMs, GRANTS_EXPIRED_AT_ONCE],
    )
    if (players.length === 0) return []
    const { rows } = await client.query<PlayerRef>(
      `WITH due AS (
         SELECT grant_id FROM free_spin_grant
         WHERE player_key = ANY ($1) AND status = 'active' AND ${isPast(instant('$2'))}
         ORDER BY expires_at LIMIT $3 FOR UPDATE SKIP LOCKED
       ), expired AS (
         UPDATE free_spin_grant g
         SET status = 'expired', finished_at = expires_at, summary_next_at = now()
         FROM due WHERE g.grant_id = due.grant_id
         RETURNING player_key
       )
       UPDATE player SET terms_revision = terms_revision + 1
       WHERE player_key IN (SELECT player_key FROM expired)
       RETURNING project_id AS "projectId", player_id AS "playerId"`,
      [players.map(row => row.player_key), nowMs, GRANTS_EXPIRED_AT_ONCE],
    )
    return rows
  })
}
