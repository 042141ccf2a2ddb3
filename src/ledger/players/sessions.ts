// Sessions in Postgres: created and revived by a launch, read when a socket says hello or the player
// state in Redis has lost one. A token is never stored, only the version it was issued with.

import type { Pool } from 'pg'
import type { Currency } from '../../core/money.ts'
import type { PlayerRef } from '../../core/player.ts'
import { SESSION_LIFETIME_MS } from '../../limits.ts'
import { statement } from '../database/statement.ts'
import { IS_OPEN } from '../rounds/round-columns.ts'

export interface SessionRow extends PlayerRef {
  sessionId: string
  gameId: string
  currency: Currency
  language: string
  clientPlatform: 'desktop' | 'mobile'
  tokenVersion: number
  expiresAtMs: number
}

export type NewSession = Omit<SessionRow, 'tokenVersion' | 'expiresAtMs'>

interface SessionRecord {
  session_id: string
  project_id: string
  player_id: string
  game_id: string
  currency: Currency
  language: string
  client_platform: 'desktop' | 'mobile'
  token_version: number
  expires_at: Date
}

const COLUMNS = `session_id, p.project_id, player_id, s.game_id, s.currency, language,
  client_platform, token_version, expires_at`

const FIND_SESSION = statement(
  'find-session',
  `SELECT ${COLUMNS} FROM session s JOIN player p USING (player_key) WHERE session_id = $1`,
)

export async function findSession(pool: Pool, sessionId: string): Promise<SessionRow | null> {
  const { rows } = await pool.query<SessionRecord>({ ...FIND_SESSION, values: [sessionId] })
  return rows[0] === undefined ? null : readSession(rows[0])
}

const FIND_SESSION_OF_OPEN_ROUND = statement(
  'find-session-of-open-round',
  `SELECT ${COLUMNS} FROM round r
   JOIN player p USING (player_key) JOIN session s USING (session_id)
   WHERE p.project_id = $1 AND p.player_id = $2 AND r.game_id = $3
     AND ${IS_OPEN}`,
)

/** The session that owns the player's unfinished round in the game, or null. */
export async function findSessionOfOpenRound(
  pool: Pool,
  player: PlayerRef,
  gameId: string,
): Promise<SessionRow | null> {
  const { rows } = await pool.query<SessionRecord>({
    ...FIND_SESSION_OF_OPEN_ROUND,
    values: [player.projectId, player.playerId, gameId],
  })
  return rows[0] === undefined ? null : readSession(rows[0])
}

const CREATE_SESSION = statement(
  'create-session',
  `WITH known AS (SELECT player_key FROM player WHERE project_id = $2 AND player_id = $3),
   fresh AS (INSERT INTO player (project_id, player_id)
             SELECT $2, $3 WHERE NOT EXISTS (SELECT FROM known)
             ON CONFLICT (project_id, player_id) DO UPDATE SET player_id = $3
             RETURNING player_key)
   INSERT INTO session (session_id, player_key, game_id, currency, language,
                        client_platform, expires_at)
   SELECT $1, player_key, $4, $5, $6, $7, now() + $8 * interval '1 millisecond'
   FROM (SELECT * FROM known UNION ALL SELECT * FROM fresh) p
   RETURNING token_version, expires_at`,
)

/** Stores a new session, and the player when it is the first. Expires two hours from now. */
export async function createSession(pool: Pool, session: NewSession): Promise<SessionRow> {
  const { rows } = await pool.query<{ token_version: number; expires_at: Date }>({
    ...CREATE_SESSION,
    values: [
      session.sessionId,
      session.projectId,
      session.playerId,
      session.gameId,
      session.currency,
      session.language,
      session.clientPlatform,
      SESSION_LIFETIME_MS,
    ],
  })
  const { token_version, expires_at } = rows[0]!
  return { ...session, tokenVersion: token_version, expiresAtMs: expires_at.getTime() }
}

const CONTINUE_SESSION = statement(
  'continue-session',
  `UPDATE session s SET language = $2, client_platform = $3,
     token_version = token_version + (expires_at <= now())::int,
     expires_at = CASE WHEN expires_at <= now()
                  THEN now() + $4 * interval '1 millisecond' ELSE expires_at END
   FROM player p WHERE p.player_key = s.player_key AND session_id = $1
   RETURNING ${COLUMNS}`,
)

/**
 * Continues a session for its unfinished round: the language becomes the asked one, and an expired
 * session gets a fresh expiry and token version, which ends every earlier link of it.
 */
export async function continueSession(
  pool: Pool,
  sessionId: string,
  language: string,
  clientPlatform: 'desktop' | 'mobile',
): Promise<SessionRow> {
  const { rows } = await pool.query<SessionRecord>({
    ...CONTINUE_SESSION,
    values: [sessionId, language, clientPlatform, SESSION_LIFETIME_MS],
  })
  return readSession(rows[0]!)
}

function readSession(row: SessionRecord): SessionRow {
  return {
    sessionId: row.session_id,
    projectId: row.project_id,
    playerId: row.player_id,
    gameId: row.game_id,
    currency: row.currency,
    language: row.language,
    clientPlatform: row.client_platform,
    tokenVersion: row.token_version,
    expiresAtMs: row.expires_at.getTime(),
  }
}
