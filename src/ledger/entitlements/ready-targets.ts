// Ready target outcomes of a player who has more than are loaded for play: those that can be due on
// the next paid spin. Reads only; which of them is applied is decided when a round is opened.

import type { Pool } from 'pg'
import type { ReadyTarget } from '../../core/entitlements.ts'
import { parseFound } from '../../core/target-found.ts'
import type { TargetKind } from '../../core/target-outcome.ts'
import { TARGETS_IN_PLAY } from '../../limits.ts'
import { instant, isAhead } from '../database/expiry.ts'
import { statement } from '../database/statement.ts'

export interface ReadyRecord {
  targetOutcomeId: string
  gameId: string
  kind: TargetKind
  spinNumber: number
  paidSpinsSince: number
  found: string
  version: string
  expiresAtMs: number
}

/**
 * Targets of the same game, kind, version and set of modes fit the same spins: of these only the
 * oldest one that is due on the next spin can be applied then. Spins are counted once for each
 * start of counting.
 */
const LIST_NEXT_TARGETS = statement(
  'list-next-targets',
  `WITH ready AS MATERIALIZED (
     SELECT t.*, (SELECT string_agg(f->>'mode', '|' ORDER BY f->>'mode')
                  FROM json_array_elements(found) f) AS modes
     FROM target_outcome t WHERE player_key = $1 AND status = 'ready'
       AND ${isAhead(instant('$2'))}
   ), counted AS (
     SELECT game_id, ready_sequence,
       count_played($1, s.game_id, s.ready_sequence, null) AS spins
     FROM (SELECT DISTINCT game_id, ready_sequence FROM ready) s
   ), ranked AS (
     SELECT ready.*, spins, row_number() OVER (
       PARTITION BY game_id, kind, found_version, modes
       ORDER BY spins + 1 < spin_number, created_at, outcome_id) AS place
     FROM ready JOIN counted USING (game_id, ready_sequence)
   )
   SELECT outcome_id AS "targetOutcomeId", game_id AS "gameId", kind, spin_number AS "spinNumber",
     spins AS "paidSpinsSince", found::text AS found, found_version AS version,
     (extract(epoch FROM expires_at) * 1000)::float8 AS "expiresAtMs"
   FROM ranked WHERE place = 1 ORDER BY created_at, outcome_id LIMIT ${TARGETS_IN_PLAY}`,
)

/** Oldest first, at most TARGETS_IN_PLAY. */
export async function listNextTargets(
  pool: Pool,
  playerKey: string,
  nowMs: number,
): Promise<ReadyRecord[]> {
  const values = [playerKey, nowMs]
  const { rows } = await pool.query<ReadyRecord>({ ...LIST_NEXT_TARGETS, values })
  return rows.map(row => ({ ...row, expiresAtMs: Math.floor(row.expiresAtMs) }))
}

export function readReady({ found: text, version, ...target }: ReadyRecord): ReadyTarget {
  const found = parseFound(text)
  return { ...target, found, foundVersion: version, modes: found.map(({ mode }) => mode) }
}
