// `reelhouse node set`: changes a setting of running nodes.

import { ALL_NODES } from '../../ledger/nodes/node-settings.ts'
import { describeSetting, LIVE_SETTINGS } from '../../limits/live.ts'
import { defineCommand } from '../command-line.ts'
import { createStoreCommand } from '../node/store-access.ts'
import { withLedger } from '../project/access.ts'
import { change, readWanted } from './change.ts'
import { printChanged } from './print-changed.ts'

const SETTINGS = LIVE_SETTINGS.map(name => `  ${name.padEnd(24)}${describeSetting(name)}`).join(
  '\n',
)

export const command = defineCommand(
  createStoreCommand(
    'reelhouse node set',
    `Changes a setting of all running nodes, or of one, without a restart, and waits until they act
    on it. It is kept:
    nodes that start later read it too. Audited.`,
  )
    .argument('<name>', 'the setting')
    .argument('<value>', 'its value')
    .option('--node <name>', 'of this node alone, before what holds for all', ALL_NODES)
    .option('--json', 'one line: {"done":true,"nodes":[…]}')
    .addHelpText('after', `\nSettings:\n${SETTINGS}`),
  (name, value, { node, json, ...stores }) => {
    const wanted = readWanted(node, name, value)
    return withLedger('node set', stores, async ({ pool, by }) =>
      printChanged(await change(pool, wanted, by), name, json === true),
    )
  },
)
