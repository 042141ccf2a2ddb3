// How each answer changes a round's progress, and whether the change must be durable before
// anything else happens. Pure; machine.ts decides which answer is legal when.

import type { WalletAnswer } from '../core/wallet-operation.ts'
import type { CancelReason, Drawn, RoundProgress } from './round.ts'

export interface Change {
  readonly change: Partial<RoundProgress>
  /** It must be saved before the next effect. */
  readonly isDurable: boolean
}

const durably = (change: Partial<RoundProgress>): Change => ({ change, isDurable: true })
const lightly = (change: Partial<RoundProgress>): Change => ({ change, isDurable: false })

export function betAnswered(p: RoundProgress, answer: WalletAnswer, atMs: number): Change {
  switch (answer.kind) {
    case 'accepted':
      return lightly({
        betStatus: 'confirmed',
        betConfirmedAtMs: atMs,
        attempts: 0,
        balanceAfterBetMinor: answer.balanceMinor,
        balanceAfterMinor: answer.balanceMinor,
      })
    case 'refused':
      return durably({
        state: 'rejected',
        betStatus: 'rejected',
        winStatus: null,
        refusalCode: answer.code,
      })
    case 'unknown':
      return durably({ betStatus: 'unknown', attempts: p.attempts + 1 })
  }
}

/** A decision must be durable before the player sees its result. */
export function revealed(p: RoundProgress, atMs: number): Change {
  if (p.awaiting) return durably({ state: 'in_progress', awaitingSinceMs: atMs })
  return lightly({ state: p.winStatus === null ? 'in_progress' : 'credit_pending' })
}

/** A cancel closes the bet for good and plans its refund. */
export function cancelled(reason: CancelReason, atMs: number): Change {
  return durably({
    state: 'cancelled',
    cancelReason: reason,
    refundStatus: 'planned',
    refundPlannedAtMs: atMs,
    attempts: 0,
    winStatus: null,
    awaiting: false,
  })
}

/**
 * Everything else stays as it is: the platform owner has to see which call the wallet was asked
 * for.
 */
export function setAside(): Change {
  return durably({ state: 'reconciliation_required', awaitingSinceMs: null })
}

/** A final win whose payment was not planned: the round must not end. */
export function isWinUnplanned(p: RoundProgress): boolean {
  return p.winMinor > 0n && !p.awaiting && p.winStatus === null
}

export function notified(p: RoundProgress, event: 'start' | 'finish', atMs: number): Change {
  if (event === 'start') return lightly({ startNotified: true })
  const isPaid = p.winStatus === null || p.winStatus === 'confirmed'
  if (p.awaiting || !isPaid) return lightly({})
  return durably({ finishNotified: true, state: 'settled', settledAtMs: atMs })
}

export function winAnswered(p: RoundProgress, answer: WalletAnswer, atMs: number): Change {
  if (answer.kind !== 'accepted') {
    return durably({ winStatus: 'unknown', attempts: p.attempts + 1 })
  }
  return lightly({
    winStatus: 'confirmed',
    winConfirmedAtMs: atMs,
    attempts: 0,
    balanceAfterMinor: answer.balanceMinor,
  })
}

export function refundAnswered(p: RoundProgress, answer: WalletAnswer, atMs: number): Change {
  if (answer.kind !== 'accepted') {
    return durably({ refundStatus: 'unknown', attempts: p.attempts + 1 })
  }
  return durably({
    refundStatus: 'confirmed',
    refundConfirmedAtMs: atMs,
    attempts: 0,
    balanceAfterMinor: answer.balanceMinor,
  })
}

export function decided(
  p: RoundProgress,
  decision: { option: string; requestId: string; drawn: Drawn; atMs: number },
): Change {
  const { option, requestId, drawn, atMs } = decision
  const pays = !drawn.awaiting && drawn.winMinor > 0n
  return durably({
    choices: [...p.choices, option],
    choiceRequestIds: [...p.choiceRequestIds, requestId],
    awaiting: drawn.awaiting,
    // Every step is a separate decision.
    awaitingSinceMs: drawn.awaiting ? atMs : null,
    winUnits: drawn.winUnits,
    winMinor: drawn.winMinor,
    state: pays ? 'credit_pending' : 'in_progress',
    winStatus: pays ? 'planned' : null,
    winPlannedAtMs: pays ? atMs : null,
  })
}

/**
 * A planned refund is due, or an unknown operation is due again: the same operation with the same
 * body. It is saved before it is sent, so that nothing is sent again for a round that was cancelled
 * elsewhere meanwhile.
 */
export function retried(p: RoundProgress): Change {
  if (p.state === 'debit_pending' && p.betStatus === 'unknown')
    return durably({ betStatus: 'sent' })
  if (p.winStatus === 'unknown') return durably({ winStatus: 'sent' })
  if (p.refundStatus === 'planned' || p.refundStatus === 'unknown')
    return durably({ refundStatus: 'sent' })
  return lightly({})
}
