// Unfinished rounds, and finished ones whose notifications are still due, for the platform's owner:
// which they are, how many, what the ledger has about their attempts; and questions to all nodes
// about one of them, asked and answered in the ledger and announced by NOTIFY. Finds them through
// the lists of open and owed rounds, never by a scan of all rounds. Never moves a round.

import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { PlayerRef } from '../../core/player.ts'
import type { Round, RoundState } from '../../round/round.ts'
import { type AuditedBy, auditorOf, writeAudit } from '../audit/audit-log.ts'
import type { Row } from '../database/column.ts'
import { inTransaction } from '../database/transaction.ts'
import { readRound, SELECTED } from './round-columns.ts'
import type { RoundCall } from './round-failures.ts'

/** A notification waiting to be sent in the background. */
export interface OwedNotification {
  event: 'start' | 'finish'
  attempts: number
  nextAttemptAt: string
}

/** The last call of a round that got no clear answer from the wallet. */
export interface LastFailure {
  operation: RoundCall
  failures: number
  at: string
  cause: string
  text: string
}

export interface KnownRound {
  round: Round
  projectId: string
  playerId: string
  /** The last write of its row. */
  touchedAtMs: number
  /** The ledger's clock. */
  readAtMs: number
  /** The platform's last own failure in driving it, and how often in a row. */
  ownFailure: string | null
  ownFailures: number
  notifications: OwedNotification[]
  lastFailure: LastFailure | null
}

export interface OwedFilter {
  projectId?: string | undefined
  state?: RoundState | undefined
  olderThanMs: number
  /** Include rounds that wait for a decision of their player. */
  withDecisions: boolean
  /** Rounds after this one: ids grow with time. */
  after?: string | undefined
  limit: number
}

const KNOWN = `${SELECTED}, round.project_id, touched_at, failure, failures, now() AS read_at,
  (SELECT player_id FROM player p WHERE p.player_key = round.player_key) AS player_id,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('event', event, 'attempts', n.attempts,
      'nextAttemptAt', next_attempt_at) ORDER BY event DESC), '[]')
    FROM notification n WHERE n.round_id = round.round_id) AS notifications,
  (SELECT (recent -> -1) || jsonb_build_object('operation', operation, 'failures', w.failures)
    FROM wallet_failure w WHERE w.round_id = round.round_id
    ORDER BY last_at DESC LIMIT 1) AS last_failure`

/** Exported for the test of its plan. */
export const LIST_OWED = `
SELECT ${KNOWN}
FROM (
  SELECT * FROM unfinished
  UNION ALL SELECT * FROM finished WHERE round_id IN (SELECT round_id FROM notification)
) round
WHERE created_at <= now() - $1 * interval '1 millisecond'
  AND ($2::text IS NULL OR round.project_id = $2) AND ($3::text IS NULL OR state = $3)
  AND ($4 OR NOT (state = 'in_progress' AND awaiting)) AND ($5::uuid IS NULL OR round_id > $5)
ORDER BY round_id LIMIT $6`

/**
 * The planner overestimates the lists and might read all rounds. Exported for the test of the plan.
 */
export const BY_INDEX = 'SET LOCAL enable_seqscan = off'

/** The oldest first. */
export function listRoundsOwed(pool: Pool, filter: OwedFilter): Promise<KnownRound[]> {
  return inTransaction(pool, async client => {
    await client.query(BY_INDEX)
    const { rows } = await client.query<Row>(LIST_OWED, [
      filter.olderThanMs,
      filter.projectId ?? null,
      filter.state ?? null,
      filter.withDecisions,
      filter.after ?? null,
      filter.limit,
    ])
    return rows.map(readKnown)
  })
}

export async function findKnownRound(pool: Pool, roundId: string): Promise<KnownRound | null> {
  const { rows } = await pool.query<Row>(`SELECT ${KNOWN} FROM round WHERE round_id = $1`, [
    roundId,
  ])
  return rows[0] === undefined ? null : readKnown(rows[0])
}

function readKnown(row: Row): KnownRound {
  return {
    round: readRound(row),
    projectId: row.project_id as string,
    playerId: row.player_id as string,
    touchedAtMs: (row.touched_at as Date).getTime(),
    readAtMs: (row.read_at as Date).getTime(),
    ownFailure: row.failure as string | null,
    ownFailures: row.failures as number,
    notifications: row.notifications as OwedNotification[],
    lastFailure: row.last_failure as LastFailure | null,
  }
}

/**
 * Unfinished rounds are counted up to this many of a kind: each is one row read through an index.
 */
const UNFINISHED_ROUNDS_COUNTED = 50_000

/**
 * States of the ledger, with `awaiting` for a round in progress that waits for its player, and
 * `refund_owed` for one that is over for the player.
 */
export const UNFINISHED_STATES = [
  'debit_pending',
  'in_progress',
  'awaiting',
  'credit_pending',
  'refund_owed',
  'reconciliation_required',
] as const
export type UnfinishedState = (typeof UNFINISHED_STATES)[number]

export interface UnfinishedRounds {
  rounds: number
  /** Since the round was opened. */
  oldestSeconds: number
}

const COUNT = `
SELECT state, count(*)::int AS rounds,
  greatest(0, extract(epoch FROM now() - min(created_at)))::float8 AS oldest
FROM (
  SELECT created_at, CASE WHEN state = 'in_progress' AND awaiting THEN 'awaiting'
    WHEN state = 'cancelled' THEN 'refund_owed' ELSE state END AS state
  FROM unfinished WHERE $2::text IS NULL OR project_id = $2 LIMIT $1
) unfinished GROUP BY state`

/**
 * @param pool one that does not scan tables where an index can be used
 * @param projectId null: of all projects
 */
export async function countUnfinishedRounds(
  pool: Pool,
  projectId: string | null = null,
): Promise<Record<UnfinishedState, UnfinishedRounds>> {
  const { rows } = await pool.query<{ state: UnfinishedState; rounds: number; oldest: number }>(
    COUNT,
    [UNFINISHED_ROUNDS_COUNTED, projectId],
  )
  const none = UNFINISHED_STATES.map(state => [state, { rounds: 0, oldestSeconds: 0 }])
  const found = rows.map(({ state, rounds, oldest }) => [state, { rounds, oldestSeconds: oldest }])
  return Object.fromEntries([...none, ...found])
}

/** The sum over several databases. */
export function addUnfinished(
  all: readonly Record<UnfinishedState, UnfinishedRounds>[],
): Record<UnfinishedState, UnfinishedRounds> {
  const added = UNFINISHED_STATES.map(state => {
    const parts = all.map(counted => counted[state])
    const rounds = parts.reduce((sum, part) => sum + part.rounds, 0)
    const oldestSeconds = Math.max(0, ...parts.map(part => part.oldestSeconds))
    return [state, { rounds, oldestSeconds }] as const
  })
  return Object.fromEntries(added) as Record<UnfinishedState, UnfinishedRounds>
}

/** Carries a question, as JSON, to every node that listens. */
export const ROUND_PUSH_CHANNEL = 'round_push'

export interface RoundQuestion extends PlayerRef {
  pushId: string
  roundId: string
  /** `look`: who drives it. `push`: make its next attempt now. */
  kind: 'look' | 'push'
}

/**
 * Audited. Waiting notifications of the round become due at once.
 * @param owed as it is shown
 * @param home the database with the audit log
 */
export function askPush(
  pool: Pool,
  { round, projectId, playerId }: KnownRound,
  owed: string,
  by: AuditedBy,
  home: Pool = pool,
): Promise<string> {
  const { roundId } = round.intent
  const { state, attempts } = round.progress
  return inTransaction(pool, async client => {
    await hastenNotifications(client, roundId)
    const pushId = await ask(client, { roundId, projectId, playerId, kind: 'push' })
    await writeAudit(auditorOf(client, pool, home), {
      ...by,
      action: 'round.pushed',
      subject: projectId,
      before: { roundId, state, owed, attempts },
      after: { roundId, pushId },
    })
    return pushId
  })
}

/** They are due now: the next recovery pass of the node that sends them takes them. */
async function hastenNotifications(client: Pick<Pool, 'query'>, roundId: string): Promise<void> {
  await client.query(
    'UPDATE notification SET next_attempt_at = least(next_attempt_at, now()) WHERE round_id = $1',
    [roundId],
  )
}

/** A node that drives the round answers with the time of its next attempt. */
export function askLook(pool: Pool, { round, projectId, playerId }: KnownRound): Promise<string> {
  const { roundId } = round.intent
  return ask(pool, { roundId, projectId, playerId, kind: 'look' })
}

async function ask(
  client: Pick<Pool, 'query'>,
  question: Omit<RoundQuestion, 'pushId'>,
): Promise<string> {
  const pushId = randomUUID()
  await client.query(
    `WITH asked AS (INSERT INTO round_push (push_id, round_id) VALUES ($1, $2) RETURNING push_id)
     SELECT pg_notify($3, $4) FROM asked`,
    [pushId, question.roundId, ROUND_PUSH_CHANNEL, JSON.stringify({ ...question, pushId })],
  )
  return pushId
}

/**
 * `taken`: another node has it. `touched`: the round was written recently, so a driver may be at
 * its wallet calls.
 */
export type PushClaim = 'claimed' | 'taken' | 'touched'

/** @param untouchedMs only if the round was not written for this long */
export async function claimPush(
  pool: Pool,
  { pushId, roundId, projectId, playerId }: RoundQuestion,
  node: string,
  untouchedMs = 0,
): Promise<PushClaim> {
  const { rows } = await pool.query<{ is_claimed: boolean; node: string | null }>(
    `WITH claimed AS (
       UPDATE round_push SET node = $3 WHERE push_id = $1 AND node IS NULL
         AND ($4 = 0 OR EXISTS (SELECT FROM round JOIN player USING (player_key)
           WHERE player.project_id = $5 AND player_id = $6 AND round_id = $2
             AND touched_at < now() - $4 * interval '1 millisecond')) RETURNING push_id)
     SELECT EXISTS (SELECT FROM claimed) AS is_claimed, node FROM round_push WHERE push_id = $1`,
    [pushId, roundId, node, untouchedMs, projectId, playerId],
  )
  if (rows[0]?.is_claimed === true) return 'claimed'
  return rows[0]?.node === null ? 'touched' : 'taken'
}

export async function answerPush(pool: Pool, pushId: string, answer: string): Promise<void> {
  await pool.query('UPDATE round_push SET answer = $2, answered_at = now() WHERE push_id = $1', [
    pushId,
    answer,
  ])
}

export interface PushAnswered {
  node: string | null
  answer: string | null
}

/** By the id of the push, as long as they are kept. */
export async function readPushes(
  pool: Pool,
  pushIds: readonly string[],
): Promise<ReadonlyMap<string, PushAnswered>> {
  if (pushIds.length === 0) return new Map()
  const { rows } = await pool.query<PushAnswered & { push_id: string }>(
    'SELECT push_id, node, answer FROM round_push WHERE push_id = ANY ($1::uuid[])',
    [pushIds],
  )
  return new Map(rows.map(({ push_id, ...push }) => [push_id, push]))
}

export async function readPush(pool: Pool, pushId: string): Promise<PushAnswered> {
  const { rows } = await pool.query<PushAnswered>(
    'SELECT node, answer FROM round_push WHERE push_id = $1',
    [pushId],
  )
  return rows[0] ?? { node: null, answer: null }
}
