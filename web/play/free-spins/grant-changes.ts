// Owns how a platform message changes the operator's free spins: which grant is over and which one
// begins. Pure; it must never draw, nor count a spin itself.

import type { FreeSpinsView, FreeSpinView } from '../../../src/wire/play-round.ts'

/** The grant shown. `expiresAt` is null when the page was opened during its last round. */
export interface KnownGrant {
  grantId: string
  expiresAt: number | null
}

export type GrantChange =
  | { kind: 'over'; ended: FreeSpinView }
  /**
   * It ended, and no round contains its total win: expired, cancelled, or played in another window.
   */
  | { kind: 'gone' }
  | { kind: 'begins'; grant: FreeSpinsView }

/**
 * What to announce to the player, in order. `known` is the grant shown, `ended` that of the round
 * that has just ended, `next` that of the next spin.
 */
export function grantChanges(
  known: KnownGrant | null,
  ended: FreeSpinView | null,
  next: FreeSpinsView | null,
): GrantChange[] {
  if (known !== null && known.grantId === next?.grantId) return []
  const changes: GrantChange[] = []
  const own = ended !== null && ended.grantId === known?.grantId ? ended : null
  if (own !== null && own.played === own.total) changes.push({ kind: 'over', ended: own })
  else if (known !== null && !isOvertaken(known, next)) {
    changes.push(own === null ? { kind: 'gone' } : { kind: 'over', ended: own })
  }
  if (next !== null) changes.push({ kind: 'begins', grant: next })
  return changes
}

/** The first to expire is played first, so a new grant may be played before an unfinished one. */
function isOvertaken(known: KnownGrant, next: FreeSpinsView | null): boolean {
  return next !== null && (known.expiresAt === null || next.expiresAt < known.expiresAt)
}
