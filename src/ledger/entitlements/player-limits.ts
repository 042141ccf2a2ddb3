// A player's bet limits with every provider, in the form in which a bet is checked;
// `player-levels.ts` changes them.

import type { Pool } from 'pg'
import type { PlayerLimit } from '../../core/bet-limits.ts'
import type { Currency } from '../../core/money.ts'
import { statement } from '../database/statement.ts'

const LIST_PLAYER_LIMITS = statement(
  'list-player-limits',
  `SELECT b.provider, b.currency, b.min_minor, b.max_minor
   FROM player_bet_limit b JOIN player p USING (player_key)
   WHERE p.project_id = $1 AND p.player_id = $2`,
)

/** Empty for a player who is not stored. */
export async function listPlayerLimits(
  pool: Pool,
  projectId: string,
  playerId: string,
): Promise<PlayerLimit[]> {
  const { rows } = await pool.query<{
    provider: string
    currency: Currency
    min_minor: string
    max_minor: string
  }>({ ...LIST_PLAYER_LIMITS, values: [projectId, playerId] })
  return rows.map(({ provider, currency, min_minor, max_minor }) => ({
    provider,
    currency,
    minMinor: BigInt(min_minor),
    maxMinor: BigInt(max_minor),
  }))
}
