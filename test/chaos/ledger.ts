// The content of the ledger after a run, read page by page straight from the tables of all places.
// Only reads; judges nothing.

import type { Pool, QueryResultRow } from 'pg'
import type { PlayerRef } from '../../src/core/player.ts'
import type { ReelSet } from '../../src/core/reel-set.ts'

export interface LedgerRound extends PlayerRef {
  roundId: string
  playerKey: string
  sequence: bigint
  requestId: string
  gameId: string
  gameVersion: string
  gameMode: string
  currency: string
  baseStakeMinor: bigint
  stakeMinor: bigint
  seed: Uint8Array
  levelBps: number | null
  reelSet: ReelSet | null
  choices: string[]
  choiceRequestIds: string[]
  awaiting: boolean
  /** The ledger lost it in a failover, and wrote it again without its seed. */
  isOrphaned: boolean
  winUnits: number
  winMinor: bigint
  state: string
  betStatus: string
  winStatus: string | null
  refundStatus: string | null
  cancelReason: string | null
  grantId: string | null
  grantRemaining: number | null
  targetOutcomeId: string | null
  balanceAfterMinor: bigint | null
  createdAtMs: number
  settledAtMs: number | null
}

export interface LedgerGrant extends PlayerRef {
  grantId: string
  total: number
  taken: number
  played: number
  totalWinMinor: bigint
  betMinor: bigint
  status: string
  summaryAnswered: boolean
}

export interface LedgerTarget extends PlayerRef {
  targetOutcomeId: string
  gameId: string
  multiplierHundredths: bigint
  status: string
  roundId: string | null
}

const PAGE_ROWS = 5_000

/** Every round of the projects, in the order in which each player played them. */
export async function* readRounds(pools: readonly Pool[], projects: readonly string[]) {
  for (const pool of pools) yield* readRoundsOf(pool, projects)
}

async function* readRoundsOf(pool: Pool, projects: readonly string[]) {
  let after = { playerKey: '0', sequence: '0' }
  for (;;) {
    const { rows } = await pool.query(
      `SELECT r.*, player_id, EXISTS (SELECT FROM orphaned_round o
        WHERE o.round_id = r.round_id) AS is_orphaned,
         floor(extract(epoch FROM r.created_at) * 1000)::text AS created_ms,
         floor(extract(epoch FROM r.settled_at) * 1000)::text AS settled_ms
       FROM round r JOIN player p USING (player_key)
       WHERE (r.player_key, r.sequence) > ($1::bigint, $2::bigint) AND r.project_id = ANY ($3)
       ORDER BY r.player_key, r.sequence LIMIT ${PAGE_ROWS}`,
      [after.playerKey, after.sequence, projects],
    )
    for (const row of rows) yield readRound(row)
    const last = rows.at(-1)
    if (last === undefined) return
    after = { playerKey: last.player_key, sequence: last.sequence }
  }
}

/** The columns in our names, and those that hold large numbers as such. */
function named<Row>(row: Record<string, unknown>, ...big: string[]): Row {
  const fields = Object.entries(row).map(([column, value]) => {
    const name = column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
    return [name, big.includes(name) && value !== null ? BigInt(value as string) : value]
  })
  return Object.fromEntries(fields) as Row
}

const ROUND_MONEY = ['baseStakeMinor', 'stakeMinor', 'winMinor', 'balanceAfterMinor']

function readRound(row: Record<string, string>): LedgerRound {
  return {
    ...named<LedgerRound>(row, 'sequence', ...ROUND_MONEY),
    reelSet: row.weighting as ReelSet,
    targetOutcomeId: row.outcome_id!,
    winUnits: Number(row.win_units),
    createdAtMs: Number(row.created_ms),
    settledAtMs: row.settled_ms === null ? null : Number(row.settled_ms),
  }
}

/** The rows of all places. */
export async function readAll<Row extends QueryResultRow>(
  pools: readonly Pool[],
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const answers = await Promise.all(pools.map(pool => pool.query<Row>(sql, values)))
  return answers.flatMap(({ rows }) => rows)
}

export async function readGrants(
  pools: readonly Pool[],
  projects: readonly string[],
): Promise<LedgerGrant[]> {
  const rows = await readAll(
    pools,
    `SELECT g.*, player_id FROM free_spin_grant g JOIN player USING (player_key)
     WHERE g.project_id = ANY ($1)`,
    [projects],
  )
  return rows.map(row => ({
    ...named<LedgerGrant>(row, 'totalWinMinor', 'betMinor'),
    summaryAnswered: row.summary_answered_at !== null,
  }))
}

export async function readTargets(
  pools: readonly Pool[],
  projects: readonly string[],
): Promise<LedgerTarget[]> {
  const rows = await readAll(
    pools,
    `SELECT t.*, player_id FROM target_outcome t JOIN player USING (player_key)
     WHERE t.project_id = ANY ($1)`,
    [projects],
  )
  return rows.map(row => ({
    ...named<LedgerTarget>(row, 'multiplierHundredths'),
    targetOutcomeId: row.outcome_id,
  }))
}

export interface Pending {
  /** Owe the wallet a call. */
  rounds: number
  /** Wait for their player. */
  awaiting: number
  notifications: number
  summaries: number
  /** The opening time of the oldest round that owes a call. */
  oldestMs: number | null
}

const OWES = `(state IN ('debit_pending', 'credit_pending') OR state = 'reconciliation_required'
  OR (state = 'in_progress' AND NOT awaiting)
  OR refund_status IN ('planned', 'sent', 'unknown'))`

export async function readPending(pools: readonly Pool[]): Promise<Pending> {
  const rows = await readAll(
    pools,
    `SELECT count(*) FILTER (WHERE ${OWES}) AS rounds,
       count(*) FILTER (WHERE state = 'in_progress' AND awaiting) AS awaiting,
       extract(epoch FROM min(created_at) FILTER (WHERE ${OWES})) * 1000 AS oldest,
       (SELECT count(*) FROM notification) AS notifications,
       (SELECT count(*) FROM free_spin_grant
        WHERE status <> 'active' AND summary_answered_at IS NULL) AS summaries
     FROM round WHERE state IN ('debit_pending', 'in_progress', 'credit_pending',
       'reconciliation_required') OR refund_status IN ('planned', 'sent', 'unknown')`,
  )
  const sum = (name: string) => rows.reduce((total, row) => total + Number(row[name]), 0)
  const oldest = rows.flatMap(row => (row.oldest === null ? [] : [Number(row.oldest)]))
  return {
    rounds: sum('rounds'),
    awaiting: sum('awaiting'),
    notifications: sum('notifications'),
    summaries: sum('summaries'),
    oldestMs: oldest.length === 0 ? null : Math.min(...oldest),
  }
}

/** The rounds that wait for their player, with their owners. */
export async function readAwaiting(pools: readonly Pool[]) {
  const rows = await readAll<{ project_id: string; player_id: string; game_id: string }>(
    pools,
    `SELECT r.project_id, player_id, game_id FROM round r JOIN player USING (player_key)
     WHERE state = 'in_progress' AND awaiting`,
  )
  return rows.map(row => ({
    projectId: row.project_id,
    playerId: row.player_id,
    gameId: row.game_id,
  }))
}

/**
 * Makes the two slow retries of the background due now: the run must not wait an hour for a summary
 * that was dropped often.
 */
export async function hastenRetries(pools: readonly Pool[]): Promise<void> {
  await readAll(
    pools,
    'UPDATE notification SET next_attempt_at = now() WHERE next_attempt_at > now()',
  )
  await readAll(
    pools,
    `UPDATE free_spin_grant SET summary_next_at = now()
     WHERE status <> 'active' AND summary_answered_at IS NULL AND summary_next_at > now()`,
  )
}
