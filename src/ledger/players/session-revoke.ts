// Ends players' sessions at once, for owners: their links open nothing from the commit on, and
// every node is notified to close their sockets. An unfinished round remains the player's: the next
// launch continues it.

import type { Pool, PoolClient } from 'pg'
import type { PlayerRef } from '../../core/player.ts'
import { type AuditedBy, auditorOf, writeAudit } from '../audit/audit-log.ts'
import { toMs } from '../database/expiry.ts'
import { inTransaction } from '../database/transaction.ts'

/** Carries a revoked session, as JSON, to every node that listens. */
export const SESSION_REVOKED_CHANNEL = 'session_revoked'

export interface RevokedSession {
  sessionId: string
  projectId: string
  playerId: string
  /** Tokens of earlier versions are invalid. */
  tokenVersion: number
  expiresAtMs: number
}

/** One session of the project, or all sessions of a player that may still have a socket. */
export type SessionsToRevoke = { projectId: string } & (
  | { sessionId: string }
  | { playerId: string }
)

/**
 * @param home the database with the audit log
 * @returns the revoked sessions; empty when the project has no such session
 */
export function revokeSessions(
  pool: Pool,
  sessions: SessionsToRevoke,
  by: AuditedBy,
  home: Pool = pool,
): Promise<RevokedSession[]> {
  return inTransaction(pool, async client => {
    const revoked = await revoke(client, sessions)
    if (revoked.length === 0) return revoked
    await notifyNodes(client, revoked)
    await writeAudit(auditorOf(client, pool, home), {
      ...by,
      action: 'session.revoked',
      subject: sessions.projectId,
      before: null,
      after: {
        playerId: revoked[0]!.playerId,
        sessions: revoked.map(({ sessionId }) => sessionId),
      },
    })
    return revoked
  })
}

/** Every session of the player that may still have a socket, without a record of the audit log. */
export async function endSessions(client: PoolClient, player: PlayerRef): Promise<void> {
  await notifyNodes(client, await revoke(client, player))
}

async function notifyNodes(client: PoolClient, revoked: readonly RevokedSession[]): Promise<void> {
  for (const session of revoked) {
    const payload = JSON.stringify(session)
    await client.query('SELECT pg_notify($1, $2)', [SESSION_REVOKED_CHANNEL, payload])
  }
}

/** A session that expired recently may still have a socket, for its unfinished round. */
async function revoke(client: PoolClient, sessions: SessionsToRevoke): Promise<RevokedSession[]> {
  const { rows } = await client.query<RevokedSession>(
    `UPDATE session s SET token_version = token_version + 1, expires_at = least(expires_at, now())
     FROM player p
     WHERE p.player_key = s.player_key AND p.project_id = $1
       AND ($2::uuid IS NULL OR s.session_id = $2)
       AND ($3::text IS NULL OR p.player_id = $3 AND s.expires_at > now() - interval '1 day')
     RETURNING s.session_id AS "sessionId", p.project_id AS "projectId", p.player_id AS "playerId",
       s.token_version AS "tokenVersion", ${toMs('s.expires_at')} AS "expiresAtMs"`,
    [
      sessions.projectId,
      'sessionId' in sessions ? sessions.sessionId : null,
      'playerId' in sessions ? sessions.playerId : null,
    ],
  )
  return rows
}

/** Those of the given sessions whose version is no longer the given one. */
export async function findEndedSessions(
  pool: Pool,
  sessions: readonly { sessionId: string; tokenVersion: number }[],
): Promise<{ sessionId: string; tokenVersion: number }[]> {
  if (sessions.length === 0) return []
  const { rows } = await pool.query<{ sessionId: string; tokenVersion: number }>(
    `SELECT session_id AS "sessionId", s.token_version AS "tokenVersion"
     FROM unnest($1::uuid[], $2::int[]) AS known (session_id, token_version)
     JOIN session s USING (session_id) WHERE s.token_version > known.token_version`,
    [sessions.map(one => one.sessionId), sessions.map(one => one.tokenVersion)],
  )
  return rows
}
