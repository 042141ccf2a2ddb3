// What Postgres keeps of idempotent calls: a claim while the first call runs, then its answer. Must never
// hold a connection between two statements, nor an answer with a token in it.

import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { IDEMPOTENCY_CLAIM_MS, IDEMPOTENCY_KEPT_MS } from '../../limits.ts'

export interface IdempotentCall {
  projectId: string
  /** The scope of a key is the project and the method. */
  method: string
  key: string
  bodySha256: Buffer
}

/** What the row of a key says to a call that did not get the claim. */
export type Known<Result> =
  | { kind: 'answer'; result: Result }
  /** The key was used with another body. */
  | { kind: 'conflict' }
  /** The first call runs; its claim ends in `claimMs`. */
  | { kind: 'running'; claimMs: number }
  /** The first call failed, or its claim ended: nothing is kept. */
  | { kind: 'free' }

/** Carries the topic of a call that ended, when a call on another node waits for it. */
export const CALL_ENDED_CHANNEL = 'idempotent_call_ended'

/** What a call that ended is called on the channel: a hash, so that its length is known. */
export function topicOf(call: IdempotentCall): string {
  return createHash('sha256')
    .update(JSON.stringify(identity(call)))
    .digest('base64url')
}

/** True for the first call, and for the one that takes over from a lost or outdated one. */
export async function claim(pool: Pool, call: IdempotentCall): Promise<boolean> {
  const { rowCount } = await pool.query(
    `INSERT INTO idempotency AS i (project_id, method, key, body_sha256, claimed_until)
     VALUES ($1, $2, $3, $4, now() + $5 * interval '1 millisecond')
     ON CONFLICT (project_id, method, key) DO UPDATE
       SET body_sha256 = excluded.body_sha256, claimed_until = excluded.claimed_until,
           answer = NULL, is_awaited = false, created_at = now()
       WHERE (i.answer IS NULL AND i.claimed_until < now())
          OR i.created_at < now() - $6 * interval '1 millisecond'`,
    [...identity(call), call.bodySha256, IDEMPOTENCY_CLAIM_MS, IDEMPOTENCY_KEPT_MS],
  )
  return rowCount === 1
}

const RUNS = 'project_id = $1 AND method = $2 AND key = $3 AND answer IS NULL'
/** Told only when somebody waits: every NOTIFY takes a lock that the whole database shares. */
const TELL = `CASE WHEN is_awaited THEN pg_notify('${CALL_ENDED_CHANNEL}', $4) END`

/** Runs what was claimed and keeps its answer; keeps nothing when it throws. */
export async function runClaimed<Result>(
  pool: Pool,
  call: IdempotentCall,
  work: () => Promise<Result>,
): Promise<Result> {
  const row = [...identity(call), topicOf(call)]
  try {
    const result = await work()
    await pool.query(`UPDATE idempotency SET answer = $5 WHERE ${RUNS} RETURNING ${TELL}`, [
      ...row,
      JSON.stringify(result),
    ])
    return result
  } catch (error) {
    await pool.query(`DELETE FROM idempotency WHERE ${RUNS} RETURNING ${TELL}`, row)
    throw error
  }
}

/** Looks at the row once. While the first call runs, its end is told on the channel from now on. */
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
  // The row's lock puts this before the end of the first call, which then tells, or after it.
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
