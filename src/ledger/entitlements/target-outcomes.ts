// Target outcomes in Postgres: scheduled, found, listed, cancelled, expired. Paid spins toward a
// live target are counted from the rounds, never stored beside them. Must never apply one: the
// round that applies it is opened in the same commit.

import type { Pool, PoolClient } from 'pg'
import { isFreeText } from '../../core/identifiers.ts'
import { parseFound } from '../../core/target-found.ts'
import {
  cancelTarget,
  type TargetOutcome,
  type TargetStatus,
  type TargetTerms,
} from '../../core/target-outcome.ts'
import {
  LIST_ITEMS_MAX,
  OUTCOME_CLAIM_MS,
  PLAYER_ID_MAX_CHARS,
  RECOVERY_ROWS,
} from '../../limits.ts'
import type { AuditChange } from '../audit/audit-log.ts'
import { instant, isAhead, isPast, toMs } from '../database/expiry.ts'
import { newestOf } from '../database/merge.ts'
import { type PlayerDatabases, playersOf } from '../database/player-databases.ts'
import { statement } from '../database/statement.ts'
import { inTransaction } from '../database/transaction.ts'
import { lockPlayer, raiseEntitlementsRevision } from '../players/players.ts'
import { type StoreResult, storeNamed } from './external-ids.ts'

/**
 * Paid rounds counted toward target `t`, stored or still counting: those of its player in its game
 * after it became ready, up to the round that applies it, or to its expiry. A null of last_counted
 * counts none, as no round is before the first.
 */
export const PAID_SPINS = `CASE WHEN t.ready_sequence IS NULL THEN 0
  WHEN t.paid_spins IS NOT NULL THEN t.paid_spins
  ELSE count_played(t.player_key, t.game_id, t.ready_sequence,
    coalesce(last_counted(t.player_key, t.round_id, t.expires_at), 0)) END`

const COLUMNS = `t.player_key AS "playerKey", t.outcome_id AS "targetOutcomeId",
  t.external_id AS "externalId", p.player_id AS "playerId", t.game_id AS "gameId", t.provider,
  t.kind, t.multiplier_hundredths::float8 AS "multiplierHundredths", t.spin_number AS "spinNumber",
  t.comment, t.status, t.found::text AS found, ${PAID_SPINS} AS "paidSpinsSince",
  t.round_id AS "roundId", ${toMs('t.created_at')} AS "createdAtMs",
  ${toMs('t.expires_at')} AS "expiresAtMs", ${toMs('t.applied_at')} AS "appliedAtMs"`

type TargetRecord = Omit<TargetOutcome, 'modes' | 'countedBy'> & {
  playerKey: string
  found: string | null
}

export interface StoredTarget {
  playerKey: string
  target: TargetOutcome
}

/** Not final: it can still expire. */
export const IS_LIVE = `status IN ('pending', 'ready', 'unreachable')`

const INSERT_TARGET = statement(
  'insert-target',
  `INSERT INTO target_outcome (outcome_id, project_id, player_key, external_id, game_id,
     provider, kind, multiplier_hundredths, spin_number, comment, created_at, expires_at,
     claimed_until)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, ${instant('$11')}, ${instant('$12')},
     now() + $13 * interval '1 millisecond')
   ON CONFLICT DO NOTHING`,
)

/** One schedule of a project after another, so that two cannot take the last place. */
const LOCK_PENDING = statement(
  'lock-pending-targets',
  'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
)
const COUNT_PENDING = statement(
  'count-pending-targets',
  `SELECT FROM target_outcome
   WHERE project_id = $1 AND status = 'pending' AND ${isAhead(instant('$3'))} LIMIT $2`,
)

/** The project already has the maximum of pending targets: nothing was stored. */
export class TooManyPending extends Error {
  override readonly name = 'TooManyPending'
}

async function takePendingPlace(
  client: PoolClient,
  projectId: string,
  places: number,
  nowMs: number,
): Promise<void> {
  await client.query({ ...LOCK_PENDING, values: [`pending targets ${projectId}`] })
  const { rowCount } = await client.query({ ...COUNT_PENDING, values: [projectId, places, nowMs] })
  if (rowCount === places) throw new TooManyPending()
}

export interface TargetStoring {
  audit?: AuditChange | undefined
  /**
   * How many targets of the project may be pending, including this one; null: it will not stay
   * pending.
   */
  places?: number | null
}

/**
 * Stores a pending target outcome, and the player when mentioned for the first time. The caller has
 * the first claim to search for it. Refused when the project has already used the external id.
 */
export function insertTarget(
  pools: PlayerDatabases<Pool>,
  projectId: string,
  target: TargetTerms,
  { audit, places = null }: TargetStoring = {},
): Promise<StoreResult> {
  const { playerId, targetOutcomeId, externalId } = target
  const named = { projectId, playerId, subject: 'target', id: targetOutcomeId, externalId } as const
  return storeNamed(pools, named, async (client, playerKey, id, pool) => {
    if (places !== null) await takePendingPlace(client, projectId, places, target.createdAtMs)
    const { rowCount } = await client.query({
      ...INSERT_TARGET,
      values: [
        id,
        projectId,
        playerKey,
        externalId,
        target.gameId,
        target.provider,
        target.kind,
        target.multiplierHundredths,
        target.spinNumber,
        target.comment,
        target.createdAtMs,
        target.expiresAtMs,
        OUTCOME_CLAIM_MS,
      ],
    })
    if (rowCount === 1) await audit?.(client, pool, { before: null, after: describe(id, target) })
    return rowCount
  })
}

/** For the audit log. */
function describe(targetOutcomeId: string, target: TargetTerms): object {
  const { gameId, kind, multiplierHundredths, spinNumber, comment } = target
  const expiresAt = new Date(target.expiresAtMs).toISOString()
  return { targetOutcomeId, gameId, kind, multiplierHundredths, spinNumber, comment, expiresAt }
}

const FIND_TARGET = statement(
  'find-target',
  `SELECT ${COLUMNS} FROM target_outcome t JOIN player p USING (player_key)
   WHERE t.project_id = $1 AND t.outcome_id = $2`,
)

/** Null when the project has no such target. */
export async function findTarget(
  client: Pool | PoolClient,
  projectId: string,
  targetOutcomeId: string,
): Promise<StoredTarget | null> {
  const { rows } = await client.query<TargetRecord>({
    ...FIND_TARGET,
    values: [projectId, targetOutcomeId],
  })
  return rows[0] === undefined ? null : readTarget(rows[0])
}

export interface TargetQuery {
  playerId: string | undefined
  gameId: string | undefined
  /** The status at the given time, whether or not a recovery pass has updated the target. */
  status: TargetStatus | undefined
}

/** Newest first, at most LIST_ITEMS_MAX. */
export async function listTargets(
  pools: PlayerDatabases<Pool>,
  projectId: string,
  query: TargetQuery,
  nowMs: number,
): Promise<TargetOutcome[]> {
  const { playerId, gameId } = query
  // A text that cannot be an id is not looked up, because Postgres would refuse it.
  const asked = [playerId ?? '', gameId ?? '']
  if (!asked.every(text => isFreeText(text, PLAYER_ID_MAX_CHARS))) return []
  const here = playersOf(pools, projectId, playerId)
  const found = await Promise.all(here.map(pool => listHere(pool, projectId, query, nowMs)))
  return newestOf(found, LIST_ITEMS_MAX, target => target.targetOutcomeId)
}

async function listHere(
  pool: Pool,
  projectId: string,
  { playerId, gameId, status }: TargetQuery,
  nowMs: number,
): Promise<TargetOutcome[]> {
  const values: unknown[] = [projectId]
  const bind = (value: unknown) => `$${values.push(value)}`
  const conditions = ['project_id = $1']
  if (playerId !== undefined) {
    conditions.push(`player_key = (SELECT player_key FROM player
      WHERE project_id = $1 AND player_id = ${bind(playerId)})`)
  }
  if (gameId !== undefined) conditions.push(`game_id = ${bind(gameId)}`)
  if (status !== undefined) conditions.push(statusIs(status, bind, nowMs))
  const { rows } = await pool.query<TargetRecord>(
    `SELECT ${COLUMNS}
     FROM (SELECT * FROM target_outcome WHERE ${conditions.join(' AND ')}
           ORDER BY created_at DESC, outcome_id DESC LIMIT ${LIST_ITEMS_MAX}) t
     JOIN player p USING (player_key) ORDER BY t.created_at DESC, t.outcome_id DESC`,
    values,
  )
  return rows.map(row => readTarget(row).target)
}

/** Includes time: a live target past its expiry counts as `expired` only. */
function statusIs(status: TargetStatus, bind: (value: unknown) => string, nowMs: number): string {
  const now = instant(bind(nowMs))
  const stored = `status = ${bind(status)}`
  if (status === 'expired') return `(${stored} OR (${IS_LIVE} AND ${isPast(now)}))`
  return `${stored} AND (NOT ${IS_LIVE} OR ${isAhead(now)})`
}

/** The target afterwards; `changedEntitlements` when rounds of its player must no longer use it. */
export type Cancelled = { target: TargetOutcome; changedEntitlements: boolean }

const CANCEL_TARGET = statement(
  'cancel-target',
  `UPDATE target_outcome SET status = 'cancelled', paid_spins = $2, claimed_until = NULL
   WHERE outcome_id = $1`,
)

/** Null when the project has no such target. A final target is not changed. */
export async function cancelStoredTarget(
  pool: Pool,
  projectId: string,
  targetOutcomeId: string,
  nowMs: number,
  audit?: AuditChange,
): Promise<Cancelled | null> {
  const known = await findTarget(pool, projectId, targetOutcomeId)
  if (known === null) return null
  return inTransaction(pool, async client => {
    await lockTarget(client, known)
    const { target } = (await findTarget(client, projectId, targetOutcomeId))!
    const next = cancelTarget(target, nowMs)
    if (next.status === target.status || next.status !== 'cancelled') {
      return { target: next, changedEntitlements: false }
    }
    await client.query({
      ...CANCEL_TARGET,
      values: [target.targetOutcomeId, target.paidSpinsSince],
    })
    const changedEntitlements = target.status === 'ready'
    if (changedEntitlements) await raiseEntitlementsRevision(client, known.playerKey)
    const { status } = target
    await audit?.(client, pool, {
      before: { targetOutcomeId, status },
      after: { targetOutcomeId, status: next.status },
    })
    return { target: next, changedEntitlements }
  })
}

const LOCK_TARGET = statement(
  'lock-target',
  'SELECT FROM target_outcome WHERE outcome_id = $1 FOR UPDATE',
)

/** Locks the player before the target, as opening a round does, to prevent deadlocks. */
export async function lockTarget(
  client: PoolClient,
  { playerKey, target }: { playerKey: string; target: Pick<TargetOutcome, 'targetOutcomeId'> },
): Promise<void> {
  await lockPlayer(client, playerKey)
  await client.query({ ...LOCK_TARGET, values: [target.targetOutcomeId] })
}

/**
 * Part of the recovery job. Entitlements do not change, because every reader of a target checks the
 * time.
 */
export async function expireTargets(pool: Pool, nowMs: number): Promise<void> {
  await pool.query(
    `UPDATE target_outcome t SET status = 'expired', paid_spins = ${PAID_SPINS},
       claimed_until = NULL
     WHERE outcome_id IN (SELECT outcome_id FROM target_outcome
       WHERE ${IS_LIVE} AND ${isPast(instant('$1'))} ORDER BY expires_at LIMIT $2
       FOR UPDATE SKIP LOCKED)`,
    [nowMs, RECOVERY_ROWS],
  )
}

function readTarget({ playerKey, found, ...stored }: TargetRecord): StoredTarget {
  const modes = found === null ? [] : parseFound(found).map(({ mode }) => mode)
  // Only the code that opens rounds has the last counted round.
  return { playerKey, target: { ...stored, modes, countedBy: null } }
}
