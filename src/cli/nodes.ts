// `reelhouse node` and `reelhouse lanes`: shows the running nodes, changes one of their settings
// and waits until they apply it. What may be changed and to which values is in limits/live.ts.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { DAY_MS } from '../core/time.ts'
import { SetupProblem } from '../embedded/setup-problem.ts'
import type { AuditedBy } from '../ledger/audit/audit-log.ts'
import {
  ALL_NODES,
  changeNodeSetting,
  type ListedNode,
  listNodeSettings,
  listNodes,
} from '../ledger/nodes/node-settings.ts'
import {
  describeSetting,
  isLiveSetting,
  isSettingValue,
  LIVE_SETTINGS,
  type LiveSetting,
} from '../limits/live.ts'
import { LANES_MAX, NODE_GONE_MS } from '../limits.ts'
import { defineCommand, printJson, printLine } from './command-line.ts'
import { defineLedgerCommand, withLedger } from './ledger-command.ts'
import { createStoreCommand, type StoreValues } from './node/store-access.ts'
import { countUpTo } from './option-values.ts'

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

interface ChangeOptions extends StoreValues {
  node: string
  json?: true | undefined
}

/** Exit code 1: not all of the nodes apply the change yet. */
async function changeAloud(
  purpose: string,
  name: string,
  value: string | null,
  { node: asked, json, ...stores }: ChangeOptions,
): Promise<number> {
  const wanted = readWanted(asked, name, value)
  const { nodes, isDone } = await withLedger(purpose, stores, ({ pool, by }) =>
    change(pool, wanted, by),
  )
  if (json === true) printJson({ done: isDone, nodes })
  else {
    for (const { node, settings, problem } of nodes) {
      const note = problem === null ? '' : `  ${problem}`
      printLine(`${node}  ${name} ${settings[name] ?? 'as usual'}${note}`)
    }
    if (nodes.length === 0) printLine('No such node runs now; it holds for those that start.')
    else if (!isDone) printLine('Not all of them act on it yet.')
  }
  return isDone ? 0 : 1
}

const setLanes = defineCommand(
  createStoreCommand(
    'reelhouse lanes set',
    `Changes how many lanes all running nodes have, or one, and waits until they have them. Players
    move between two of their commands; none is refused. The same as "node set lanes". Audited.`,
  )
    .argument('<count>', 'lanes of each node', countUpTo(LANES_MAX))
    .option('--node <name>', 'of this node alone, before what holds for all', ALL_NODES)
    .option('--json', 'one line: {"done":true,"nodes":[…]}'),
  (count, options) => changeAloud('lanes set', 'lanes', String(count), options),
)

const SETTINGS = LIVE_SETTINGS.map(name => `  ${name.padEnd(24)}${describeSetting(name)}\n`)

const set = defineCommand(
  createStoreCommand(
    'reelhouse node set',
    `Changes a setting of all running nodes, or of one, without a restart, and waits until they act
    on it. It is kept: nodes that start later read it too. Audited.`,
  )
    .argument('<name>', 'the setting')
    .argument('<value>', 'its value')
    .option('--node <name>', 'of this node alone, before what holds for all', ALL_NODES)
    .option('--json', 'one line: {"done":true,"nodes":[…]}')
    .addHelpText('after', `\nSettings:\n${SETTINGS.join('')}`),
  (name, value, options) => changeAloud('node set', name, value, options),
)

const unset = defineCommand(
  createStoreCommand(
    'reelhouse node unset',
    `Takes a setting of running nodes back: what their environment says holds again, or what is
    usual. Audited.`,
  )
    .argument('<name>', 'the setting')
    .option('--node <name>', 'of this node alone', ALL_NODES)
    .option('--json', 'one line: {"done":true,"nodes":[…]}'),
  (name, options) => changeAloud('node unset', name, null, options),
)

const show = defineLedgerCommand(
  createStoreCommand(
    'reelhouse node show',
    'Shows the nodes that run with the settings they act on, and what was set for all of them or ' +
      'for one.',
  ).option('--json', 'one line: {"nodes":[…],"set":[…]}'),
  async ({ pool }, { json }) => {
    const nodes = await listNodes(pool, NODE_GONE_MS)
    const changed = await listNodeSettings(pool)
    if (json === true) {
      printJson({ nodes, set: changed })
      return 0
    }
    if (nodes.length === 0) printLine('No node runs.')
    for (const { node, settings, startedAt, seenAt, problem } of nodes) {
      printLine(`${node}  started ${startedAt}, last heard of ${seenAt}`)
      for (const [name, value] of Object.entries(settings).sort()) {
        printLine(`  ${name.padEnd(24)}${value}`)
      }
      if (problem !== null) printLine(`  ${problem}`)
    }
    for (const { node, name, value } of changed) {
      printLine(`set for ${node === ALL_NODES ? 'all nodes' : node}: ${name} ${value}`)
    }
    return 0
  },
)

export const commands = { show, set, unset }
export const laneCommands = { set: setLanes }
