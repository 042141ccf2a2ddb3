// A SQL transaction on a separate connection. It is rolled back when the work throws, or when its
// result must not be kept.

import type { Pool, PoolClient } from 'pg'
import { withConnection } from './pool.ts'

export async function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
  isKept: (result: Result) => boolean = () => true,
): Promise<Result> {
  const outcome = await withConnection(pool, async client => {
    try {
      await client.query('BEGIN')
      const result = await work(client)
      await client.query(isKept(result) ? 'COMMIT' : 'ROLLBACK')
      return { ok: true, result } as const
    } catch (error) {
      // A connection that can't be rolled back is not used again.
      await client.query('ROLLBACK').catch(() => {
        throw error
      })
      return { ok: false, error } as const
    }
  })
  if (!outcome.ok) throw outcome.error
  return outcome.result
}
