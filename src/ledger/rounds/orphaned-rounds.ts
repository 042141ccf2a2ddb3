// Rounds that the ledger lost in a failover, written again from what Redis remembers of them:
// reported from then on, never drawn or driven. A bet is refunded by the platform when it is proved
// that no win was paid (docs/decisions/orphans.md), otherwise by command: such a round becomes a
// cancelled one, whose refund is sent until the wallet answers ok, always under one transaction id.
// Never writes a round that the ledger has, nor refunds a bet whose win was paid.

import type { Pool, PoolClient } from 'pg'
import { uuidTimeMs } from '../../core/identifiers.ts'
import { formatAmount } from '../../core/money.ts'
import type { PlayerRef } from '../../core/player.ts'
import type { RecentPlayer, RecentRound, RecentState } from '../../core/recent-round.ts'
import { SHARDS, shardOf } from '../../core/shard.ts'
import { type OperationStatus, transactionId } from '../../core/wallet-operation.ts'
import type { RoundState } from '../../round/round.ts'
import {
  type AuditEntry,
  type AuditedBy,
  auditorOf,
  BY_PLATFORM,
  writeAudit,
} from '../audit/audit-log.ts'
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
 * What is remembered of an orphaned round. `opened`: its bet may have been sent, and Redis may have
 * lost what came after. `lost`: it won nothing. `won`: its win may have been paid. `deciding`: it
 * was revealed, and its win is unknown. `paid`: its win was paid. `cancelled`: Redis decided that
 * it is never revealed, so no win was or will be paid: its refund is sent automatically.
 */
export type KnownOfOrphan = 'opened' | 'lost' | 'won' | 'deciding' | 'paid' | 'cancelled'

/** Stored as `failure` of its row. */
const ORPHANED = 'the ledger lost it in a failover'

export interface Orphans {
  /** Rounds written by this call. */
  rounds: number
  /** Of these, rounds whose bet the platform refunds. */
  refunds: number
  /**
   * Sequence numbers that were assigned but are not in the ledger, and of which nothing else is
   * remembered.
   */
  unlisted: number
}

export interface OrphansDeps {
  pool: Pool
  /** The database with the audit log. */
  home: Pool
  /**
   * Has Redis decide that a round of which it knows only the opening is never revealed.
   * @returns what is known of the round then
   */
  cancelUnrevealed(player: PlayerRef, round: RecentRound): Promise<RecentState>
}

/**
 * Compares players with the ledger and writes the rounds that it lost.
 * @param origin of the ledger that lost them
 */
export async function writeOrphans(
  { pool, home, cancelUnrevealed }: OrphansDeps,
  players: readonly RecentPlayer[],
  origin: string,
): Promise<Orphans> {
  const active = players.filter(({ rounds }) => rounds.length > 0)
  const found = active.length === 0 ? [] : await findMissing(pool, active)
  const unlisted = found.reduce((sum, each) => sum + each.unlisted, 0)
  // Decided before they are written: a pass that fails in between finds them cancelled. Of each
  // player at most as many as Redis remembers, mostly one.
  const lost = await Promise.all(
    found.flatMap(({ player, playerKey, missing }) =>
      missing.map(async round => {
        if (round.state.kind !== 'opened') return { playerKey, round }
        return { playerKey, round: { ...round, state: await cancelUnrevealed(player, round) } }
      }),
    ),
  )
  if (lost.length === 0) return { rounds: 0, refunds: 0, unlisted }
  return inTransaction(pool, async client => {
    const auditor = auditorOf(client, pool, home)
    let refunds = 0
    for (const { playerKey, round } of lost.sort(byPlayer)) {
      const subject = await writeOrphan(client, playerKey, round, origin)
      if (subject === null || round.state.kind !== 'cancelled') continue
      refunds++
      await writeAudit(auditor, { ...BY_PLATFORM, ...refundEntry(subject, round) })
    }
    return { rounds: lost.length, refunds, unlisted }
  })
}

function refundEntry(subject: string, { roundId, stakeMinor, freeSpin }: RecentRound) {
  const before = { roundId, known: 'cancelled' satisfies KnownOfOrphan }
  const amount = formatAmount(freeSpin === null ? stakeMinor : 0n)
  const after = { roundId, state: 'cancelled', bet: transactionId('bet', roundId), amount }
  return { action: 'round.orphan-refunded', subject, before, after } as const
}

/** In the order in which batches of openings lock the players' rows, to prevent deadlocks. */
const byPlayer = (one: { playerKey: string }, other: { playerKey: string }) =>
  one.playerKey === other.playerKey ? 0 : one.playerKey < other.playerKey ? -1 : 1

interface Missing {
  player: PlayerRef
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

async function findMissing(pool: Pool, players: readonly RecentPlayer[]): Promise<Missing[]> {
  const projects = players.map(({ projectId }) => projectId)
  const ids = players.map(({ playerId }) => playerId)
  await pool.query(ADD_PLAYERS, [projects, ids, players.map(shardOf)])
  const first = players.map(({ rounds }) => rounds[0]!.sequence.toString())
  const { rows } = await pool.query<KnownRecord>(FIND_KNOWN, [projects, ids, first])
  return rows.map(({ at, player_key, last, round_ids }) => {
    const player = players[Number(at) - 1]!
    const { rounds } = player
    const known = new Set(round_ids)
    const missing = rounds.filter(
      ({ roundId, state }) => state.kind !== 'nothing' && !known.has(roundId),
    )
    const gap = rounds[0]!.sequence - BigInt(last) - 1n
    return { player, playerKey: player_key, missing, unlisted: gap > 0n ? Number(gap) : 0 }
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
    CASE WHEN is_cancelled THEN 'bet_unconfirmed' END, g.failure, started,
    CASE WHEN g.bet_status = 'confirmed' THEN started END,
    CASE WHEN g.win_status IS NOT NULL THEN started END,
    CASE WHEN g.win_status = 'confirmed' THEN started END, CASE WHEN is_cancelled THEN now() END,
      g.grant_id,
    g.grant_remaining, true, true
  FROM given g CROSS JOIN taken CROSS JOIN numbered n
  RETURNING ${LISTED_COLUMNS.join(', ')}),
ended AS (${listEnded('orphan')}),
noted AS (
  INSERT INTO orphaned_round (round_id, known, origin) SELECT round_id, $21, $22 FROM orphan
  ON CONFLICT DO NOTHING)
SELECT project_id FROM orphan`

/** Resolves with the round's project; null: the ledger has the round by now. */
async function writeOrphan(
  client: PoolClient,
  playerKey: string,
  round: RecentRound,
  origin: string,
): Promise<string | null> {
  const known = knownOf(round)
  const { state, bet, win } = OPERATIONS[known]
  // Anything else opened or written for the player happens entirely before the statement, or after
  // it.
  await lockPlayer(client, playerKey)
  const { rows } = await client.query<{ project_id: string }>(WRITE_ORPHAN, [
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
  return rows[0]?.project_id ?? null
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
