// Receives which sessions were revoked on any node, and ends them here: sockets are closed and the
// player state in Redis refuses commands in progress. Revocations during an interruption are read
// from the ledger.

import type { PlaySockets } from '../../edge/play.ts'
import type { Listener } from '../../ledger/database/listener.ts'
import {
  findEndedSessions,
  type RevokedSession,
  SESSION_REVOKED_CHANNEL,
} from '../../ledger/players/session-revoke.ts'
import type { LedgerDatabase } from '../databases/ledger-databases.ts'
import type { Parts } from '../parts.ts'

/** For the players of one database. */
export function listenForRevokedSessions(
  { redisState, onFault }: Parts,
  { listener, pool, gate }: LedgerDatabase,
  sockets: PlaySockets,
): Listener {
  async function end(session: RevokedSession): Promise<void> {
    sockets.closeSession(session.sessionId, session.tokenVersion)
    const { sessionId, expiresAtMs, tokenVersion } = session
    await redisState.putSession(session, sessionId, expiresAtMs, tokenVersion)
  }

  async function endMissed(): Promise<void> {
    const ended = await findEndedSessions(pool, sockets.sessions())
    for (const { sessionId, tokenVersion } of ended) sockets.closeSession(sessionId, tokenVersion)
  }

  return listener.listen(SESSION_REVOKED_CHANNEL, {
    onMessage: text => void end(JSON.parse(text) as RevokedSession).catch(onFault),
    onListening() {
      gate.lookSoon()
      void endMissed().catch(onFault)
    },
    onLost: gate.lookSoon,
  })
}
