// `reelhouse lanes set`: more or fewer lanes, while players play.

import { ALL_NODES } from '../../ledger/nodes/node-settings.ts'
import { LANES_MAX } from '../../limits.ts'
import { defineCommand } from '../command-line.ts'
import { createStoreCommand } from '../node/store-access.ts'
import { countUpTo } from '../option-values.ts'
import { withLedger } from '../project/access.ts'
import { change, readWanted } from './change.ts'
import { printChanged } from './print-changed.ts'

export const command = defineCommand(
  createStoreCommand(
    'reelhouse lanes set',
    `Changes how many lanes all running nodes have, or one, and waits until they have them. Players
    move between two of
    their commands; none is refused. The same as "node set lanes". Audited.`,
  )
    .argument('<count>', 'lanes of each node', countUpTo(LANES_MAX))
    .option('--node <name>', 'of this node alone, before what holds for all', ALL_NODES)
    .option('--json', 'one line: {"done":true,"nodes":[…]}'),
  (count, { node, json, ...stores }) =>
    withLedger('lanes set', stores, async ({ pool, by }) => {
      const wanted = readWanted(node, 'lanes', String(count))
      return printChanged(await change(pool, wanted, by), 'lanes', json === true)
    }),
)
