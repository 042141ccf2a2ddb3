// Rounds that the ledger lost in a failover, written again from what Redis remembers of them:
// reported from then on, never drawn or driven. Their bets are refunded by command: such a round
// becomes a cancelled one, whose refund is sent until the wallet answers ok, always under one
// transaction id. Never writes a round that the ledger has, nor refunds a bet whose win was paid.

import type { Pool, PoolClient } from 'pg'
import { uuidTimeMs } from '../../core/identifiers.ts'
import type { RecentPlayer, RecentRound } from '../../core/recent-round.ts'
import { SHARDS, shardOf } from '../../core/shard.ts'
import type { OperationStatus } from '../../core/wallet-operation.ts'
import type { RoundState } from '../../round/round.ts'
import { type AuditEntry, type AuditedBy, auditorOf, writeAudit } from '../audit/audit-log.ts'
import { inTransaction } from '../database/transaction.ts'
import { lockPlayer } from '../players/players.ts'
import {
  isSameRequest,
  LISTED_COLUMNS,
  listEnded,
  listForOwner,
  OWNERS_COLUMNS,
  type OwnersQuery,
  type OwnersRound,
} from './round-lists.ts'

/**
 * What is remembered of an orphaned round. `opened`: its bet may have been sent. `lost`: it won
 * nothing. `won`: its win may have been paid. `deciding`: the player had to decide, so its win is
 * unknown. `paid`: its win was paid. `cancelled`: its refund is sent automatically.
 */
export type KnownOfOrphan = 'opened' | 'lost' | 'won' | 'deciding' | 'paid' | 'cancelled'

/** Stored as `failure` of its row. */
const ORPHANED = 'the ledger lost it in a failover'

export interface Orphans {
  /** Rounds written by this call. */
  rounds: number
  /**
   * Sequence numbers that were assigned but are not in the ledger, and of which nothing else is
   * remembered.
   */
  unlisted: number
}

/**
 * Compares players with the ledger and writes the rounds that it lost.
 * @param origin of the ledger that lost them
 */
export function writeOrphans(
  pool: Pool,
  players: readonly RecentPlayer[],
  origin: string,
): Promise<Orphans> {
  const active = players.filter(({ rounds }) => rounds.length > 0)
  if (active.length === 0) return Promise.resolve({ rounds: 0, unlisted: 0 })
  return inTransaction(pool, async client => {
    const found = (await findMissing(client, active)).sort(byPlayer)
    for (const { playerKey, missing } of found) {
      for (const round of missing) await writeOrphan(client, playerKey, round, origin)
    }
    return {
      rounds: found.reduce((sum, { missing }) => sum + missing.length, 0),
      unlisted: found.reduce((sum, { unlisted }) => sum + unlisted, 0),
    }
  })
}

/** In the order in which batches of openings lock the players' rows, to prevent deadlocks. */
const byPlayer = (one: Missing, other: Missing) => (one.playerKey < other.playerKey ? -1 : 1)

interface Missing {
  playerKey: string
  missing: RecentRound[]
  unlisted: number
}

/** The player's row may have been lost together with the rounds. */
const ADD_PLAYERS = `
WITH registered AS (
  INSERT INTO registered_player (project_id, player_id, player_key)
  SELECT project_id, player_id, nextval('player_player_key_seq') * ${SHARDS} + shard
  FROM unnest($1::text[], $2::text[], $3::int[]) AS u (project_id, player_id, shard)
  WHERE NOT EXISTS (SELECT FROM player p
    WHERE p.project_id = u.project_id AND p.player_id = u.player_id)
  ON CONFLICT DO NOTHING RETURNING *)
INSERT INTO player (player_key, project_id, player_id) OVERRIDING SYSTEM VALUE
SELECT player_key, project_id, player_id FROM registered ON CONFLICT DO NOTHING`

const FIND_KNOWN = `
SELECT at, player_key, last_sequence AS last,
  ARRAY(SELECT round_id::text FROM round r
    WHERE r.player_key = p.player_key AND r.sequence >= u.first) AS round_ids
FROM unnest($1::text[], $2::text[], $3::bigint[]) WITH ORDINALITY AS u (project_id, player_id,
  first, at)
  JOIN player p USING (project_id, player_id)`

interface KnownRecord {
  at: string
  player_key: string
  last: string
  round_ids: string[]
}

async function findMissing(
  client: PoolClient,
  players: readonly RecentPlayer[],
): Promise<Missing[]> {
  const projects = players.map(({ projectId }) => projectId)
  const ids = players.map(({ playerId }) => playerId)
  await client.query(ADD_PLAYERS, [projects, ids, players.map(shardOf)])
  const first = players.map(({ rounds }) => rounds[0]!.sequence.toString())
  const { rows } = await client.query<KnownRecord>(FIND_KNOWN, [projects, ids, first])
  return rows.map(({ at, player_key, last, round_ids }) => {
    const { rounds } = players[Number(at) - 1]!
    const known = new Set(round_ids)
    const missing = rounds.filter(
      ({ roundId, state }) => state.kind !== 'nothing' && !known.has(roundId),
    )
    const gap = rounds[0]!.sequence - BigInt(last) - 1n
    return { playerKey: player_key, missing, unlisted: gap > 0n ? Number(gap) : 0 }
  })
}

function knownOf({ state }: RecentRound): KnownOfOrphan {
  switch (state.kind) {
    case 'revealed':
      if (state.winMinor === null) return 'deciding'
      return state.winMinor === 0n ? 'lost' : 'won'
    case 'paid':
      return state.winMinor === 0n ? 'lost' : 'paid'
    case 'cancelled':
      return 'cancelled'
    case 'opened':
    case 'nothing':
      return 'opened'
  }
}

interface Operations {
  state: RoundState
  bet: OperationStatus
  win: OperationStatus | null
}

/** As far as the wallet's operations are certain: reports count only certain bookings. */
const OPERATIONS: Readonly<Record<KnownOfOrphan, Operations>> = {
  opened: { state: 'reconciliation_required', bet: 'unknown', win: null },
  cancelled: { state: 'cancelled', bet: 'unknown', win: null },
  lost: { state: 'reconciliation_required', bet: 'confirmed', win: null },
  won: { state: 'reconciliation_required', bet: 'confirmed', win: 'unknown' },
  deciding: { state: 'reconciliation_required', bet: 'confirmed', win: null },
  paid: { state: 'reconciliation_required', bet: 'confirmed', win: 'confirmed' },
}

/**
 * The seed is lost, so the row has none, and no version of a game can draw it again. A sequence
 * number or a request id that another round has used since stays with that round.
 */
const WRITE_ORPHAN = `
WITH given AS (
  SELECT $1::uuid AS round_id, $2::bigint AS player_key, $3::bigint AS sequence,
    $4::text AS request_id,
    $5::uuid AS session_id, $6::text AS game_id, $7::text AS game_mode, $8::text AS currency,
    $9::json AS bet_terms, $10::bigint AS base_stake, $11::bigint AS stake, $12::bigint AS win,
    $13::text AS state, $14::text AS bet_status, $15::text AS win_status,
      $16::boolean AS is_cancelled,
    $17::text AS failure, $18::uuid AS grant_id, $19::int AS grant_remaining,
    to_timestamp($20::bigint / 1000.0) AS started),
taken AS (
  SELECT EXISTS (SELECT FROM round r WHERE r.player_key = g.player_key
    AND r.sequence = g.sequence) AS number,
    EXISTS (SELECT FROM round r WHERE ${isSameRequest('r', 'g.player_key', 'g.request_id')}) AS
      request,
    EXISTS (SELECT FROM round r WHERE r.player_key = g.player_key
      AND r.round_id = g.round_id) AS round
  FROM given g),
numbered AS (
  UPDATE player p SET last_sequence = CASE WHEN taken.number THEN p.last_sequence + 1
    ELSE greatest(p.last_sequence, g.sequence) END
  FROM given g CROSS JOIN taken WHERE p.player_key = g.player_key AND NOT taken.round
  RETURNING p.project_id, CASE WHEN taken.number THEN p.last_sequence
    ELSE g.sequence END AS sequence),
orphan AS (
  INSERT INTO unfinished_round (round_id, project_id, player_key, sequence, request_id, session_id,
    game_id, game_version,
    game_mode, currency, bet_terms, base_stake_minor, stake_minor, seed, awaiting, win_units,
      win_minor, state,
    bet_status, win_status, refund_status, cancel_reason, failure, created_at, bet_confirmed_at,
    win_planned_at, win_confirmed_at, refund_planned_at, grant_id, grant_remaining, start_notified,
    finish_notified)
  SELECT g.round_id, n.project_id, g.player_key, n.sequence,
    CASE WHEN taken.request THEN 'orphaned:' || g.round_id ELSE g.request_id END, g.session_id,
      g.game_id,
    'unknown', g.game_mode, g.currency, g.bet_terms, g.base_stake, g.stake,
      decode(repeat('00', 32), 'hex'),
    false, 0, g.win, g.state, g.bet_status, g.win_status, CASE WHEN is_cancelled THEN 'planned' END,
    CASE WHEN is_cancelled THEN 'operator_cancel' END, g.failure, started,
    CASE WHEN g.bet_status = 'confirmed' THEN started END,
    CASE WHEN g.win_status IS NOT NULL THEN started END,
    CASE WHEN g.win_status = 'confirmed' THEN started END, CASE WHEN is_cancelled THEN now() END,
      g.grant_id,
    g.grant_remaining, true, true
  FROM given g CROSS JOIN taken CROSS JOIN numbered n
  RETURNING ${LISTED_COLUMNS.join(', ')}),
ended AS (${listEnded('orphan')})
INSERT INTO orphaned_round (round_id, known, origin) SELECT round_id, $21, $22 FROM orphan
ON CONFLICT DO NOTHING`

async function writeOrphan(
  client: PoolClient,
  playerKey: string,
  round: RecentRound,
  origin: string,
): Promise<void> {
  const known = knownOf(round)
  const { state, bet, win } = OPERATIONS[known]
  // Anything else opened or written for the player happens entirely before the statement, or after
  // it.
  await lockPlayer(client, playerKey)
  await client.query(WRITE_ORPHAN, [
    round.roundId,
    playerKey,
    round.sequence.toString(),
    round.requestId,
    round.sessionId,
    round.gameId,
    round.modeId,
    round.currency,
    round.betTerms,
    round.baseStakeMinor.toString(),
    round.stakeMinor.toString(),
    win === null ? '0' : winOf(round).toString(),
    state,
    bet,
    win,
    known === 'cancelled',
    ORPHANED,
    round.freeSpin?.grantId ?? null,
    round.freeSpin?.remaining ?? null,
    uuidTimeMs(round.roundId),
    known,
    origin,
  ])
}

function winOf({ state }: RecentRound): bigint {
  return state.kind === 'revealed' || state.kind === 'paid' ? (state.winMinor ?? 0n) : 0n
}

export interface OrphanedRound extends OwnersRound {
  isFreeSpin: boolean
  known: KnownOfOrphan
  state: string
  refundStatus: string | null
}

const LIST = `
SELECT ${OWNERS_COLUMNS}, grant_id IS NOT NULL AS "isFreeSpin", known, state,
  refund_status AS "refundStatus"
FROM orphaned_round JOIN round r USING (round_id) JOIN player USING (player_key)
WHERE $1::text IS NULL OR r.project_id = $1
ORDER BY r.created_at DESC, round_id LIMIT $2`

/** Newest first, including refunded ones. */
export const listOrphans = (pool: Pool, query: OwnersQuery) =>
  listForOwner<OrphanedRound>(pool, LIST, query)

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
       UPDATE unfinished_round SET state = 'cancelled', cancel_reason = 'operator_cancel',
         win_status = NULL, refund_status = 'planned', refund_planned_at = now(), attempts = 0,
         version = version + 1, touched_at = now() - interval '1 hour'
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
