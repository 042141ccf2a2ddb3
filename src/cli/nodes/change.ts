// Changes one setting of running nodes and waits until they apply it. What may be changed and to
// which values is in limits/live.ts.

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
import { NODE_GONE_MS } from '../../limits.ts'

/**
 * How long a command waits for nodes to apply a change: a lane starts in a second, and players of
 * slow wallets move late.
 */
const NODE_CHANGE_MS = 60_000

const LOOK_EVERY_MS = 100

export interface Wanted {
  node: string
  name: LiveSetting
  /** Null: back to the usual value. */
  value: string | null
}

export interface Changed {
  /** The addressed nodes that were seen lately. */
  nodes: ListedNode[]
  /** All of them apply it. */
  isDone: boolean
}

/** Throws SetupProblem for an unknown name or an invalid value. */
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
    // A node that stops meanwhile removes its row; one that is applying the change reports only
    // when it is done.
    const nodes = (await listNodes(pool, DAY_MS)).filter(({ node }) => meant.has(node))
    const isDone = nodes.every(node => isAsWanted(node, wanted, changedAt))
    if (isDone || performance.now() > untilMs) return { nodes, isDone }
    await sleep(LOOK_EVERY_MS)
  }
}

/**
 * It has read the wanted value since and applies it; the usual value is only known to the node
 * itself.
 */
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
