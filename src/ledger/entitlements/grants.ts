// Free-spin grants in Postgres: stored, found, listed. Never changes a stored grant: grant-moves.ts
// does.

import type { Pool } from 'pg'
import type { GrantPlace } from '../../core/entitlements.ts'
import type { Grant, GrantStatus, GrantTerms } from '../../core/grant.ts'
import { isAsciiPlayerId, isFreeText } from '../../core/identifiers.ts'
import type { Currency } from '../../core/money.ts'
import { LIST_ITEMS_MAX } from '../../limits.ts'
import type { AuditChange } from '../audit/audit-log.ts'
import { instant, isAhead, isPast, toMs } from '../database/expiry.ts'
import { newestOf } from '../database/merge.ts'
import { type PlayerDatabases, playersOf } from '../database/player-databases.ts'
import { statement } from '../database/statement.ts'
import { raiseEntitlementsRevision } from '../players/players.ts'
import { type StoreResult, storeNamed } from './external-ids.ts'

/**
 * Playable grants of one player, game and currency that are loaded for play: those that are used
 * first. The others are read when these have ended. There are at most 36 games and currencies:
 * about 100 KB a player.
 */
export const GRANTS_AHEAD = 5

export interface GrantFilter {
  playerId: string | undefined
  gameId: string | undefined
  currency: Currency | undefined
  /** The status at the time of the request. */
  status: GrantStatus | undefined
}

/** Far longer than the id of any game: a longer text matches none. */
const GAME_ID_ASKED_MAX_CHARS = 128

export const GRANT_COLUMNS = `grant_id AS "grantId", external_id AS "externalId",
  player_id AS "playerId", currency, game_id AS "gameId", provider, bet_minor AS "betMinor",
  bet_terms::text AS "betTerms", meta::text AS "metaJson", total,
  CASE WHEN status = 'active' THEN total - taken ELSE 0 END AS remaining, played,
  taken - played AS "inFlight", total_win_minor AS "totalWinMinor", status,
  ${toMs('g.created_at')} AS "createdAtMs", ${toMs('expires_at')} AS "expiresAtMs",
  ${toMs('finished_at')} AS "finishedAtMs"`

export const SELECT_GRANTS = `SELECT ${GRANT_COLUMNS}
  FROM free_spin_grant g JOIN player p USING (player_key)`

/** A row of GRANT_COLUMNS: amounts arrive as text. */
export type GrantRecord = Omit<Grant, 'betMinor' | 'totalWinMinor'> & {
  betMinor: string
  totalWinMinor: string
}

export function readGrant(row: GrantRecord): Grant {
  return { ...row, betMinor: BigInt(row.betMinor), totalWinMinor: BigInt(row.totalWinMinor) }
}

const STORE_GRANT = statement(
  'store-grant',
  `INSERT INTO free_spin_grant (grant_id, project_id, player_key, external_id, currency,
     game_id, provider, bet_minor, bet_terms, meta, total, created_at, expires_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
   ON CONFLICT DO NOTHING`,
)

/**
 * Stores a new grant. Refused when the project has already used its external id for another one.
 */
export function storeGrant(
  pools: PlayerDatabases<Pool>,
  projectId: string,
  grant: GrantTerms,
  audit?: AuditChange,
): Promise<StoreResult> {
  const { playerId, grantId, externalId } = grant
  const named = { projectId, playerId, subject: 'grant', id: grantId, externalId } as const
  return storeNamed(pools, named, async (client, playerKey, id, pool) => {
    const { rowCount } = await client.query({
      ...STORE_GRANT,
      values: [
        id,
        projectId,
        playerKey,
        externalId,
        grant.currency,
        grant.gameId,
        grant.provider,
        grant.betMinor,
        grant.betTerms,
        grant.metaJson,
        grant.total,
        new Date(grant.createdAtMs),
        new Date(grant.expiresAtMs),
      ],
    })
    if (rowCount !== 1) return rowCount
    await raiseEntitlementsRevision(client, playerKey)
    await audit?.(client, pool, { before: null, after: describeTerms({ ...grant, grantId: id }) })
    return rowCount
  })
}

/** For the audit log. */
function describeTerms({ grantId, gameId, currency, total, betMinor, expiresAtMs }: GrantTerms) {
  const expiresAt = new Date(expiresAtMs).toISOString()
  return { grantId, gameId, currency, total, betMinor: betMinor.toString(), expiresAt }
}

/** The project's grant, or null. */
export async function findGrant(
  pool: Pool,
  projectId: string,
  grantId: string,
): Promise<Grant | null> {
  const { rows } = await pool.query<GrantRecord>(
    `${SELECT_GRANTS} WHERE g.project_id = $1 AND grant_id = $2`,
    [projectId, grantId],
  )
  return rows[0] === undefined ? null : readGrant(rows[0])
}

/** The project's grants that match, newest first, at most LIST_ITEMS_MAX. */
export async function listGrants(
  pools: PlayerDatabases<Pool>,
  projectId: string,
  filter: GrantFilter,
  nowMs: number,
): Promise<Grant[]> {
  const { playerId, gameId } = filter
  if (playerId !== undefined && !isAsciiPlayerId(playerId)) return []
  if (gameId !== undefined && !isFreeText(gameId, GAME_ID_ASKED_MAX_CHARS)) return []
  const asked = playersOf(pools, projectId, playerId)
  const found = await Promise.all(asked.map(pool => listHere(pool, projectId, filter, nowMs)))
  return newestOf(found, LIST_ITEMS_MAX, grant => grant.grantId)
}

async function listHere(
  pool: Pool,
  projectId: string,
  { playerId, gameId, currency, status }: GrantFilter,
  nowMs: number,
): Promise<Grant[]> {
  const { rows } = await pool.query<GrantRecord>(
    `${SELECT_GRANTS}
     WHERE g.project_id = $1
       AND ($2::text IS NULL OR g.player_key =
            (SELECT player_key FROM player WHERE project_id = $1 AND player_id = $2))
       AND ($3::text IS NULL OR game_id = $3) AND ($4::text IS NULL OR currency = $4)
       AND ($5::text IS NULL OR $5 =
            CASE WHEN status = 'active' AND ${isPast(instant('$6'))} THEN 'expired' ELSE status END)
     ORDER BY g.created_at DESC, grant_id DESC LIMIT $7`,
    [projectId, playerId, gameId, currency, status, nowMs, LIST_ITEMS_MAX],
  )
  return rows.map(readGrant)
}

const FIND_ANY_GRANT = statement('find-any-grant', `${SELECT_GRANTS} WHERE grant_id = $1`)

/** A grant by the platform's id, of any player and project. */
export async function findAnyGrant(pool: Pool, grantId: string): Promise<Grant | null> {
  const { rows } = await pool.query<GrantRecord>({ ...FIND_ANY_GRANT, values: [grantId] })
  return rows[0] === undefined ? null : readGrant(rows[0])
}

/** SQL: a spin of the grant can be played. @param nowMs a parameter */
export const isPlayable = (nowMs: string) =>
  `status = 'active' AND taken < total AND ${isAhead(instant(nowMs))}`

/** In the order of core/grant `pickGrant`. */
const LIST_PLAYABLE_GRANTS = statement(
  'list-playable-grants',
  `SELECT ${GRANT_COLUMNS}, place = 1 AND among > ${GRANTS_AHEAD} AS "isCut" FROM (
     SELECT *, row_number() OVER (PARTITION BY game_id, currency
                                  ORDER BY expires_at, created_at, grant_id) AS place,
       count(*) OVER (PARTITION BY game_id, currency) AS among
     FROM free_spin_grant WHERE player_key = $1 AND ${isPlayable('$2')}) g
   JOIN player p USING (player_key)
   WHERE place <= ${GRANTS_AHEAD} ORDER BY expires_at, g.created_at, grant_id`,
)

export interface PlayableGrants {
  readonly grants: Grant[]
  /** Games and currencies with more grants than these. */
  readonly moreGrants: readonly GrantPlace[]
}

export const NO_GRANTS: PlayableGrants = { grants: [], moreGrants: [] }

/**
 * A player's grants with a spin left: for each game and currency those that are used first, at most
 * GRANTS_AHEAD, however many there are.
 */
export async function listPlayableGrants(
  pool: Pool,
  playerKey: string,
  nowMs: number,
): Promise<PlayableGrants> {
  const { rows } = await pool.query<GrantRecord & { isCut: boolean }>({
    ...LIST_PLAYABLE_GRANTS,
    values: [playerKey, nowMs],
  })
  return {
    grants: rows.map(({ isCut: _, ...row }) => readGrant(row)),
    moreGrants: rows.flatMap(({ isCut, gameId, currency }) =>
      isCut ? [{ gameId, currency }] : [],
    ),
  }
}
