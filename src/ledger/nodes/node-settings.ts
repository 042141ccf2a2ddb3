// Settings of running nodes in the ledger: wanted by their owner, for one node or for all, and what each node acts on.
// A change is told to every node at once and audited. Knows names and values as texts; limits/live.ts says what they mean.

import type { Pool } from 'pg'
import { type AuditedBy, writeAudit } from '../audit/audit-log.ts'
import { inTransaction } from '../database/transaction.ts'

/** Carries the name of the node that is meant, or ALL_NODES. */
export const NODE_SETTING_CHANNEL = 'node_setting'
export const ALL_NODES = '*'

export interface NodeSetting {
  node: string
  name: string
  value: string
}

/** What is wanted of the node: a setting of its own comes before that of all. */
export async function readNodeSettings(pool: Pool, node: string): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ name: string; value: string }>(
    'SELECT name, value FROM node_setting WHERE node IN ($1, $2) ORDER BY node = $1',
    [node, ALL_NODES],
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

export async function listNodeSettings(pool: Pool): Promise<NodeSetting[]> {
  const { rows } = await pool.query<NodeSetting>(
    'SELECT node, name, value FROM node_setting ORDER BY node, name',
  )
  return rows
}

/** @param value null: as usual again */
export function changeNodeSetting(
  pool: Pool,
  { node, name, value }: { node: string; name: string; value: string | null },
  by: AuditedBy,
): Promise<void> {
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
    await client.query('SELECT pg_notify($1, $2)', [NODE_SETTING_CHANNEL, node])
  })
}

/** What a node says of itself. */
export interface NodeState {
  node: string
  settings: Readonly<Record<string, string>>
  problem: string | null
}

export async function writeNodeState(
  pool: Pool,
  { node, settings, problem }: NodeState,
): Promise<void> {
  await pool.query(
    `INSERT INTO node_state (node, settings, problem) VALUES ($1, $2, $3)
     ON CONFLICT (node) DO UPDATE SET settings = excluded.settings, problem = excluded.problem, seen_at = now()`,
    [node, JSON.stringify(settings), problem],
  )
}

export async function removeNodeState(pool: Pool, node: string): Promise<void> {
  await pool.query('DELETE FROM node_state WHERE node = $1', [node])
}

interface StateRow extends NodeState {
  started_at: Date
  seen_s: number
}

export type ListedNode = NodeState & { startedAt: string; seenS: number }

/** @param seenWithinMs those that wrote since then; one that was killed leaves its row behind */
export async function listNodes(pool: Pool, seenWithinMs: number): Promise<ListedNode[]> {
  const { rows } = await pool.query<StateRow>(
    `SELECT node, settings, problem, started_at, extract(epoch FROM now() - seen_at)::int AS seen_s
     FROM node_state WHERE seen_at > now() - $1 * interval '1 millisecond' ORDER BY node`,
    [seenWithinMs],
  )
  return rows.map(({ node, settings, problem, started_at, seen_s }) => ({
    node,
    settings,
    problem,
    startedAt: started_at.toISOString(),
    seenS: seen_s,
  }))
}
