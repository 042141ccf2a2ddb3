// The searches for target outcomes in Postgres: which node searches, what it found, and which
// targets must be searched again. A claim only saves work: of two answers the first is taken.

import type { Pool } from 'pg'
import type { PlayerRef } from '../../core/player.ts'
import { type FoundRound, printFound } from '../../core/target-found.ts'
import { endSearch, type TargetKind } from '../../core/target-outcome.ts'
import { OUTCOME_CLAIM_MS, RECOVERY_ROWS } from '../../limits.ts'
import { instant, isAhead } from '../database/expiry.ts'
import { statement } from '../database/statement.ts'
import { inTransaction } from '../database/transaction.ts'
import { raiseEntitlementsRevision } from '../players/players.ts'
import { findTarget, lockTarget } from './target-outcomes.ts'

/** The input of a search. */
export interface WantedTarget {
  targetOutcomeId: string
  projectId: string
  gameId: string
  kind: TargetKind
  /** Hundredths of a base bet. */
  multiplierHundredths: number
}

/** A game in the version that this node has. */
export interface GameVersion {
  id: string
  version: string
}

/** @param nowMs a parameter; the claims are dated by the ledger's own clock */
const isUnclaimed = (nowMs: string) => `t.status = 'pending'
  AND ${isAhead(instant(nowMs), 't.expires_at')}
  AND (t.claimed_until IS NULL OR t.claimed_until < now())`

/** Limits by project: projects without a search go first, full ones wait. */
export interface SearchesNow {
  searching: readonly string[]
  full: readonly string[]
}

/**
 * Pending targets that no node is searching, claimed for the caller. Projects take turns: one with
 * thousands of targets does not delay another's first.
 */
export async function claimTargets(
  pool: Pool,
  gameIds: readonly string[],
  { searching, full }: SearchesNow,
  count: number,
  nowMs: number,
): Promise<WantedTarget[]> {
  const { rows } = await pool.query<WantedTarget>(
    `WITH waiting AS (
       SELECT outcome_id, row_number() OVER (PARTITION BY project_id ORDER BY created_at) AS place
       FROM target_outcome t
       WHERE ${isUnclaimed('$6')} AND game_id = ANY($1) AND project_id <> ALL($2)
       ORDER BY project_id = ANY($5), place, outcome_id LIMIT $3),
     chosen AS (
       SELECT t.outcome_id FROM target_outcome t JOIN waiting USING (outcome_id)
       WHERE ${isUnclaimed('$6')} FOR UPDATE OF t SKIP LOCKED)
     UPDATE target_outcome t SET claimed_until = now() + $4 * interval '1 millisecond'
     FROM chosen WHERE t.outcome_id = chosen.outcome_id
     RETURNING ${SEARCHED_COLUMNS}`,
    [gameIds, full, count, OUTCOME_CLAIM_MS, searching, nowMs],
  )
  return rows
}

/**
 * A page of unclaimed targets by id, without claiming them: for callers to whom an index is enough.
 */
export async function listUnclaimed(
  pool: Pool,
  gameIds: readonly string[],
  afterId: string,
  nowMs: number,
): Promise<WantedTarget[]> {
  const { rows } = await pool.query<WantedTarget>(
    `SELECT ${SEARCHED_COLUMNS} FROM target_outcome t
     WHERE ${isUnclaimed('$4')} AND game_id = ANY($1) AND outcome_id > $2
     ORDER BY outcome_id LIMIT $3`,
    [gameIds, afterId, RECOVERY_ROWS, nowMs],
  )
  return rows
}

const SEARCHED_COLUMNS = `t.outcome_id AS "targetOutcomeId", t.project_id AS "projectId",
  t.game_id AS "gameId", t.kind, t.multiplier_hundredths::float8 AS "multiplierHundredths"`

/** For searches that are still running. */
export async function renewClaims(pool: Pool, targetOutcomeIds: readonly string[]): Promise<void> {
  await setClaims(pool, targetOutcomeIds, OUTCOME_CLAIM_MS)
}

/** For searches that ended without an answer: another node may begin at once. */
export async function releaseClaims(
  pool: Pool,
  targetOutcomeIds: readonly string[],
): Promise<void> {
  await setClaims(pool, targetOutcomeIds, null)
}

/** A locked row is just being changed by another transaction, so its claim no longer matters. */
async function setClaims(
  pool: Pool,
  targetOutcomeIds: readonly string[],
  claimMs: number | null,
): Promise<void> {
  if (targetOutcomeIds.length === 0) return
  await pool.query(
    `UPDATE target_outcome SET claimed_until = now() + $2::int * interval '1 millisecond'
     WHERE outcome_id IN (SELECT outcome_id FROM target_outcome
       WHERE outcome_id = ANY($1) AND status = 'pending' FOR UPDATE SKIP LOCKED)`,
    [targetOutcomeIds, claimMs],
  )
}

export type SearchAnswer =
  | { status: 'ready'; gameVersion: string; rounds: readonly FoundRound[] }
  | { status: 'unreachable' }

const END_TARGET_SEARCH = statement(
  'end-target-search',
  `UPDATE target_outcome t SET status = $2, found = $3, found_version = $4,
     claimed_until = NULL, ready_sequence = CASE WHEN $2 = 'ready'
       THEN (SELECT last_sequence FROM player p WHERE p.player_key = t.player_key) END
   WHERE outcome_id = $1`,
)

/**
 * Stores a search's answer; a target that is no longer pending is not changed. Counting starts
 * after the last round that the ledger has by then. Returns the player whose entitlements changed,
 * or null.
 */
export async function endTargetSearch(
  pool: Pool,
  { projectId, targetOutcomeId }: WantedTarget,
  answer: SearchAnswer,
  nowMs: number,
): Promise<PlayerRef | null> {
  const known = await findTarget(pool, projectId, targetOutcomeId)
  if (known === null) return null
  return inTransaction(pool, async client => {
    await lockTarget(client, known)
    const { target } = (await findTarget(client, projectId, targetOutcomeId))!
    const modes = answer.status === 'ready' ? answer.rounds.map(({ mode }) => mode) : []
    const { status } = endSearch(target, modes, nowMs)
    if (target.status !== 'pending' || status === 'expired') return null
    const [found, version] =
      answer.status === 'ready' ? [printFound(answer.rounds), answer.gameVersion] : [null, null]
    await client.query({ ...END_TARGET_SEARCH, values: [targetOutcomeId, status, found, version] })
    if (status !== 'ready') return null
    await raiseEntitlementsRevision(client, known.playerKey)
    return { projectId, playerId: target.playerId }
  })
}

/**
 * Ready targets whose rounds were found in another version of their game become pending again, and
 * start counting again once they are ready. Returns the players whose entitlements changed.
 */
export async function reopenOutdated(
  pool: Pool,
  games: readonly GameVersion[],
): Promise<PlayerRef[]> {
  const { rows } = await pool.query<PlayerRef>(
    `WITH outdated AS (
       SELECT outcome_id FROM target_outcome t JOIN player p USING (player_key)
         JOIN unnest($1::text[], $2::text[]) AS g (game_id, version) USING (game_id)
       WHERE t.status = 'ready' AND t.found_version <> g.version
       LIMIT $3 FOR UPDATE OF p, t SKIP LOCKED),
     reopened AS (
       UPDATE target_outcome t SET status = 'pending', found = NULL, found_version = NULL,
         ready_sequence = NULL
       FROM outdated WHERE t.outcome_id = outdated.outcome_id
       RETURNING t.player_key)
     UPDATE player p SET terms_revision = terms_revision + 1
     FROM (SELECT DISTINCT player_key FROM reopened) r WHERE p.player_key = r.player_key
     RETURNING p.project_id AS "projectId", p.player_id AS "playerId"`,
    [games.map(({ id }) => id), games.map(({ version }) => version), RECOVERY_ROWS],
  )
  return rows
}
