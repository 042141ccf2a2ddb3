// The net position of a session, and when it was launched. Reads only the player's rounds since
// then, through an index; counts only settled rounds.

import type { Pool } from 'pg'
import { firstIdAt, uuidTimeMs } from '../../core/identifiers.ts'
import { toMs } from '../database/expiry.ts'
import { statement } from '../database/statement.ts'

export interface SessionPlay {
  readonly startedAtMs: number
  readonly netMinor: bigint
}

/**
 * The round's id limits the months that are read, the sequence number limits the player's rounds.
 */
const FIND_SESSION_PLAY = statement(
  'find-session-play',
  `SELECT ${toMs('coalesce(s.balance_at, s.created_at)')} AS "startedAtMs",
     (SELECT coalesce(sum(r.win_minor - CASE WHEN r.grant_id IS NULL THEN r.stake_minor ELSE 0 END),
       0)
      FROM finished_round r
      WHERE r.player_key = $1 AND r.sequence > coalesce(s.after_sequence, 0)
        AND r.round_id >= $3::uuid
        AND r.session_id = $2 AND r.state = 'settled')::text AS net
   FROM session s WHERE s.player_key = $1 AND s.session_id = $2`,
)

/** Throws when there is no such session, although a socket has sent hello with it. */
export async function findSessionPlay(
  pool: Pool,
  playerKey: string,
  sessionId: string,
): Promise<SessionPlay> {
  const { rows } = await pool.query<{ startedAtMs: number; net: string }>({
    ...FIND_SESSION_PLAY,
    values: [playerKey, sessionId, firstIdAt(uuidTimeMs(sessionId))],
  })
  const [row] = rows
  if (row === undefined) throw new Error(`session ${sessionId} is not in the ledger`)
  return { startedAtMs: row.startedAtMs, netMinor: BigInt(row.net) }
}
