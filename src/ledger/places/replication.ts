// Postgres' logical replication of one place: publication and slot at the source, subscription at
// the target, both with the move's name. It copies all rows, then follows. Every step may be done
// again. It carries no sequences and no changes of the schema.

import pg from 'pg'
import { withoutOptions } from '../database/address.ts'
import { listMoved } from './place-tables.ts'

/** The first version with everything that is used here. */
const VERSION_MIN = 150_000

/** Null when the server can be a source of replication, or what to do. */
export async function findSourceProblem(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ version: number; level: string; standbys: string }>(
    `SELECT current_setting('server_version_num')::int AS version,
       current_setting('wal_level') AS level,
       current_setting('synchronous_standby_names') AS standbys`,
  )
  const { version, level, standbys } = rows[0]!
  if (version < VERSION_MIN) return 'The server of the place is older than Postgres 15.'
  if (level !== 'logical') {
    return (
      `The server of the place has wal_level ${level}: set it to logical and restart that server ` +
      '(docs/operations.md).'
    )
  }
  if (!standbys.includes('*')) return null
  return (
    'The server of the place takes any follower for its synchronous standby, and so the target ' +
    'of the move too: name the standbys in synchronous_standby_names (docs/operations.md).'
  )
}

export const nameOf = (moveId: string) => `reelhouse_move_${moveId.replaceAll('-', '')}`

/** From now on the source keeps what it writes for the target. */
export async function publish(source: pg.Client, name: string): Promise<void> {
  const known = await source.query('SELECT FROM pg_publication WHERE pubname = $1', [name])
  if (known.rowCount! > 0) return
  const tables = await listMoved(source)
  await source.query(
    `CREATE PUBLICATION ${name} FOR TABLE ${tables.join(', ')}
     WITH (publish_via_partition_root = true)`,
  )
}

/** @param sourceUrl as the target's server reaches it */
export async function subscribe(
  source: pg.Client,
  target: pg.Client,
  name: string,
  sourceUrl: string,
): Promise<void> {
  if (await hasSubscription(target, name)) {
    await target.query(`ALTER SUBSCRIPTION ${name} ENABLE`)
    return
  }
  // An earlier try may have left its slot behind.
  await dropSlot(source, name)
  const connection = pg.escapeLiteral(withoutOptions(sourceUrl))
  await target.query(`CREATE SUBSCRIPTION ${name} CONNECTION ${connection} PUBLICATION ${name}`)
}

export async function hasSubscription(target: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await target.query(
    `SELECT FROM pg_subscription s JOIN pg_database d ON d.oid = s.subdbid
     WHERE subname = $1 AND datname = current_database()`,
    [name],
  )
  return rowCount! > 0
}

/** Nothing more is written at the target. */
export async function stopSubscription(target: pg.Client, name: string): Promise<void> {
  await target.query(`ALTER SUBSCRIPTION ${name} DISABLE`)
}

/**
 * Also drops the slots at the source; if the target can't reach it, they stay.
 * @param isSourceThere false: it is not waited for
 */
export async function unsubscribe(
  target: pg.Client,
  name: string,
  isSourceThere: boolean,
): Promise<void> {
  if (!(await hasSubscription(target, name))) return
  await stopSubscription(target, name)
  if (isSourceThere && (await dropWithSlots(target, name))) return
  await target.query(`ALTER SUBSCRIPTION ${name} SET (slot_name = NONE)`)
  await target.query(`DROP SUBSCRIPTION ${name}`)
}

/** False when the source does not answer the target, or the slot is gone. */
async function dropWithSlots(target: pg.Client, name: string): Promise<boolean> {
  try {
    await target.query(`DROP SUBSCRIPTION ${name}`)
    return true
  } catch {
    return false
  }
}

/** @param targetOrigin as `current_origin` gives it */
export async function unpublish(
  source: pg.Client,
  name: string,
  targetOrigin: string,
): Promise<void> {
  await dropSlot(source, name)
  // Slots with which single tables were being copied, if the target is gone.
  const [system] = targetOrigin.split('/')
  const { rows } = await source.query<{ name: string }>(
    `SELECT slot_name AS name FROM pg_replication_slots
     WHERE database = current_database() AND slot_name ~ ('^pg_[0-9]+_sync_[0-9]+_' || $1 || '$')`,
    [system],
  )
  for (const slot of rows) await dropSlot(source, slot.name)
  await source.query(`DROP PUBLICATION IF EXISTS ${name}`)
}

/** A connection that uses the slot is ended: its target is stopped, or is gone. */
async function dropSlot(source: pg.Client, slot: string): Promise<void> {
  await source.query(
    `SELECT pg_terminate_backend(active_pid, 5000) FROM pg_replication_slots
     WHERE slot_name = $1 AND active_pid IS NOT NULL`,
    [slot],
  )
  await source.query(
    'SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name = $1',
    [slot],
  )
}

export interface CopyProgress {
  /** All tables are copied. */
  isCopied: boolean
  sourceBytes: number
  copiedBytes: number
  /** Of the source's log that the target has not written. */
  behindBytes: number
  /** Failures of the target since the subscription was made; its log has the reason. */
  errors: number
}

const BYTES = `
  SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::float8 AS bytes FROM pg_class
  WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'`

export async function countBytes(client: pg.Client | pg.Pool): Promise<number> {
  return (await client.query<{ bytes: number }>(BYTES)).rows[0]!.bytes
}

export async function readCopyProgress(
  source: pg.Client,
  target: pg.Client,
  name: string,
): Promise<CopyProgress> {
  const copied = await target.query<{ copied: boolean; errors: number }>(
    `SELECT bool_and(srsubstate = 'r') AS copied,
       (SELECT coalesce(sum(apply_error_count + sync_error_count), 0)::int
         FROM pg_stat_subscription_stats WHERE subname = $1) AS errors
     FROM pg_subscription_rel r JOIN pg_subscription s ON s.oid = r.srsubid WHERE subname = $1`,
    [name],
  )
  const slot = await source.query<{ behind: number }>(
    `SELECT pg_wal_lsn_diff(pg_current_wal_flush_lsn(), confirmed_flush_lsn)::float8 AS behind
     FROM pg_replication_slots WHERE slot_name = $1`,
    [name],
  )
  return {
    isCopied: copied.rows[0]!.copied === true,
    sourceBytes: await countBytes(source),
    copiedBytes: await countBytes(target),
    behindBytes: Math.max(0, slot.rows[0]?.behind ?? 0),
    errors: copied.rows[0]!.errors,
  }
}
