// The rows in Postgres of idempotent calls: a claim while the first call runs, then its answer.
// Must never hold a connection between two statements, nor store an answer with a token in it.

import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { IDEMPOTENCY_CLAIM_MS, IDEMPOTENCY_KEPT_MS } from '../../limits.ts'

export interface IdempotentCall {
  projectId: string
  /** A key is scoped by project and method. */
  method: string
  key: string
  bodySha256: Buffer
  /**
   * True if the call changes nothing. Above the bound its answer is not kept: a repeat runs again,
   * and another body is a conflict.
   */
  isReading: boolean
  /**
   * The most that is kept of the project's answers: of reading calls, or of the others. Above it,
   * other calls are not run.
   */
  mostBytes: number
}

/** What the row of a key means for a call that did not get the claim. */
export type Known<Result> =
  | { kind: 'answer'; result: Result }
  /** The key was used with another body. */
  | { kind: 'conflict' }
  /** The first call runs; its claim ends in `claimMs`. */
  | { kind: 'running'; claimMs: number }
  /** The first call failed, or its claim ended: nothing was kept. */
  | { kind: 'free' }

/** Carries the topic of a call that ended, if a call on another node waits for it. */
export const CALL_ENDED_CHANNEL = 'idempotent_call_ended'

/** The name of a call on the channel: a hash, so that it has a fixed length. */
export function topicOf(call: IdempotentCall): string {
  return createHash('sha256')
    .update(JSON.stringify(identity(call)))
    .digest('base64url')
}

/** SQL: the size of the project's kept answers of this kind, in a statement about the row `i`. */
const KEPT_BYTES = `coalesce((SELECT sum(bytes) FROM kept_answers k
  WHERE k.project_id = i.project_id AND k.is_reading = i.is_reading), 0)`
/** As the end of a claim: the call ended, and its answer was not kept. */
const NOT_KEPT = "'epoch'"

/**
 * `claimed`: the first call, or one that takes over from a call that was lost, is outdated, or was
 * a reading call without a kept answer. `full`: the project's answers are above their bound, and
 * nothing was claimed.
 */
export async function claim(
  pool: Pool,
  call: IdempotentCall,
): Promise<'claimed' | 'taken' | 'full'> {
  const { rows } = await pool.query<{ has_room: boolean }>(
    `INSERT INTO idempotency AS i (project_id, method, key, body_sha256, claimed_until, is_reading)
     VALUES ($1, $2, $3, $4, now() + $5 * interval '1 millisecond', $7)
     ON CONFLICT (project_id, method, key) DO UPDATE
       SET body_sha256 = excluded.body_sha256, claimed_until = excluded.claimed_until,
           answer = NULL, kept_bytes = 0, is_awaited = false, created_at = now()
       WHERE (i.answer IS NULL AND i.claimed_until < now()
              AND (i.claimed_until > ${NOT_KEPT} OR i.body_sha256 = excluded.body_sha256))
          OR i.created_at < now() - $6 * interval '1 millisecond'
     RETURNING i.is_reading OR ${KEPT_BYTES} < $8::bigint AS has_room`,
    [
      ...identity(call),
      call.bodySha256,
      IDEMPOTENCY_CLAIM_MS,
      IDEMPOTENCY_KEPT_MS,
      call.isReading,
      call.mostBytes,
    ],
  )
  if (rows.length === 0) return 'taken'
  if (rows[0]!.has_room) return 'claimed'
  await release(pool, call)
  return 'full'
}

const RUNS = 'project_id = $1 AND method = $2 AND key = $3 AND answer IS NULL'
/**
 * Notifies only when a call waits, because every NOTIFY takes a lock that the whole database
 * shares.
 */
const NOTIFY_WAITERS = `CASE WHEN is_awaited THEN pg_notify('${CALL_ENDED_CHANNEL}', $4) END`

async function release(pool: Pool, call: IdempotentCall): Promise<void> {
  const row = [...identity(call), topicOf(call)]
  await pool.query(`DELETE FROM idempotency WHERE ${RUNS} RETURNING ${NOTIFY_WAITERS}`, row)
}

/** Runs the claimed call and keeps its answer if there is room; keeps nothing when it throws. */
export async function runClaimed<Result>(
  pool: Pool,
  call: IdempotentCall,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await work()
    await keep(pool, call, JSON.stringify(result))
    return result
  } catch (error) {
    await release(pool, call)
    throw error
  }
}

/** The answer of a call that changed something is always kept. */
async function keep(pool: Pool, call: IdempotentCall, answer: string): Promise<void> {
  const bytes = Buffer.byteLength(answer)
  const row = [...identity(call), topicOf(call)]
  const kept = await pool.query(
    `UPDATE idempotency i SET answer = $5, kept_bytes = $6::integer
     WHERE ${RUNS} AND (NOT is_reading OR ${KEPT_BYTES} + $6::integer <= $7::bigint)
       RETURNING ${NOTIFY_WAITERS}`,
    [...row, answer, bytes, call.mostBytes],
  )
  if (kept.rowCount === 1 || !call.isReading) return
  await pool.query(
    `UPDATE idempotency SET claimed_until = ${NOT_KEPT} WHERE ${RUNS} RETURNING ${NOTIFY_WAITERS}`,
    row,
  )
}

/**
 * Reads the row once. While the first call runs, its end will be notified on the channel from now
 * on.
 */
export async function lookUp<Result>(pool: Pool, call: IdempotentCall): Promise<Known<Result>> {
  const { rows } = await pool.query<{ body_sha256: Buffer; answer: Result | null }>(
    `SELECT body_sha256, answer FROM idempotency
     WHERE project_id = $1 AND method = $2 AND key = $3`,
    identity(call),
  )
  const row = rows[0]
  if (row === undefined) return { kind: 'free' }
  if (!row.body_sha256.equals(call.bodySha256)) return { kind: 'conflict' }
  if (row.answer !== null) return { kind: 'answer', result: row.answer }
  // The row's lock orders this before the end of the first call, which then notifies, or after it.
  const awaited = await pool.query<{ claim_ms: number }>(
    `UPDATE idempotency SET is_awaited = true WHERE ${RUNS}
     RETURNING 1000 * extract(epoch FROM claimed_until - now())::float8 AS claim_ms`,
    identity(call),
  )
  const claimMs = awaited.rows[0]?.claim_ms
  return claimMs === undefined ? { kind: 'free' } : { kind: 'running', claimMs }
}

function identity({ projectId, method, key }: IdempotentCall): string[] {
  return [projectId, method, key]
}
