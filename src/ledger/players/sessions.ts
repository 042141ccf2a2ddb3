// Sessions in Postgres: created and revived by a launch, read when a socket sends hello or the
// player state in Redis has lost one. A token is never stored, only the version with which it was
// issued.

import type { Pool } from 'pg'
import type { Currency } from '../../core/money.ts'
import type { PlayerRef } from '../../core/player.ts'
import { SESSION_LIFETIME_MS } from '../../limits.ts'
import { instant, isAhead, isPast, toMs } from '../database/expiry.ts'
import { statement } from '../database/statement.ts'
import { IS_OPEN } from '../rounds/round-lists.ts'
import { playerValues, withPlayer } from './players.ts'

/**
 * The player's last rounds in which the last balance is searched; if none has one, the launch's
 * balance is shown.
 */
const ROUNDS_LOOKED_AT = 20

export interface SessionRow extends PlayerRef {
  sessionId: string
  gameId: string
  currency: Currency
  language: string
  clientPlatform: 'desktop' | 'mobile'
  tokenVersion: number
  expiresAtMs: number
}

/** `balanceMinor`: what the wallet reported at the launch. */
export type NewSession = Omit<SessionRow, 'tokenVersion' | 'expiresAtMs'> & { balanceMinor: bigint }

const COLUMNS = `session_id AS "sessionId", p.project_id AS "projectId", player_id AS "playerId",
  s.game_id AS "gameId", s.currency, language, client_platform AS "clientPlatform",
  token_version AS "tokenVersion", ${toMs('expires_at')} AS "expiresAtMs"`

const FIND_SESSION = statement(
  'find-session',
  `SELECT ${COLUMNS} FROM session s JOIN player p USING (player_key) WHERE session_id = $1`,
)

export async function findSession(pool: Pool, sessionId: string): Promise<SessionRow | null> {
  const { rows } = await pool.query<SessionRow>({ ...FIND_SESSION, values: [sessionId] })
  return rows[0] ?? null
}

const FIND_SESSION_OF_OPEN_ROUND = statement(
  'find-session-of-open-round',
  `SELECT ${COLUMNS} FROM player p JOIN unfinished_round r USING (player_key)
   JOIN session s USING (session_id)
   WHERE p.project_id = $1 AND p.player_id = $2 AND r.game_id = $3 AND r.${IS_OPEN}`,
)

/** The session that owns the player's unfinished round in the game, or null. */
export async function findSessionOfOpenRound(
  pool: Pool,
  player: PlayerRef,
  gameId: string,
): Promise<SessionRow | null> {
  const { rows } = await pool.query<SessionRow>({
    ...FIND_SESSION_OF_OPEN_ROUND,
    values: [player.projectId, player.playerId, gameId],
  })
  return rows[0] ?? null
}

const CREATE_SESSION = statement(
  'create-session',
  `${withPlayer(1)}
   INSERT INTO session (session_id, player_key, game_id, currency, language,
                        client_platform, expires_at, balance_minor, balance_at, after_sequence)
   SELECT $4, player_key, $5, $6, $7, $8, ${instant('$9')}, $10, now(),
     coalesce((SELECT last_sequence FROM player p WHERE p.player_key = a.player_key), 0)
   FROM a_player a
   RETURNING token_version AS "tokenVersion", ${toMs('expires_at')} AS "expiresAtMs"`,
)

/** Stores a new session, and the player with the first session. Expires two hours from now. */
export async function createSession(
  pool: Pool,
  session: NewSession,
  nowMs: number,
): Promise<SessionRow> {
  const { rows } = await pool.query<Pick<SessionRow, 'tokenVersion' | 'expiresAtMs'>>({
    ...CREATE_SESSION,
    values: [
      ...playerValues(session),
      session.sessionId,
      session.gameId,
      session.currency,
      session.language,
      session.clientPlatform,
      nowMs + SESSION_LIFETIME_MS,
      session.balanceMinor,
    ],
  })
  const { balanceMinor: _, ...created } = session
  return { ...created, ...rows[0]! }
}

const CONTINUE_SESSION = statement(
  'continue-session',
  `UPDATE session s SET language = $2, client_platform = $3, balance_minor = $5, balance_at = now(),
     after_sequence = p.last_sequence,
     token_version = token_version + (${isPast(instant('$6'))})::int,
     expires_at = CASE WHEN ${isPast(instant('$6'))} THEN ${instant('$4')} ELSE expires_at END
   FROM player p WHERE p.player_key = s.player_key AND session_id = $1
   RETURNING ${COLUMNS}`,
)

/**
 * Continues a session for its unfinished round: the language becomes the requested one, and an
 * expired session gets a new expiry and token version, which invalidates all its earlier links.
 */
export async function continueSession(
  pool: Pool,
  sessionId: string,
  {
    language,
    clientPlatform,
    balanceMinor,
  }: Pick<NewSession, 'language' | 'clientPlatform' | 'balanceMinor'>,
  nowMs: number,
): Promise<SessionRow> {
  const { rows } = await pool.query<SessionRow>({
    ...CONTINUE_SESSION,
    values: [sessionId, language, clientPlatform, nowMs + SESSION_LIFETIME_MS, balanceMinor, nowMs],
  })
  return rows[0]!
}

/**
 * The latest balance that the wallet reported, among the player's last rounds and live sessions in
 * the currency, and this session.
 */
const FIND_LAST_BALANCE = statement(
  'find-last-balance',
  `SELECT balance_minor, at FROM (
     (SELECT balance_after_minor AS balance_minor,
        greatest(bet_confirmed_at, win_confirmed_at, refund_confirmed_at) AS at
      FROM (SELECT * FROM round WHERE player_key = $1 ORDER BY sequence DESC
        LIMIT ${ROUNDS_LOOKED_AT}) r
      WHERE currency = $2 AND balance_after_minor IS NOT NULL)
     UNION ALL
     (SELECT balance_minor, balance_at AS at FROM session
      WHERE session_id = $3 AND currency = $2 AND balance_minor IS NOT NULL)
     UNION ALL
     (SELECT balance_minor, balance_at FROM session
      WHERE player_key = $1 AND ${isAhead(instant('$4'))} AND currency = $2
        AND balance_minor IS NOT NULL)
   ) reported ORDER BY at DESC LIMIT 1`,
)

/** A balance that the wallet reported, and when. */
export interface ReportedBalance {
  readonly balanceMinor: bigint
  readonly atMs: number
}

/**
 * The last balance that the wallet reported for the player in the session's currency; null when
 * there is none.
 */
export async function findLastBalance(
  pool: Pool,
  playerKey: string,
  { sessionId, currency }: { sessionId: string; currency: Currency },
  nowMs: number,
): Promise<ReportedBalance | null> {
  const { rows } = await pool.query<{ balance_minor: string; at: Date }>({
    ...FIND_LAST_BALANCE,
    values: [playerKey, currency, sessionId, nowMs],
  })
  const [last] = rows
  if (last === undefined) return null
  return { balanceMinor: BigInt(last.balance_minor), atMs: last.at.getTime() }
}

const NOTE_BALANCE = statement(
  'note-balance',
  `UPDATE session SET balance_minor = $2, balance_at = ${instant('$3')}
   WHERE session_id = $1`,
)

/** Stores a balance that the wallet reported outside any round; the next hello shows it. */
export async function noteBalance(
  pool: Pool,
  sessionId: string,
  { balanceMinor, atMs }: ReportedBalance,
): Promise<void> {
  await pool.query({ ...NOTE_BALANCE, values: [sessionId, balanceMinor, atMs] })
}
