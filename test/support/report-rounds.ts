// Rounds as reports see them, for tests: stored by SQL in every state a round can be in, and added
// up here by hand. Shares no rule with sql/ or src/ledger, so that the comparison is independent.

import type { Pool } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import type { Currency } from '../../src/core/money.ts'
import type { PlayerRef } from '../../src/core/player.ts'
import { ensurePlayer } from '../../src/ledger/players/players.ts'
import type { Reported } from '../../src/ledger/reports/report-period.ts'
import { IS_OPEN } from '../../src/ledger/rounds/round-lists.ts'
import { letRoundsBeWritten } from './written-rounds.ts'

/** The state of a round. `void`: cancelled while it was unknown whether the bet arrived. */
export type Fate =
  | 'planned'
  | 'bet unknown'
  | 'awaiting'
  | 'win unknown'
  | 'refund owed'
  | 'void owed'
  | 'won'
  | 'lost'
  | 'rejected'
  | 'refunded'
  | 'voided'

/** The possible next states of each unfinished round. */
export const NEXT: Partial<Record<Fate, readonly Fate[]>> = {
  planned: ['bet unknown', 'won', 'lost', 'awaiting', 'rejected', 'refund owed', 'void owed'],
  'bet unknown': ['won', 'rejected', 'void owed'],
  awaiting: ['win unknown', 'won', 'lost'],
  'win unknown': ['won'],
  'refund owed': ['refunded'],
  'void owed': ['voided'],
}

export const FATES: readonly Fate[] = [
  ...(Object.keys(NEXT) as Fate[]),
  'won',
  'lost',
  'rejected',
  'refunded',
  'voided',
]

export interface TestRound extends PlayerRef {
  roundId: string
  gameId: string
  currency: Currency
  fate: Fate
  isFreeSpin: boolean
  stakeMinor: bigint
  winMinor: bigint
  createdAtMs: number
  /** From the start to each operation. */
  betAfterMs: number
  endAfterMs: number
  /** What was drawn: `base`, natural and 1 unit by default. */
  gameMode?: string
  levelBps?: number
  winUnits?: number
  /** The round was drawn for a target outcome. */
  isTarget?: boolean
}

let sequence = 0

/** The rows of a report that was not refused. */
export function rowsOf<Row>(reported: Reported<Row>): Row[] {
  if (!reported.ok) throw new Error(`a part of ${reported.archived.join(', ')}`)
  return reported.rows
}

export function makeRound(fields: Partial<TestRound> = {}): TestRound {
  return {
    roundId: uuidv7(),
    projectId: 'casino',
    playerId: 'ann',
    gameId: 'lucky-lanterns',
    currency: 'EUR',
    fate: 'won',
    isFreeSpin: false,
    stakeMinor: 100n,
    winMinor: 250n,
    createdAtMs: Date.now() - 60 * 60 * 1000,
    betAfterMs: 20,
    endAfterMs: 40,
    ...fields,
  }
}

type Columns = [state: string, bet: string, win: string | null, refund: string | null]

const COLUMNS: Record<Fate, Columns> = {
  planned: ['debit_pending', 'planned', 'planned', null],
  'bet unknown': ['debit_pending', 'unknown', 'planned', null],
  awaiting: ['in_progress', 'confirmed', null, null],
  'win unknown': ['credit_pending', 'confirmed', 'unknown', null],
  'refund owed': ['cancelled', 'confirmed', null, 'planned'],
  'void owed': ['cancelled', 'unknown', null, 'sent'],
  won: ['settled', 'confirmed', 'confirmed', null],
  lost: ['settled', 'confirmed', null, null],
  rejected: ['rejected', 'rejected', null, null],
  refunded: ['cancelled', 'confirmed', null, 'confirmed'],
  voided: ['cancelled', 'unknown', null, 'confirmed'],
}

const at = (ms: number | false) => (ms === false ? null : new Date(ms).toISOString())

function changing(round: TestRound): unknown[] {
  const [state, bet, win, refund] = COLUMNS[round.fate]
  const endMs = round.createdAtMs + round.endAfterMs
  return [
    round.roundId,
    state,
    bet,
    win,
    refund,
    (round.fate === 'lost' ? 0n : round.winMinor).toString(),
    at(bet === 'confirmed' && round.createdAtMs + round.betAfterMs),
    at(win !== null && (win === 'planned' ? round.createdAtMs : endMs)),
    at(win === 'confirmed' && endMs),
    at(refund !== null && endMs),
    at(refund === 'confirmed' && endMs),
    at(state === 'settled' && endMs),
    state === 'cancelled' ? 'operator_cancel' : null,
  ]
}

/** False when the player has an open round in the game already. */
export async function storeRound(pool: Pool, round: TestRound): Promise<boolean> {
  await letRoundsBeWritten(pool)
  const playerKey = await ensurePlayer(pool, round.projectId, round.playerId)
  const { rowCount } = await pool.query(
    `INSERT INTO round (round_id, state, bet_status, win_status, refund_status, win_minor,
       bet_confirmed_at, win_planned_at, win_confirmed_at, refund_planned_at, refund_confirmed_at,
       settled_at, cancel_reason, project_id, player_key, sequence, request_id, session_id, game_id,
       game_version, currency, bet_terms, base_stake_minor, stake_minor, seed, awaiting,
       win_units, created_at, grant_id, grant_remaining, game_mode, level_bps, outcome_id,
         weighting)
     SELECT $1::uuid, $2::text, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, player_key,
       $16, ($1::uuid)::text, $1::uuid, game_id, '1',
       $18, '{}', $19, $19, decode(repeat('07', 32), 'hex'), $2 = 'in_progress', $23, $20, $21, $22,
         $24, $25, $26, $27
     FROM (SELECT $15::bigint AS player_key, $17::text AS game_id, $2::text AS state) u
     WHERE NOT u.${IS_OPEN} OR NOT EXISTS (SELECT FROM unfinished_round r
       WHERE r.player_key = u.player_key AND r.game_id = u.game_id AND r.${IS_OPEN})`,
    [
      ...changing(round),
      round.projectId,
      playerKey,
      ++sequence,
      round.gameId,
      round.currency,
      round.stakeMinor.toString(),
      at(round.createdAtMs),
      round.isFreeSpin ? uuidv7() : null,
      round.isFreeSpin ? 3 : null,
      round.winUnits ?? 1,
      round.gameMode ?? 'base',
      round.levelBps ?? null,
      round.isTarget === true ? uuidv7() : null,
      round.isTarget === true ? 'natural' : null,
    ],
  )
  return rowCount === 1
}

/** Stores the round as the platform does, at its start, so that it is not counted as late. */
export async function storeInTime(pool: Pool, round: TestRound): Promise<boolean> {
  const isStored = await storeRound(pool, { ...round, createdAtMs: Date.now() })
  const createdAt = at(round.createdAtMs)
  await pool.query('UPDATE round SET created_at = $2 WHERE round_id = $1', [
    round.roundId,
    createdAt,
  ])
  if (isStored) await changeRound(pool, round)
  return isStored
}

/** Stores the later changes of the round. */
export async function changeRound(pool: Pool, round: TestRound): Promise<void> {
  await pool.query(
    `UPDATE round SET state = $2, bet_status = $3, win_status = $4, refund_status = $5,
       win_minor = $6, bet_confirmed_at = $7, win_planned_at = $8, win_confirmed_at = $9,
       refund_planned_at = $10, refund_confirmed_at = $11, settled_at = $12, cancel_reason = $13,
       version = version + 1
     WHERE round_id = $1`,
    changing(round),
  )
}

export interface Operation {
  kind: 'bet' | 'win' | 'refund'
  isConfirmed: boolean
  amountMinor: bigint
  atMs: number
}

/** The operations that count, confirmed or pending, by the documentation of the reports. */
export function operationsOf(round: TestRound): Operation[] {
  const { createdAtMs, winMinor } = round
  const stake = round.isFreeSpin ? 0n : round.stakeMinor
  const endMs = createdAtMs + round.endAfterMs
  const bet = { kind: 'bet', isConfirmed: true, amountMinor: stake } as const
  const paidBet = { ...bet, atMs: createdAtMs + round.betAfterMs }
  const win = { kind: 'win', isConfirmed: true, amountMinor: winMinor, atMs: endMs } as const
  const refund = { kind: 'refund', isConfirmed: true, amountMinor: stake, atMs: endMs } as const
  switch (round.fate) {
    case 'planned':
    case 'bet unknown':
      return [{ ...bet, isConfirmed: false, atMs: createdAtMs }]
    case 'awaiting':
    case 'lost':
      return [paidBet]
    case 'win unknown':
      return [paidBet, { ...win, isConfirmed: false }]
    case 'won':
      return [paidBet, win]
    case 'refund owed':
      return [paidBet, { ...refund, isConfirmed: false }]
    case 'refunded':
      return [paidBet, refund]
    case 'void owed':
      return [{ ...refund, isConfirmed: false }]
    case 'rejected':
    case 'voided':
      return []
  }
}
