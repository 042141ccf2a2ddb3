// `reelhouse session revoke`: ends a player's sessions at once, on every node.

import { validate as isUuid } from 'uuid'
import { SetupProblem } from '../../embedded/setup-problem.ts'
import { revokeSessions } from '../../ledger/players/session-revoke.ts'
import { defineCommand, printJson, printLine, refuseUse } from '../command-line.ts'
import { createStoreCommand } from '../node/store-access.ts'
import { withLedger } from '../project/access.ts'

export const command = defineCommand(
  createStoreCommand(
    'reelhouse session revoke',
    `Ends sessions: their links open nothing any more and their sockets are closed, on every node. An
    unfinished round stays the player's; a new launch goes on with it.`,
  )
    .argument('<project>', 'the project')
    .argument('[player]', 'all sessions of this player')
    .option('--session <id>', 'or this session alone')
    .option('--json', 'one line: {"revoked":["<session id>"]}'),
  (projectId, playerId, { session, json, ...stores }) => {
    if ((playerId === undefined) === (session === undefined)) {
      refuseUse('Name a player or --session, one of them.')
    }
    if (session !== undefined && !isUuid(session)) refuseUse('A session id is a UUID.')
    return withLedger('session revoke', stores, async ({ pool, by }) => {
      const wanted = session === undefined ? { playerId: playerId! } : { sessionId: session }
      const revoked = await revokeSessions(pool, { projectId, ...wanted }, by)
      if (revoked.length === 0) throw new SetupProblem('There is no such session.')
      const ids = revoked.map(({ sessionId }) => sessionId)
      if (json === true) printJson({ revoked: ids })
      else printLine(`Revoked: ${ids.join(', ')}.`)
      return 0
    })
  },
)
