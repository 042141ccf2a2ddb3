// A SQL transaction on a separate connection. It is rolled back when the work throws, or when its
// result must not be kept. Never reports a commit as done that the standby may lack.

import type { Pool, PoolClient } from 'pg'
import { CommitUnreplicated, isUnreplicated } from './durability.ts'
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
      if (isKept(result)) await commit(client)
      else await client.query('ROLLBACK')
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

async function commit(client: PoolClient): Promise<void> {
  let isLost = false
  const listen = (notice: { routine?: string | undefined }) => {
    isLost ||= isUnreplicated(notice)
  }
  client.on('notice', listen)
  try {
    await client.query('COMMIT')
  } finally {
    client.off('notice', listen)
  }
  if (isLost) throw new CommitUnreplicated()
}
