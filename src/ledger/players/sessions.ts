// Sessions in Postgres: created and revived by a launch, read when a socket sends hello or the
// player state in Redis has lost one. A token is never stored, only the version with which it was
// issued.

import type { Pool } from 'pg'
import type { Currency } from '../../core/money.ts'
import type { PlayerRef } from '../../core/player.ts'
import { shardOf } from '../../core/shard.ts'
import { SESSION_LIFETIME_MS } from '../../limits.ts'
import { isRefusedValue } from '../../round/own-failure.ts'
import { createBatch, GROUP, groupReading } from '../database/batch.ts'
import { instant, isAhead, isPast, toMs } from '../database/expiry.ts'
import { statement } from '../database/statement.ts'
import { IS_OPEN } from '../rounds/round-lists.ts'
import { withPlayers } from './players.ts'

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

type Continued = Pick<NewSession, 'language' | 'clientPlatform' | 'balanceMinor'>

const COLUMNS = `session_id AS "sessionId", p.project_id AS "projectId", player_id AS "playerId",
  s.game_id AS "gameId", s.currency, language, client_platform AS "clientPlatform",
  token_version AS "tokenVersion", ${toMs('expires_at')} AS "expiresAtMs"`

const FIND_SESSIONS = statement(
  'find-sessions',
  `SELECT at, s.* FROM unnest($1::int[], $2::uuid[]) AS asked (at, asked_id) CROSS JOIN LATERAL (
     SELECT ${COLUMNS} FROM session s JOIN player p USING (player_key)
     WHERE session_id = asked_id OFFSET 0) s`,
)

/** Sessions by their id, for one database: those asked for at one time are one statement. */
export function groupSessionReads(pool: Pool): (sessionId: string) => Promise<SessionRow | null> {
  return groupReading<string, SessionRow>(pool, FIND_SESSIONS, ids => [ids])
}

/** One session, for who asks rarely. */
export function findSession(pool: Pool, sessionId: string): Promise<SessionRow | null> {
  return groupSessionReads(pool)(sessionId)
}

const LOOK_UP_LAUNCHES = statement(
  'look-up-launches',
  `SELECT asked.at, known.*
   FROM unnest($1::int[], $2::text[], $3::text[], $4::text[]) AS asked (at, project, player, game)
   CROSS JOIN LATERAL (
     SELECT p.blocked_at IS NOT NULL AS "isBlocked", to_jsonb(own) AS unfinished
     FROM player p LEFT JOIN LATERAL (
       SELECT ${COLUMNS} FROM unfinished_round r JOIN session s USING (session_id)
       WHERE r.player_key = p.player_key AND r.game_id = game AND r.${IS_OPEN} LIMIT 1) own ON true
     WHERE p.project_id = project AND p.player_id = player OFFSET 0) known`,
)

/** What the ledger knows about the player of a launch. */
interface KnownLaunch {
  /** Support has blocked the player. */
  isBlocked: boolean
  /** The session that owns the player's unfinished round in the game; null without one. */
  unfinished: SessionRow | null
}

const CREATE_SESSIONS = statement(
  'create-sessions',
  `${withPlayers(`SELECT * FROM unnest($1::text[], $2::text[], $3::int[], $4::uuid[], $5::text[],
     $6::text[], $7::text[], $8::text[], $9::bigint[], $10::bigint[]) AS u (project_id, player_id,
     shard, session_id, game_id, currency, language, client_platform, expires_ms, balance_minor)`)}
   INSERT INTO session (session_id, player_key, game_id, currency, language,
                        client_platform, expires_at, balance_minor, balance_at, after_sequence)
   SELECT session_id, player_key, game_id, currency, language, client_platform,
     ${instant('expires_ms')}, balance_minor, now(), last_sequence
   FROM asked JOIN a_player USING (project_id, player_id)
   RETURNING session_id AS "sessionId", token_version AS "tokenVersion",
     ${toMs('expires_at')} AS "expiresAtMs"`,
)

export type LaunchSessions = ReturnType<typeof groupLaunches>

/**
 * The sessions of launches, for one database: what the launches of one time read is one statement,
 * and what they write is one commit.
 */
export function groupLaunches(pool: Pool) {
  const lookUp = groupReading<PlayerRef & { gameId: string }, KnownLaunch>(
    pool,
    LOOK_UP_LAUNCHES,
    all => [
      all.map(({ projectId }) => projectId),
      all.map(({ playerId }) => playerId),
      all.map(({ gameId }) => gameId),
    ],
  )
  const creating = createBatch<NewSession & { expiresAtMs: number }, SessionRow>({
    write: sessions => createSessions(pool, sessions),
    limits: GROUP,
    isOneRows: isRefusedValue,
    // Both of two launches of a new player would store the player.
    keyOf: ({ projectId, playerId }) => `${projectId}:${playerId}`,
  })
  return {
    /** Null: the player is not stored yet. */
    lookUp,

    /** Stores a new session, and the player with the first session. Expires two hours from now. */
    create: (session: NewSession, nowMs: number): Promise<SessionRow> =>
      creating.add({ ...session, expiresAtMs: nowMs + SESSION_LIFETIME_MS }),

    continue: (sessionId: string, launch: Continued, nowMs: number): Promise<SessionRow> =>
      continueSession(pool, sessionId, launch, nowMs),
  }
}

type CreatedRow = Pick<SessionRow, 'sessionId' | 'tokenVersion' | 'expiresAtMs'>

async function createSessions(
  pool: Pool,
  sessions: readonly (NewSession & { expiresAtMs: number })[],
): Promise<SessionRow[]> {
  const { rows } = await pool.query<CreatedRow>({
    ...CREATE_SESSIONS,
    values: [
      sessions.map(({ projectId }) => projectId),
      sessions.map(({ playerId }) => playerId),
      sessions.map(shardOf),
      sessions.map(({ sessionId }) => sessionId),
      sessions.map(({ gameId }) => gameId),
      sessions.map(({ currency }) => currency),
      sessions.map(({ language }) => language),
      sessions.map(({ clientPlatform }) => clientPlatform),
      sessions.map(({ expiresAtMs }) => expiresAtMs),
      sessions.map(({ balanceMinor }) => balanceMinor),
    ],
  })
  const created = new Map(rows.map(row => [row.sessionId, row]))
  return sessions.map(({ balanceMinor: _, ...session }) => ({
    ...session,
    ...created.get(session.sessionId)!,
  }))
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
async function continueSession(
  pool: Pool,
  sessionId: string,
  { language, clientPlatform, balanceMinor }: Continued,
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
const FIND_LAST_BALANCES = statement(
  'find-last-balances',
  `SELECT asked.at, balance_minor, reported_at
   FROM unnest($1::int[], $2::bigint[], $3::text[], $4::uuid[], $5::float8[])
     AS asked (at, player, in_currency, in_session, now_ms)
   CROSS JOIN LATERAL (SELECT balance_minor, reported_at FROM (
     (SELECT balance_after_minor AS balance_minor,
        greatest(bet_confirmed_at, win_confirmed_at, refund_confirmed_at) AS reported_at
      FROM (SELECT * FROM round WHERE player_key = player ORDER BY sequence DESC
        LIMIT ${ROUNDS_LOOKED_AT}) r
      WHERE currency = in_currency AND balance_after_minor IS NOT NULL)
     UNION ALL
     (SELECT balance_minor, balance_at FROM session
      WHERE session_id = in_session AND currency = in_currency AND balance_minor IS NOT NULL)
     UNION ALL
     (SELECT balance_minor, balance_at FROM session
      WHERE player_key = player AND ${isAhead(instant('now_ms'))} AND currency = in_currency
        AND balance_minor IS NOT NULL)
   ) reported ORDER BY reported_at DESC LIMIT 1) last`,
)

/** A balance that the wallet reported, and when. */
export interface ReportedBalance {
  readonly balanceMinor: bigint
  readonly atMs: number
}

interface BalanceQuestion {
  playerKey: string
  currency: Currency
  sessionId: string
  nowMs: number
}

/**
 * The last balance that the wallet reported for the player in the session's currency; null when
 * there is none. For one database: those asked for at one time are one statement.
 */
export function groupLastBalances(pool: Pool) {
  const find = groupReading<BalanceQuestion, { balance_minor: string; reported_at: Date }>(
    pool,
    FIND_LAST_BALANCES,
    all => [
      all.map(({ playerKey }) => playerKey),
      all.map(({ currency }) => currency),
      all.map(({ sessionId }) => sessionId),
      all.map(({ nowMs }) => nowMs),
    ],
  )
  return async (
    playerKey: string,
    { sessionId, currency }: { sessionId: string; currency: Currency },
    nowMs: number,
  ): Promise<ReportedBalance | null> => {
    const last = await find({ playerKey, currency, sessionId, nowMs })
    if (last === null) return null
    return { balanceMinor: BigInt(last.balance_minor), atMs: last.reported_at.getTime() }
  }
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
