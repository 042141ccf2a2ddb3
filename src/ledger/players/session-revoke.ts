// Ends players' sessions at once, for owners: their links open nothing from the commit on, and
// every node is notified to close their sockets. An unfinished round remains the player's: the next
// launch continues it.

import type { Pool, PoolClient } from 'pg'
import { type AuditedBy, auditorOf, writeAudit } from '../audit/audit-log.ts'
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
  wanted: SessionsToRevoke,
  by: AuditedBy,
  home: Pool = pool,
): Promise<RevokedSession[]> {
  return inTransaction(pool, async client => {
    const revoked = await revoke(client, wanted)
    if (revoked.length === 0) return revoked
    for (const session of revoked) {
      const payload = JSON.stringify(session)
      await client.query('SELECT pg_notify($1, $2)', [SESSION_REVOKED_CHANNEL, payload])
    }
    await writeAudit(auditorOf(client, pool, home), {
      ...by,
      action: 'session.revoked',
      subject: wanted.projectId,
      before: null,
      after: {
        playerId: revoked[0]!.playerId,
        sessions: revoked.map(({ sessionId }) => sessionId),
      },
    })
    return revoked
  })
}

interface RevokedRow {
  session_id: string
  project_id: string
  player_id: string
  token_version: number
  expires_at: Date
}

/** A session that expired recently may still have a socket, for its unfinished round. */
async function revoke(client: PoolClient, wanted: SessionsToRevoke): Promise<RevokedSession[]> {
  const { rows } = await client.query<RevokedRow>(
    `UPDATE session s SET token_version = token_version + 1, expires_at = least(expires_at, now())
     FROM player p
     WHERE p.player_key = s.player_key AND p.project_id = $1
       AND ($2::uuid IS NULL OR s.session_id = $2)
       AND ($3::text IS NULL OR p.player_id = $3 AND s.expires_at > now() - interval '1 day')
     RETURNING s.session_id, p.project_id, p.player_id, s.token_version, s.expires_at`,
    [
      wanted.projectId,
      'sessionId' in wanted ? wanted.sessionId : null,
      'playerId' in wanted ? wanted.playerId : null,
    ],
  )
  return rows.map(row => ({
    sessionId: row.session_id,
    projectId: row.project_id,
    playerId: row.player_id,
    tokenVersion: row.token_version,
    expiresAtMs: row.expires_at.getTime(),
  }))
}

/** Those of the given sessions whose version is no longer the given one. */
export async function findEndedSessions(
  pool: Pool,
  sessions: readonly { sessionId: string; tokenVersion: number }[],
): Promise<{ sessionId: string; tokenVersion: number }[]> {
  if (sessions.length === 0) return []
  const { rows } = await pool.query<{ session_id: string; token_version: number }>(
    `SELECT session_id, s.token_version
     FROM unnest($1::uuid[], $2::int[]) AS known (session_id, token_version)
     JOIN session s USING (session_id) WHERE s.token_version > known.token_version`,
    [sessions.map(one => one.sessionId), sessions.map(one => one.tokenVersion)],
  )
  return rows.map(row => ({ sessionId: row.session_id, tokenVersion: row.token_version }))
}
