// Idempotent calls in Postgres: the first call of a key runs, its answer is kept with it, duplicates
// wait for it on the row and get the same. Never holds an answer with a token in it.

import type { Pool, PoolClient } from 'pg'
import { IDEMPOTENCY_KEPT_MS } from '../limits.ts'

export interface IdempotentCall {
  projectId: string
  /** The scope of a key is the project and the method. */
  method: string
  key: string
  bodySha256: Buffer
}

/** `record` is what the answer is rebuilt from; JSON. */
export type Once<Result> = { kind: 'answer'; result: Result } | { kind: 'conflict' }

/**
 * Runs `work` once for this key. When it throws nothing is kept and the next call runs it again.
 * Takes one connection of the pool while `work` runs, so `work` must use another pool.
 */
export async function runOnce<Result>(
  pool: Pool,
  call: IdempotentCall,
  work: () => Promise<Result>,
): Promise<Once<Result>> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('BEGIN')
    const answer = await claimOrRead(client, call, work)
    await client.query('COMMIT')
    return answer
  } catch (error) {
    await client.query('ROLLBACK').catch((failed: Error) => {
      broken = failed
    })
    throw error
  } finally {
    client.release(broken)
  }
}

async function claimOrRead<Result>(
  client: PoolClient,
  { projectId, method, key, bodySha256 }: IdempotentCall,
  work: () => Promise<Result>,
): Promise<Once<Result>> {
  const id = [projectId, method, key]
  await client.query(
    `DELETE FROM idempotency WHERE project_id = $1 AND method = $2 AND key = $3
       AND created_at < now() - $4 * interval '1 millisecond'`,
    [...id, IDEMPOTENCY_KEPT_MS],
  )
  // A concurrent first call holds this row uncommitted: the insert waits for its end.
  const claimed = await client.query(
    `INSERT INTO idempotency (project_id, method, key, body_sha256) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING`,
    [...id, bodySha256],
  )
  if (claimed.rowCount === 0) return read<Result>(client, id, bodySha256)
  const result = await work()
  await client.query(
    'UPDATE idempotency SET answer = $4 WHERE project_id = $1 AND method = $2 AND key = $3',
    [...id, JSON.stringify(result)],
  )
  return { kind: 'answer', result }
}

async function read<Result>(
  client: PoolClient,
  id: string[],
  bodySha256: Buffer,
): Promise<Once<Result>> {
  const { rows } = await client.query<{ body_sha256: Buffer; answer: Result }>(
    `SELECT body_sha256, answer FROM idempotency
     WHERE project_id = $1 AND method = $2 AND key = $3`,
    id,
  )
  const row = rows[0]
  if (row === undefined) throw new Error('an idempotent answer disappeared while it was read')
  if (!row.body_sha256.equals(bodySha256)) return { kind: 'conflict' }
  return { kind: 'answer', result: row.answer }
}
