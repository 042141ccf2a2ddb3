// `reelhouse pause lift`: allows new rounds again, on every node.

import { SetupProblem } from '../../embedded/setup-problem.ts'
import { waitUntilApplied } from '../../ledger/pauses/node-pauses.ts'
import { liftPause } from '../../ledger/pauses/pauses.ts'
import { defineCommand, printJson, printLine } from '../command-line.ts'
import { createStoreCommand } from '../node/store-access.ts'
import { withLedger } from '../project/access.ts'
import {
  describeNodes,
  describePause,
  printPauseState,
  printScope,
  readScope,
  SCOPE_HELP,
} from './scope.ts'

export const command = defineCommand(
  createStoreCommand(
    'reelhouse pause lift',
    `Takes a pause back: players go on without opening the game again. Other pauses that cover a
    game still hold.
    Audited.`,
  )
    .argument('<what>', SCOPE_HELP, readScope)
    .option('--json', 'one line: {"lifted":{…},"in_force":true,"nodes":[…]}'),
  (what, { json, ...stores }) =>
    withLedger('pause lift', stores, async ({ pool, by }) => {
      const result = await liftPause(pool, what, by)
      if (result.kind === 'not-paused') throw new SetupProblem(`${printScope(what)} is not paused.`)
      const pauseState = await waitUntilApplied(pool, result.revision)
      if (json === true)
        printJson({ lifted: describePause(result.pause), ...describeNodes(pauseState) })
      else {
        printLine(`New rounds again: ${printScope(what)}.`)
        printPauseState(pauseState)
      }
      return pauseState.isInForce ? 0 : 1
    }),
)
