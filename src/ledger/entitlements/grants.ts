// Free-spin grants in Postgres: given, found, listed, cancelled, expired. Never takes or settles a
// spin: rounds do that. Who locks a player's row and a grant's locks the player's first, in the order
// in which rounds are opened.

import type { Pool, PoolClient } from 'pg'
import { validate as isUuid } from 'uuid'
import {
  cancelGrant,
  type Grant,
  type GrantStatus,
  type GrantTerms,
  summaryRetryDelayMs,
} from '../../core/grant.ts'
import {
  isAsciiPlayerId,
  isExternalId,
  isFreeText,
  type Reference,
} from '../../core/identifiers.ts'
import type { Currency } from '../../core/money.ts'
import type { PlayerRef } from '../../core/player.ts'
import {
  GRANTS_EXPIRED_AT_ONCE,
  GRANTS_IN_PLAY,
  LIST_ITEMS_MAX,
  SUMMARIES_AT_ONCE,
} from '../../limits.ts'
import { statement } from '../database/statement.ts'
import { inTransaction } from '../database/transaction.ts'
import { ensurePlayer, raiseEntitlementsRevision } from '../players/players.ts'

export interface GrantFilter {
  playerId: string | undefined
  gameId: string | undefined
  currency: Currency | undefined
  /** As it stands at the time of asking. */
  status: GrantStatus | undefined
}

/** Far longer than the id of any game: a longer text asks for none. */
const GAME_ID_ASKED_MAX_CHARS = 128

interface GrantRecord {
  grant_id: string
  external_id: string | null
  player_id: string
  currency: Currency
  game_id: string
  provider: string
  bet_minor: string
  bet_terms: string
  meta: string | null
  total: number
  taken: number
  played: number
  total_win_minor: string
  status: GrantStatus
  created_at: Date
  expires_at: Date
  finished_at: Date | null
}

const SELECT_GRANTS = `
SELECT grant_id, g.project_id, external_id, player_id, currency, game_id, provider, bet_minor,
  bet_terms::text AS bet_terms, meta::text AS meta, total, taken, played, total_win_minor, status,
  g.created_at, expires_at, finished_at, summary_attempts
FROM free_spin_grant g JOIN player p USING (player_key)`

function readGrant(row: GrantRecord): Grant {
  return {
    grantId: row.grant_id,
    externalId: row.external_id,
    playerId: row.player_id,
    currency: row.currency,
    gameId: row.game_id,
    provider: row.provider,
    betMinor: BigInt(row.bet_minor),
    betTerms: row.bet_terms,
    metaJson: row.meta,
    total: row.total,
    remaining: row.status === 'active' ? row.total - row.taken : 0,
    played: row.played,
    inFlight: row.taken - row.played,
    totalWinMinor: BigInt(row.total_win_minor),
    status: row.status,
    createdAtMs: row.created_at.getTime(),
    expiresAtMs: row.expires_at.getTime(),
    finishedAtMs: row.finished_at?.getTime() ?? null,
  }
}

const STORE_GRANT = statement(
  'store-grant',
  `INSERT INTO free_spin_grant (grant_id, project_id, player_key, external_id, currency,
     game_id, provider, bet_minor, bet_terms, meta, total, created_at, expires_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
   ON CONFLICT (project_id, external_id) DO NOTHING`,
)

/** Stores a new grant; false when the project has used its external id for another one. */
export function storeGrant(
  pool: Pool,
  projectId: string,
  entitlements: GrantTerms,
): Promise<boolean> {
  return inTransaction(pool, async client => {
    const playerKey = await ensurePlayer(client, projectId, entitlements.playerId)
    const { rowCount } = await client.query({
      ...STORE_GRANT,
      values: [
        entitlements.grantId,
        projectId,
        playerKey,
        entitlements.externalId,
        entitlements.currency,
        entitlements.gameId,
        entitlements.provider,
        entitlements.betMinor,
        entitlements.betTerms,
        entitlements.metaJson,
        entitlements.total,
        new Date(entitlements.createdAtMs),
        new Date(entitlements.expiresAtMs),
      ],
    })
    if (rowCount === 1) await raiseEntitlementsRevision(client, playerKey)
    return rowCount === 1
  })
}

/** Where a reference points, as SQL on $1 and $2; null when it can be no grant's. */
function locate(projectId: string, reference: Reference) {
  if ('id' in reference) {
    const where = 'g.project_id = $1 AND grant_id = $2'
    return isUuid(reference.id) ? { where, values: [projectId, reference.id] } : null
  }
  const where = 'g.project_id = $1 AND external_id = $2'
  const { externalId } = reference
  return isExternalId(externalId) ? { where, values: [projectId, externalId] } : null
}

/** The project's grant, or null. */
export async function findGrant(
  pool: Pool,
  projectId: string,
  reference: Reference,
): Promise<Grant | null> {
  const place = locate(projectId, reference)
  if (place === null) return null
  const { where, values } = place
  const { rows } = await pool.query<GrantRecord>(`${SELECT_GRANTS} WHERE ${where}`, values)
  return rows[0] === undefined ? null : readGrant(rows[0])
}

/** The project's grants that match, newest first, at most LIST_ITEMS_MAX. */
export async function listGrants(
  pool: Pool,
  projectId: string,
  { playerId, gameId, currency, status }: GrantFilter,
  nowMs: number,
): Promise<Grant[]> {
  if (playerId !== undefined && !isAsciiPlayerId(playerId)) return []
  if (gameId !== undefined && !isFreeText(gameId, GAME_ID_ASKED_MAX_CHARS)) return []
  const { rows } = await pool.query<GrantRecord>(
    `${SELECT_GRANTS}
     WHERE g.project_id = $1
       AND ($2::text IS NULL OR g.player_key =
            (SELECT player_key FROM player WHERE project_id = $1 AND player_id = $2))
       AND ($3::text IS NULL OR game_id = $3) AND ($4::text IS NULL OR currency = $4)
       AND ($5::text IS NULL OR $5 =
            CASE WHEN status = 'active' AND expires_at <= $6 THEN 'expired' ELSE status END)
     ORDER BY g.created_at DESC, grant_id DESC LIMIT $7`,
    [projectId, playerId, gameId, currency, status, new Date(nowMs), LIST_ITEMS_MAX],
  )
  return rows.map(readGrant)
}

/**
 * The grant after a cancel, and whether it changed; null when the project has no such grant. Who has
 * the row first decides: what is finished by then stays as it is.
 */
export async function cancelStoredGrant(
  pool: Pool,
  projectId: string,
  reference: Reference,
  nowMs: number,
): Promise<{ grant: Grant; hasChanged: boolean } | null> {
  const place = locate(projectId, reference)
  if (place === null) return null
  return inTransaction(pool, async client => {
    const locked = await lockGrant(client, place)
    if (locked === null) return null
    const grant = cancelGrant(locked.grant, nowMs)
    if (grant === locked.grant) return { grant, hasChanged: false }
    await client.query(
      `UPDATE free_spin_grant SET status = $2, finished_at = $3, summary_next_at = now()
       WHERE grant_id = $1`,
      [grant.grantId, grant.status, new Date(grant.finishedAtMs!)],
    )
    await raiseEntitlementsRevision(client, locked.playerKey)
    return { grant, hasChanged: true }
  })
}

async function lockGrant(
  client: PoolClient,
  { where, values }: NonNullable<ReturnType<typeof locate>>,
): Promise<{ playerKey: string; grant: Grant } | null> {
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
 * Ends grants whose expiry has passed, the longest past first, GRANTS_EXPIRED_AT_ONCE at most;
 * answers the players whose entitlements it changed. Rows that somebody holds are left to the next call, so
 * it waits for nobody.
 */
export function expireGrants(pool: Pool, nowMs: number): Promise<PlayerRef[]> {
  return inTransaction(pool, async client => {
    const now = new Date(nowMs)
    const { rows: players } = await client.query<{ player_key: string }>(
      `SELECT player_key FROM player WHERE player_key IN (
         SELECT player_key FROM free_spin_grant WHERE status = 'active' AND expires_at <= $1
         ORDER BY expires_at LIMIT $2)
       FOR NO KEY UPDATE SKIP LOCKED`,
      [now, GRANTS_EXPIRED_AT_ONCE],
    )
    const { rows } = await client.query<{ project_id: string; player_id: string }>(
      `WITH due AS (
         SELECT grant_id FROM free_spin_grant
         WHERE player_key = ANY ($1) AND status = 'active' AND expires_at <= $2
         ORDER BY expires_at LIMIT $3 FOR UPDATE SKIP LOCKED
       ), expired AS (
         UPDATE free_spin_grant g
         SET status = 'expired', finished_at = expires_at, summary_next_at = now()
         FROM due WHERE g.grant_id = due.grant_id
         RETURNING player_key
       )
       UPDATE player SET terms_revision = terms_revision + 1
       WHERE player_key IN (SELECT player_key FROM expired)
       RETURNING project_id, player_id`,
      [players.map(row => row.player_key), now, GRANTS_EXPIRED_AT_ONCE],
    )
    return rows.map(row => ({ projectId: row.project_id, playerId: row.player_id }))
  })
}

const FIND_ANY_GRANT = statement('find-any-grant', `${SELECT_GRANTS} WHERE grant_id = $1`)

/** A grant by the platform's id, whoever's it is. */
export async function findAnyGrant(pool: Pool, grantId: string): Promise<Grant | null> {
  const { rows } = await pool.query<GrantRecord>({ ...FIND_ANY_GRANT, values: [grantId] })
  return rows[0] === undefined ? null : readGrant(rows[0])
}

const LIST_ACTIVE_GRANTS = statement(
  'list-active-grants',
  `${SELECT_GRANTS} WHERE g.player_key = $1 AND status = 'active'
   ORDER BY expires_at, grant_id LIMIT ${GRANTS_IN_PLAY}`,
)

/** A player's grants that are stored as active; time may have ended some. */
export async function listActiveGrants(pool: Pool, playerKey: string): Promise<Grant[]> {
  const { rows } = await pool.query<GrantRecord>({ ...LIST_ACTIVE_GRANTS, values: [playerKey] })
  return rows.map(readGrant)
}

const LOCK_GRANT = statement('lock-grant', `${SELECT_GRANTS} WHERE grant_id = $1 FOR UPDATE OF g`)

const CHANGE_GRANT = statement(
  'change-grant',
  `UPDATE free_spin_grant SET taken = $2, played = $3, total_win_minor = $4, status = $5,
     finished_at = $6, summary_next_at = CASE WHEN $5 = 'active' THEN NULL ELSE now() END
   WHERE grant_id = $1`,
)

/** Stores a spin's end. Call it with the player's row locked; a grant that ends owes its summary. */
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

/** A finished grant whose summary the wallet has not answered yet, and whose it is. */
export interface OwedSummary {
  projectId: string
  grant: Grant
}

/**
 * Takes up summaries that are due: of finished grants whose last round has ended. Each is due again
 * later, should the wallet not answer. Rows that somebody holds are left to the next call.
 */
export function claimSummaries(pool: Pool): Promise<OwedSummary[]> {
  return inTransaction(pool, async client => {
    const { rows } = await client.query<
      GrantRecord & { project_id: string; summary_attempts: number }
    >(
      `${SELECT_GRANTS} WHERE status <> 'active' AND summary_answered_at IS NULL
         AND summary_next_at <= now() AND taken = played
       ORDER BY summary_next_at LIMIT $1 FOR UPDATE OF g SKIP LOCKED`,
      [SUMMARIES_AT_ONCE],
    )
    await client.query(
      `UPDATE free_spin_grant g SET summary_attempts = summary_attempts + 1,
         summary_next_at = now() + u.delay_ms * interval '1 millisecond'
       FROM unnest($1::uuid[], $2::bigint[]) AS u (grant_id, delay_ms)
       WHERE g.grant_id = u.grant_id`,
      [rows.map(row => row.grant_id), rows.map(row => summaryRetryDelayMs(row.summary_attempts))],
    )
    return rows.map(row => ({ projectId: row.project_id, grant: readGrant(row) }))
  })
}

export async function summaryAnswered(pool: Pool, grantId: string): Promise<void> {
  await pool.query('UPDATE free_spin_grant SET summary_answered_at = now() WHERE grant_id = $1', [
    grantId,
  ])
}
