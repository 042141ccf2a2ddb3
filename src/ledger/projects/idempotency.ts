// Idempotent calls in Postgres: the first call of a key runs, its answer is kept with it, duplicates
// wait for it and get the same. Holds no connection while a call runs, and never an answer with a
// token in it.

import type { Pool } from 'pg'
import {
  IDEMPOTENCY_CLAIM_MS,
  IDEMPOTENCY_KEPT_MS,
  IDEMPOTENCY_POLL_MS,
  IDEMPOTENCY_WAIT_MS,
} from '../../limits.ts'

export interface IdempotentCall {
  projectId: string
  /** The scope of a key is the project and the method. */
  method: string
  key: string
  bodySha256: Buffer
}

/** `conflict`: the key was used with another body. `late`: the first call still has no answer. */
export type Once<Result> = { kind: 'answer'; result: Result } | { kind: 'conflict' | 'late' }

/**
 * Runs `work` once for this key and keeps its result, which must be JSON. When it throws nothing is
 * kept and the next call runs it again; so does one that finds the claim of a call that was lost.
 */
export async function runOnce<Result>(
  pool: Pool,
  call: IdempotentCall,
  work: () => Promise<Result>,
): Promise<Once<Result>> {
  const tries = IDEMPOTENCY_WAIT_MS / IDEMPOTENCY_POLL_MS
  for (let attempt = 0; attempt < tries; attempt++) {
    if (await claim(pool, call))
      return { kind: 'answer', result: await runClaimed(pool, call, work) }
    const known = await read<Result>(pool, call)
    if (known !== null) return known
    await new Promise(resolve => setTimeout(resolve, IDEMPOTENCY_POLL_MS))
  }
  return { kind: 'late' }
}

/** True for the first call, and for the one that takes over from a lost or outdated one. */
async function claim(pool: Pool, call: IdempotentCall): Promise<boolean> {
  const { rowCount } = await pool.query(
    `INSERT INTO idempotency AS i (project_id, method, key, body_sha256, claimed_until)
     VALUES ($1, $2, $3, $4, now() + $5 * interval '1 millisecond')
     ON CONFLICT (project_id, method, key) DO UPDATE
       SET body_sha256 = excluded.body_sha256, claimed_until = excluded.claimed_until,
           answer = NULL, created_at = now()
       WHERE (i.answer IS NULL AND i.claimed_until < now())
          OR i.created_at < now() - $6 * interval '1 millisecond'`,
    [...identity(call), call.bodySha256, IDEMPOTENCY_CLAIM_MS, IDEMPOTENCY_KEPT_MS],
  )
  return rowCount === 1
}

async function runClaimed<Result>(
  pool: Pool,
  call: IdempotentCall,
  work: () => Promise<Result>,
): Promise<Result> {
  const mine = 'project_id = $1 AND method = $2 AND key = $3 AND answer IS NULL'
  try {
    const result = await work()
    await pool.query(`UPDATE idempotency SET answer = $4 WHERE ${mine}`, [
      ...identity(call),
      JSON.stringify(result),
    ])
    return result
  } catch (error) {
    await pool.query(`DELETE FROM idempotency WHERE ${mine}`, identity(call))
    throw error
  }
}

/** Null while the first call runs. */
async function read<Result>(pool: Pool, call: IdempotentCall): Promise<Once<Result> | null> {
  const { rows } = await pool.query<{ body_sha256: Buffer; answer: Result | null }>(
    `SELECT body_sha256, answer FROM idempotency
     WHERE project_id = $1 AND method = $2 AND key = $3`,
    identity(call),
  )
  const row = rows[0]
  if (row === undefined) return null
  if (!row.body_sha256.equals(call.bodySha256)) return { kind: 'conflict' }
  return row.answer === null ? null : { kind: 'answer', result: row.answer }
}

/** Forgets answers past their time; part of the recovery job. */
export async function forgetOldAnswers(pool: Pool): Promise<void> {
  await pool.query(
    `DELETE FROM idempotency WHERE created_at < now() - $1 * interval '1 millisecond'`,
    [IDEMPOTENCY_KEPT_MS],
  )
}

function identity({ projectId, method, key }: IdempotentCall): string[] {
  return [projectId, method, key]
}
