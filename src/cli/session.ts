// `reelhouse session revoke`: ends a player's sessions at once, on every node.

import type { Pool } from 'pg'
import { validate as isUuid } from 'uuid'
import { SetupProblem } from '../embedded/setup-problem.ts'
import { revokeSessions, type SessionsToRevoke } from '../ledger/players/session-revoke.ts'
import { defineCommand, printJson, printLine, refuseUse } from './command-line.ts'
import { withLedger } from './ledger-command.ts'
import { createStoreCommand } from './node/store-access.ts'

const revoke = defineCommand(
  createStoreCommand(
    'reelhouse session revoke',
    `Ends sessions: their links open nothing any more and their sockets are closed, on every node.
    An unfinished round stays the player's; a new launch goes on with it.`,
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
    return withLedger('session revoke', stores, async ({ pools, by }) => {
      const revoke = (pool: Pool, wanted: SessionsToRevoke) =>
        revokeSessions(pool, wanted, by, pools.home)
      const revoked =
        session === undefined
          ? await revoke(pools.of({ projectId, playerId: playerId! }), {
              projectId,
              playerId: playerId!,
            })
          : ((await pools.findById(session, async pool => {
              const one = await revoke(pool, { projectId, sessionId: session })
              return one.length === 0 ? null : one
            })) ?? [])
      if (revoked.length === 0) throw new SetupProblem('There is no such session.')
      const ids = revoked.map(({ sessionId }) => sessionId)
      if (json === true) printJson({ revoked: ids })
      else printLine(`Revoked: ${ids.join(', ')}.`)
      return 0
    })
  },
)

export const commands = { revoke }
