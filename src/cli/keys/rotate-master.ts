// `reelhouse keys rotate-master`: seals everything again under a new master key, while nodes run.

import { rotateMasterKey } from '../../ledger/projects/master-key.ts'
import { defineCommand, printJson, say } from '../command-line.ts'
import { createStoreCommand } from '../node/store-access.ts'
import { withLedger } from '../project/access.ts'

const STEPS = `
1. Start every node with MASTER_KEY=<new> and MASTER_KEY_PREVIOUS=<old>, one after another.
2. Run this with the same two variables. It may be stopped and run again.
3. When it says that nothing is left, start the nodes without MASTER_KEY_PREVIOUS, one by one.
Players' links and sessions stay as they are.`

export const command = defineCommand(
  createStoreCommand(
    'reelhouse keys rotate-master',
    `Seals the keys of all projects and the secrets of the platform anew under MASTER_KEY, opening
    them with
    MASTER_KEY_PREVIOUS.`,
  )
    .option('--json', 'one line: {"resealed":12}')
    .addHelpText('after', STEPS),
  options =>
    withLedger('keys rotate-master', options, async ({ pool, masterKey, by }) => {
      const resealed = await rotateMasterKey(pool, masterKey, by)
      if (options.json === true) printJson({ resealed })
      else if (resealed === 0) say('Nothing is left under another master key.')
      else say(`Sealed anew: ${resealed}. Run it again: it says when nothing is left.`)
      return 0
    }),
)
