// Delivers freespins_finished: sent once a finished grant's last round has ended, and repeated
// until the wallet answers ok. Source: operator API, "Events", and "Free-spin grant".

import type { Pool } from 'pg'
import type { Grant } from '../core/grant.ts'
import type { WalletAnswer } from '../core/wallet-operation.ts'
import { claimSummaries, summaryAnswered } from '../ledger/entitlements/grant-summaries.ts'

export interface SummaryDeps {
  pool: Pool
  finishFreeSpins(projectId: string, grant: Grant): Promise<WalletAnswer>
  onFault(error: unknown): void
}

/** One pass of deliveries; what is not answered now is due again later. */
export async function sendSummaries(deps: SummaryDeps): Promise<void> {
  const owed = await claimSummaries(deps.pool)
  await Promise.all(
    owed.map(async ({ projectId, grant }) => {
      try {
        const answer = await deps.finishFreeSpins(projectId, grant)
        if (answer.kind === 'accepted') await summaryAnswered(deps.pool, grant.grantId)
      } catch (error) {
        deps.onFault(error)
      }
    }),
  )
}
