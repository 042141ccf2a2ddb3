// Which pauses each running node applies, as the nodes report in the ledger. A node without a
// report for as long as its lanes' pauses are valid starts no round either, so it need not be
// waited for.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { PausedScope } from '../../core/pauses.ts'
import { NODE_GONE_MS, PAUSES_LEASE_MS } from '../../limits.ts'
import { statement } from '../database/statement.ts'

/**
 * How long a person who pauses waits for the nodes: a hundred times what they need, and still short
 * for a person.
 */
const PAUSES_APPLIED_MS = 5_000
/** How often it is checked whether the nodes apply the pause. */
const PAUSES_LOOK_MS = 20

/** One run of a node. */
export interface NodeRun {
  run: string
  node: string
}

export interface ReadPauses {
  revision: bigint
  paused: PausedScope[]
  /** The revision that the node has reported earlier. */
  actsOn: bigint
}

const READ_PAUSES = statement(
  'read-pauses',
  `WITH seen AS (
     INSERT INTO node_pauses (run, node, revision, seen_at) VALUES ($1, $2, -1, clock_timestamp())
     ON CONFLICT (run) DO UPDATE SET seen_at = clock_timestamp()
     RETURNING revision)
   SELECT pause_revision.revision, seen.revision AS acts_on,
     (SELECT coalesce(jsonb_agg(jsonb_build_object('scope', scope, 'subject', subject)), '[]')
       FROM pause) AS paused
   FROM pause_revision, seen`,
)

/** Reports that the node runs, and reads the pauses that it must apply. */
export async function readPauses(pool: Pool, { run, node }: NodeRun): Promise<ReadPauses> {
  const { rows } = await pool.query<{ revision: string; acts_on: string; paused: PausedScope[] }>({
    ...READ_PAUSES,
    values: [run, node],
  })
  const { revision, acts_on, paused } = rows[0]!
  return { revision: BigInt(revision), actsOn: BigInt(acts_on), paused }
}

/**
 * Registers the node before it reads: a pause set later waits for it, and a pause set earlier is
 * read by it.
 */
export async function enterNode(pool: Pool, { run, node }: NodeRun): Promise<void> {
  await pool.query(
    'INSERT INTO node_pauses (run, node, revision, seen_at) VALUES ($1, $2, -1, clock_timestamp())',
    [run, node],
  )
  await pool.query("DELETE FROM node_pauses WHERE seen_at < now() - interval '1 day'")
}

/** Records that all its lanes apply this revision. */
export async function noteApplied(pool: Pool, { run }: NodeRun, revision: bigint): Promise<void> {
  await pool.query('UPDATE node_pauses SET revision = $2 WHERE run = $1', [run, revision])
}

/** The node starts no more rounds. */
export async function removeNode(pool: Pool, { run }: NodeRun): Promise<void> {
  await pool.query('DELETE FROM node_pauses WHERE run = $1', [run])
}

/** A node that may start rounds. */
export interface NodePauses {
  node: string
  applies: boolean
  /** Null: it does not report pauses, because its version has none. */
  seenAt: Date | null
}

export interface PauseState {
  revision: bigint
  nodes: NodePauses[]
  /** No node starts a round that the pauses forbid. */
  isInForce: boolean
  /** By the clock of the ledger. */
  at: Date
}

/**
 * Runs of the same node name count as one node, and all of them must apply the pauses. A killed
 * node counts until its lanes have certainly stopped.
 */
const LIST_NODES = `
  SELECT node, applies, seen_at, clock_timestamp() AS at FROM (VALUES (1)) one LEFT JOIN (
    SELECT node, min(revision) >= $1 AS applies, min(seen_at) AS seen_at FROM node_pauses
    WHERE seen_at > clock_timestamp() - $2 * interval '1 millisecond' GROUP BY node
    UNION ALL
    SELECT node, false, NULL FROM node_state s WHERE seen_at > now() - $3 * interval '1 millisecond'
      AND NOT EXISTS (SELECT FROM node_pauses p WHERE p.node = s.node)) known ON true
  ORDER BY node`

export async function readPauseState(pool: Pool, revision: bigint): Promise<PauseState> {
  const { rows } = await pool.query<{
    node: string | null
    applies: boolean
    seen_at: Date | null
    at: Date
  }>(LIST_NODES, [revision, PAUSES_LEASE_MS, NODE_GONE_MS])
  const nodes = rows.flatMap(({ node, applies, seen_at }) =>
    node === null ? [] : [{ node, applies, seenAt: seen_at }],
  )
  const isInForce = nodes.every(({ applies }) => applies)
  return { revision, nodes, isInForce, at: rows[0]!.at }
}

/**
 * Resolves as soon as all nodes apply the revision; after the time limit, the result names those
 * that do not.
 */
export async function waitUntilApplied(
  pool: Pool,
  revision: bigint,
  waitMs: number = PAUSES_APPLIED_MS,
): Promise<PauseState> {
  const untilMs = performance.now() + waitMs
  for (;;) {
    const pauseState = await readPauseState(pool, revision)
    if (pauseState.isInForce || performance.now() > untilMs) return pauseState
    await sleep(PAUSES_LOOK_MS)
  }
}
