// Reads of rounds and players through pg: what answers a repeat, rebuilds a lost player state and finds
// work that lost its driver. Never writes a round.

import type { Pool } from 'pg'
import type { Entitlements } from '../../core/entitlements.ts'
import type { Currency } from '../../core/money.ts'
import type { PlayerRef } from '../../core/player.ts'
import type { LevelSource } from '../../core/player-rtp.ts'
import type { ReelSet } from '../../core/reel-set.ts'
import type { OperationStatus } from '../../core/wallet-operation.ts'
import {
  NOTIFICATION_KEPT_MS,
  NOTIFICATION_RETRY_MAX_MS,
  RECOVERY_ROUND_AGE_MS,
  RECOVERY_ROWS,
  WALLET_RETRY_FIRST_MS,
  WALLET_RETRY_MAX_MS,
} from '../../limits.ts'
import { type CancelReason, type Round, type RoundState, resumeRound } from '../../round/machine.ts'
import {
  ENTITLEMENT_COLUMNS,
  type EntitlementsRecord,
  readEntitlements,
} from '../entitlements/entitlements-reader.ts'

export type RoundReader = ReturnType<typeof createRoundReader>

export interface PlayerRow {
  playerKey: string
  /** The last sequence number used in the ledger, 0 before the first round. */
  sequence: bigint
  openRounds: Round[]
  entitlements: Entitlements
}

/** A round, with whose it is. */
export interface OwnedRound extends PlayerRef {
  roundId: string
}

export function createRoundReader(pool: Pool) {
  async function rounds(name: string, where: string, values: unknown[]): Promise<Round[]> {
    const text = `SELECT ${ROUND_COLUMNS} FROM round WHERE ${where}`
    const { rows } = await pool.query<RoundRecord>({ name, text, values })
    return rows.map(readRound)
  }

  return {
    async loadPlayer(projectId: string, playerId: string): Promise<PlayerRow | null> {
      const { rows } = await pool.query<
        EntitlementsRecord & { player_key: string; sequence: string }
      >({
        name: 'load-player',
        text: `SELECT player_key, coalesce((SELECT max(sequence) FROM round r
                 WHERE r.player_key = p.player_key), 0) AS sequence, ${ENTITLEMENT_COLUMNS}
               FROM player p WHERE project_id = $1 AND player_id = $2`,
        values: [projectId, playerId],
      })
      const [row] = rows
      if (row === undefined) return null
      const [openRounds, entitlements] = await Promise.all([
        rounds('open-rounds', `player_key = $1 AND ${IS_OPEN}`, [row.player_key]),
        readEntitlements(pool, row.player_key, row),
      ])
      return { playerKey: row.player_key, sequence: BigInt(row.sequence), openRounds, entitlements }
    },

    async findRound(playerKey: string, roundId: string): Promise<Round | null> {
      const [round] = await rounds('find-round', 'round_id = $1 AND player_key = $2', [
        roundId,
        playerKey,
      ])
      return round ?? null
    },

    async findRoundByRequest(playerKey: string, requestId: string): Promise<Round | null> {
      const [round] = await rounds('find-by-request', 'player_key = $1 AND request_id = $2', [
        playerKey,
        requestId,
      ])
      return round ?? null
    },

    /** The round and whose it is, whatever the project; for the platform's own eyes. */
    async findAnyRound(roundId: string): Promise<(OwnedRound & { round: Round }) | null> {
      const [round] = await rounds('find-any-round', 'round_id = $1', [roundId])
      if (round === undefined) return null
      const { rows } = await pool.query<{ project_id: string; player_id: string }>(
        'SELECT project_id, player_id FROM player WHERE player_key = $1',
        [round.intent.playerKey],
      )
      return { projectId: rows[0]!.project_id, playerId: rows[0]!.player_id, roundId, round }
    },

    /**
     * Rounds that should be moving and have not been touched for a while, their back-off included:
     * they lost their driver. Of every project in turn, its longest untouched first, so that an
     * operator with a dead wallet holds up nobody else's.
     */
    async findStalledRounds(): Promise<OwnedRound[]> {
      const { rows } = await pool.query<OwnedRecord>(
        `SELECT stalled.project_id, player_id, round_id FROM (
           SELECT project_id, player_key, round_id, touched_at,
             row_number() OVER (PARTITION BY project_id ORDER BY touched_at) AS turn
           FROM round WHERE ((${IS_OPEN} AND NOT (state = 'in_progress' AND awaiting))
                OR refund_status IN ('planned', 'sent', 'unknown'))
             AND touched_at < now() - interval '1 millisecond'
               * ($1 + CASE WHEN state = 'debit_pending' THEN $3
                        ELSE least($3 * power(2, greatest(least(attempts, 16) - 1, 0)), $4) END)
         ) stalled JOIN player USING (player_key) ORDER BY turn, touched_at LIMIT $2`,
        [RECOVERY_ROUND_AGE_MS, RECOVERY_ROWS, WALLET_RETRY_FIRST_MS, WALLET_RETRY_MAX_MS],
      )
      return rows.map(readOwned)
    },

    /**
     * Each round's earliest round_info that is due: start always goes before finish. Of every project
     * in turn, like the rounds.
     */
    async findDueNotifications(): Promise<(OwnedRound & { event: 'start' | 'finish' })[]> {
      await pool.query(
        `DELETE FROM notification WHERE created_at < now() - $1 * interval '1 millisecond'`,
        [NOTIFICATION_KEPT_MS],
      )
      const { rows } = await pool.query<OwnedRecord & { event: 'start' | 'finish' }>(
        `SELECT project_id, player_id, round_id, event
         FROM project CROSS JOIN LATERAL (
           SELECT round_id, event, next_attempt_at,
             row_number() OVER (ORDER BY next_attempt_at) AS turn
           FROM notification n WHERE n.project_id = project.project_id AND next_attempt_at <= now()
             AND (event = 'start' OR NOT EXISTS (
               SELECT FROM notification s WHERE s.round_id = n.round_id AND s.event = 'start'))
           ORDER BY next_attempt_at LIMIT $1) due
         JOIN round USING (project_id, round_id) JOIN player USING (project_id, player_key)
         ORDER BY turn, next_attempt_at LIMIT $1`,
        [RECOVERY_ROWS],
      )
      return rows.map(row => ({ ...readOwned(row), event: row.event }))
    },

    /** A round_info the wallet did not answer in line; the recovery job sends it again. */
    async oweNotification(roundId: string, event: 'start' | 'finish', delayMs: number) {
      await pool.query(
        `INSERT INTO notification (round_id, project_id, event, next_attempt_at)
         SELECT round_id, project_id, $2, now() + $3 * interval '1 millisecond'
         FROM round WHERE round_id = $1 ON CONFLICT DO NOTHING`,
        [roundId, event, delayMs],
      )
    },

    /** Answered: nothing is owed any more. Not answered: due again, each time later. */
    async notificationAnswered(roundId: string, event: 'start' | 'finish', accepted: boolean) {
      if (accepted) {
        await pool.query('DELETE FROM notification WHERE round_id = $1 AND event = $2', [
          roundId,
          event,
        ])
        return
      }
      await pool.query(
        `UPDATE notification SET attempts = attempts + 1, next_attempt_at = now()
           + interval '1 millisecond' * least($3 * power(2, least(attempts, 16)), $4)
         WHERE round_id = $1 AND event = $2`,
        [roundId, event, WALLET_RETRY_FIRST_MS, NOTIFICATION_RETRY_MAX_MS],
      )
    },
  }
}

interface OwnedRecord {
  project_id: string
  player_id: string
  round_id: string
}

function readOwned(row: OwnedRecord): OwnedRound {
  return { projectId: row.project_id, playerId: row.player_id, roundId: row.round_id }
}

const IS_OPEN = `state IN ('debit_pending', 'in_progress', 'credit_pending')`

const ms = (column: string) => `(extract(epoch FROM ${column}) * 1000)::bigint AS ${column}_ms`

const ROUND_COLUMNS = `round_id, player_key, sequence, request_id, session_id, game_id,
  game_version, game_mode, currency, bet_terms::text AS bet_terms, base_stake_minor, stake_minor,
  seed, level_bps, level_source, grant_id, grant_remaining, outcome_id, weighting, choices, choice_request_ids, win_units, win_minor, state,
  bet_status, win_status, refund_status, cancel_reason, refusal_code, start_notified,
  finish_notified, balance_after_bet_minor, balance_after_minor, version, awaiting, attempts,
  (SELECT external_id FROM free_spin_grant g WHERE g.grant_id = round.grant_id) AS grant_external_id,
  ${['created_at', 'win_planned_at', 'refund_planned_at', 'bet_confirmed_at', 'win_confirmed_at', 'refund_confirmed_at', 'settled_at'].map(ms).join(', ')}`

/** A row of ROUND_COLUMNS: bigint columns arrive as text. */
interface RoundRecord {
  round_id: string
  player_key: string
  sequence: string
  request_id: string
  session_id: string
  game_id: string
  game_version: string
  game_mode: string
  currency: Currency
  bet_terms: string
  base_stake_minor: string
  stake_minor: string
  seed: Buffer
  level_bps: number | null
  level_source: LevelSource | null
  grant_id: string | null
  grant_external_id: string | null
  grant_remaining: number | null
  outcome_id: string | null
  weighting: ReelSet | null
  choices: string[]
  choice_request_ids: string[]
  win_units: string
  win_minor: string
  state: RoundState
  bet_status: OperationStatus
  win_status: OperationStatus | null
  refund_status: OperationStatus | null
  cancel_reason: CancelReason | null
  refusal_code: string | null
  start_notified: boolean
  finish_notified: boolean
  balance_after_bet_minor: string | null
  balance_after_minor: string | null
  version: number
  awaiting: boolean
  attempts: number
  created_at_ms: string
  win_planned_at_ms: string | null
  refund_planned_at_ms: string | null
  bet_confirmed_at_ms: string | null
  win_confirmed_at_ms: string | null
  refund_confirmed_at_ms: string | null
  settled_at_ms: string | null
}

const number = (value: string | null) => (value === null ? null : Number(value))
const big = (value: string | null) => (value === null ? null : BigInt(value))

function readRound(row: RoundRecord): Round {
  return resumeRound(
    {
      roundId: row.round_id,
      playerKey: row.player_key,
      sequence: BigInt(row.sequence),
      requestId: row.request_id,
      sessionId: row.session_id,
      gameId: row.game_id,
      gameVersion: row.game_version,
      gameMode: row.game_mode,
      currency: row.currency,
      betTerms: row.bet_terms,
      baseStakeMinor: BigInt(row.base_stake_minor),
      stakeMinor: BigInt(row.stake_minor),
      seed: row.seed,
      levelBps: row.level_bps,
      levelSource: row.level_source,
      freeSpin:
        row.grant_id === null
          ? null
          : {
              grantId: row.grant_id,
              externalId: row.grant_external_id,
              remaining: row.grant_remaining!,
            },
      appliedTarget:
        row.outcome_id === null
          ? null
          : { targetOutcomeId: row.outcome_id, reelSet: row.weighting! },
      createdAtMs: Number(row.created_at_ms),
    },
    {
      state: row.state,
      choices: row.choices,
      choiceRequestIds: row.choice_request_ids,
      awaiting: row.awaiting,
      winUnits: Number(row.win_units),
      winMinor: BigInt(row.win_minor),
      betStatus: row.bet_status,
      winStatus: row.win_status,
      refundStatus: row.refund_status,
      cancelReason: row.cancel_reason,
      refusalCode: row.refusal_code,
      balanceAfterBetMinor: big(row.balance_after_bet_minor),
      balanceAfterMinor: big(row.balance_after_minor),
      winPlannedAtMs: number(row.win_planned_at_ms),
      refundPlannedAtMs: number(row.refund_planned_at_ms),
      betConfirmedAtMs: number(row.bet_confirmed_at_ms),
      winConfirmedAtMs: number(row.win_confirmed_at_ms),
      refundConfirmedAtMs: number(row.refund_confirmed_at_ms),
      settledAtMs: number(row.settled_at_ms),
      startNotified: row.start_notified,
      finishNotified: row.finish_notified,
      attempts: row.attempts,
      version: row.version,
    },
  )
}
