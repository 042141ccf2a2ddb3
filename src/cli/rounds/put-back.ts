// `reelhouse rounds put-back`: brings a round that was set aside back in play.

import { validate as isUuid } from 'uuid'
import { putBack } from '../../admin/rounds/put-back.ts'
import { SetupProblem } from '../../embedded/setup-problem.ts'
import { defineCommand, printJson, printLine, refuseUse } from '../command-line.ts'
import { createStoreCommand } from '../node/store-access.ts'
import { withLedger } from '../project/access.ts'

const REFUSALS = {
  'not-aside': 'There is no such round, or it is not set aside: see "rounds set-aside".',
  'game-busy': 'The player has another open round of the game: repeat this once it has ended.',
} as const

export const command = defineCommand(
  createStoreCommand(
    'reelhouse rounds put-back',
    `Puts a round that was set aside back in play, once its cause is mended: nodes send what it
    still owes
    the wallet, each operation under its own id and with the same body. A round that goes on failing
    is set aside again. Audited.`,
  )
    .argument('<round_id>', 'the round')
    .option('--json', 'one line: {"round_id":…,"state":"credit_pending"}'),
  (roundId, { json, ...stores }) => {
    if (!isUuid(roundId)) refuseUse('A round id is a UUID.')
    return withLedger('rounds put-back', stores, async ({ pools, by }) => {
      const done = await putBack(pools, roundId, by)
      if (done.kind === 'refused') throw new SetupProblem(REFUSALS[done.cause])
      if (json === true) printJson({ round_id: roundId, state: done.state })
      else printLine(`The round ${roundId} is in play again (${done.state}).`)
      return 0
    })
  },
)
