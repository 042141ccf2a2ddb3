// Settings of running nodes in the ledger: those that their owner wants, for one node or for all,
// and those that each node applies. A change is notified to every node at once and audited. Names
// and values are plain texts here; limits/live.ts defines their meaning.

import type { ClientBase, Pool } from 'pg'
import { type AuditedBy, writeAudit } from '../audit/audit-log.ts'
import { toIso } from '../database/expiry.ts'
import { inTransaction } from '../database/transaction.ts'

/** Carries the name of the node concerned, or ALL_NODES. */
export const NODE_SETTING_CHANNEL = 'node_setting'
export const ALL_NODES = '*'
/** What a node reports as the names of DATABASE_SERVERS, with commas; absent: none. */
export const KNOWN_SERVERS = 'database-servers'

/** What a node reports as the parts that it has opened, with spaces; absent: none. */
export const KNOWN_PARTS = 'places'

export interface NodeSetting {
  node: string
  name: string
  value: string
}

/** The settings wanted for a node, and when they were read, by the clock of the ledger. */
export interface WantedSettings {
  values: Record<string, string>
  readAt: Date
}

/** A node's setting takes precedence over one for all nodes. */
export async function readNodeSettings(pool: Pool, node: string): Promise<WantedSettings> {
  const { rows } = await pool.query<{ name: string | null; value: string; read_at: Date }>(
    `SELECT name, value, clock_timestamp() AS read_at FROM (VALUES (1)) one
     LEFT JOIN node_setting ON node IN ($1, $2) ORDER BY node = $1`,
    [node, ALL_NODES],
  )
  const values = rows.flatMap(({ name, value }) => (name === null ? [] : [[name, value]]))
  return { values: Object.fromEntries(values), readAt: rows[0]!.read_at }
}

export async function listNodeSettings(pool: Pool): Promise<NodeSetting[]> {
  const { rows } = await pool.query<NodeSetting>(
    'SELECT node, name, value FROM node_setting ORDER BY node, name',
  )
  return rows
}

/**
 * @param value null restores the default
 * @returns when, by the clock of the ledger
 */
export function changeNodeSetting(
  pool: Pool,
  { node, name, value }: { node: string; name: string; value: string | null },
  by: AuditedBy,
): Promise<Date> {
  return inTransaction(pool, async client => {
    const { rows } = await client.query<{ value: string }>(
      'SELECT value FROM node_setting WHERE node = $1 AND name = $2 FOR UPDATE',
      [node, name],
    )
    if (value === null) {
      await client.query('DELETE FROM node_setting WHERE node = $1 AND name = $2', [node, name])
    } else {
      await client.query(
        `INSERT INTO node_setting (node, name, value) VALUES ($1, $2, $3)
         ON CONFLICT (node, name) DO UPDATE SET value = excluded.value, changed_at = now()`,
        [node, name, value],
      )
    }
    await writeAudit(client, {
      ...by,
      action: 'node.changed',
      subject: `node ${node}`,
      before: { [name]: rows[0]?.value ?? null },
      after: { [name]: value },
    })
    const notified = await client.query<{ at: Date }>(
      'SELECT pg_notify($1, $2), clock_timestamp() AS at',
      [NODE_SETTING_CHANNEL, node],
    )
    return notified.rows[0]!.at
  })
}

/** The state that a node reports. */
export interface NodeState {
  node: string
  settings: Readonly<Record<string, string>>
  problem: string | null
  /** Open play sockets; null: its version does not report them. */
  sockets: number | null
  /** It is ready, so players may be sent to it. */
  takesSockets: boolean
}

/** @param readAt when it read the settings that are wanted for it */
export async function writeNodeState(
  pool: Pool,
  { node, settings, problem, sockets, takesSockets }: NodeState,
  readAt: Date,
): Promise<void> {
  await pool.query(
    `INSERT INTO node_state (node, settings, problem, seen_at, sockets, takes_sockets)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (node) DO UPDATE SET settings = excluded.settings, problem = excluded.problem,
       seen_at = $4, sockets = $5, takes_sockets = $6`,
    [node, JSON.stringify(settings), problem, readAt, sockets, takesSockets],
  )
}

/** Also removes the rows of nodes that were killed long ago. */
export async function removeNodeState(pool: Pool, node: string): Promise<void> {
  await pool.query(`DELETE FROM node_state WHERE node = $1 OR seen_at < now() - interval '1 day'`, [
    node,
  ])
}

export type ListedNode = NodeState & { startedAt: string; seenAt: string }

/**
 * @param seenWithinMs only nodes that wrote within this time, because a killed node leaves its row
 * behind
 */
export async function listNodes(
  pool: Pool | ClientBase,
  seenWithinMs: number,
): Promise<ListedNode[]> {
  const { rows } = await pool.query<ListedNode>(
    `SELECT node, settings, problem, sockets, takes_sockets AS "takesSockets",
       ${toIso('started_at')} AS "startedAt",
       ${toIso('seen_at')} AS "seenAt"
     FROM node_state WHERE seen_at > now() - $1 * interval '1 millisecond' ORDER BY node`,
    [seenWithinMs],
  )
  return rows
}
