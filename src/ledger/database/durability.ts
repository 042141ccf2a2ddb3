// Whether a commit that Postgres has acknowledged is safe: on its own disk, and on another
// machine's. An acknowledgement without the standby that it should have waited for is noticed here,
// by the one sign that Postgres gives.

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

/**
 * Someone cancelled a commit's wait for its standby (pg_cancel_backend, a pooler's time limit).
 * Postgres has then committed on its own disk only, and reports success all the same: a failover
 * may lose the commit. It counts as unknown, as if the connection had broken.
 */
export class CommitUnreplicated extends Error {
  constructor() {
    super('a commit was acknowledged without its standby, because its wait was cancelled')
    this.name = 'CommitUnreplicated'
  }
}

/**
 * Postgres's warning about such a commit. Its text depends on the language of the server, and its
 * SQLSTATE is that of every warning, so it is known by the function that waits.
 */
export const isUnreplicated = ({ routine }: { routine?: string | undefined }): boolean =>
  routine === 'SyncRepWaitForLSN'
