// The ledger's facts about a round that an operator wants to cancel. Reads only: the round's own
// driver moves it.

import type { Pool } from 'pg'
import { validate as isUuid } from 'uuid'
import type { OperationStatus } from '../../core/wallet-operation.ts'
import type { CancelReason, RoundState } from '../../round/round.ts'
import { statement } from '../database/statement.ts'

export interface CancelView {
  roundId: string
  playerId: string
  state: RoundState
  isFreeSpin: boolean
  stakeMinor: bigint
  cancelReason: CancelReason | null
  refundStatus: OperationStatus | null
}

const FIND_ROUND_TO_CANCEL = statement(
  'find-round-to-cancel',
  `SELECT round_id AS "roundId", player_id AS "playerId", state,
     grant_id IS NOT NULL AS "isFreeSpin", stake_minor AS "stakeMinor",
     cancel_reason AS "cancelReason", refund_status AS "refundStatus"
   FROM round r JOIN player p USING (player_key)
   WHERE round_id = $1 AND p.project_id = $2`,
)

/** Null when the project has no such round; a text that is not a UUID cannot be a round's id. */
export async function findRoundToCancel(
  pool: Pool,
  projectId: string,
  roundId: string,
): Promise<CancelView | null> {
  if (!isUuid(roundId)) return null
  const { rows } = await pool.query<Omit<CancelView, 'stakeMinor'> & { stakeMinor: string }>({
    ...FIND_ROUND_TO_CANCEL,
    values: [roundId, projectId],
  })
  const [row] = rows
  return row === undefined ? null : { ...row, stakeMinor: BigInt(row.stakeMinor) }
}
