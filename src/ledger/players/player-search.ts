// Players for the platform's owner: found by the beginning of their id, with their sessions and
// open rounds. Changes nothing.

import type { Pool } from 'pg'
import type { PlayerRef } from '../../core/player.ts'
import type { RoundState } from '../../round/round.ts'
import { firstOf } from '../database/merge.ts'
import type { PlayerDatabases } from '../database/player-databases.ts'
import { IS_OPEN } from '../rounds/round-lists.ts'

/** Sorts after every text with the same beginning, in byte order. */
const LAST = '\u{10ffff}'

export interface PlayerQuery {
  /** Empty: every player. */
  prefix: string
  projectId: string | null
  /** The last player of the page before. */
  after: PlayerRef | null
  limit: number
}

export interface FoundPlayer extends PlayerRef {
  createdAt: Date
  /** The expiry of the session that ends last; null: no session is stored. */
  sessionUntil: Date | null
  openRounds: number
}

const ORDER = 'player_id COLLATE "C", project_id COLLATE "C"'
const SHOWN = `p.project_id AS "projectId", p.player_id AS "playerId", p.created_at AS "createdAt",
  (SELECT max(expires_at) FROM session s WHERE s.player_key = p.player_key) AS "sessionUntil",
  (SELECT count(*)::int FROM unfinished_round r WHERE r.player_key = p.player_key
    AND r.${IS_OPEN}) AS "openRounds"`
const BEGINS = 'player_id COLLATE "C" >= $1 AND player_id COLLATE "C" < $2'

/**
 * Players of one project have a separate index, so that a small project is not searched among all
 * players.
 */
const OF_ALL = `SELECT ${SHOWN} FROM (
    SELECT * FROM player WHERE ${BEGINS} AND (player_id COLLATE "C", project_id COLLATE "C") > ($3,
      $4)
    ORDER BY ${ORDER} LIMIT $5) p ORDER BY p.player_id COLLATE "C", p.project_id COLLATE "C"`
const OF_PROJECT = `SELECT ${SHOWN} FROM (
    SELECT * FROM player WHERE project_id = $4 AND ${BEGINS} AND player_id COLLATE "C" > $3
    ORDER BY player_id COLLATE "C" LIMIT $5) p ORDER BY p.player_id COLLATE "C"`

/** By id and project, in byte order. */
export async function searchPlayers(
  pools: PlayerDatabases<Pool>,
  { prefix, projectId, after, limit }: PlayerQuery,
): Promise<FoundPlayer[]> {
  const values = [
    prefix,
    prefix + LAST,
    after?.playerId ?? '',
    projectId ?? after?.projectId ?? '',
    limit,
  ]
  const sql = projectId === null ? OF_ALL : OF_PROJECT
  const lists = await Promise.all(
    pools.carriers.map(async pool => (await pool.query<FoundPlayer>(sql, values)).rows),
  )
  return firstOf(lists, limit, byBytes)
}

function byBytes(one: PlayerRef, other: PlayerRef): number {
  const bytes = (text: string) => Buffer.from(text)
  return (
    Buffer.compare(bytes(one.playerId), bytes(other.playerId)) ||
    Buffer.compare(bytes(one.projectId), bytes(other.projectId))
  )
}

export interface KnownSession {
  sessionId: string
  gameId: string
  currency: string
  language: string
  createdAt: Date
  expiresAt: Date
}

export interface OpenRound {
  roundId: string
  gameId: string
  gameMode: string
  state: RoundState
  currency: string
  stakeMinor: string
  /** The player owes a decision. */
  awaiting: boolean
  createdAt: Date
}

export interface KnownPlayer {
  createdAt: Date
  /** The newest first. */
  sessions: KnownSession[]
  openRounds: OpenRound[]
}

const FIND_PLAYER =
  'SELECT player_key, created_at FROM player WHERE project_id = $1 AND player_id = $2'

const LIST_SESSIONS = `
  SELECT session_id AS "sessionId", game_id AS "gameId", currency, language,
    created_at AS "createdAt",
    expires_at AS "expiresAt"
  FROM session WHERE player_key = $1 ORDER BY expires_at DESC, session_id LIMIT $2`

const LIST_OPEN_ROUNDS = `
  SELECT round_id AS "roundId", game_id AS "gameId", game_mode AS "gameMode", state, currency,
    stake_minor::text AS "stakeMinor", state = 'in_progress' AND awaiting AS awaiting,
      created_at AS "createdAt"
  FROM unfinished_round WHERE player_key = $1 AND ${IS_OPEN} ORDER BY created_at DESC`

/** Null: the player is not stored. */
export async function readPlayer(
  pool: Pool,
  { projectId, playerId }: PlayerRef,
  mostSessions: number,
): Promise<KnownPlayer | null> {
  const { rows } = await pool.query<{ player_key: string; created_at: Date }>(FIND_PLAYER, [
    projectId,
    playerId,
  ])
  const player = rows[0]
  if (player === undefined) return null
  const [sessions, rounds] = await Promise.all([
    pool.query<KnownSession>(LIST_SESSIONS, [player.player_key, mostSessions]),
    pool.query<OpenRound>(LIST_OPEN_ROUNDS, [player.player_key]),
  ])
  return { createdAt: player.created_at, sessions: sessions.rows, openRounds: rounds.rows }
}
