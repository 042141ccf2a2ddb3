// Players for the platform's owner: found by the beginning of their id, with their sessions and
// open rounds. Changes nothing.

import type { Pool } from 'pg'
import type { PlayerRef } from '../../core/player.ts'
import type { RoundState } from '../../round/round.ts'
import { firstOf } from '../database/merge.ts'
import type { PlayerDatabases } from '../database/player-databases.ts'
import { IS_OPEN } from '../rounds/round-lists.ts'
import { BLOCK } from './player-blocks.ts'
import { TAGS } from './player-notes.ts'

/** Sorts after every text with the same beginning, in byte order. */
export const LAST_TEXT = '\u{10ffff}'

export interface PlayerQuery {
  /** Empty: every player. */
  prefix: string
  projectId: string | null
  /** Only players with it; null: any. */
  tag: string | null
  /** The last player of the page before. */
  after: PlayerRef | null
  limit: number
}

export interface FoundPlayer extends PlayerRef {
  createdAt: Date
  /** The expiry of the session that ends last; null: no session is stored. */
  sessionUntil: Date | null
  openRounds: number
  isBlocked: boolean
  tags: string[]
}

const ORDER = 'player_id COLLATE "C", project_id COLLATE "C"'
const SHOWN = `p.project_id AS "projectId", p.player_id AS "playerId", p.created_at AS "createdAt",
  (SELECT max(expires_at) FROM session s WHERE s.player_key = p.player_key) AS "sessionUntil",
  (SELECT count(*)::int FROM unfinished_round r WHERE r.player_key = p.player_key
    AND r.${IS_OPEN}) AS "openRounds", p.blocked_at IS NOT NULL AS "isBlocked", ${TAGS} AS tags`
const BEGINS = 'player_id COLLATE "C" >= $1 AND player_id COLLATE "C" < $2'

/**
 * Players of one project have a separate index, so that a small project is not searched among all
 * players; and so have players with a tag.
 */
const WAYS = {
  all: `player WHERE ${BEGINS} AND (player_id COLLATE "C", project_id COLLATE "C") > ($3, $4)
    ORDER BY ${ORDER}`,
  project: `player WHERE project_id = $4 AND ${BEGINS} AND player_id COLLATE "C" > $3
    ORDER BY player_id COLLATE "C"`,
  tag: `player_tag WHERE tag = $6 AND ${BEGINS}
      AND (player_id COLLATE "C", project_id COLLATE "C") > ($3, $4)
    ORDER BY ${ORDER}`,
  tagInProject: `player_tag WHERE project_id = $4 AND tag = $6 AND ${BEGINS}
      AND player_id COLLATE "C" > $3
    ORDER BY player_id COLLATE "C"`,
} as const

function wayOf({ projectId, tag }: PlayerQuery): keyof typeof WAYS {
  if (tag === null) return projectId === null ? 'all' : 'project'
  return projectId === null ? 'tag' : 'tagInProject'
}

/** By id and project, in byte order. */
export async function searchPlayers(
  pools: PlayerDatabases<Pool>,
  query: PlayerQuery,
): Promise<FoundPlayer[]> {
  const { limit } = query
  const { text, values } = writePlayerSearch(query)
  const lists = await Promise.all(
    pools.carriers.map(async pool => (await pool.query<FoundPlayer>(text, values)).rows),
  )
  return firstOf(lists, limit, byBytes)
}

/** Exported for the test of its plan. */
export function writePlayerSearch(query: PlayerQuery): { text: string; values: unknown[] } {
  const { prefix, projectId, tag, after, limit } = query
  const values = [
    prefix,
    prefix + LAST_TEXT,
    after?.playerId ?? '',
    projectId ?? after?.projectId ?? '',
    limit,
    ...(tag === null ? [] : [tag]),
  ]
  const text = `SELECT ${SHOWN}
    FROM (SELECT player_key FROM ${WAYS[wayOf(query)]} LIMIT $5) found JOIN player p
      USING (player_key)
    ORDER BY p.player_id COLLATE "C", p.project_id COLLATE "C"`
  return { text, values }
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

interface PlayerBlock {
  /** As JSON prints it. */
  at: string
  by: string
  /** Null: the player was erased. */
  reason: string | null
}

export interface KnownPlayer {
  createdAt: Date
  /** Null: not blocked. */
  block: PlayerBlock | null
  tags: string[]
  /** The round that was opened last; null: none was. */
  lastRound: LastRound | null
  /** The newest first. */
  sessions: KnownSession[]
  openRounds: OpenRound[]
}

interface LastRound {
  roundId: string
  gameId: string
  createdAt: Date
}

const FIND_PLAYER = `SELECT player_key, created_at, ${BLOCK} AS block, ${TAGS} AS tags
  FROM player p WHERE project_id = $1 AND player_id = $2`

const FIND_LAST_ROUND = `SELECT round_id AS "roundId", game_id AS "gameId",
    created_at AS "createdAt"
  FROM round WHERE player_key = $1 ORDER BY sequence DESC LIMIT 1`

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
  const { rows } = await pool.query<FoundRow>(FIND_PLAYER, [projectId, playerId])
  const player = rows[0]
  if (player === undefined) return null
  const { created_at: createdAt, block, tags } = player
  const [sessions, rounds, last] = await Promise.all([
    pool.query<KnownSession>(LIST_SESSIONS, [player.player_key, mostSessions]),
    pool.query<OpenRound>(LIST_OPEN_ROUNDS, [player.player_key]),
    pool.query<LastRound>(FIND_LAST_ROUND, [player.player_key]),
  ])
  const lastRound = last.rows[0] ?? null
  return { createdAt, block, tags, lastRound, sessions: sessions.rows, openRounds: rounds.rows }
}

type FoundRow = Pick<KnownPlayer, 'block' | 'tags'> & { player_key: string; created_at: Date }
