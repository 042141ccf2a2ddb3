// The refund of orphaned bets, by command: such a round becomes a cancelled one, whose refund is
// sent until the wallet answers ok, always under one transaction id. Never refunds a bet whose win
// was paid.

import type { Pool, PoolClient } from 'pg'
import { type AuditEntry, type AuditedBy, auditorOf, writeAudit } from '../audit/audit-log.ts'
import { inTransaction } from '../database/transaction.ts'
import type { KnownOfOrphan } from './orphaned-rounds.ts'
import { LISTED_COLUMNS, listEnded } from './round-lists.ts'

export interface OrphanedRound {
  roundId: string
  projectId: string
  playerId: string
  gameId: string
  currency: string
  stakeMinor: bigint
  winMinor: bigint
  isFreeSpin: boolean
  known: KnownOfOrphan
  state: string
  refundStatus: string | null
  createdAt: Date
}

export interface OrphanQuery {
  projectId?: string | undefined
  limit: number
}

const LIST = `
SELECT round_id, r.project_id, player_id, game_id, currency, stake_minor, win_minor, known, state,
  refund_status, grant_id IS NOT NULL AS is_free_spin, r.created_at
FROM orphaned_round JOIN round r USING (round_id) JOIN player USING (player_key)
WHERE $1::text IS NULL OR r.project_id = $1
ORDER BY r.created_at DESC, round_id LIMIT $2`

interface Listed {
  round_id: string
  project_id: string
  player_id: string
  game_id: string
  currency: string
  stake_minor: string
  win_minor: string
  known: KnownOfOrphan
  state: string
  refund_status: string | null
  is_free_spin: boolean
  created_at: Date
}

/** Newest first, including refunded ones. */
export async function listOrphans(pool: Pool, query: OrphanQuery): Promise<OrphanedRound[]> {
  const { rows } = await pool.query<Listed>(LIST, [query.projectId ?? null, query.limit])
  return rows.map(row => ({
    roundId: row.round_id,
    projectId: row.project_id,
    playerId: row.player_id,
    gameId: row.game_id,
    currency: row.currency,
    stakeMinor: BigInt(row.stake_minor),
    winMinor: BigInt(row.win_minor),
    isFreeSpin: row.is_free_spin,
    known: row.known,
    state: row.state,
    refundStatus: row.refund_status,
    createdAt: row.created_at,
  }))
}

/** What Redis remembered of a round that the ledger lost; null: the ledger never lost it. */
export async function findOrphan(pool: Pool, roundId: string): Promise<KnownOfOrphan | null> {
  const { rows } = await pool.query<{ known: KnownOfOrphan }>(
    'SELECT known FROM orphaned_round WHERE round_id = $1',
    [roundId],
  )
  return rows[0]?.known ?? null
}

/** Whether its bet may be refunded without asking the wallet for its bookings. */
export function isRefundable({ known, state }: Pick<OrphanedRound, 'known' | 'state'>): boolean {
  return state === 'reconciliation_required' && (known === 'opened' || known === 'lost')
}

export type OrphanRefund =
  | { kind: 'planned' }
  /**
   * `win-paid`: the player has its win. `win-unknown`: its win may have been paid, so the wallet
   * must be asked first.
   */
  | { kind: 'refused'; cause: 'not-orphaned' | 'refunded-before' | 'win-paid' | 'win-unknown' }

/**
 * @param noWinPaid the wallet was asked, and booked no win of the round
 * @param home the database with the audit log
 */
export function refundOrphan(
  pool: Pool,
  roundId: string,
  noWinPaid: boolean,
  by: AuditedBy,
  home: Pool = pool,
): Promise<OrphanRefund> {
  return inTransaction(pool, client =>
    planRefund(client, roundId, noWinPaid, entry =>
      writeAudit(auditorOf(client, pool, home), { ...by, ...entry }),
    ),
  )
}

async function planRefund(
  client: PoolClient,
  roundId: string,
  noWinPaid: boolean,
  audit: (entry: Omit<AuditEntry, keyof AuditedBy>) => Promise<void>,
): Promise<OrphanRefund> {
  const { rows } = await client.query<{ project_id: string; known: KnownOfOrphan; state: string }>(
    `SELECT r.project_id, known, state FROM orphaned_round JOIN round r USING (round_id)
     WHERE round_id = $1`,
    [roundId],
  )
  const [row] = rows
  if (row === undefined) return { kind: 'refused', cause: 'not-orphaned' }
  const { project_id: subject, known, state } = row
  if (state !== 'reconciliation_required') return { kind: 'refused', cause: 'refunded-before' }
  if (known === 'paid') return { kind: 'refused', cause: 'win-paid' }
  if (!isRefundable(row) && !noWinPaid) return { kind: 'refused', cause: 'win-unknown' }
  // Sets an old time of the last write, so that the next recovery pass sends the refund.
  const { rowCount } = await client.query(
    `WITH cancelled AS (
       UPDATE unfinished_round SET state = 'cancelled', cancel_reason = 'operator_cancel', win_status = NULL,
         refund_status = 'planned', refund_planned_at = now(), attempts = 0, version = version + 1,
         touched_at = now() - interval '1 hour'
       WHERE round_id = $1 AND state = 'reconciliation_required'
       RETURNING ${LISTED_COLUMNS.join(', ')}),
     ended AS (${listEnded('cancelled')})
     SELECT FROM cancelled`,
    [roundId],
  )
  if (rowCount !== 1) return { kind: 'refused', cause: 'refunded-before' }
  const before = { roundId, state, known }
  const after = { roundId, state: 'cancelled', noWinPaid }
  await audit({ action: 'round.orphan-refunded', subject, before, after })
  return { kind: 'planned' }
}
