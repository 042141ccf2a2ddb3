// An owner's question to all nodes about one round: who drives it, and a request for its next
// attempt now. Asked and answered in the ledger, announced by NOTIFY; one node executes a push.
// Never moves a round.

import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { PlayerRef } from '../../core/player.ts'
import { type AuditedBy, auditorOf, writeAudit } from '../audit/audit-log.ts'
import { inTransaction } from '../database/transaction.ts'
import type { KnownRound } from './rounds-owed.ts'

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
