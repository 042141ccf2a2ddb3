// What the panel's search finds by an id besides rounds and players: sessions, grants and target
// outcomes, by the beginning of our id or of the operator's. Every statement reads a bounded part
// of an index. Reads only.

import type { Pool } from 'pg'
import type { IdRange } from '../../core/identifiers.ts'
import type { PlayerRef } from '../../core/player.ts'
import { firstOf } from '../database/merge.ts'
import type { PlayerDatabases } from '../database/player-databases.ts'
import type { Subject } from '../entitlements/external-ids.ts'
import { LAST_TEXT } from '../players/player-search.ts'

export interface IdSearch {
  /** Null: every project. */
  readonly projectId: string | null
  /** Of each kind. */
  readonly limit: number
}

interface FoundSession extends PlayerRef {
  readonly sessionId: string
  readonly gameId: string
  readonly createdAt: Date
}

/** A grant or a target outcome. */
export interface FoundGiven extends PlayerRef {
  readonly id: string
  readonly externalId: string | null
  readonly gameId: string
  readonly status: string
  readonly createdAt: Date
}

const OF_PLAYER = 'p.project_id AS "projectId", p.player_id AS "playerId"'
const IS_ASKED = '($3::text IS NULL OR p.project_id = $3)'

/** Exported for the test of its plan. */
export const FIND_SESSIONS = `SELECT session_id AS "sessionId", s.game_id AS "gameId",
    s.created_at AS "createdAt", ${OF_PLAYER}
  FROM session s JOIN player p USING (player_key)
  WHERE session_id >= $1::uuid AND session_id <= $2::uuid AND ${IS_ASKED}
  ORDER BY session_id DESC LIMIT $4`

const TABLES = {
  grant: { table: 'free_spin_grant', id: 'grant_id' },
  target: { table: 'target_outcome', id: 'outcome_id' },
} as const satisfies Record<Subject, object>

const selectGiven = (subject: Subject) => {
  const { table, id } = TABLES[subject]
  return `SELECT g.${id} AS id, g.external_id AS "externalId", g.game_id AS "gameId", g.status,
    g.created_at AS "createdAt", ${OF_PLAYER}
  FROM ${table} g JOIN player p USING (player_key)`
}

/** Exported for the test of its plan. */
export const findGivenText = (subject: Subject) => `${selectGiven(subject)}
  WHERE g.${TABLES[subject].id} >= $1::uuid AND g.${TABLES[subject].id} <= $2::uuid AND ${IS_ASKED}
  ORDER BY g.${TABLES[subject].id} DESC LIMIT $4`

/** Exported for the test of its plan. */
export const FIND_EXTERNAL = {
  all: `SELECT subject, id, project_id AS "projectId", player_id AS "playerId" FROM external_id
    WHERE external_id COLLATE "C" >= $1 AND external_id COLLATE "C" < $2
    ORDER BY external_id COLLATE "C", project_id COLLATE "C" LIMIT $3`,
  project: `SELECT subject, id, project_id AS "projectId", player_id AS "playerId" FROM external_id
    WHERE project_id = $4 AND external_id COLLATE "C" >= $1 AND external_id COLLATE "C" < $2
    ORDER BY external_id COLLATE "C" LIMIT $3`,
} as const

/** The newest first. */
export async function findSessions(
  pools: PlayerDatabases<Pool>,
  ids: IdRange,
  search: IdSearch,
): Promise<FoundSession[]> {
  const lists = await ofEach<FoundSession>(pools, FIND_SESSIONS, ids, search)
  return firstOf(lists, search.limit, (one, other) => descending(one.sessionId, other.sessionId))
}

/** By our id, the newest first. */
export async function findGiven(
  pools: PlayerDatabases<Pool>,
  subject: Subject,
  ids: IdRange,
  search: IdSearch,
): Promise<FoundGiven[]> {
  const lists = await ofEach<FoundGiven>(pools, findGivenText(subject), ids, search)
  return firstOf(lists, search.limit, (one, other) => descending(one.id, other.id))
}

async function ofEach<Row extends object>(
  { carriers }: PlayerDatabases<Pool>,
  text: string,
  { first, last }: IdRange,
  { projectId, limit }: IdSearch,
): Promise<Row[][]> {
  const values = [first, last, projectId, limit]
  const found = await Promise.all(carriers.map(pool => pool.query<Row>(text, values)))
  return found.map(({ rows }) => rows)
}

const descending = (one: string, other: string) => (one < other ? 1 : -1)

type ExternalRow = PlayerRef & { subject: Subject; id: string }

/**
 * By the beginning of the operator's id, in byte order. An id that was taken for something that was
 * never stored is left out.
 */
export async function findGivenByExternalId(
  pools: PlayerDatabases<Pool>,
  beginning: string,
  { projectId, limit }: IdSearch,
): Promise<Record<Subject, FoundGiven[]>> {
  const values = [beginning, beginning + LAST_TEXT, limit]
  const { rows } = await (projectId === null
    ? pools.home.query<ExternalRow>(FIND_EXTERNAL.all, values)
    : pools.home.query<ExternalRow>(FIND_EXTERNAL.project, [...values, projectId]))
  const stored = await Promise.all(
    rows.map(async ({ subject, id, ...player }) => {
      const { rows: found } = await pools
        .of(player)
        .query<FoundGiven>(`${selectGiven(subject)} WHERE g.${TABLES[subject].id} = $1`, [id])
      return found.map(row => ({ subject, row }))
    }),
  )
  const of = (wanted: Subject) =>
    stored.flat().flatMap(({ subject, row }) => (subject === wanted ? [row] : []))
  return { grant: of('grant'), target: of('target') }
}
