// `sessions_end`: ends all sessions of one player, for a logout or a self-exclusion at the casino.
// Must never touch a round: an unfinished one remains the player's.

import type { Pool } from 'pg'
import type { PlayerDatabases } from '../../ledger/database/player-databases.ts'
import { inTransaction } from '../../ledger/database/transaction.ts'
import { endSessions } from '../../ledger/players/session-revoke.ts'
import type { OperatorMethod, ResultOf } from '../call.ts'
import { compileForm } from '../request.ts'
import { type SessionsEndAnswer, SessionsEndRequest } from './schema.ts'

export interface SessionsDeps {
  pools: PlayerDatabases<Pool>
}

const FORM = compileForm(SessionsEndRequest)

export function createSessionsEnd({
  pools,
}: SessionsDeps): OperatorMethod<SessionsEndRequest, ResultOf<SessionsEndAnswer>> {
  return {
    name: 'sessions_end',
    read: FORM.read,
    async execute({ projectId }, { player_id: playerId }) {
      const player = { projectId, playerId }
      await inTransaction(pools.of(player), client => endSessions(client, player))
      return { ok: true, player_id: playerId }
    },
  }
}
