// `reelhouse pause set`: no new rounds of a game, a provider, a project or the whole platform, on
// every node.

import { readPauseReason } from '../../core/pauses.ts'
import { REASON_MAX_CHARS } from '../../core/reason.ts'
import { SetupProblem } from '../../embedded/setup-problem.ts'
import { waitUntilApplied } from '../../ledger/pauses/node-pauses.ts'
import { setPause } from '../../ledger/pauses/pauses.ts'
import { defineCommand, printJson, printLine, refuseUse } from '../command-line.ts'
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
    'reelhouse pause set',
    `Starts no new round of what is named, on every node, until it is lifted: paid spins, bought
    features and free spins. Rounds that have started go on to their end. Answers once every node
    applies it; exit code 1 when one is not known to. Audited.`,
  )
    .argument('<what>', SCOPE_HELP, readScope)
    .requiredOption('--reason <text>', 'for whoever asks why; players are not shown it')
    .option('--json', 'one line: {"pause":{…},"in_force":true,"nodes":[…]}'),
  (what, { reason: text, json, ...stores }) => {
    const reason = readPauseReason(text)
    if (reason === null) refuseUse(`A reason has 1 to ${REASON_MAX_CHARS} characters.`)
    return withLedger('pause set', stores, async ({ pool, by }) => {
      const result = await setPause(pool, what, reason, by)
      if (result.kind === 'unknown-project') {
        throw new SetupProblem(`There is no project ${what.subject} (UNKNOWN_PROJECT).`)
      }
      const pauseState = await waitUntilApplied(pool, result.revision)
      if (json === true)
        printJson({ pause: describePause(result.pause), ...describeNodes(pauseState) })
      else {
        const { pausedBy, pausedAt } = result.pause
        const since = `by ${pausedBy} since ${pausedAt.toISOString()}, with the reason given then`
        printLine(
          result.kind === 'paused'
            ? `Paused: ${printScope(what)}.`
            : `${printScope(what)} is paused already, ${since}.`,
        )
        printPauseState(pauseState)
      }
      return pauseState.isInForce ? 0 : 1
    })
  },
)
