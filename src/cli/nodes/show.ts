// `reelhouse node show`: the running nodes, the settings that they apply, and what was set.

import { ALL_NODES, listNodeSettings, listNodes } from '../../ledger/nodes/node-settings.ts'
import { NODE_GONE_MS } from '../../limits.ts'
import { defineCommand, printJson, printLine } from '../command-line.ts'
import { createStoreCommand } from '../node/store-access.ts'
import { withLedger } from '../project/access.ts'

export const command = defineCommand(
  createStoreCommand(
    'reelhouse node show',
    'Shows the nodes that run with the settings they act on, and what was set for all of them or ' +
      'for one.',
  ).option('--json', 'one line: {"nodes":[…],"set":[…]}'),
  ({ json, ...stores }) =>
    withLedger('node show', stores, async ({ pool }) => {
      const [nodes, set] = [await listNodes(pool, NODE_GONE_MS), await listNodeSettings(pool)]
      if (json === true) {
        printJson({ nodes, set })
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
      for (const { node, name, value } of set) {
        printLine(`set for ${node === ALL_NODES ? 'all nodes' : node}: ${name} ${value}`)
      }
      return 0
    }),
)
