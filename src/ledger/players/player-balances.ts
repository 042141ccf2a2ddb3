// The last balance that the wallet reported for a player, in each currency. Asks no wallet: the
// contract says when one is asked. Reads only.

import type { Pool } from 'pg'
import type { PlayerRef } from '../../core/player.ts'

/** Rounds and sessions of the player in which balances are looked for, the newest of each. */
const ROUNDS_LOOKED_AT = 50
const SESSIONS_LOOKED_AT = 50

interface KnownBalance {
  readonly currency: string
  readonly balanceMinor: string
  readonly reportedAt: Date
}

const LIST_BALANCES = `
WITH key AS MATERIALIZED (
  SELECT player_key FROM player WHERE project_id = $1 AND player_id = $2)
SELECT DISTINCT ON (currency) currency, balance_minor::text AS "balanceMinor",
  reported_at AS "reportedAt"
FROM (
  (SELECT currency, balance_after_minor AS balance_minor,
     greatest(bet_confirmed_at, win_confirmed_at, refund_confirmed_at) AS reported_at
   FROM (SELECT * FROM round WHERE player_key = (SELECT player_key FROM key)
     ORDER BY sequence DESC LIMIT ${ROUNDS_LOOKED_AT}) r
   WHERE balance_after_minor IS NOT NULL)
  UNION ALL
  (SELECT currency, balance_minor, balance_at
   FROM (SELECT * FROM session WHERE player_key = (SELECT player_key FROM key)
     ORDER BY expires_at DESC LIMIT ${SESSIONS_LOOKED_AT}) s
   WHERE balance_minor IS NOT NULL)) reported
ORDER BY currency, reported_at DESC`

/** By currency; without those that no wallet answer of the newest rounds and sessions names. */
export async function listBalances(
  pool: Pool,
  { projectId, playerId }: PlayerRef,
): Promise<KnownBalance[]> {
  return (await pool.query<KnownBalance>(LIST_BALANCES, [projectId, playerId])).rows
}
