// Brings a round that was set aside back in play, in whatever database it is. Moves no money: its
// driver does.

import type { Pool } from 'pg'
import type { AuditedBy } from '../../ledger/audit/audit-log.ts'
import type { PlayerDatabases } from '../../ledger/database/player-databases.ts'
import { type PutBack, putRoundBack } from '../../ledger/rounds/round-failures.ts'

/** @param roundId a UUID */
export async function putBack(
  pools: PlayerDatabases<Pool>,
  roundId: string,
  by: AuditedBy,
): Promise<PutBack> {
  const done = await pools.findById(roundId, async pool => {
    const put = await putRoundBack(pool, roundId, by, pools.home)
    return put.kind === 'refused' && put.cause === 'not-aside' ? null : put
  })
  return done ?? { kind: 'refused', cause: 'not-aside' }
}
