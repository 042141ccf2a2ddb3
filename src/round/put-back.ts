// Where a round that was set aside goes on once its cause is mended. Pure; the ledger puts it back.

import type { RoundProgress } from './round.ts'

/**
 * The state that its operations speak of. A confirmed bet may have been revealed, so such a round goes on
 * as a revealed one: its result stands, and it can't be cancelled any more.
 */
export function stateToGoOn({
  betStatus,
  awaiting,
  winStatus,
}: Pick<RoundProgress, 'betStatus' | 'awaiting' | 'winStatus'>):
  | 'debit_pending'
  | 'in_progress'
  | 'credit_pending' {
  if (betStatus !== 'confirmed') return 'debit_pending'
  return awaiting || winStatus === null ? 'in_progress' : 'credit_pending'
}
