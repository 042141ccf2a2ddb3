// `reelhouse pause list`: what is paused, and which nodes apply it.

import { readPauseState } from '../../ledger/pauses/node-pauses.ts'
import { listPauses } from '../../ledger/pauses/pauses.ts'
import { defineCommand, printJson, printLine } from '../command-line.ts'
import { createStoreCommand } from '../node/store-access.ts'
import { withLedger } from '../project/access.ts'
import { describeNodes, describePause, printPauseState } from './scope.ts'

export const command = defineCommand(
  createStoreCommand(
    'reelhouse pause list',
    'Shows what starts no new round just now, since when, by whom and why.',
  ).option('--json', 'one line: {"pauses":[…],"in_force":true,"nodes":[…]}'),
  ({ json, ...stores }) =>
    withLedger('pause list', stores, async ({ pool }) => {
      const { revision, pauses } = await listPauses(pool)
      const pauseState = await readPauseState(pool, revision)
      const listed = pauses.map(describePause)
      if (json === true) {
        printJson({ pauses: listed, ...describeNodes(pauseState) })
        return 0
      }
      if (listed.length === 0) printLine('Nothing is paused.')
      for (const { what, reason, by, at } of listed) printLine(`${what}  ${at}  ${by}  ${reason}`)
      if (listed.length > 0) printPauseState(pauseState)
      return 0
    }),
)
