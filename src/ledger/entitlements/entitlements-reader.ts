// A player's entitlements read from Postgres for the lanes: those with which rounds are opened, and
// the adaptive windows. Never writes.

import type { Pool } from 'pg'
import type { WindowRound } from '../../core/adaptive-rule.ts'
import type { BoundLevel, Entitlements } from '../../core/entitlements.ts'
import type { Currency } from '../../core/money.ts'
import { TARGETS_IN_PLAY } from '../../limits.ts'
import { instant, isAhead } from '../database/expiry.ts'
import { statement } from '../database/statement.ts'
import { findAnyGrant, isPlayable, listPlayableGrants, NO_GRANTS } from './grants.ts'
import { listNextTargets, type ReadyRecord, readReady } from './ready-targets.ts'
import { PAID_SPINS } from './target-outcomes.ts'

export interface WindowQuery {
  playerKey: string
  provider: string
  /** The provider's games. */
  gameIds: readonly string[]
  currency: Currency
  windowRounds: number
}

export interface WindowRead {
  afterSequence: bigint
  /** Oldest first. */
  rounds: WindowRound[]
}

export type EntitlementsReader = ReturnType<typeof createEntitlementsReader>

const FIND_ADJUSTED_SEQUENCE = statement(
  'find-adjusted-sequence',
  `SELECT adjusted_sequence FROM player_level WHERE player_key = $1 AND provider = $2`,
)

const FIND_WINDOW = statement(
  'find-window',
  `SELECT stake_minor, win_minor FROM round
   WHERE player_key = $1 AND sequence > $2 AND game_id = ANY ($3) AND currency = $4
     AND state = 'settled' AND outcome_id IS NULL AND level_source <> 'manual'
   ORDER BY settled_at DESC, sequence DESC LIMIT $5`,
)

export function createEntitlementsReader(pool: Pool) {
  return {
    /** A grant by its id, of any player: its rounds contain the id. */
    findAnyGrant: (grantId: string) => findAnyGrant(pool, grantId),

    /** The last settled rounds that count, according to `isCounted` in core/player-rtp. */
    async findWindow(query: WindowQuery): Promise<WindowRead> {
      const { playerKey, provider, gameIds, currency, windowRounds } = query
      const level = await pool.query<{ adjusted_sequence: string }>({
        ...FIND_ADJUSTED_SEQUENCE,
        values: [playerKey, provider],
      })
      const afterSequence = BigInt(level.rows[0]?.adjusted_sequence ?? 0)
      const { rows } = await pool.query<{ stake_minor: string; win_minor: string }>({
        ...FIND_WINDOW,
        values: [playerKey, afterSequence.toString(), gameIds, currency, windowRounds],
      })
      const rounds = rows.map(row => ({
        stakeMinor: BigInt(row.stake_minor),
        winMinor: BigInt(row.win_minor),
      }))
      return { afterSequence, rounds: rounds.reverse() }
    },
  }
}

/**
 * The columns of the entitlements of `player p`, as JSON: always one row, however many grants or
 * targets there are.
 * @param nowMs a parameter
 */
export const entitlementColumns = (
  nowMs: string,
) => `terms_revision, blocked_at IS NOT NULL AS "isBlocked",
  (SELECT json_agg(json_build_object('provider', provider, 'startBps', start_bps,
     'currentBps', current_bps, 'manualBps', manual_bps, 'adjustedSequence',
       adjusted_sequence::text))
   FROM player_level l WHERE l.player_key = p.player_key) AS levels,
  (SELECT json_agg(json_build_object('provider', provider, 'currency', currency,
     'minMinor', min_minor::text, 'maxMinor', max_minor::text))
   FROM player_bet_limit b WHERE b.player_key = p.player_key) AS limits,
  (SELECT json_agg(json_build_object('targetOutcomeId', outcome_id, 'gameId', game_id, 'kind', kind,
     'spinNumber', spin_number, 'paidSpinsSince', ${PAID_SPINS}, 'found', found::text,
     'version', found_version,
     'expiresAtMs', (extract(epoch FROM expires_at) * 1000)::bigint) ORDER BY created_at,
       outcome_id)
   FROM (SELECT * FROM target_outcome
         WHERE player_key = p.player_key AND status = 'ready' AND ${isAhead(instant(nowMs))}
         ORDER BY created_at, outcome_id LIMIT ${TARGETS_IN_PLAY + 1}) t) AS targets,
  EXISTS (SELECT FROM free_spin_grant g
    WHERE g.player_key = p.player_key AND ${isPlayable(nowMs)}) AS "hasGrants"`

/** A row of `entitlementColumns`. */
export interface EntitlementsRecord {
  terms_revision: string
  isBlocked: boolean
  levels:
    | (Omit<BoundLevel, 'adjustedSequence' | 'roundsSinceAdjust'> & {
        provider: string
        adjustedSequence: string
      })[]
    | null
  limits: { provider: string; currency: Currency; minMinor: string; maxMinor: string }[] | null
  targets: ReadyRecord[] | null
  hasGrants: boolean
}

export async function readEntitlements(
  pool: Pool,
  playerKey: string,
  row: EntitlementsRecord,
  nowMs: number,
): Promise<Entitlements> {
  const hasMoreTargets = (row.targets ?? []).length > TARGETS_IN_PLAY
  const [playable, ready] = await Promise.all([
    row.hasGrants ? listPlayableGrants(pool, playerKey, nowMs) : NO_GRANTS,
    hasMoreTargets ? listNextTargets(pool, playerKey, nowMs) : (row.targets ?? []),
  ])
  return {
    revision: BigInt(row.terms_revision),
    isBlocked: row.isBlocked,
    ...playable,
    targets: ready.map(readReady),
    hasMoreTargets,
    levels: row.levels === null ? NO_LEVELS : readLevels(row.levels),
    limits: (row.limits ?? []).map(({ minMinor, maxMinor, ...limit }) => ({
      ...limit,
      minMinor: BigInt(minMinor),
      maxMinor: BigInt(maxMinor),
    })),
  }
}

/** For most players; one shared value. */
const NO_LEVELS: Entitlements['levels'] = new Map()

function readLevels(levels: NonNullable<EntitlementsRecord['levels']>): Entitlements['levels'] {
  return new Map(
    levels.map(({ provider, adjustedSequence, ...level }) => [
      provider,
      { ...level, roundsSinceAdjust: 0, adjustedSequence: BigInt(adjustedSequence) },
    ]),
  )
}
