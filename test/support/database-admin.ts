// Changes a whole database from outside of it, as the server's administrator would.

import type pg from 'pg'
import { withDatabase } from '../../src/embedded/postgres.ts'
import { withClient } from '../../src/ledger/database/client.ts'

/** On another database of the same server. */
export function asAdmin<Result>(
  databaseUrl: string,
  work: (admin: pg.Client) => Promise<Result>,
): Promise<Result> {
  return withClient(withDatabase(databaseUrl, 'postgres'), 'tests', work)
}

/** For every connection that is opened from now on; open ones stay when `keep` is true. */
export function alterDatabase(
  databaseUrl: string,
  change: string,
  open: 'keep' | 'end' = 'end',
): Promise<unknown> {
  const name = new URL(databaseUrl).pathname.slice(1)
  return asAdmin(databaseUrl, async admin => {
    await admin.query(`ALTER DATABASE ${name} ${change}`)
    if (open === 'keep') return
    await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
      name,
    ])
  })
}
