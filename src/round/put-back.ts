// The state in which a round that was set aside continues once its cause is fixed. Pure; the ledger
// puts it back.

import type { RoundProgress } from './round.ts'

/**
 * The state that follows from its wallet operations. A confirmed bet may have been revealed, so
 * such a round continues as a revealed one: its result is kept, and it can't be cancelled any more.
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
