// Changes one setting of running nodes and waits until they act on it. What may be changed and to what is in
// limits/live.ts.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { DAY_MS } from '../../core/time.ts'
import { SetupProblem } from '../../embedded/setup-problem.ts'
import type { AuditedBy } from '../../ledger/audit/audit-log.ts'
import {
  ALL_NODES,
  changeNodeSetting,
  type ListedNode,
  listNodes,
} from '../../ledger/nodes/node-settings.ts'
import {
  describeSetting,
  isLiveSetting,
  isSettingValue,
  LIVE_SETTINGS,
  type LiveSetting,
} from '../../limits/live.ts'
import { NODE_CHANGE_MS, NODE_GONE_MS } from '../../limits/nodes.ts'

const LOOK_EVERY_MS = 100

export interface Wanted {
  node: string
  name: LiveSetting
  /** Null: as usual again. */
  value: string | null
}

export interface Changed {
  /** Those that are meant and were seen lately. */
  nodes: ListedNode[]
  /** All of them act on it. */
  isDone: boolean
}

/** Throws SetupProblem for a name or a value that is none. */
export function readWanted(node: string, name: string, value: string | null): Wanted {
  if (!isLiveSetting(name)) {
    throw new SetupProblem(
      `${name} is no setting of a running node: it is one of ${LIVE_SETTINGS.join(', ')}.`,
    )
  }
  if (value !== null && !isSettingValue(name, value)) {
    throw new SetupProblem(`${value} is no value of ${name}: it is ${describeSetting(name)}.`)
  }
  return { node, name, value }
}

export async function change(pool: Pool, wanted: Wanted, by: AuditedBy): Promise<Changed> {
  const meant = await namesOf(pool, wanted.node)
  const changedAt = await changeNodeSetting(pool, wanted, by)
  const untilMs = performance.now() + NODE_CHANGE_MS
  for (;;) {
    // One that ends meanwhile takes its row back; one that is at it says nothing until it is done.
    const nodes = (await listNodes(pool, DAY_MS)).filter(({ node }) => meant.has(node))
    const isDone = nodes.every(node => isAsWanted(node, wanted, changedAt))
    if (isDone || performance.now() > untilMs) return { nodes, isDone }
    await sleep(LOOK_EVERY_MS)
  }
}

/** It has read what is wanted since, and acts on it; what is usual each node knows for itself. */
function isAsWanted(
  { settings, seenAt }: ListedNode,
  { name, value }: Wanted,
  changedAt: Date,
): boolean {
  return Date.parse(seenAt) >= changedAt.getTime() && (value === null || settings[name] === value)
}

async function namesOf(pool: Pool, node: string): Promise<ReadonlySet<string>> {
  const running = (await listNodes(pool, NODE_GONE_MS)).map(each => each.node)
  return new Set(running.filter(name => node === ALL_NODES || name === node))
}
