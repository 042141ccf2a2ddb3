// Whether a commit that Postgres has acknowledged is safe: on its own disk, and on another
// machine's.

import type pg from 'pg'

export type Durability =
  /** A crash may lose acknowledged commits. */
  | { kind: 'none'; setting: 'synchronous_commit' | 'fsync' }
  /**
   * The loss of this server, or a failover to an asynchronous standby, may lose acknowledged
   * commits.
   */
  | { kind: 'one-server' }
  | { kind: 'several-servers' }

/**
 * Read as the role has it without our settings, because a pooler in between passes none on.
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
