// A SQL transaction on a connection of its own. Nothing of it stays when the work throws, or when its
// result is not to be kept.

import type { Pool, PoolClient } from 'pg'

export async function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
  isKept: (result: Result) => boolean = () => true,
): Promise<Result> {
  const client = await pool.connect()
  // A lent connection that breaks says so on its own, too: unheard, that would end the process.
  const ignore = () => {}
  client.on('error', ignore)
  let isBroken = false
  try {
    await client.query('BEGIN')
    const result = await work(client)
    await client.query(isKept(result) ? 'COMMIT' : 'ROLLBACK')
    return result
  } catch (error) {
    // A connection that can't be rolled back is not used again.
    await client.query('ROLLBACK').catch(() => {
      isBroken = true
    })
    throw error
  } finally {
    client.off('error', ignore)
    client.release(isBroken)
  }
}
