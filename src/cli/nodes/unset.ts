// `reelhouse node unset`: sets a setting of running nodes back to its usual value.

import { ALL_NODES } from '../../ledger/nodes/node-settings.ts'
import { defineCommand } from '../command-line.ts'
import { createStoreCommand } from '../node/store-access.ts'
import { withLedger } from '../project/access.ts'
import { change, readWanted } from './change.ts'
import { printChanged } from './print-changed.ts'

export const command = defineCommand(
  createStoreCommand(
    'reelhouse node unset',
    `Takes a setting of running nodes back: what their environment says holds again, or what is
    usual. Audited.`,
  )
    .argument('<name>', 'the setting')
    .option('--node <name>', 'of this node alone', ALL_NODES)
    .option('--json', 'one line: {"done":true,"nodes":[…]}'),
  (name, { node, json, ...stores }) => {
    const wanted = readWanted(node, name, null)
    return withLedger('node unset', stores, async ({ pool, by }) =>
      printChanged(await change(pool, wanted, by), name, json === true),
    )
  },
)
