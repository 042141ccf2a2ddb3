// Whether what Postgres has acknowledged stays: on its own disk, and on another machine's.

import type pg from 'pg'

export type Durability =
  /** A crash may lose what was acknowledged. */
  | { kind: 'none'; setting: 'synchronous_commit' | 'fsync' }
  /** The loss of this server, or a failover to an asynchronous standby, may lose it. */
  | { kind: 'one-server' }
  | { kind: 'several-servers' }

/**
 * As the role finds it without settings of ours: a pooler in between lets none through.
 * @param client connected
 */
export async function readDurability(client: pg.Client): Promise<Durability> {
  const { rows } = await client.query<{ commit: string; fsync: string; standbys: string }>(
    `SELECT current_setting('synchronous_commit') AS commit, current_setting('fsync') AS fsync,
      current_setting('synchronous_standby_names') AS standbys`,
  )
  const { commit, fsync, standbys } = rows[0]!
  if (fsync !== 'on') return { kind: 'none', setting: 'fsync' }
  if (commit === 'off') return { kind: 'none', setting: 'synchronous_commit' }
  return { kind: standbys === '' || commit === 'local' ? 'one-server' : 'several-servers' }
}
